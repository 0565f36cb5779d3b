import { describe, expect, test } from 'vitest'
import { callDetail } from '../../src/console/calls/detail.ts'
import { CALLS } from '../../src/console/calls/filter.ts'
import { readable } from '../../src/console/markup.ts'
import { consoleOf, shownCalls, targetsOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

describe('the list of calls', () => {
  test('lists the newest first, and marks refused calls with a word, independent of the status', async () => {
    const { page, ask, token } = consoleOf()
    const headers = await token()
    const black = (): Promise<{ readonly status: number }> =>
      ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers })
    await black()
    expect((await black()).status).toBe(204)
    await ask('GET', '/service/api/propertys/all', { headers })
    await ask('POST', '/_understay/faults', { body: '{"on":{},"network":{"status":503}}' })
    await ask('GET', '/service/api/search/stars/4')
    const shown = await page()
    expect(shownCalls(shown)).toEqual([5, 4, 3, 2, 1])
    expect(textIn(byId(shown, 'call-5'))).toMatch(/^#5 09:00:00 ⚡ fault 503 GET \/search\/stars\/4 armed\/1 searchByStars/)
    expect(textIn(byId(shown, 'call-4'))).toMatch(/✕ refused 404 GET .* Request \/propertys\/all unknown no operation desk/)
    expect(textIn(byId(shown, 'call-3'))).toMatch(/✕ refused 204 POST .* Room already booked this date createBlackBooking desk/)
    expect(textIn(byId(shown, 'call-2'))).toMatch(/✓ ok 200 POST/)
    expect(byId(shown, 'call-3').attributes['class']).toBe('warn')
  })

  test('shows letters of addresses decoded, here and where rules name them; slashes, controls and what does not decode stay', async () => {
    const { page, later, ask, token } = consoleOf()
    const headers = await token()
    await ask('GET', '/service/api/propertys/Z%C3%BCrich%2F%e2%80%ae%20/%F0%9F%92%A9', { headers })
    await ask('GET', '/service/api/properties/%c3%bc%C3%00', { headers })
    await ask('GET', '/service/api/propertys/a%E2%80%AEb', { headers })
    expect(textIn(byId(await page('/_understay/?entry=4'), 'detail'))).toContain('"a\\u202eb" should be "all" Counts')
    const decoded = '/propertys/Zürich%2F%e2%80%ae%20/%F0%9F%92%A9'
    expect(textIn(byId(await page(), 'call-2'))).toContain(`GET ${decoded} Request ${decoded} unknown`)
    expect(textIn(byId(await page(), 'call-3'))).toContain('GET /properties/ü%C3%00 ')
    const detail = await page('/_understay/?entry=2')
    expect(textIn(byId(detail, 'detail-title'))).toBe(`#2 GET ${decoded}`)
    expect(textIn(byId(detail, 'detail'))).toContain('Request GET /propertys/Z%C3%BCrich%2F%e2')
    expect(textIn(byId(await later(), 'verdict-menu'))).toContain(decoded)
    expect(textIn(await page('/_understay/console/rules'))).toContain(decoded)
  })

  test.each([
    ['/guests/J%C3%BCrgen', '/guests/Jürgen'],
    ['send /a/%C3%A9, so that é is %C3%A9, not %E9', 'send /a/é, so that é is %C3%A9, not %E9'],
    ['/a%EF%B8%8F/%E3%85%A4/%CC%B8', '/a%EF%B8%8F/%E3%85%A4/%CC%B8'],
    ['/x/%D7%90/1/2026-05-20', '/x/%D7%90/1/2026-05-20'],
  ])('shows %s as %s: advice, and letters that are not seen or run from the right, stay', (text, shown) => {
    expect(readable(text)).toBe(shown)
  })

  test('says what to do when older ones were dropped', async () => {
    const { page, ask } = consoleOf() // its journal keeps 100
    for (let call = 1; call <= 103; call++) await ask('GET', '/service/api/search/stars/4')
    const count = textIn(byId(await page(), 'calls-count'))
    expect(count).toBe('100 calls; 3 older ones were dropped, raise --journal to keep more, up to 64 MB of all sandboxes')
  })

  test.each(['visit-1', 'a-name-of-which-only-the-first-fifty-characters-count'])(
    'marks a booking session that says valid: false with 200: %s',
    async (name) => {
      const { page, ask } = consoleOf()
      const headers = { 'x-service-booking-session-id': name }
      await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers })
      const body = new URLSearchParams({ arrival: '2020-01-03', departure: '2020-01-01' })
      const { operations } = await page().then(async () => ({ operations: (await ask('GET', '/_understay/operations')).body }))
      const { method, path } = operations.find(({ id }: { readonly id: string }) => id === 'setDates')
      const address = `/service/api${String(path).replace('{arrival}', '2020-01-03').replace('{departure}', '2020-01-01')}`
      expect((await ask(method, address, method === 'GET' ? { headers } : { headers, body })).status).toBe(200)
      expect(textIn(byId(await page(), 'call-2'))).toContain('✕ refused 200')
      expect(shownCalls(await page('/_understay/?refused=true'))).toEqual([2])
      const { refusal, hint } = (await ask('GET', '/_understay/journal/entries/2')).body
      const sessions = await page('/_understay/console/sessions')
      expect(textIn(sessions)).toContain(' 1 session ')
      const card = textIn(byId(sessions, `session-${name.slice(0, 50)}`))
      expect(card).toContain(`Last refusal #2 ${refusal}`)
      expect(hint === undefined || card.includes(`What to do ${hint}`)).toBe(true)
    },
  )

  test('is filtered by the address; what was left empty does not count, and every filter has a chip that removes it', async () => {
    const { page, ask } = consoleOf()
    for (const stars of ['4', '5', 'many']) await ask('GET', `/service/api/search/stars/${stars}`)
    await ask('GET', '/service/api/nothing')
    expect(shownCalls(await page('/_understay/?operation=searchByStars&status=2xx&fault='))).toEqual([2, 1])
    const shown = await page('/_understay/?operation=&status=4xx&text=NOTHING')
    expect(shownCalls(shown)).toEqual([4])
    expect(textIn(byId(shown, 'calls-count'))).toBe('1 of 4 calls match')
    expect(byId(shown, 'filter-status').attributes['value']).toBe('4xx')
    expect(targetsOf(shown)).toEqual(
      expect.arrayContaining([
        '/_understay/?text=NOTHING',
        '/_understay/?status=4xx',
        '/_understay/journal?status=4xx&text=NOTHING&format=har',
        '/_understay/?status=4xx&text=NOTHING&entry=4',
      ]),
    )
  })

  test('an open call that is gone says what empties the journal', async () => {
    const detail = byId(await consoleOf().page('/_understay/?entry=7'), 'detail')
    expect(textIn(detail)).toContain('Call #7 is no longer in the journal. A reset, a scenario or a restart')
  })

  test('is filtered by a row that calls changed, as the journal is', async () => {
    const { page, ask, token } = consoleOf()
    const headers = await token()
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers })
    const { changed } = (await ask('GET', '/_understay/journal/entries/2')).body
    const shown = await page(`/_understay/?changed=bookings/${changed.bookings[0]}`)
    expect(shownCalls(shown)).toEqual([2])
    expect(textIn(byId(shown, 'calls-count'))).toBe('1 of 2 calls match')
    expect(textIn(await page('/_understay/?changed=bookings'))).toContain('changed: ')
  })

  test('shows the beginning of a long filter', async () => {
    const shown = textIn(await consoleOf().page(`/_understay/?text=${'z'.repeat(5000)}`))
    expect(shown).toContain(`Text: ${'z'.repeat(100)}… (4900 more characters)`)
    expect(shown).not.toContain('z'.repeat(101))
  })

  test.each([
    ['?status=9', 'status: "9" is not a status'],
    ['?operation=nonsense', 'operation: there is no "nonsense"'],
    ['?refused=maybe', 'refused: expected true or false'],
  ])('says what is wrong with the filter %s', async (query, problem) => {
    const { page } = consoleOf()
    expect(textIn(await page(`/_understay/${query}`))).toContain(problem)
  })

  test('says what to do when there is nothing', async () => {
    const { page, ask } = consoleOf()
    expect(textIn(await page())).toContain('No calls yet. Point your client at http://localhost/service/api')
    await ask('GET', '/service/api/search/stars/4')
    expect(textIn(await page('/_understay/?status=5xx'))).toContain('No call matches these filters. Show all 1')
  })
})

describe('a call in detail', () => {
  test('says why, what changed field by field, what it counts for, request and response', async () => {
    const { page, later, ask, token } = consoleOf()
    const headers = { ...(await token()), 'x-request-id': 'r-77', 'user-agent': 'sync/1.0' }
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers, body: new URLSearchParams({ colour: 'blue' }) })
    const { body } = await ask('GET', '/_understay/journal/entries/2')
    expect(body.changes).toContainEqual(
      expect.objectContaining({
        collection: 'bookings',
        before: null,
        after: expect.objectContaining({ arrival: '2026-05-20' }),
      }),
    )
    const detail = textIn(byId(await page('/_understay/?entry=2'), 'detail'))
    for (const part of [
      'the service does not read colour',
      'added Field Before After',
      'arrival – 2026-05-20',
      'Correlation id r-77',
      'colour = blue',
    ])
      expect(detail).toContain(part)
    expect(textIn(byId(await later('/_understay/?entry=2'), 'counts-for-2'))).toContain('data/unread-fields')
    await ask('PUT', '/service/api/propertys/all', { headers })
    const refused = textIn(byId(await page('/_understay/?entry=3'), 'detail'))
    expect(refused).toMatch(/✕ refused 404 .*Refused .* What to do nearest is/)
  })

  test('is copied with all headers that the interface names, under the names of the product', async () => {
    const { page, ask } = consoleOf({ product: 'stay' })
    const headers = { 'x-stay-channel-name': 'desk-sync', 'x-stay-booking-session-id': 'visit-1' }
    await ask('GET', '/stay/api/properties/all', { headers })
    const copied = textIn(byId(await page('/_understay/?entry=1'), 'detail')).split('Use this call')[1]
    expect(copied?.match(/x-stay-channel-name\W+desk-sync/g)).toHaveLength(3)
    expect(copied?.match(/x-stay-booking-session-id\W+visit-1/g)).toHaveLength(3)
  })

  test('says that it took less than a millisecond in the words of the list', async () => {
    const { ask } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    const { body: entry } = await ask('GET', '/_understay/journal/entries/1')
    const addresses = { base: '/_understay', apiUrl: '', sessionHeader: 's', channelHeader: 'c' }
    const shown = { ...addresses, view: CALLS.read(new URLSearchParams()), ids: [1], price: undefined }
    expect(String(await callDetail({ ...shown, entry: { ...entry, ms: 0 } }))).toContain('&lt; 1 ms at ')
  })

  test('links to the newer and the older call of the same view, and back', async () => {
    const { page, ask } = consoleOf()
    for (const path of ['search/stars/4', 'nothing', 'search/stars/5', 'search/stars/3']) await ask('GET', `/service/api/${path}`)
    const shown = byId(await page('/_understay/?operation=searchByStars&entry=3'), 'detail')
    expect(targetsOf(shown)).toEqual(
      expect.arrayContaining([
        '/_understay/?operation=searchByStars&entry=4',
        '/_understay/?operation=searchByStars&entry=1',
        '/_understay/?operation=searchByStars',
      ]),
    )
    expect(textIn(await page('/_understay/?entry=99'))).toContain('Call #99 is no longer in the journal.')
  })

  test('leads to its session, also where more are open than the tab shows', async () => {
    const { page, ask } = consoleOf()
    const open = (name: string) =>
      ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': name } })
    const name = 'a-name-of-which-only-the-first-fifty-characters-count'
    for (let index = 0; index < 22; index++) await open(`guest-${index}`)
    await open(name)
    for (const [entry, key] of [
      [22, 'guest-21'],
      [23, name.slice(0, 50)],
    ] as const) {
      const link = targetsOf(await page(`/_understay/?entry=${entry}`)).find((target) => target.endsWith(`#session-${key}`))
      expect(byId(await page(link?.split('#')[0]), `session-${key}`).name).toBe('section')
    }
  })

  test('shows no secret and no token that is masked elsewhere', async () => {
    const { open, token, ask } = consoleOf()
    const { authorization } = await token()
    await ask('GET', '/service/api/properties/all?access_token=abcdef-secret', { headers: { authorization } })
    for (const path of ['/_understay/', '/_understay/?entry=1', '/_understay/?entry=2', '/_understay/console/data/tokens']) {
      const text = await (await open(path)).text()
      expect(text).not.toContain(authorization.slice('Bearer '.length))
      expect(text).not.toContain('abcdef-secret')
    }
    expect(await (await open('/_understay/?entry=2')).text()).toContain('Bearer [masked]')
  })
})
