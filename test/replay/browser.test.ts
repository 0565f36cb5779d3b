import { describe, expect, test } from 'vitest'
import { countsOf, reportText, reportValue } from '../../src/replay/report.ts'
import { type EntryParts, entryOf, harOf, replayOf } from './har-of.ts'

const BASE = 'https://shop.example/service/api'
const URLENCODED = 'application/x-www-form-urlencoded'
const TOKEN = 'feedfeedfeedfeedfeedfeedfeedfeedfeedfeed'

const post = (path: string, fields: Readonly<Record<string, string>>, rest: EntryParts = {}): EntryParts => ({
  method: 'POST',
  url: `${BASE}${path}`,
  postData: { mimeType: URLENCODED, params: Object.entries(fields).map(([name, value]) => ({ name, value })) },
  ...rest,
})

const browser = (...parts: readonly EntryParts[]): string => harOf(parts.map(entryOf))

const IDS = { data: { ids: [1, 2, 3, 4, 5, 6, 7, 8, 9, 12] }, meta: { code: 200 } }
const UNAUTHORIZED = { error: 'unauthorized', error_description: 'The access token provided is invalid' }

/** What a browser recorded with the real service: tokens and secrets of another world, and everything a page needs. */
const RECORDED: readonly EntryParts[] = [
  { url: 'https://shop.example/index.html', content: { size: 900, mimeType: 'text/html' } },
  { url: 'https://shop.example/assets/app.js', content: { size: 90_000, mimeType: 'text/javascript' } },
  {
    url: 'https://cdn.example/logo.svg',
    content: { size: 900, mimeType: 'image/svg+xml', text: 'PHN2Zy8+', encoding: 'base64' },
  },
  post(
    '/oauth/token',
    { grant_type: 'client_credentials', client_id: 'shop-7', client_secret: 'really-secret', scope: 'properties_get' },
    { body: { access_token: TOKEN, expires_in: 3600, token_type: 'Bearer' } },
  ),
  { method: 'OPTIONS', url: `${BASE}/properties/all`, headers: { 'access-control-request-headers': 'authorization' } },
  {
    url: `${BASE}/properties/all`,
    headers: { Authorization: `Bearer ${TOKEN}`, Cookie: 'session=1', Origin: 'https://shop.example' },
    body: IDS,
  },
  { url: `${BASE}/properties/all?access_token=${TOKEN}`, body: IDS },
  { url: `${BASE}/properties/all`, headers: { Authorization: 'Bearer an-old-one' }, status: 401, body: UNAUTHORIZED },
  { url: `${BASE}/search/stars/4`, status: 0, content: { size: 0, mimeType: 'x-unknown' } },
  { url: `${BASE}/search/stars/4`, content: { size: 812, mimeType: 'application/json' } },
]

describe('what a browser recorded elsewhere', () => {
  test('is sent with tokens of this world, without pages, preflights and unanswered requests', async () => {
    const replayed = await replayOf(browser(...RECORDED))
    const ofEntry = (index: number) => replayed.outcomes.find(({ step }) => step.exchange.index === index)
    for (const same of [3, 5, 6, 7, 9]) expect(ofEntry(same)?.differences, `entry ${same}`).toEqual([])
    expect(ofEntry(9)?.partly).toBe('body not recorded')
    expect(replayed.skipped.map(({ exchange, reason }) => [exchange.index, reason])).toEqual([
      [0, 'not below /service/api'],
      [1, 'not below /service/api'],
      [2, 'not below /service/api'],
      [4, 'a preflight, which browsers ask by themselves'],
      [8, 'no answer was recorded (status 0)'],
    ])
  })

  test('has the rights of the client that replaces the unknown one', async () => {
    const replayed = await replayOf(browser(...RECORDED.slice(3, 6)), '--client', 'demo-favourites')
    expect(replayed.outcomes.map(({ differences }) => differences[0])).toEqual([
      { path: 'status', recorded: 200, now: 400 },
      { path: 'status', recorded: 200, now: 403 },
    ])
  })

  test('with a token that was not requested gets one of that client', async () => {
    const asked = { url: `${BASE}/properties/all`, headers: { authorization: `Bearer ${TOKEN}` }, body: IDS }
    expect(countsOf(await replayOf(browser(asked, asked)))).toMatchObject({ same: 2, differ: 0 })
  })

  test('without credentials, which the tool removed, has the tokens that were issued, and this is said', async () => {
    const bare = RECORDED.slice(3, 7).map(({ headers: _, ...parts }) => parts)
    const replayed = await replayOf(browser(...bare))
    expect(countsOf(replayed)).toMatchObject({ same: 3, differ: 0 })
    expect(replayed.notes).toEqual([
      'no call has an Authorization header (browsers export it with sensitive data only): 1 call sent with the latest token',
    ])
    const withoutToken = (...flags: string[]) =>
      replayOf(browser(...bare.slice(1, 3)), ...flags).then(({ notes }) => notes.join())
    expect(await withoutToken()).toMatch(/: 1 call sent with a token of client demo$/)
    expect(await withoutToken('--client', 'demo-favourites')).toMatch(/: 1 call sent with a token of client demo-favourites$/)
    const kept = { url: `${BASE}/properties/all`, headers: { authorization: `Bearer ${TOKEN}` }, body: IDS }
    expect((await replayOf(browser(kept, ...bare.slice(2, 3)))).outcomes[1]?.differences[0]).toMatchObject({ now: 401 })
  })

  test('at another host than most calls is another deployment, unless it asks for a token', async () => {
    const at = (host: string, parts: EntryParts) => ({ ...parts, url: (parts.url ?? '').replace('shop.example', host) })
    const [asked = {}, , called = {}] = RECORDED.slice(3)
    const replayed = await replayOf(browser(at('login.example', asked), called, called, at('staging.example', called)))
    expect(countsOf(replayed)).toEqual({ exchanges: 3, same: 3, differ: 0, skipped: 1 })
    expect(replayed.skipped[0]?.reason).toBe('to another host: staging.example')
  })

  test('with credentials that were wrong there are wrong here', async () => {
    const wrong = { grant_type: 'client_credentials', client_id: 'shop-7', client_secret: 'typo', scope: 'properties_get' }
    const refused = post('/oauth/token', wrong, { status: 401, body: { error: 'invalid_client' } })
    const { outcomes } = await replayOf(browser(refused))
    expect(outcomes[0]?.differences.map(({ path }) => path)).toEqual(['error_description'])
  })

  test('with what the recorder of a deployment notes, wrong credentials and unknown tokens stay wrong', async () => {
    const note = { id: 1, real: 1, sandbox: 'recorded' }
    const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: '[masked]', scope: 'properties_get' }
    const wrong = post('/oauth/token', form, {
      status: 400,
      body: { error: 'invalid_client' },
      note: { ...note, client: 'demo' },
    })
    const headers = { Authorization: 'Bearer [masked]' }
    const unknown = {
      url: `${BASE}/properties/all`,
      headers,
      status: 401,
      body: UNAUTHORIZED,
      note: { ...note, token: 'an-old' },
    }
    const { outcomes } = await replayOf(browser(wrong, unknown))
    expect(outcomes.map(({ differences }) => differences.filter(({ path }) => path === 'status'))).toEqual([
      [{ path: 'status', recorded: 400, now: 401 }],
      [],
    ])
  })

  test('to more sandboxes than a server has at most', async () => {
    const entries = Array.from({ length: 1001 }, (_, number) => ({
      url: `https://shop.example/@w${number}/service/api/nothing`,
      status: 404,
      content: { size: 5, mimeType: '' },
    }))
    expect((await replayOf(browser(...entries))).outcomes).toHaveLength(1001)
  })

  test('keeps its booking session, whether its forms are fields or text', async () => {
    const headers = { 'X-SERVICE-booking-session-id': 'visit-1' }
    const text = 'adults=2&children=0'
    const set = (key: string) => ({ data: { [key]: { valid: true } }, meta: { code: 200 } })
    const replayed = await replayOf(
      browser(
        { url: `${BASE}/booking/initialise/1/en-GB`, headers, content: { size: 90_000, mimeType: 'application/json' } },
        post(
          '/booking/set/dates',
          { arrivalDate: '2026-06-10', departureDate: '2026-06-12' },
          { headers, body: set('set_dates') },
        ),
        {
          ...post('/booking/set/guest/numbers', {}, { headers, body: set('set_guest_numbers') }),
          postData: { mimeType: `${URLENCODED}; charset=UTF-8`, text, params: [{ name: 'adults', value: '99' }] },
        },
      ),
    )
    expect(replayed.outcomes.map(({ differences }) => differences)).toEqual([[], [], []])
  })
})

describe('the report', () => {
  test('lists differences and omitted requests, with counts', async () => {
    const wrong = { url: `${BASE}/properties/all?access_token=${TOKEN}`, body: { data: { ids: [1, 2] }, meta: { code: 201 } } }
    const text = reportText(await replayOf(browser(...RECORDED.slice(0, 5), wrong), '--ignore', 'data.ids[1]'))
    expect(text.split('\n').slice(1)).toEqual([
      '',
      'entries[5] GET /properties/all?access_token=[masked]',
      '  data.ids.length: recorded 2, now 10',
      '  meta.code: recorded 201, now 200',
      '',
      'skipped, not below /service/api: 3',
      '  entries[0] GET https://shop.example/index.html',
      '  entries[1] GET https://shop.example/assets/app.js',
      '  and 1 more',
      'skipped, a preflight, which browsers ask by themselves: 1',
      '  entries[4] OPTIONS https://shop.example/service/api/properties/all',
      '',
      'note: demo replaces the client shop-7, which this world does not have: --fixtures names one that has it',
      'note: --ignore data.ids[1]: no difference has this path; remove it',
      '',
      '2 exchanges, 1 same, 1 differs, 4 skipped',
      '',
    ])
  })

  test('is complete as JSON and contains no tokens', async () => {
    const value = reportValue(await replayOf(browser(...RECORDED)))
    expect(value.counts).toEqual({ exchanges: 5, same: 5, differ: 0, skipped: 5 })
    expect(value.exchanges[1]).toEqual({
      entry: 5,
      at: '2026-05-02T09:00:00.000Z',
      method: 'GET',
      target: '/properties/all',
      status: 200,
      same: true,
      differences: [],
    })
    expect(value.skipped[0]).toMatchObject({ entry: 0, target: 'https://shop.example/index.html' })
    expect(JSON.stringify(value)).not.toContain(TOKEN)
  })
})
