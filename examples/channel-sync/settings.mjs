/**
 * Address and credentials of the service, read from the environment.
 *
 * @typedef {object} Settings
 * @property {string} baseUrl the service's `{base_url}`
 * @property {string} product the name of the product in paths and header names
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {string} channel the name of the channel manager
 * @property {number} watchSeconds how long rooms are read again after the other jobs
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 * @throws when a required setting is missing or invalid
 */
function readSettings(env) {
  return {
    baseUrl: wanted(env, 'UNDERSTAY_BASE_URL').replace(/\/+$/, ''),
    product: env.UNDERSTAY_PRODUCT ?? 'service',
    clientId: wanted(env, 'UNDERSTAY_CLIENT_ID'),
    clientSecret: wanted(env, 'UNDERSTAY_CLIENT_SECRET'),
    channel: env.CHANNEL_NAME ?? 'channel-sync',
    watchSeconds: secondsIn(env, 'WATCH_SECONDS'),
  }
}

/** The settings; ends the program with exit code 2 when one is missing. */
export function readSettingsOrExit(env) {
  try {
    return readSettings(env)
  } catch (error) {
    console.error(error.message)
    process.exit(2)
  }
}

function wanted(env, name) {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}; the README beside this program shows how.`)
  return value
}

function secondsIn(env, name) {
  const value = env[name] ?? '0'
  if (!/^\d+$/.test(value)) throw new Error(`${name} is a whole number of seconds, not "${value}"`)
  return Number(value)
}
