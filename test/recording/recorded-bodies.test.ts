import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { maskedRecording } from '../../src/calibration/masking/masked-recording.ts'
import { answers, type RecordedEntry, recordingOf, textOf } from './recording-of.ts'

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

test('a response with millions of escapes is recorded', async () => {
  const body = `{"token":"hidden-1234","text":"${'\\n'.repeat(8_000_000)}"}`
  const { entries } = await recordingOf(answers(body), (url) => fetch(url))
  expect(entries[0]?.response.content.text === body.replace('hidden-1234', '[masked]')).toBe(true)
})

test.each([
  ['outside a text', String.raw`{\"token\":1}`, String.raw`{\"token\":1}`],
  ['before a secret', String.raw`{\"a\":1,\n"token":"hidden-1234"}`, String.raw`{\"a\":1,\n"token":"[masked]"}`],
])('a broken response with escapes %s is recorded as it was written', async (_, body, recorded) => {
  const { entries } = await recordingOf(answers(body), (url) => fetch(url))
  expect(entries[0]?.response.content.text).toBe(recorded)
})

test('a response that is too deep to be read arrives, and is told as not recorded', async () => {
  const deep = `{"data":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
  let arrived = ''
  const { failures, unrecorded } = await recordingOf(answers(deep), async (url) => {
    arrived = await (await fetch(url)).text()
  })
  expect(arrived).toBe(deep)
  expect([failures, [...unrecorded]]).toEqual([[], [expect.stringMatching(/^GET \/: /)]])
})

test('a call whose bodies cannot be masked is recorded without them, and the others with theirs', async () => {
  const { recorder } = await recordingOf(answers('{"a":1}'), async (url) => {
    for (const path of ['/a', '/b', '/c']) await fetch(`${url}${path}`)
  })
  const overflows = (har: string): string => {
    const { entries } = JSON.parse(har).log
    if (entries.some(({ request, response }: RecordedEntry) => request.url.endsWith('/b') && response.content.text))
      throw new RangeError('Maximum call stack size exceeded')
    return har
  }
  const { entries }: { entries: RecordedEntry[] } = JSON.parse(textOf(recorder, overflows)).log
  expect(entries.map(({ response }) => response.content.text)).toEqual(['{"a":1}', '', '{"a":1}'])
  expect(JSON.stringify(entries[1])).toContain('The bodies of this call could not be masked, and are left out.')
  expect([...recorder.unrecorded]).toEqual(['the bodies of #2 GET /b'])
})

test.each([
  ['application/csv', 'surname,email\nSpooner,g@spooner.example\n'],
  ['text/csv; charset=utf-8', 'surname,email\nSpooner,g@spooner.example\n'],
  ['application/octet-stream', 'BEGIN:VCARD\nFN:Griselda Spooner\nEND:VCARD'],
])('a response of %s, whose personal data is not masked, is recorded only where that is wanted', async (type, body) => {
  const { recorder } = await recordingOf(answers(body, { 'content-type': type }), (url) => fetch(url))
  const contentOf = (har: string) => JSON.parse(har).log.entries[0].response.content
  const masked = textOf(recorder, (har) => maskedRecording(har, () => 'k'.repeat(32), productOf('service')))
  expect(contentOf(masked)).toMatchObject({ text: '', size: body.length })
  expect(contentOf(textOf(recorder)).text).toBe(body)
})
