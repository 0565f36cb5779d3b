import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Understay, UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, gateOf, inBrowser, openLive, withoutBrowser, withoutTimer } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the history of the browser'), () => {
  let server: Understay
  let page: Page
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ server, sandbox } = given)
    ;({ page } = given.opened)
  })
  const open = (path?: string): Promise<Page> => openLive(page, sandbox.url, path)
  const hash = (): Promise<string> => page.evaluate('location.hash')
  const tab = (): Promise<string | null> => page.getAttribute('body', 'data-tab')
  const toTab = async (title: string): Promise<void> => {
    await page.click(`nav.tabs a:has-text("${title}")`)
    await page.waitForSelector(`nav.tabs a[aria-current]:has-text("${title}")`)
  }
  const skip = async (): Promise<void> => {
    await page.focus('a.skip')
    await page.keyboard.press('Enter')
    await expect.poll(hash).toBe('#main')
  }

  test('the way back, within the page that is shown, cancels one that is awaited', async () => {
    const data = await gateOf(page, '**/console/data')
    await open('console/rules')
    await skip()
    data.state = 'held'
    const asked = page.waitForRequest('**/console/data')
    await page.click('nav.tabs a:has-text("Data")')
    await asked
    await page.goBack()
    await expect.poll(hash).toBe('')
    const answered = page.waitForResponse('**/console/data')
    data.open()
    await (await answered).finished()
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
    expect(await tab()).toBe('console/rules')
    expect(new URL(page.url()).pathname).toMatch(/console\/rules$/)
  })

  test('another place in a page that Back awaits does not cancel it', async () => {
    await withoutTimer(page)
    const data = await gateOf(page, '**/console/data')
    await open('console/data')
    await toTab('Rules')
    data.state = 'held'
    const asked = page.waitForRequest('**/console/data')
    await page.goBack()
    await asked
    await skip()
    data.open()
    await expect.poll(tab).toBe('console/data')
  })

  test('a page that Back could not fetch is fetched when its address is opened again', async () => {
    await withoutTimer(page)
    const data = await gateOf(page, '**/console/data')
    await open('console/data')
    await toTab('Rules')
    data.state = 'failing'
    await page.goBack()
    await page.waitForSelector('#said.bad:has-text("did not answer")')
    // the other place is one of the page that did not come, so it is fetched once more
    const failed = page.waitForEvent('requestfailed')
    await skip()
    await failed
    data.open()
    await page.goBack()
    await expect.poll(tab).toBe('console/data')
  })

  test('a question that is asked while another page is awaited closes when that comes', async () => {
    const other = await server.sandbox('other')
    const gate = await gateOf(page, `${other.url}/_understay/`)
    await open()
    gate.state = 'held'
    await page.click('#sandbox-menu > summary')
    const asked = page.waitForRequest(`${other.url}/_understay/`)
    await page.click('#sandbox-menu a:text-is("other")')
    await asked
    await page.click('#more-menu > summary')
    await page.click('text="Reset the sandbox"')
    await page.waitForSelector('#confirm[open]')
    gate.open()
    await page.waitForSelector('body[data-sandbox="other"]')
    await page.waitForSelector('#confirm', { state: 'hidden' })
  })

  test('the way back from a place in the same document leads to where its link was followed', async () => {
    const place = (): Promise<number> => page.evaluate('scrollY')
    await open('docs/scenarios/README.md')
    await page.evaluate('scrollTo(0, 900)')
    await page.evaluate('[...document.querySelectorAll(`main a[href^="#"]`)].at(3).click()')
    await expect.poll(hash).not.toBe('')
    await expect.poll(place).not.toBe(900)
    await page.goBack()
    await expect.poll(hash).toBe('')
    await expect.poll(place).toBe(900)
  })
})
