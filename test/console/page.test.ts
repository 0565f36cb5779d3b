import { describe, expect, test } from 'vitest'
import { serverOf } from '../control/server-of.ts'
import { consoleOf, sectionOf } from './console-of.ts'
import { byId, everyElement, textIn } from './markup.ts'

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
    expect(textIn(byId(await page(), 'conformance'))).toContain('no call yet Nothing was exercised')
    await ask('GET', '/service/api/properties/all', { headers: await token() })
    const { conformance } = (await ask('GET', '/_understay/report')).body
    expect(textIn(byId(await page(), 'conformance'))).toContain(`passed ${conformance.reason}`)
    const headers = await token()
    await ask('POST', '/_understay/clock/advance', { body: '{"by":"61m"}' })
    for (let call = 0; call < 3; call++) await ask('GET', '/service/api/properties/all', { headers })
    expect(textIn(byId(await page(), 'conformance'))).toMatch(/^failed Broken: .* failed The run as a whole, so far: rule /)
  })
})
