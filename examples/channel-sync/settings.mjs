/**
 * Where the service is and who we are there, read from the environment.
 *
 * @typedef {object} Settings
 * @property {string} baseUrl the service's `{base_url}`
 * @property {string} product the word that stands for the product in paths and header names
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {string} channel the name we send as channel manager
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 * @throws when something that has no sensible default is missing
 */
export function readSettings(env) {
  return {
    baseUrl: wanted(env, 'UNDERSTAY_BASE_URL').replace(/\/+$/, ''),
    product: env.UNDERSTAY_PRODUCT ?? 'service',
    clientId: wanted(env, 'UNDERSTAY_CLIENT_ID'),
    clientSecret: wanted(env, 'UNDERSTAY_CLIENT_SECRET'),
    channel: env.CHANNEL_NAME ?? 'channel-sync',
  }
}

function wanted(env, name) {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}; the README beside this program shows how.`)
  return value
}
