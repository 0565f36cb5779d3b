import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { consoleResponse } from '../../src/console/index.ts'
import type { SendControl } from '../../src/control-contract/client.ts'
import { requireBuild } from '../support/built.ts'
import { consoleOf, targetsOf } from './console-of.ts'
import { byId, everyElement, textIn } from './markup.ts'

requireBuild()

const TABS = [
  '',
  'console/sessions',
  'console/scenario',
  'console/rules',
  'console/webhooks',
  'console/data',
  'console/sandboxes',
  'console/data/rooms',
  'docs/',
  'docs/scenarios/README.md',
]

describe('every page', () => {
  test('names the sandbox that a header asks for', async () => {
    const { open } = consoleOf()
    const shown = await (await open('/_understay/', { 'x-understay-sandbox': 'w1' })).text()
    expect(shown).toContain('data-sandbox="w1"')
    expect(shown).toContain('· w1 · Understay</title>')
  })

  test.each(TABS)('/%s loads only its own files, and no other page may frame it', async (tab) => {
    const { open, page } = consoleOf()
    const { headers, status } = await open(`/@w1/_understay/${tab}`)
    expect(status).toBe(200)
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
    const loaded = everyElement(await page(`/@w1/_understay/${tab}`)).flatMap(({ name, attributes: { src, href } }) =>
      src !== undefined || (name === 'link' && href !== undefined) ? [src ?? href ?? ''] : [],
    )
    for (const address of loaded)
      expect(address).toMatch(/^(?:data:image\/svg|\/@w1\/_understay\/console\/assets\/\w+\.(?:css|js)$)/)
    for (const address of loaded.filter((one) => one.startsWith('/'))) expect((await open(address)).status).toBe(200)
  })

  test.each(TABS)('/%s has a label for every field, a name for every button, and no id twice', async (tab) => {
    const { page, ask } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    const all = everyElement(await page(`/_understay/${tab}${tab === '' ? '?entry=1' : ''}`))
    const ids = all.flatMap(({ attributes: { id } }) => (id === undefined ? [] : [id]))
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
    const labels = new Set(all.flatMap(({ name, attributes }) => (name === 'label' ? [attributes['for']] : [])))
    for (const { name, attributes } of all)
      if (['input', 'select', 'textarea'].includes(name) && attributes['type'] !== 'hidden')
        expect(labels).toContain(attributes['id'])
    for (const button of all.filter(({ name }) => name === 'button'))
      expect(button.attributes['aria-label'] ?? textIn(button)).not.toBe('')
    for (const { attributes } of all)
      if (attributes['aria-labelledby'] !== undefined) expect(ids).toContain(attributes['aria-labelledby'])
    expect(all.filter(({ name }) => name === 'h1')).toHaveLength(1)
  })

  test.each(TABS)('/%s keeps to its sandbox with every link, also below a path', async (tab) => {
    const { page } = consoleOf({ publicUrl: 'https://stay.example/stand-in' })
    const shown = await page(`/@w1/_understay/${tab}`)
    const links = targetsOf(shown).filter((link) => link.startsWith('/'))
    expect(links.length).toBeGreaterThan(8)
    for (const link of links) expect(link).toMatch(/^\/stand-in\/@w1\/_understay\//)
    expect(textIn(byId(shown, 'more-menu'))).toContain('https://stay.example/stand-in/@w1/service/api')
  })

  test.each(TABS)('/%s links to pages and files that exist, and calls endpoints that exist', async (tab) => {
    const { page, ask, open } = consoleOf()
    await ask('GET', '/service/api/search/stars/4')
    await ask('POST', '/_understay/snapshots', { body: '{"name":"before"}' })
    const shown = await page(`/_understay/${tab}${tab === '' ? '?entry=1' : ''}`)
    for (const link of new Set(targetsOf(shown).filter((target) => target.startsWith('/')))) {
      const { status } = await open(link.replace(/#.*/, ''))
      expect([link, status]).toEqual([link, 200])
    }
    const endpoints: readonly string[] = (await ask('GET', '/_understay/')).body.endpoints
    const known = endpoints.map((endpoint) => endpoint.replace(' /_understay/', ' ').replace('{name}', 'before'))
    for (const call of everyElement(shown).flatMap(({ attributes }) => attributes['data-call'] ?? []))
      expect(known).toContain(call)
  })

  test('links a refusal, an operation, a rule and a choice to their rows in the documents', async () => {
    const { page, ask, token } = consoleOf({ choices: { check_in_order: 'strict' } })
    await ask('GET', '/service/api/properties/all')
    await ask('GET', '/service/api/properties/all', { headers: await token() })
    const links = [...targetsOf(await page('/_understay/?entry=1')), ...targetsOf(await page('/_understay/console/rules'))]
    const rows = [...new Set(links.filter((link) => /\/docs\/.*#/.test(link)))]
    const expected = ['refusals.md#token_missing', 'coverage.md#listProperties', 'choices.md#check_in_order', 'conformance.md#']
    for (const part of expected) expect(rows.filter((link) => link.includes(part)).length).toBeGreaterThan(0)
    const ids = new Map<string, readonly (string | undefined)[]>()
    for (const link of rows) {
      const [path = '', row = ''] = link.split('#')
      if (!ids.has(path))
        ids.set(
          path,
          everyElement(await page(path)).map(({ attributes }) => attributes['id']),
        )
      expect([link, ids.get(path)?.includes(row)]).toEqual([link, true])
    }
  })

  test('loads at most 60 kB of scripts and style sheets, compressed, the OpenAPI viewer apart', async () => {
    const { open, page } = consoleOf()
    const files = new Set<string>()
    for (const tab of [...TABS, 'console/calendar'])
      for (const { name, attributes } of everyElement(await page(`/_understay/${tab}`))) {
        const address =
          name === 'script' ? attributes['src'] : attributes['rel'] === 'stylesheet' ? attributes['href'] : undefined
        if (address !== undefined) files.add(address)
      }
    const sizes: number[] = []
    // grows by the modules that scripts import
    for (const file of files) {
      const answer = await open(file)
      expect([file, answer.status]).toEqual([file, 200])
      const text = await answer.text()
      for (const [, module] of text.matchAll(/\bfrom '\.\/([^']+)'/g)) files.add(`/_understay/console/assets/${module}`)
      sizes.push(gzipSync(text).length)
    }
    expect(files.size).toBeGreaterThan(6)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(60_000)
  })

  test.each(TABS)('/%s asks the control API once for what several parts of it need', async (tab) => {
    const { app } = consoleOf()
    const sent: string[] = []
    const send: SendControl = async ({ method, path }) => {
      sent.push(path)
      return app.request(`http://localhost/_understay${path}`, { method })
    }
    expect((await consoleResponse({ base: '/_understay', path: `/${tab}`, query: '', send })).status).toBe(200)
    expect(sent.filter((path, index) => sent.indexOf(path) !== index)).toEqual([])
    const showsReport = ['console/rules', 'console/scenario'].includes(tab)
    expect(['waits for the report', sent.includes('/report')]).toEqual(['waits for the report', showsReport])
  })

  test.each(['/_understay/console', '/_understay/console/'])('%s is the first page as well', async (address) => {
    const { open, page } = consoleOf()
    expect((await open(address)).status).toBe(200)
    expect(everyElement(await page(address))).toEqual(everyElement(await page('/_understay/')))
  })

  test('answers an address without a page with 404 and where to go', async () => {
    const { open, page } = consoleOf()
    expect((await open('/_understay/console/nothing')).status).toBe(404)
    expect(textIn(await page('/_understay/console/data/nothing'))).toContain('There is no collection nothing.')
    expect(textIn(await page('/_understay/console/snapshots/nothing'))).toContain('There is no snapshot nothing.')
  })

  test.each([
    ['calendar?property=1&from=abc', 'from'],
    ['calendar?property=1&from=20255-01-01', 'from'],
    ['calendar?property=1&nights=99999', 'nights'],
    ['calendar?property=1&nights=0', 'nights'],
    ['calendar?property=abc', 'property'],
    ['data/bookings?field=x&value=1', 'field'],
  ])('says inside the frame what is wrong with the address console/%s', async (address, name) => {
    const { open, page } = consoleOf()
    expect((await open(`/_understay/console/${address}`)).status).toBe(400)
    const shown = await page(`/_understay/console/${address}`)
    expect(textIn(byId(shown, 'main'))).toMatch(new RegExp(`${name}.*Show the page without parameters`))
    expect(textIn(byId(shown, 'sandbox-menu'))).toMatch(/^Sandbox default/)
    expect(targetsOf(shown)).toContain(`/_understay/console/${address.replace(/\?.*/, '')}`)
  })
})

describe('the header', () => {
  test('says which sandbox it is, how it was set up, and what time it is there', async () => {
    const { page, later } = consoleOf({ choices: { check_in_order: 'strict' }, product: 'acme' })
    const shown = await page('/@w1/_understay/')
    const about = textIn(byId(shown, 'more-menu'))
    for (const part of ['http://localhost/@w1 ', 'http://localhost/@w1/acme/api ']) expect(about).toContain(part)
    const setup = textIn(byId(await later('/@w1/_understay/'), 'setup'))
    for (const part of ['check_in_order=strict', 'Seed 1']) expect(setup).toContain(part)
    expect(textIn(byId(shown, 'sandbox-menu'))).toMatch(/^Sandbox w1/)
    expect(textIn(byId(shown, 'clock-menu'))).toMatch(/^Clock 2026-05-02 09:00:00 frozen/)
    expect(textIn(byId(shown, 'scenario-menu'))).toMatch(/^Scenario none/)
  })

  test('has no verdict before the first call, then the first reason why the run fails', async () => {
    const { page, later, ask, token } = consoleOf()
    expect(textIn(byId(await later(), 'verdict-menu'))).toMatch(/^no calls yet/)
    await ask('GET', '/service/api/properties/all', { headers: await token() })
    expect(textIn(byId(await later(), 'verdict-menu'))).toMatch(/^passed /)
    expect(textIn(byId(await later(), 'call-count'))).toBe('2')
    await ask('GET', '/service/api/propertys/all', { headers: await token() })
    expect(textIn(byId(await later(), 'verdict-menu'))).toMatch(/^failed rule data\/path-segments is broken/)
    expect(textIn(byId(await later('/_understay/console/data'), 'broken-count'))).toBe('1 broken')
    expect(textIn(byId(await page('/_understay/console/rules'), 'broken-count'))).toBe('1 broken')
  })

  test('links to the other sandboxes with their verdicts; on disk ones have none', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/@w1/service/api/search/stars/4')
    await ask('GET', '/@w2/service/api/propertys')
    const list = byId(await page('/_understay/console/sandbox-list'), 'fragment')
    expect(textIn(list)).toMatch(/^default no calls 0 calls w2 failed 1 call w1 (?:failed|passed) 1 call$/)
    expect(targetsOf(list)).toEqual(['/_understay/', '/@w2/_understay/', '/@w1/_understay/'])
  })

  test('verdicts are fetched for the sandboxes that the page shows', async () => {
    const { later, ask } = consoleOf()
    for (const name of ['w1', 'w2', 'w12']) await ask('GET', `/@${name}/service/api/propertys`)
    const parts = everyElement(await later('/_understay/console/sandboxes?search=w1'))
    const ids = parts.flatMap(({ attributes: { id = '' } }) => (id.startsWith('verdict-of-') ? [id] : []))
    expect(ids).toEqual(['verdict-of-w1', 'verdict-of-w12'])
  })

  test('all sandboxes say which column they are sorted by, and in which order', async () => {
    const { page, ask } = consoleOf()
    await ask('GET', '/@w1/service/api/search/stars/4')
    const sorts = ['name', 'verdict', 'calls', 'called', 'changed']
    const orders = await Promise.all(
      sorts.map(async (sort) =>
        everyElement(await page(`/_understay/console/sandboxes?sort=${sort}`)).flatMap(
          ({ attributes }) => attributes['aria-sort'] ?? [],
        ),
      ),
    )
    expect(orders).toEqual([['ascending'], ['ascending'], ['descending'], ['descending'], ['descending']])
    const times = everyElement(await page('/_understay/console/sandboxes')).flatMap(({ name, attributes }) =>
      name === 'time' && attributes['data-clock'] === undefined ? [attributes['datetime']] : [],
    )
    expect(times).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT/)])
  })
})
