import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Understay, UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, gateOf, inBrowser, openLive, untilLive, withoutBrowser } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('a user in a hurry'), () => {
  let server: Understay
  let page: Page
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ server, sandbox } = given)
    ;({ page } = given.opened)
  })
  const open = (path?: string): Promise<Page> => openLive(page, sandbox.url, path)
  const faults = async (): Promise<readonly string[]> => (await sandbox.faults.list()).map(({ id }) => id)

  test('a double click sends a form once, also when the list moves up under the mouse', async () => {
    await open('console/scenario')
    await page.dblclick('button:text-is("Arm")')
    await page.waitForSelector('[id="fault-armed/1"]')
    await sandbox.faults.arm({ on: { operation: 'listBookings' }, network: { status: 503 } })
    await page.waitForSelector('[id="fault-armed/2"]')
    expect(await faults()).toEqual(['armed/1', 'armed/2'])
    await page.dblclick('[aria-label="Disarm armed/1"]', { delay: 60 })
    await page.waitForSelector('[id="fault-armed/1"]', { state: 'detached' })
    expect(await faults()).toEqual(['armed/2'])
  })

  test('a key that is held down opens one call after the other, without a queue of requests', async () => {
    for (let call = 0; call < 5; call++) await sandbox.fetch('/service/api/properties/all')
    const asked: string[] = []
    let pass = (): void => undefined
    const released = new Promise<void>((resolve) => (pass = resolve))
    onTestFinished(async () => {
      pass()
      await page.unroute(/entry=[34]/)
    })
    // before the page is opened: the browser may send the first request of a page that is open already past a new route
    await page.route(/entry=[34]/, async (route) => {
      asked.push(new URL(route.request().url()).search)
      await released
      await route.continue()
    })
    await open('?entry=5')
    for (let time = 0; time < 10; time++) await page.keyboard.down('j')
    await page.keyboard.up('j')
    await expect.poll(() => asked).toEqual(['?entry=4'])
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))')
    expect(asked).toEqual(['?entry=4'])
    pass()
    await page.waitForSelector('#detail[data-entry="4"]')
  })

  test('pages are shown before the report is there, and keep its verdict until the next one', async () => {
    const headers = { authorization: `Bearer ${await sandbox.token()}` }
    await sandbox.fetch('/service/api/propertys/all', { headers })
    let pass = (): void => undefined
    const released = new Promise<void>((resolve) => (pass = resolve))
    onTestFinished(async () => {
      pass()
      await page.unroute(/report-parts/)
    })
    await page.route(/report-parts/, async (route) => {
      await released
      await route.continue()
    })
    await open('?entry=1')
    expect(await page.textContent('#verdict-menu > summary')).toBe('verdict')
    expect(await page.textContent('#counts-for-1')).toBe('Counts for…')
    pass()
    await page.waitForSelector('#verdict-menu .badge.bad')
    await page.waitForSelector('#counts-for-1 a[href*="data/path-segments"]')
    expect(await page.textContent('#broken-count')).toBe('1 broken')
    await page.route(/report-parts/, (route) => route.abort())
    await page.click('nav.tabs >> text=Sessions')
    await page.waitForSelector('body[data-tab="console/sessions"]')
    expect(await page.textContent('#broken-count')).toBe('1 broken')
  })

  test('a form that waits for its answer is not sent again', async () => {
    let sent = 0
    let pass = (): void => undefined
    const released = new Promise<void>((resolve) => (pass = resolve))
    onTestFinished(async () => {
      pass()
      await page.unroute('**/snapshots')
    })
    await page.route('**/snapshots', async (route) => {
      sent++
      await released
      await route.continue()
    })
    await open('console/data')
    await page.fill('#snapshot-name', 'before')
    await page.press('#snapshot-name', 'Enter')
    await expect.poll(() => sent).toBe(1)
    await page.press('#snapshot-name', 'Enter')
    pass()
    await page.waitForSelector('[aria-label="Restore before"]')
    expect(await page.textContent('#said')).toBe('Take a snapshot: done.')
    expect(sent).toBe(1)
  })

  test('a late answer to a button leaves the focus where the user is by then', async () => {
    const advance = await gateOf(page, '**/clock/advance')
    await open('console/scenario')
    advance.state = 'held'
    await page.click('#clock-menu > summary')
    const asked = page.waitForRequest('**/clock/advance')
    await page.click('#clock-menu button:text-is("+7d")')
    await asked
    await page.click('nav.tabs a:text-is("Data")')
    await page.waitForSelector('body[data-tab="console/data"]')
    await page.focus('#client-scopes')
    advance.open()
    await page.waitForSelector('#said:text-is("+7d: done.")')
    await expect.poll(() => page.textContent('[data-clock]')).toMatch(/^2026-05-09/)
    expect(await page.evaluate('document.activeElement.id')).toBe('client-scopes')
  })

  test('a late answer to a form does not delete what was typed into it meanwhile', async () => {
    const created = await gateOf(page, '**/credentials', (request) => request.method() === 'POST')
    await open('console/data')
    created.state = 'held'
    await page.fill('#client-id', 'c9')
    const asked = page.waitForRequest('**/credentials')
    await page.press('#client-id', 'Enter')
    await asked
    await page.fill('#client-scopes', 'typed meanwhile')
    created.open()
    await page.waitForSelector('#client-c9')
    expect(await page.inputValue('#client-scopes')).toBe('typed meanwhile')
  })

  test('a tab that is clicked again is one step of the history', async () => {
    await open()
    const before = await page.evaluate('history.length')
    for (let time = 0; time < 3; time++) {
      const answered = page.waitForResponse('**/console/data')
      await page.click('nav.tabs a:text-is("Data")')
      await (await answered).finished()
      await page.waitForSelector('body[data-tab="console/data"]')
    }
    expect(await page.evaluate('history.length')).toBe(Number(before) + 1)
    await page.goBack()
    await page.waitForSelector('body[data-tab=""]')
  })

  test('a link deep in a document opens the top of the next one, and the way back leads to the link', async () => {
    const place = (): Promise<number> => page.evaluate('scrollY')
    await open('docs/scenarios/README.md')
    const link = page.locator('.document a[href$="/docs/conformance.md"]').last()
    await link.scrollIntoViewIfNeeded()
    const left = await place()
    expect(left).toBeGreaterThan(1000)
    await link.click()
    await expect.poll(() => page.title()).toMatch(/^Conformance/)
    await expect.poll(place).toBe(0)
    await page.goBack()
    await expect.poll(() => page.title()).toMatch(/^Scenarios/)
    await expect.poll(place).toBe(left)
  })

  test('the way forward leads to the place where a page was left, also after it was loaded again', async () => {
    const place = (): Promise<number> => page.evaluate('scrollY')
    const title = (): Promise<string> => page.title()
    await open('docs/scenarios/README.md')
    await page.locator('.document a[href$="/docs/conformance.md"]').last().click()
    await expect.poll(title).toMatch(/^Conformance/)
    await page.evaluate('scrollTo(0, 1234)')
    await page.goBack()
    await expect.poll(title).toMatch(/^Scenarios/)
    await page.reload()
    await page.goForward()
    await expect.poll(title).toMatch(/^Conformance/)
    await expect.poll(place).toBe(1234)
  })

  test('that the page is live is written once, not with every call', async () => {
    await open()
    await page.evaluate(`
      globalThis.written = 0
      new MutationObserver((all) => (written += all.length)).observe(document.getElementById('stream'), {
        attributes: true, characterData: true, childList: true, subtree: true,
      })`)
    await sandbox.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#call-1')
    await page.click('nav.tabs a:text-is("Data")')
    await page.waitForSelector('body[data-tab="console/data"]')
    expect(await page.evaluate('written')).toBe(0)
  })

  test('the page of a sandbox that was removed is live again in another one, and in the same one when it is opened', async () => {
    const other = await server.sandbox('other')
    const remove = async (): Promise<void> => {
      await server.fetch(`/_understay/sandboxes?name=${sandbox.name}`, { method: 'DELETE' })
      await page.waitForSelector('#stream:text-is("gone")')
    }
    await open()
    await remove()
    await page.click('nav.tabs a:text-is("Calls")')
    await untilLive(page)
    await remove()
    await page.click('#sandbox-menu > summary')
    await page.click('#sandbox-menu a:text-is("other")')
    await page.waitForSelector('body[data-sandbox="other"]')
    await untilLive(page)
    await other.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#call-1')
    expect(await page.textContent('#said')).toBe('')
  })
})
