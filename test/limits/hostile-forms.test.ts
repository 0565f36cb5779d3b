/**
 * Forms made to hold the server up: others are answered meanwhile.
 *
 * @module
 */
import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_BODY_BYTES, MAX_FIELDS } from '../../src/api/form.ts'
import { serverOf } from '../control-api/server-of.ts'
import { longestTurn } from './longest-turn.ts'

/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100
const SIZE = MAX_BODY_BYTES - 100
const URLENCODED = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=b'

const filled = (part: string): string => part.repeat(Math.floor(SIZE / part.length))
const numbered = (count: number, part: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => part(index)).join('')
const fields = (count: number): string => numbered(count, (index) => `f${index}=1&`)
const partsOf = (count: number): string =>
  `${numbered(count, (index) => `--b\r\nContent-Disposition: form-data; name="f${index}"\r\n\r\n1\r\n`)}--b--\r\n`

describe('a form made to hold the server up', () => {
  const server = serverOf()
  let headers: Readonly<Record<string, string>> = {}
  beforeAll(async () => {
    headers = await server.token()
  })

  const sent = async (body: string, type = URLENCODED) => {
    const path = '/service/api/blackbookings/1/1/2026-06-01'
    const answer = await server.app.request(`http://localhost${path}`, {
      method: 'POST',
      body,
      headers: { ...headers, 'content-type': type },
    })
    return { status: answer.status, text: await answer.text() }
  }
  const record = () => server.world.sandbox().journal.entries().at(-1)

  test.each([
    ['names of brackets', () => filled('[]')],
    ['a map of maps', () => `a${filled('[]')}`],
    ['names without values', () => filled('a&')],
    ['nothing between the separators', () => filled('&')],
    ['spaces', () => `a=${filled('+')}`],
    ['escapes', () => `a=${filled('%C3%A9')}`],
    ['letters beyond ASCII', () => `a=${filled('é')}`],
    ['brackets in a value', () => `a=${filled('[')}`],
    ['as many fields as are allowed', () => fields(MAX_FIELDS)],
    ['too many fields', () => fields(150_000)],
  ])('%s', async (_, body) => {
    const { result, longest } = await longestTurn(() => sent(body()), { enough: MOST_HELD })
    expect([200, 204, 413]).toContain(result.status)
    expect(longest).toBeLessThan(MOST_HELD)
  })

  test('parts of a multipart form', async () => {
    for (const count of [MAX_FIELDS, 35_000]) {
      const { longest } = await longestTurn(() => sent(partsOf(count), MULTIPART), { enough: MOST_HELD })
      expect(longest).toBeLessThan(MOST_HELD)
    }
  })

  test.each([
    ['urlencoded', fields, URLENCODED],
    ['multipart', partsOf, MULTIPART],
    ['multipart with a quoted boundary', partsOf, 'multipart/form-data; charset=utf-8; boundary="b"'],
  ])('has at most 10,000 fields: %s', async (_, formOf, type) => {
    expect(await sent(formOf(10_000), type)).not.toMatchObject({ status: 413 })
    expect(await sent(formOf(10_001), type)).toMatchObject({
      status: 413,
      text: expect.stringContaining('The form has more than 10000 fields'),
    })
  })

  test('very many scopes are refused with the first of them', async () => {
    const scope = `scope=${'a+'.repeat(SIZE / 2 - 100)}`
    const body = `grant_type=client_credentials&client_id=desk&client_secret=desk-secret&${scope}`
    const send = async () => {
      const path = 'http://localhost/service/api/oauth/token'
      const answer = await server.app.request(path, { method: 'POST', body, headers: { 'content-type': URLENCODED } })
      return { status: answer.status, text: await answer.text() }
    }
    const { result, longest } = await longestTurn(send, { enough: MOST_HELD })
    expect(result.status).toBe(400)
    expect(result.text).toMatch(/The scope requested is invalid for this request: (?:a ){500}\.\.\.(?! a)/)
    expect(result.text.length).toBeLessThan(2000)
    expect(longest).toBeLessThan(MOST_HELD)
  })

  test.each(['/report', '/report?format=md', '/journal?format=har'])(
    'leaves room for others in the journal, and %s shows them all without a long turn',
    async (path) => {
      const { journal } = server.world.sandbox()
      for (let call = 0; call < 20; call++) await sent(`n${call}${filled('[]')}`)
      expect(
        journal
          .entries()
          .slice(-20)
          .map(({ unread }) => unread?.[0]?.length),
      ).toEqual(Array(20).fill(200 + ' ... cut'.length))
      const read = async () => (await server.app.request(`http://localhost/_understay${path}`)).text()
      const { result, longest } = await longestTurn(read, { enough: MOST_HELD })
      expect(result).toContain('n19[][]')
      expect(longest).toBeLessThan(MOST_HELD)
    },
  )

  test('is in the journal with the start of each value', async () => {
    await sent(`a=é&b[1]=${'%F0%9F%98%80'.repeat(20_000)}[`)
    const value = encodeURIComponent('😀').repeat(20_000)
    const whole = `a=${encodeURIComponent('é')}&b[1]=${value}`
    expect(record()?.request === `${whole.slice(0, 64 * 1024)} ... cut`).toBe(true)
    // a letter of two code units where the value is cut before it is encoded
    await sent(`a=${'x'.repeat(64 * 1024 + 1)}😀`)
    expect(record()?.request?.slice(-9)).toBe('x ... cut')
  })

  test('gets a warning with the first 50 of its unread names', async () => {
    await sent(fields(1000))
    expect(record()?.unread).toHaveLength(51)
    expect(record()?.unread?.at(-1)).toBe('and 950 more')
  })
})
