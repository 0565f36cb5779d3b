import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Understay } from '../../../src/index.ts'
import { inBrowser, openPage, SIZES, startConsole, untilLive, withoutBrowser } from './browser.ts'

const NAME = 'الخوارزمي العباسي'

/** A house whose names are read from right to left. */
const HOUSE = {
  properties: [
    { id: 900, name: 'فندق النخيل', street: '1 Main Street', town: 'Kinsale', postcode: 'P17', country: 'IE', type: 5 },
  ],
  rooms: [{ id: 9001, property: 900, type: 1, name: 'غرفة البحر', number: '1' }],
  users: [{ id: 900, name: 'owner', level: 'manager', properties: [900] }],
  clients: [{ id: 'owner', secret: 'owner-secret', user: 900, scopes: ['properties_get', 'properties_set'] }],
  guests: [{ id: 9001, property: 900, firstname: 'محمد', surname: NAME, email: 'm@guest.example' }],
  bookings: [{ id: 9001, property: 900, guest: 9001, rooms: [9001], arrival: 'today', departure: 'today+1', total: 60 }],
} as const

const LONG = 'a-name-that-is-as-long-as-that-of-a-worker-in-a-pipeline'

/** Where the letters of a text are shown, in the order of the text. */
const PLACES = `globalThis.places = (node, text) => {
  const part = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
  while (part.nextNode()) {
    const at = part.currentNode.data.indexOf(text)
    if (at < 0) continue
    return [...text].map((_, index) => {
      const range = document.createRange()
      range.setStart(part.currentNode, at + index)
      range.setEnd(part.currentNode, at + index + 1)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    })
  }
  return []
}`
type Places = readonly { readonly left: number; readonly right: number }[]

describe.skipIf(withoutBrowser)(inBrowser('names'), () => {
  let browser: Browser
  let server: Understay
  let page: Page
  beforeAll(async () => {
    ;[browser, server] = await startConsole({ fixtures: ['baseline', HOUSE] })
    ;({ page } = await openPage(browser, 'about:blank'))
    await page.addInitScript(PLACES)
  })
  afterAll(() => Promise.all([browser?.close(), server?.close()]))

  test('those read from right to left leave dates in their order, and begin inside their bar', async () => {
    const headers = { authorization: `Bearer ${await server.token({ client: 'owner' })}` }
    const answer = await server.fetch('/service/api/bookguestinout/900/9001/checkin', { method: 'PUT', headers })
    expect(answer.status, await answer.text()).toBe(200)
    await page.goto(`${server.url}/_understay/console/calendar?property=900`)
    await page.waitForSelector('a.stay.called')
    const dates = '2026-05-02 to 2026-05-03'
    const lefts: Places = await page.evaluate(`places(document.querySelector('.changed li'), '${dates}')`)
    expect(lefts.map(({ left }) => left)).toEqual(lefts.map(({ left }) => left).sort((a, b) => a - b))
    expect(lefts).toHaveLength(dates.length)
    expect(await page.getAttribute('a.stay.called', 'title')).toContain(`\u2068${NAME}\u2069, 2026-05-02`)
    expect(await page.textContent('#property option[value="900"]')).toContain('\u2068فندق النخيل\u2069')
    const bar = await page.$eval('a.stay.called', (one) => one.getBoundingClientRect())
    const [first]: Places = await page.evaluate(`places(document.querySelector('a.stay.called'), '${NAME}')`)
    expect(first?.right).toBeLessThanOrEqual(bar.right)
  })

  test('a short one of sandbox or scenario is shown whole beside a long one', async () => {
    const body = `name: ${LONG}\nfaults: [{ on: {}, network: { status: 503 } }]\nexpect: [{ operation: listProperties, count: 3 }]`
    const [short, long] = [await server.sandbox('nightly'), await server.sandbox(`${LONG}-2`)]
    await short.fetch('/_understay/scenario', { method: 'PUT', body })
    for (const sandbox of [short, long]) {
      await sandbox.fetch('/service/api/search/stars/4')
      await page.goto(`${sandbox.url}/_understay/`)
      await untilLive(page)
      for (const width of [1920, SIZES.wide.width, 1100, 1024, 1000, 760, SIZES.narrow.width]) {
        await page.setViewportSize({ width, height: SIZES.wide.height })
        const cut = await page.$$eval('header summary > b', (all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
        )
        expect([width, ...cut]).not.toEqual(expect.arrayContaining(['nightly']))
        expect([width, ...cut]).not.toEqual(expect.arrayContaining(['none']))
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      }
    }
  })

  test('long ones of sandbox and scenario cover nothing else in the header', async () => {
    const sandbox = await server.sandbox(LONG)
    const body = `name: ${LONG}\nfaults: [{ on: {}, network: { status: 503 } }]\nexpect: [{ operation: listProperties, count: 3 }]`
    expect((await sandbox.fetch('/_understay/scenario', { method: 'PUT', body })).status).toBe(200)
    await sandbox.fetch('/service/api/search/stars/4')
    await page.goto(`${sandbox.url}/_understay/`)
    await untilLive(page)
    for (const width of [1920, SIZES.wide.width, 1100, 1024, 760, SIZES.narrow.width]) {
      await page.setViewportSize({ width, height: SIZES.wide.height })
      const cut = await page.$$eval('header summary', (all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.parentElement?.id),
      )
      expect([width, cut]).toEqual([width, []])
    }
    // Tab goes from line to line, and from left to right.
    const places: readonly string[] = await page.$$eval('header summary', (all) =>
      all.map((one) => `${1000 + one.getBoundingClientRect().top} ${1000 + one.getBoundingClientRect().left}`),
    )
    expect(places).toEqual(places.toSorted())
    const bottom = await page.$eval('header', (header) => header.getBoundingClientRect().bottom)
    for (const menu of ['sandbox', 'clock', 'verdict']) {
      await page.click(`#${menu}-menu > summary`)
      const top = await page.$eval(`#${menu}-menu > .menu-panel`, (panel) => panel.getBoundingClientRect().top)
      expect([menu, top]).toEqual([menu, expect.closeTo(bottom, -1)])
      await page.click(`#${menu}-menu > summary`)
    }
  })
})
