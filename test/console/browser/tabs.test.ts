import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Understay } from '../../../src/index.ts'
import { RawClient, UP_TO_VALID } from '../../clients/rules/raw-client.ts'
import {
  axeViolations,
  inBrowser,
  type Opened,
  openAll,
  openPage,
  SIZES,
  startConsole,
  untilLive,
  withoutBrowser,
} from './browser.ts'

const TABS = [
  '',
  '?entry=2',
  '?refused=true&status=204,4xx&text=black',
  'console/calendar',
  'console/calendar?rates=true&booking=1',
  'console/sessions',
  'console/scenario',
  'console/rules',
  'console/webhooks',
  'console/webhooks?entry=2',
  'console/data',
  'console/data/bookings?search=Brook',
  'console/sandboxes',
  'docs/',
  'docs/?q=fault',
  'docs/webhooks.md',
]

describe.skipIf(withoutBrowser)(inBrowser('every tab'), () => {
  let browser: Browser
  let server: Understay
  beforeAll(async () => {
    ;[browser, server] = await startConsole({ webhookHosts: ['127.0.0.1'] })
    const send = (path: string, init?: RequestInit) => server.fetch(path, init)
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: 'demo',
      client_secret: 'demo-secret',
      scope: 'properties_get properties_set',
    })
    const token = JSON.parse(await (await send('/service/api/oauth/token', { method: 'POST', body: form })).text())
    const headers = { authorization: `Bearer ${token.access_token}` }
    const hook = { url: 'http://127.0.0.1:1/hook', auth: 'basic', username: 'clerk', password: 'secret', manager: 2 } as const
    await server.webhooks.receive()
    await server.webhooks.add(hook)
    const body = new URLSearchParams({ colour: 'blue' })
    await send('/service/api/blackbookings/1/1/2026-05-20', { method: 'POST', headers, body })
    await send('/service/api/propertys/all', { headers })
    await send('/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit-1' } })
    await send('/_understay/faults', { method: 'POST', body: '{"on":{"operation":"searchByStars"},"network":{"status":503}}' })
    await send('/service/api/search/stars/4')
    await send('/_understay/snapshots', { method: 'POST', body: '{"name":"before"}' })
    const client = new RawClient(await server.sandbox('default'))
    await client.visit('visit-2', UP_TO_VALID)
    await client.visit('visit-3', UP_TO_VALID)
    const guest = `/service/api/guests/1/${'Nan%20'.repeat(60)}/Brook/7/Mill%20Lane/Westby/Devon/GB/WB1/0/0/nan@example.com/0/0`
    for (let time = 0; time < 4; time++) await send(guest, { method: 'POST', headers })
    const { offences } = (await server.report()).conformance.rules.find(({ id }) => id === 'sync/twin-create') ?? { offences: [] }
    expect(offences).not.toEqual([])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })

  describe('in a browser', () => {
    let opened: Opened
    beforeAll(async () => {
      opened = await openPage(browser, 'about:blank')
    })
    afterAll(() => opened?.context.close())

    test.each(TABS)('/%s fits at both sizes, axe objects to nothing in both schemes, open and closed', async (tab) => {
      const { page, complaints } = opened
      await page.setViewportSize(SIZES.wide)
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(`${server.url}/_understay/${tab}`)
      await untilLive(page)
      if (tab.startsWith('console/calendar')) await page.waitForSelector('a.stay')
      const width = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth')
      expect(await width()).toBe(SIZES.wide.width)
      expect(await axeViolations(page)).toEqual([])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(['dark', await axeViolations(page, 'colours')]).toEqual(['dark', []])
      await page.setViewportSize(SIZES.narrow)
      expect(await width()).toBe(SIZES.narrow.width)
      expect(['dark, narrow', await axeViolations(page, 'colours')]).toEqual(['dark, narrow', []])
      await page.emulateMedia({ colorScheme: 'light' })
      expect(['narrow', await axeViolations(page)]).toEqual(['narrow', []])
      await page.setViewportSize(SIZES.wide)
      await openAll(page)
      expect(['open', await axeViolations(page)]).toEqual(['open', []])
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(['open, dark', await axeViolations(page, 'colours')]).toEqual(['open, dark', []])
      expect(complaints).toEqual([])
    })
  })

  test('the calls begin in the upper half of the window at both sizes, the form of faults is inside a wide one', async () => {
    const { page, context } = await openPage(browser, `${server.url}/_understay/`)
    for (const size of ['wide', 'narrow'] as const) {
      await page.setViewportSize(SIZES[size])
      const top = await page.$eval('#calls', (list) => list.getBoundingClientRect().top)
      expect(top).toBeLessThan(SIZES[size].height / 2)
    }
    await page.click('#filter-menu > summary')
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(SIZES.narrow.width)
    expect((await page.locator('#filter-operation').boundingBox())?.x).toBeLessThan(SIZES.narrow.width / 2)
    await page.setViewportSize(SIZES.wide)
    await page.goto(`${server.url}/_understay/console/scenario`)
    expect(await page.$eval('#arm-form button', (button) => button.getBoundingClientRect().bottom)).toBeLessThan(
      SIZES.wide.height,
    )
    await context.close()
  })

  test('a long address hides no reason, no button and no room, also on smaller windows', async () => {
    const sandbox = await server.sandbox('long')
    const { page, context } = await openPage(browser, 'about:blank')
    await sandbox.webhooks.add({ url: `http://127.0.0.1:1/${'long-address/'.repeat(14)}` })
    const headers = { authorization: `Bearer ${await sandbox.token()}` }
    await sandbox.fetch('/service/api/blackbookings/1/1/2026-05-20', { method: 'POST', headers })
    await sandbox.fetch(`/service/api/properties/all?name=${'long'.repeat(20)}`)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto(`${sandbox.url}/_understay/`)
    const [what, reason] = await page.$$eval('#calls .what, #calls .why', (all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ right, bottom }) => ({ right, bottom })),
    )
    expect(reason?.right).toBeLessThanOrEqual(what?.right ?? 0)
    expect(reason?.bottom).toBeLessThanOrEqual(what?.bottom ?? 0)
    await page.goto(`${sandbox.url}/_understay/console/webhooks`)
    expect(await page.$eval('.hooks .scroll', ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.goto(`${sandbox.url}/_understay/console/rules`)
    const table = '[aria-label="Table of deliveries"]'
    expect(await page.$eval(table, ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    await page.setViewportSize(SIZES.narrow)
    await page.goto(`${sandbox.url}/_understay/console/calendar`)
    await page.waitForSelector('a.stay')
    const top = (selector: string) => page.$eval(selector, (one) => one.getBoundingClientRect().top)
    expect(await top('#chart')).toBeLessThan(await top('.figures'))
    await context.close()
  })

  test('the menus of the header have nothing that axe objects to, stay inside, and open and close by keyboard', async () => {
    const { page, context } = await openPage(browser, `${server.url}/_understay/`)
    await untilLive(page)
    const { width } = SIZES.wide
    for (const id of ['sandbox-menu', 'verdict-menu', 'clock-menu', 'scenario-menu', 'more-menu']) {
      await page.focus(`#${id} > summary`)
      await page.keyboard.press('Enter')
      await page.waitForSelector(`#${id}[open]`)
      expect([id, await axeViolations(page)]).toEqual([id, []])
      const { x: left = 0, width: wide = width } = (await page.locator(`#${id} > .menu-panel`).boundingBox()) ?? {}
      expect([id, left >= 0, left + wide <= width]).toEqual([id, true, true])
      await page.keyboard.press('Escape')
      await page.waitForSelector(`#${id}:not([open])`)
      expect(await page.evaluate('document.activeElement.parentElement.id')).toBe(id)
    }
    await context.close()
  })

  test('the viewer of the OpenAPI documents works without a network, and sends requests to the sandbox', async () => {
    const { page, context, complaints } = await openPage(browser, `${server.url}/_understay/docs/openapi?api=control`)
    await page.waitForSelector('.opblock')
    expect(await axeViolations(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark' })
    // Colours change slowly on a page that is open.
    await page.reload()
    await page.waitForSelector('.opblock')
    expect(['dark', await axeViolations(page)]).toEqual(['dark', []])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.reload()
    await page.waitForSelector('.opblock')
    // The version is white on the colour of its badge.
    const backs = await page.evaluate(
      "[...document.querySelectorAll('pre.version')].map((one) => getComputedStyle(one).backgroundColor)",
    )
    expect(backs).toEqual(['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)'])
    await page.click('#operations-clock-readClock .opblock-summary-control')
    await page.click('#operations-clock-readClock .try-out__btn')
    await page.click('#operations-clock-readClock .execute')
    await page.waitForSelector('#operations-clock-readClock .live-responses-table')
    expect(await page.textContent('#operations-clock-readClock .live-responses-table')).toContain('2026-05-02T09:00:00.000Z')
    for (const id of ['clock-setClock', 'server-resetSandbox']) await page.click(`[id$="${id}"] .opblock-summary-control`)
    await page.waitForSelector('[id$="clock-setClock"] .opblock-body .microlight')
    expect(['opened', await axeViolations(page)]).toEqual(['opened', []])
    expect(complaints).toEqual([])
    await context.close()
  })

  test('the calendar shows days after the year 9999', async () => {
    const { page, context } = await openPage(browser, `${server.url}/_understay/console/calendar?from=9999-12-30&nights=14`)
    await page.waitForSelector('#chart .days span')
    expect(await page.$$eval('#chart .months span', (all) => all.map((one) => one.textContent))).toEqual(['9999-12', '10000-01'])
    expect((await page.$$eval('#chart .days span', (all) => all.map((one) => one.textContent))).slice(0, 4)).toEqual([
      '30',
      '31',
      '01',
      '02',
    ])
    await context.close()
  })

  test('works without script: calls, filters, detail, rules, documents', async () => {
    const { page, context } = await openPage(browser, `${server.url}/_understay/`, { script: false })
    await page.fill('#filter-text', '/propertys/all')
    await page.press('#filter-text', 'Enter')
    expect(await page.$$eval('#calls > li', (rows) => rows.map((row) => row.id))).toEqual(['call-3'])
    await page.click('#call-3 a')
    expect(await page.textContent('#detail')).toContain('nearest is listProperties')
    await page.click('nav.tabs >> text=Calendar')
    expect(await page.isVisible('#chart')).toBe(false)
    expect(await page.textContent('[aria-label="Stays"] tbody tr')).toMatch(/Gull.*2026-/s)
    await page.click('nav.tabs >> text=Rules')
    expect(await page.textContent('main')).toContain('data/path-segments')
    await page.click('nav.tabs >> text=Docs')
    await page.fill('#docs-search', 'black booking')
    await page.press('#docs-search', 'Enter')
    await page.click('.results a >> nth=0')
    expect((await page.textContent('.document'))?.toLowerCase()).toContain('black')
    await context.close()
  })
})
