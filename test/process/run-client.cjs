/**
 * A client for runs: signs in, then asks for its properties; asks once for a new token when it is refused.
 *
 *   node run-client.cjs [CALLS] [/@SANDBOX]
 */
require('./small-fetch.cjs')

const [calls = '2', sandbox = ''] = process.argv.slice(2)
const { UNDERSTAY_BASE_URL: base, UNDERSTAY_CLIENT_ID: id, UNDERSTAY_CLIENT_SECRET: secret } = process.env
const api = `${base}${sandbox}/service/api`
const form = { grant_type: 'client_credentials', client_id: id, client_secret: secret, scope: 'properties_get' }

async function newToken() {
  const answer = await fetch(`${api}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  return (await answer.json()).access_token
}

async function main() {
  let token = await newToken()
  const ask = () => fetch(`${api}/properties/all`, { headers: { authorization: `Bearer ${token}` } })
  for (let call = 0; call < Number(calls); call++) {
    let answer = await ask()
    if (answer.status === 401) {
      token = await newToken()
      answer = await ask()
    }
    console.log(`properties: ${answer.status}`)
  }
}

void main()
