/** Masks the personal data of recordings with long texts. */
import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { maskedRecording } from '../../src/calibration/masking/masked-recording.ts'

const masked = (har: string): string => maskedRecording(har, () => 'k'.repeat(32), productOf('service'))

test('a long token in a header is read once, not again from each of its characters', () => {
  const headers = [{ name: 'X-Trace', value: `${'a'.repeat(400_000)} me@inn-by-the-sea.example` }]
  const request = { method: 'GET', url: 'http://host.example/service/api/list', headers, queryString: [], cookies: [] }
  expect(
    masked(JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers: [], content: {} } }] } })),
  ).not.toMatch(/me@/)
})

test.each([
  ['characters', 'x'.repeat(10_000_000)],
  ['escapes', '\\n'.repeat(4_000_000)],
])('a body with a text of millions of %s is masked', (_, long) => {
  const request = { method: 'GET', url: 'http://host.example/service/api/list', headers: [], queryString: [], cookies: [] }
  const response = { status: 200, headers: [], content: { text: `{"text":"${long}","surname":"Featherstone"}` } }
  const { text } = JSON.parse(masked(JSON.stringify({ log: { entries: [{ request, response }] } }))).log.entries[0].response
    .content
  expect(text.slice(0, -14) === `{"text":"${long}","surname":"`).toBe(true)
  expect(text.slice(-14)).toMatch(/^(?!Featherstone)\w{12}"}$/)
})

test('a long form without names stays as it is', () => {
  const text = 'x'.repeat(300_000)
  const request = { method: 'POST', url: 'http://host.example/service/api/guests/1', headers: [], queryString: [], cookies: [] }
  const postData = { mimeType: 'application/x-www-form-urlencoded', text }
  const entry = { request: { ...request, postData }, response: { status: 400, headers: [], content: { text: '' } } }
  expect(JSON.parse(masked(JSON.stringify({ log: { entries: [entry] } }))).log.entries[0].request.postData.text).toBe(text)
})
