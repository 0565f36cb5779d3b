import { describe, expect, test } from 'vitest'
import { type ServerSettings, serverOf } from '../control/server-of.ts'
import { byId, type Element, everyElement, readPage, textIn } from './markup.ts'

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** A server, and the console of a sandbox of it. */
function consoleOf(settings: ServerSettings = {}) {
  const server = serverOf(settings)
  const open = async (path = '/_understay/', headers: Readonly<Record<string, string>> = {}) =>
    server.app.request(`http://localhost${path}`, { headers: { accept: BROWSER, host: 'localhost', ...headers } })
  const page = async (path?: string): Promise<Element> => readPage(await (await open(path)).text())
  return { ...server, open, page }
}

const shownEntries = (page: Element): readonly number[] =>
  byId(page, 'entries').children.flatMap((child) => (typeof child === 'string' ? [] : [Number(child.attributes['data-entry'])]))

/** The sections of a page, by their titles. */
const sectionOf = (page: Element, id: string): string => {
  const section = everyElement(page).find(({ attributes }) => attributes['aria-labelledby'] === `${id}-title`)
  return section ? textIn(section) : ''
}

describe('a client is shown the page', () => {
  test.each([
    ['a browser', BROWSER, true],
    ['one that names it', 'text/html', true],
    ['in capitals', 'Text/HTML', true],
    ['before JSON', 'text/html, application/json;q=0.9', true],
  ])('%s: yes', async (_, accept) => {
    const { open } = consoleOf()
    for (const path of ['/_understay/', '/_understay']) {
      const { headers } = await open(path, { accept })
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    }
  })

  test.each([
    ['curl', '*/*'],
    ['a library', 'application/json, text/plain, */*'],
    ['one that takes it if need be', 'application/json, text/html;q=0.5'],
    ['one that does not want it', 'text/html;q=0, */*'],
    ['any text', 'text/*'],
    ['one that says nothing', ''],
  ])('%s: no, but JSON as ever', async (_, accept) => {
    const { headers, body } = await serverOf().ask('GET', '/_understay/', { headers: { accept } })
    expect([headers.get('content-type'), headers.get('vary')]).toEqual(['application/json', 'Accept'])
    expect(body.endpoints).toContain('GET /_understay/')
  })

  test('as a declared answer of its endpoint, never journalled, and of other paths never', async () => {
    const { ask, world } = consoleOf()
    expect((await ask('GET', '/_understay/', { headers: { accept: BROWSER } })).body).toContain('<!doctype html>')
    expect((await ask('GET', '/_understay/clock', { headers: { accept: BROWSER } })).body).toMatchObject({ run: 'frozen' })
    expect(world.sandbox().journal.lastId).toBe(0)
  })
})

describe('the page', () => {
  test('lets nothing run or load but its own two files, and no other page frame it', async () => {
    const { open, page } = consoleOf()
    const { headers } = await open()
    const policy = (headers.get('content-security-policy') ?? '').split('; ')
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    )
    expect(policy.join()).not.toContain('unsafe')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    const loaded = everyElement(await page('/@w1/_understay/')).flatMap(({ name, attributes: { src, href } }) =>
      src !== undefined || (name === 'link' && href !== undefined) ? [src ?? href] : [],
    )
    expect(loaded).toEqual([
      expect.stringMatching(/^data:image\/svg/),
      '/@w1/_understay/console.css',
      '/@w1/_understay/console.js',
    ])
  })

  test.each([
    ['/@w1/_understay/console.css', 'text/css; charset=utf-8', 'prefers-color-scheme: dark'],
    ['/@w1/_understay/console.js', 'text/javascript; charset=utf-8', 'export function'],
  ])('is made of %s', async (path, type, holds) => {
    const { headers, body } = await serverOf().ask('GET', path)
    expect([headers.get('content-type'), headers.get('x-content-type-options')]).toEqual([type, 'nosniff'])
    expect(body).toContain(holds)
  })

  test('can be used with a keyboard and read aloud: every field has a label, every button a name, every id is there once', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    const all = everyElement(await page())
    const ids = all.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const labels = new Set(all.flatMap(({ name, attributes }) => (name === 'label' ? [attributes['for']] : [])))
    for (const { name, attributes } of all)
      if (['input', 'select'].includes(name) && attributes['type'] !== 'hidden') expect(labels).toContain(attributes['id'])
    for (const button of all.filter(({ name }) => name === 'button'))
      expect(button.attributes['aria-label'] ?? textIn(button)).not.toBe('')
    for (const { attributes } of all)
      if (attributes['aria-labelledby'] !== undefined) expect(ids).toContain(attributes['aria-labelledby'])
    expect(all.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  test('says which sandbox it is, how it was set up, and what time it is there', async () => {
    const { page } = consoleOf({ choices: { check_in_order: 'strict' }, product: 'acme' })
    const shown = await page('/@w1/_understay/')
    const text = sectionOf(shown, 'overview')
    for (const part of [
      'http://localhost/@w1 ',
      'http://localhost/@w1/acme/api ',
      'Product acme',
      'Profile documented',
      'Choices of its own check_in_order=strict',
      'Seed 1',
      'State in memory',
      'Tokens live 3600 s',
    ])
      expect(text).toContain(part)
    expect(sectionOf(shown, 'clock')).toContain('2026-05-02 09:00:00 UTC, is frozen')
    expect(sectionOf(await consoleOf({ profile: 'current' }).page(), 'overview')).toMatch(/Profile current Seed/)
  })

  test('keeps to its sandbox with every link, also below a path', async () => {
    const { page } = consoleOf({ publicUrl: 'https://stay.example/stand-in' })
    const links = everyElement(await page('/@w1/_understay/')).flatMap(({ attributes: { href, action } }) => href ?? action ?? [])
    const own = links.filter((link) => link.startsWith('/') && !/^\/stand-in(\/@w1)?\/_understay\/$/.test(link))
    expect(own.length).toBeGreaterThan(10)
    for (const link of own) expect(link).toMatch(/^\/stand-in\/@w1\/_understay\//)
    expect(textIn(await page('/@w1/_understay/'))).toContain('https://stay.example/stand-in/@w1/service/api')
  })

  test('lists the sandboxes, each with its console', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/@w1/service/api/search/stars/4')
    const table = byId(await page(), 'sandboxes')
    expect(textIn(table)).toContain('default 0 0 w1 1 0')
    expect(everyElement(table).flatMap(({ attributes: { href } }) => href ?? [])).toEqual(['/_understay/', '/@w1/_understay/'])
  })

  test('leads to links that answer', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    const links = everyElement(await page()).flatMap(({ attributes }) =>
      attributes['data-file'] !== undefined ? [attributes['href'] ?? ''] : [],
    )
    expect(links.length).toBeGreaterThan(12)
    for (const link of links)
      expect([link, (await ask('GET', link)).status]).toEqual([link, link.includes('as=fixtures') ? expect.any(Number) : 200])
  })

  test('offers calls that the control API takes', async () => {
    const { page, ask } = consoleOf()
    const endpoints: readonly string[] = (await ask('GET', '/_understay/')).body.endpoints
    const calls = everyElement(await page()).flatMap(({ attributes }) => attributes['data-call'] ?? [])
    expect(new Set(calls)).toEqual(
      new Set(['POST reset', 'POST clock/advance', 'PUT clock', 'PUT scenario', 'DELETE scenario', 'DELETE journal']),
    )
    for (const call of calls) expect(endpoints).toContain(call.replace(' ', ' /_understay/'))
  })
})

describe('the scenario on the page', () => {
  const scenario = `
name: one-outage
about: The first list of properties meets an outage.
faults:
  - on: { operation: listProperties }
    edge: { status: 503 }
events:
  - { at: +5m, do: guest_books, with: { property: 1 } }
expect:
  - { id: met, operation: listProperties, status: 503, count: 1 }
`

  test('is judged now: what is not met yet is met after the call', async () => {
    const { page, ask, token } = consoleOf({ scenario })
    const before = textIn(byId(await page(), 'scenario'))
    expect(before).toContain('one-outage The first list of properties meets an outage.')
    expect(before).toContain('not yet one-outage/1 edge status 503, on calls of listProperties matched 0 calls, happened 0 times')
    expect(before).toContain('waiting one-outage/event-1 guest books at 2026-05-02T09:05:00.000Z')
    expect(before).toContain('not met met expected exactly 1 call of listProperties answered 503, found none')
    await ask('GET', '/service/api/properties/all', { headers: await token() })
    const after = textIn(byId(await page(), 'scenario'))
    expect(after).toContain(
      'happened one-outage/1 edge status 503, on calls of listProperties matched 1 call, happened 1 time, spent',
    )
    expect(after).toContain('met met exactly 1 call of listProperties answered 503')
    expect(textIn(byId(await page(), 'entry-2'))).toContain('503 GET /properties/all one-outage/1 status')
  })

  test('is none where none is played; armed faults are shown all the same, and why one could not happen', async () => {
    const { page, ask } = consoleOf()
    expect(textIn(byId(await page(), 'scenario'))).toBe('None is played.')
    const fault = { on: { operation: 'listProperties' }, token: 'expired' }
    await ask('POST', '/_understay/faults', { body: JSON.stringify(fault) })
    await ask('GET', '/service/api/properties/all')
    expect(textIn(byId(await page(), 'scenario'))).toMatch(
      /hindered armed\/1 token expired.* could not happen: the call carried no token/,
    )
  })

  test('can be any of the bundled ones', async () => {
    const { page } = consoleOf()
    expect(textIn(byId(await page(), 'scenario-name'))).toContain('token-expires-mid-sync')
  })
})

describe('the conformance of the client', () => {
  test('is a line with what was found, and a way to the report', async () => {
    const { page, ask, token } = consoleOf()
    expect(textIn(byId(await page(), 'conformance'))).toContain('failed Nothing was exercised')
    await ask('GET', '/service/api/properties/all', { headers: await token() })
    const { conformance } = (await ask('GET', '/_understay/report')).body
    expect(textIn(byId(await page(), 'conformance'))).toContain(conformance.reason)
  })
})

describe('the journal on the page', () => {
  test('has the newest first, and each opens to all that is known of it', async () => {
    const { page, ask, token } = consoleOf()
    const headers = { ...(await token()), 'x-request-id': 'r-77', 'user-agent': 'sync/1.0' }
    await ask('POST', '/service/api/blackbookings/1/1/2026-05-20', { headers, body: new URLSearchParams({ colour: 'blue' }) })
    await ask('GET', '/service/api/propertys/all', { headers })
    const shown = await page()
    expect(shownEntries(shown)).toEqual([3, 2, 1])
    expect(textIn(byId(shown, 'entry-2'))).toMatch(
      /^#2 09:00:00 200 POST \/blackbookings\/1\/1\/2026-05-20 createBlackBooking, desk/,
    )
    const detail = textIn(byId(shown, 'entry-2'))
    for (const part of [
      'Fields nothing read colour',
      'Rows touched bookings ',
      'Correlation r-77',
      'user-agent: sync/1.0',
      'colour: blue',
    ])
      expect(detail).toContain(part)
    expect(textIn(byId(shown, 'entry-3'))).toMatch(/404 .*no operation, desk, operation_unknown.*Refusal .* Hint nearest is/)
  })

  test('shows no secret and no token that is masked elsewhere', async () => {
    const { open, token, ask } = consoleOf()
    const { authorization } = await token()
    await ask('GET', '/service/api/properties/all?access_token=abcdef-secret', { headers: { authorization } })
    const text = await (await open()).text()
    expect(text).not.toContain(authorization.slice('Bearer '.length))
    expect(text).not.toContain('abcdef-secret')
    expect(text).toContain('Bearer [masked]')
    const { body } = await ask('GET', '/_understay/credentials')
    for (const { client_secret } of body) expect(text).toContain(client_secret)
  })

  test('is filtered by operation, status and fault; what was left empty does not count', async () => {
    const { page, ask } = consoleOf()
    for (const stars of ['4', '5', 'many']) await ask('GET', `/service/api/search/stars/${stars}`)
    await ask('GET', '/service/api/nothing')
    expect(shownEntries(await page('/_understay/?operation=searchByStars&status=2xx&fault='))).toEqual([2, 1])
    const shown = await page('/_understay/?operation=&status=4xx&fault=&limit=50')
    expect(shownEntries(shown)).toEqual([4, 3])
    expect(textIn(byId(shown, 'journal-count'))).toBe('2 of 4 calls match.')
    expect(byId(shown, 'filter-status').attributes['value']).toBe('4xx')
    expect(sectionOf(shown, 'journal')).toContain('HAR')
    expect(everyElement(shown).map(({ attributes: { href } }) => href)).toContain('/_understay/journal?status=4xx&format=har')
  })

  test.each([
    ['?status=9', 'status: "9" is not a status'],
    ['?operation=nonsense', 'operation: there is no "nonsense"'],
    ['?limit=many', 'limit: "many" is not a number of entries'],
  ])('says what is wrong with the filter %s, and shows the rest of the page', async (query, problem) => {
    const { page } = consoleOf()
    const shown = await page(`/_understay/${query}`)
    expect(sectionOf(shown, 'journal')).toContain(problem)
    expect(sectionOf(shown, 'credentials')).toContain('desk')
  })

  test('shows as many as are asked for, and says that there are more', async () => {
    const { page, ask } = consoleOf()
    for (let call = 0; call < 4; call++) await ask('GET', '/service/api/search/stars/4')
    const shown = await page('/_understay/?limit=3')
    expect(shownEntries(shown)).toEqual([4, 3, 2])
    expect(textIn(byId(shown, 'journal-count'))).toBe('4 calls, the newest 3 are shown.')
  })

  test('goes on after an entry for a page that is live; an id from before a restart means all of them', async () => {
    const { page, ask } = consoleOf()
    for (let call = 0; call < 3; call++) await ask('GET', '/service/api/search/stars/4')
    const shown = await page('/_understay/?since=2')
    expect(shownEntries(shown)).toEqual([3])
    expect(byId(shown, 'entries').attributes).toMatchObject({ 'data-oldest': '1', 'data-last': '3' })
    expect(shownEntries(await page('/_understay/?since=99'))).toEqual([3, 2, 1])
    await ask('DELETE', '/_understay/journal')
    expect(byId(await page('/_understay/?since=3'), 'entries').attributes).toMatchObject({ 'data-oldest': '4', 'data-last': '3' })
  })

  test('cuts a long answer, and leads to the whole of it', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/service/api/site_structure/countries')
    const entry = byId(await page(), 'entry-1')
    expect(textIn(entry)).toMatch(/ \.\.\. and \d+ characters more/)
    const link =
      everyElement(entry).find(({ attributes }) => attributes['data-file'] === 'entry-1.json')?.attributes['href'] ?? ''
    expect((await ask('GET', link)).body.entries.map(({ id }: { readonly id: number }) => id)).toEqual([1])
  })
})

describe('what a client sends', () => {
  const HOSTILE = [
    '<script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    '</pre></details><svg onload=alert(1)>',
    '<!-- -->&lt;b&gt;&#60;',
    '{{7*7}}`',
    'javascript:alert(1)',
  ]

  test.each(HOSTILE)('is text on the page, wherever it turns up: %s', async (payload) => {
    const { page, ask, token } = consoleOf()
    const sent = encodeURIComponent(payload)
    const headers = { 'user-agent': payload, 'x-request-id': payload, 'x-service-channel-name': payload, ...(await token()) }
    const form = { method: 'PUT', body: new URLSearchParams({ [payload]: payload }), headers }
    await ask('GET', `/service/api/search/stars/4?x=${sent}&${sent}=${sent}`, { headers })
    await ask('PUT', '/service/api/bookguestinout/1/1/checkin', form)
    await ask('GET', `/service/api/${sent}/nothing`, { headers })
    await ask('GET', '/service/api/booking/rooms', { headers: { 'x-service-booking-session-id': payload } })
    const told = { on: { operation: 'listProperties', client: payload }, about: payload, edge: { status: 503 } }
    await ask('POST', '/_understay/faults', { body: JSON.stringify(told) })
    const shown = await page(`/_understay/?x=${sent}`)
    demandHarmless(shown)
    expect(textIn(shown).split(payload.replace(/\s+/g, ' ')).length).toBeGreaterThan(4)
    const wrong = await page(`/_understay/?status=${sent}&operation=${sent}&fault=${sent}`)
    demandHarmless(wrong)
    expect(byId(wrong, 'filter-fault').attributes['value']).toBe(payload)
  })

  test('as the id, secret or scope of a client stays text too', async () => {
    const { page, ask } = consoleOf()
    const client = { client_id: '"><svg/onload=alert(1)>', client_secret: "x' onclick='y <b>" }
    expect((await ask('POST', '/_understay/credentials', { body: JSON.stringify(client) })).status).toBe(201)
    const shown = await page()
    demandHarmless(shown)
    expect(textIn(byId(shown, 'credentials'))).toContain(client.client_secret)
  })
})

const TAGS =
  'html head meta title link script body a header h1 span div form button p noscript main section h2 dl dt dd code time label input select option table thead tbody tr th td details summary ul li ol small br h3 h4 pre b strong datalist'.split(
    ' ',
  )

/** No tag, attribute or address on the page that was not made here. */
function demandHarmless(page: Element): void {
  const all = everyElement(page)
  for (const { name, attributes } of all) {
    expect(TAGS).toContain(name)
    expect(Object.keys(attributes).filter((attribute) => attribute.startsWith('on') || attribute === 'style')).toEqual([])
    const { href = '#', action = '/', src = '/' } = attributes
    expect(href).toMatch(/^(?:\/|#|data:image\/svg)/)
    for (const address of [action, src]) expect(address).toMatch(/^\//)
  }
  expect(all.filter(({ name }) => name === 'script')).toHaveLength(1)
}

describe('with a control token', () => {
  test('the page asks for it, and says nothing before', async () => {
    const { open, world } = consoleOf({ token: 'let-me-in' })
    const answer = await open('/@w7/_understay/')
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
      401,
      expect.stringContaining("default-src 'none'"),
    ])
    const locked = readPage(await answer.text())
    expect(byId(locked, 'token').attributes['type']).toBe('password')
    expect(textIn(locked)).not.toContain('w7')
    expect(everyElement(locked).filter(({ attributes }) => 'data-call' in attributes)).toEqual([])
    expect(world.names()).toEqual([])
  })

  test('whoever brings it gets the page; a wrong one does not', async () => {
    const { open } = consoleOf({ token: 'let-me-in' })
    const right = await open('/_understay/', { authorization: 'Bearer let-me-in' })
    expect(sectionOf(readPage(await right.text()), 'credentials')).toContain('desk')
    expect((await open('/_understay/', { authorization: 'Bearer guess' })).status).toBe(401)
    expect((await open('/_understay/?token=let-me-in')).status).toBe(401)
  })

  test('its style and script are open, and everything else is closed as before', async () => {
    const { ask } = consoleOf({ token: 'let-me-in' })
    expect((await ask('GET', '/_understay/console.css')).status).toBe(200)
    expect((await ask('GET', '/_understay/console.js')).status).toBe(200)
    expect(await ask('GET', '/_understay/')).toMatchObject({ status: 401, body: { error: expect.stringContaining('token') } })
    expect((await ask('GET', '/_understay/journal', { headers: { accept: BROWSER } })).body.error).toContain('token')
  })
})

describe('pages of another origin', () => {
  test('get neither the page nor its form for the token', async () => {
    for (const settings of [{}, { token: 'let-me-in' }])
      expect((await consoleOf(settings).open('/_understay/', { origin: 'http://evil.example' })).status).toBe(403)
  })
})
