/**
 * Replaces `fetch` in a client of few calls by one over `node:http`, whose start takes a third of the time. Preloaded, or required:
 *
 *   node --require ./small-fetch.cjs client.mjs
 */
const { Agent, request } = require('node:http')

const agent = new Agent({ keepAlive: true })

globalThis.fetch = (url, { method = 'GET', headers = {}, body } = {}) =>
  new Promise((resolve, reject) => {
    const isForm = body instanceof URLSearchParams
    const type = isForm ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' } : {}
    const call = request(url, { agent, method, headers: { 'user-agent': 'node', accept: '*/*', ...type, ...headers } })
    call.on('error', reject)
    call.on('response', (response) => {
      let text = ''
      response.on('error', reject)
      response.setEncoding('utf8').on('data', (part) => (text += part))
      response.on('end', () =>
        resolve({ status: response.statusCode, text: async () => text, json: async () => JSON.parse(text) }),
      )
    })
    call.end(isForm ? body.toString() : body)
  })
