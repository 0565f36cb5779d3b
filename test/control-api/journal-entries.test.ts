import { describe, expect, test } from 'vitest'
import { aBooking } from '../support/small-world.ts'
import { harProblems } from './har-schema.ts'
import { serverOf } from './server-of.ts'

const API = '/service/api'
const JOURNAL = '/_understay/journal'
const VISITOR = { 'x-service-booking-session-id': 'visit-1' }

/** An entry as it is shown. */
type Shown = Readonly<Record<string, unknown>> & { readonly id: number; readonly response?: string; readonly request?: string }

/** A server with one booking, and its journal. */
function journalled(options: Parameters<typeof serverOf>[0] = {}) {
  const server = serverOf({ rows: { bookings: [aBooking()] }, ...options })
  const entries = async (query = '', base = ''): Promise<readonly Shown[]> =>
    (await server.ask('GET', `${base}${JOURNAL}${query}`)).body.entries
  /** The entry of the latest call. */
  const last = async (base = ''): Promise<Shown | undefined> => (await entries('?limit=1', base))[0]
  const dropped = async (): Promise<number> => (await server.ask('GET', JOURNAL)).body.dropped
  return { ...server, entries, last, dropped }
}

describe('an entry of the journal', () => {
  test('contains operation, sandbox, client, token, property, channel and time', async () => {
    const { ask, token, last } = journalled()
    const headers = { ...(await token('/@w1')), 'x-service-channel-name': 'north' }
    await ask('GET', `/@w1${API}/listbooking/1`, { headers })
    expect(await last('/@w1')).toMatchObject({
      id: 2,
      sandbox: 'w1',
      at: '2026-05-02T09:00:00.000Z',
      method: 'GET',
      target: '/listbooking/1',
      operation: 'listBookings',
      path: { property_id: '1' },
      client: 'desk',
      token: headers.authorization.slice(7, 13),
      property: 1,
      channel: 'north',
      status: 200,
      ms: expect.any(Number),
    })
  })

  test.each([
    ['json', (text: string) => JSON.parse(text).entries],
    [
      'ndjson',
      (text: string) =>
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
    ],
    ['har', (text: string) => JSON.parse(text).log.entries.map(({ _understay }: { _understay: object }) => _understay)],
  ])('names its sandbox in %s too, so that journals of several workers can be merged', async (format, read) => {
    const { app } = journalled()
    for (const base of ['', '/@w1']) {
      await app.request(`http://localhost${base}${API}/search/stars/4`)
      const text = await (await app.request(`http://localhost${base}${JOURNAL}?format=${format}`)).text()
      expect(read(text)).toMatchObject([{ sandbox: base === '' ? 'default' : 'w1', operation: 'searchByStars' }])
    }
  })

  test('contains the refusal, the named session, and the unread fields', async () => {
    const { ask, last, entries } = journalled()
    await ask('GET', `${API}/booking/initialise/1/en-GB`, { headers: VISITOR })
    const form = { arrivalDate: '2026-06-01', departureDate: '2026-06-03', depatureDate: '2026-06-04', 'extras[3]': '1' }
    await ask('POST', `${API}/booking/set/dates`, { headers: VISITOR, body: new URLSearchParams(form) })
    expect(await last()).toMatchObject({
      operation: 'setDates',
      session: 'visit-1',
      property: 1,
      unread: ['depatureDate', 'extras[]'],
    })
    await ask('GET', `${API}/listbooking/3`, { headers: {} })
    const refused = await last()
    expect(refused).toMatchObject({
      status: 401,
      refusalCode: 'token_missing',
      refusal: expect.any(String),
      hint: expect.any(String),
    })
    expect(refused).not.toHaveProperty('unread')
    expect(await entries('?session=visit-1')).toHaveLength(2)
  })

  test('contains the rows that the call changed; none for a read or a refused call', async () => {
    const { ask, token, last } = journalled()
    const headers = await token()
    await ask('PUT', `${API}/bookguestinout/1/1/checkin`, { headers })
    expect((await last())?.['changed']).toEqual({ bookings: [1], notes: [1], events: expect.arrayContaining([1, 2]) })
    await ask('POST', `${API}/blackbookings/1/2/2026-06-01`, { headers })
    expect((await last())?.['changed']).toMatchObject({ bookings: [2], roomNights: [expect.any(Number)] })
    for (const [method, path] of [
      ['GET', '/listbooking/1'],
      ['POST', '/blackbookings/1/2/2026-06-01'],
      ['DELETE', '/guests/1/99'],
    ] as const) {
      await ask(method, `${API}${path}`, { headers })
      expect(await last()).not.toHaveProperty('changed')
    }
  })

  test('contains the correlation id of the client, which is sent back with the response', async () => {
    const { ask, last } = journalled()
    for (const [path, status] of [
      ['/search/stars/4', 200],
      ['/properties/all', 401],
      ['/site_structure/nothing/at/all', 404],
    ] as const) {
      const { headers, status: got } = await ask('GET', `${API}${path}`, { headers: { 'x-correlation-id': `run-7 ${path}` } })
      expect([got, headers.get('x-correlation-id')]).toEqual([status, `run-7 ${path}`])
      expect(await last()).toMatchObject({ correlation: `run-7 ${path}` })
    }
  })
})

describe('the ring buffer of the journal', () => {
  test('keeps up to its limit and counts dropped entries; a cursor continues after the gap', async () => {
    const { ask, entries, dropped } = journalled()
    for (let n = 0; n < 130; n++) await ask('GET', `${API}/search/stars/${n % 5}`)
    const kept = (await entries()).map(({ id }) => id)
    expect([kept.length, kept[0], kept.at(-1), await dropped()]).toEqual([100, 31, 130, 30])
    expect((await entries('?since=5&limit=2')).map(({ id }) => id)).toEqual([31, 32])
    expect((await ask('DELETE', JOURNAL)).body).toEqual({ cleared: 100 })
    await ask('GET', `${API}/search/stars/4`)
    expect([(await entries()).map(({ id }) => id), await dropped()]).toEqual([[131], 0])
  })

  test('keeps at most 2 MiB for each sandbox, and 64 KiB of a body', async () => {
    const { ask, entries, dropped, world } = journalled()
    const body = new URLSearchParams({ note: 'x'.repeat(100_000) })
    for (let n = 0; n < 50; n++) await ask('POST', `${API}/booking/set/note`, { headers: VISITOR, body })
    const { journal } = world.sandbox()
    const kept = await entries()
    expect(journal.bytes).toBeLessThanOrEqual(2 * 1024 * 1024)
    expect(kept.length).toBeLessThan(50)
    expect(kept.length).toBeGreaterThan(20)
    expect(kept.length + (await dropped())).toBe(50)
    for (const { request = '' } of kept) {
      expect(request).toMatch(/ \.\.\. cut$/)
      expect(request.length).toBeLessThan(66_000)
    }
  })

  test('shares 64 MiB among all sandboxes: a busy one uses what idle ones leave, and keeps less once they are busy too', async () => {
    const { ask, world } = journalled()
    for (let n = 0; n < 999; n++) world.sandbox(`w${n}`)
    const body = new URLSearchParams({ note: 'x'.repeat(20_000) })
    const call = () => ask('POST', `/@w7${API}/booking/set/note`, { headers: VISITOR, body })
    for (let n = 0; n < 20; n++) await call()
    const { journal } = world.sandbox('w7')
    expect([journal.entries().length, journal.dropped]).toEqual([20, 0])
    const entry = journal.kept()[0]
    if (!entry) throw new Error('the journal is empty')
    for (let n = 100; n < 150; n++) for (let more = 0; more < 99; more++) world.sandbox(`w${n}`).journal.add(entry)
    await call()
    expect(journal.bytes).toBeLessThanOrEqual((64 * 1024 * 1024) / 999)
    expect(journal.entries().length).toBeGreaterThan(1)
    expect(journal.dropped).toBe(21 - journal.entries().length)
  })
})

describe('a large journal as HAR', () => {
  /** Calls of every kind there is. */
  async function busy(base: string) {
    const server = journalled()
    const { ask, token, app } = server
    const headers = await token(base)
    const calls: readonly (readonly [method: string, path: string, init?: RequestInit])[] = [
      ['GET', '/listbooking/1', { headers }],
      ['GET', '/site_structure/countries/fr-FR', { headers: { 'x-request-id': 'réf', 'x-correlation-id': 'ok' } }],
      ['POST', '/blackbookings/1/1/2026-06-01', { headers }],
      ['POST', '/blackbookings/1/1/2026-06-01', { headers }],
      ['POST', '/booking/set/dates', { headers: VISITOR, body: new URLSearchParams({ 'a[b]': '"é"', x: '' }) }],
      ['POST', '/oauth/token', { body: '{"a":1}', headers: { 'content-type': 'application/json' } }],
      ['PUT', '/bookguestinout/1/1/checkin', { headers }],
      ['DELETE', '/guests/1/99', { headers }],
      ['HEAD', '/search/stars/4'],
      ['OPTIONS', '/properties/all', { headers: { origin: 'http://shop.example', 'access-control-request-method': 'PUT' } }],
      ['PATCH', '/nothing/[x]/%7B%7D?q=[1]&r=%20&=&access_token=x'],
      ['GET', '/search/name/%C3%A9%22%3Cb%3E?a=1&a=2'],
    ]
    for (const [method, path, init] of calls) await app.request(`http://localhost${base}${API}${path}`, { method, ...init })
    const { body, headers: sent } = await ask('GET', `${base}${JOURNAL}?format=har`)
    return { har: body, sent, calls: calls.length + 1 }
  }

  test.each(['', '/@w1'])('is valid with "%s", with every call in order', async (base) => {
    const { har, sent, calls } = await busy(base)
    expect(harProblems(har)).toEqual([])
    expect(har.log.entries).toHaveLength(calls)
    expect(sent.get('content-disposition')).toContain(base === '' ? 'understay-default.har' : 'understay-w1.har')
    for (const { request } of har.log.entries) {
      expect(request.url.startsWith(`http://localhost${base}${API}/`)).toBe(true)
      expect(URL.canParse(request.url)).toBe(true)
    }
    expect(har.log.entries.map(({ _understay }: { _understay: { id: number } }) => _understay.id)).toEqual(
      Array.from({ length: calls }, (_, n) => n + 1),
    )
  })

  test('contains status texts, and no body for a 204', async () => {
    const { har } = await busy('')
    const answers = har.log.entries.map(
      ({ response }: { response: { status: number; statusText: string; bodySize: number } }) => response,
    )
    for (const { status, statusText } of answers) expect(statusText, String(status)).not.toBe('')
    const empty = answers.find(({ status }: { status: number }) => status === 204)
    expect(empty).toMatchObject({ statusText: 'No Content', bodySize: 0, content: { size: 0, text: '' } })
  })
})
