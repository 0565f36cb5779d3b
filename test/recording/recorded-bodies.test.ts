import { expect, test } from 'vitest'
import { answers, recordingOf } from './recording-of.ts'

test('a multipart form is recorded as the journal keeps it', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Kids & co', 'map[1]': 'é', client_secret: 'hidden-1234' }))
    form.set(name, value)
  const { entries } = await recordingOf(answers('{}'), (url) => fetch(url, { method: 'POST', body: form }))
  expect(entries[0]?.request.postData).toMatchObject({
    mimeType: 'application/x-www-form-urlencoded',
    text: 'title=Kids%20%26%20co&client_secret=[masked]&map[1]=%C3%A9',
  })
})

test.each([
  ['without a type', {}],
  ['of JavaScript', { 'content-type': 'application/javascript' }],
])('a response %s is recorded where it is text', async (_, headers) => {
  const { entries } = await recordingOf(answers('{"a":"é"}', headers), (url) => fetch(url))
  expect(entries[0]?.response.content).toMatchObject({ text: '{"a":"é"}', size: 10 })
})

test('a response that is not text is recorded with its size', async () => {
  const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2])
  const { entries } = await recordingOf(answers(image, { 'content-type': 'image/png' }), (url) => fetch(url))
  expect(entries[0]?.response.content).toMatchObject({ text: '', size: 7 })
})

test('a response is read in its charset', async () => {
  const latin1 = Buffer.from('{"a":"é"}', 'latin1')
  const { entries } = await recordingOf(answers(latin1, { 'content-type': 'application/json; charset=iso-8859-1' }), (url) =>
    fetch(url),
  )
  expect(entries[0]?.response.content.text).toBe('{"a":"é"}')
})
