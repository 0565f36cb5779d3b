/**
 * The reference for comparison: a bare `node:http` server that does the minimum for a GET. It checks the bearer token (known, not
 * expired, with the scope) and the access to the property, looks the record up and serializes it.
 *
 * Its first message is `{ token, scope, properties, views }`; `views` are its paths, each with the `data` of the response.
 *
 * @module
 */
import { createServer } from 'node:http'

process.once('message', ({ token, scope, properties, views }) => {
  const tokens = new Map([
    [token, { expiresAt: Date.now() + 3_600_000, scopes: new Set([scope]), properties: new Set(properties) }],
  ])
  const records = new Map(Object.entries(views))
  const server = createServer((request, response) => {
    if (request.method === 'POST') return answerForm(request, response, records.get(request.url))
    const held = tokens.get(request.headers.authorization?.slice('Bearer '.length))
    if (!held || held.expiresAt <= Date.now()) return answer(response, 401, { error: 'unauthorized' })
    const property = Number(request.url.split('/')[4])
    if (!held.scopes.has(scope) || !held.properties.has(property)) return answer(response, 403, { error: 'forbidden' })
    const data = records.get(request.url)
    if (!data) return answer(response, 404, { meta: { code: 404 } })
    answer(response, 200, { data, meta: { code: 200 } })
  })
  server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }))
})

/** A POST: parses the form and responds with the record of the path. */
async function answerForm(request, response, data) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  const form = new URLSearchParams(Buffer.concat(chunks).toString())
  if (!data || form.size === 0) return answer(response, 400, { error: 'invalid_request' })
  answer(response, 200, { data, meta: { code: 200 } })
}

function answer(response, status, value) {
  const body = JSON.stringify(value)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
