import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, withoutBrowser } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the focus'), () => {
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole(
    (given) => {
      ;({ opened, sandbox } = given)
    },
    { webhookHosts: ['127.0.0.1'] },
  )
  const open = (path: string): Promise<Page> => openLive(opened.page, sandbox.url, path)
  const focused = (): Promise<string> =>
    opened.page.evaluate('document.activeElement.closest("a, button, summary")?.textContent.trim()')

  test('goes to the menu that the form of hooks moves into', async () => {
    const page = await open('console/webhooks')
    await page.fill('#hook-url', 'http://127.0.0.1:1/hook')
    await page.click('text="Add the hook"')
    await expect.poll(focused).toBe('Add a hook')
  })

  test('goes to the heading when the page loses the form before the answer arrives', async () => {
    await sandbox.fetch('/_understay/faults', { method: 'POST', body: '{"on":{},"network":{"status":503}}' })
    const page = await open('console/scenario')
    onTestFinished(() => page.unroute(/faults.id=/))
    await page.route(/faults.id=/, async (route) => {
      const response = await route.fetch()
      await page.waitForSelector('[id="fault-armed/1"]', { state: 'detached' })
      await route.fulfill({ response })
    })
    await page.focus('[aria-label="Disarm armed/1"]')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toMatch(/^H\d$/)
    // and stays there when the page follows a change of somebody else
    await sandbox.fetch('/_understay/faults', { method: 'POST', body: '{"on":{},"network":{"status":503}}' })
    await page.waitForSelector('[aria-label="Disarm armed/2"]')
    expect(await page.evaluate('document.activeElement.tagName')).toMatch(/^H\d$/)
  })

  test.each([
    ['?refused=true', 'a.chip', ''],
    ['?refused=true', '.chips >> text="Clear all"', ''],
    ['?text=zzzz', '.empty a', ''],
    ['console/scenario', '[aria-label="Edit a copy of black-booking-race"]', '#editor-title'],
    ['console/scenario?show=black-booking-race', 'text="Start from the template"', 'console/scenario'],
  ])('is on the page after Enter on a link that the new page lacks: %s %s', async (path, link, leadsTo) => {
    await sandbox.fetch('/service/api/properties/all')
    const page = await open(path)
    await page.focus(link)
    await page.keyboard.press('Enter')
    await page.waitForURL((url) => url.href.endsWith(leadsTo === '' ? '/_understay/' : leadsTo))
    await expect.poll(() => page.evaluate('document.activeElement.tagName')).toMatch(/^H\d$/)
    if (leadsTo.startsWith('#')) expect(await page.evaluate('document.activeElement.id')).toBe(leadsTo.slice(1))
  })

  test('goes to the content by the skip link, which fetches nothing', async () => {
    const page = await open('console/data')
    const fetched: string[] = []
    page.on('request', (request) => {
      if (request.headers()['accept'] === 'text/html' && !request.headers()['if-match']) fetched.push(request.url())
    })
    await page.focus('a.skip')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/console/data#main')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('main')
    await page.goBack()
    await page.waitForURL('**/console/data')
    await page.click('nav.tabs >> text=Rules')
    await page.waitForSelector('body[data-tab="console/rules"]')
    expect(fetched).toEqual([`${sandbox.url}/_understay/console/rules`])
    await page.goBack()
    await page.waitForSelector('body[data-tab="console/data"]')
  })

  test('leads to a session of any name', async () => {
    const headers = { 'x-service-booking-session-id': '100% a#b' }
    await sandbox.fetch('/service/api/booking/initialise/1/en-GB', { headers })
    const page = await open('?entry=1')
    await page.focus('text="steps and price"')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[id="session-100% a#b"]')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('session-100% a#b')
    await page.goto(`${sandbox.url}/_understay/console/sessions`)
    await page.click('nav.tabs >> text=Rules')
    await page.waitForSelector('body[data-tab="console/rules"]')
    await page.evaluate('history.replaceState(null, "", "#100%")')
    await page.goBack()
    await page.waitForSelector('body[data-tab="console/sessions"]')
    await page.goForward()
    await page.waitForSelector('body[data-tab="console/rules"]')
    expect(await page.textContent('#said')).toBe('')
  })

  test('goes to no button of another row or form when its own is gone', async () => {
    for (let i = 0; i < 3; i++)
      await sandbox.fetch('/_understay/faults', { method: 'POST', body: '{"on":{},"network":{"status":503}}' })
    const page = await open('console/scenario')
    for (const [id, left] of [
      [1, 2],
      [2, 1],
      [3, 0],
    ]) {
      await page.focus(`[aria-label="Disarm armed/${id}"]`)
      await page.keyboard.press('Enter')
      await page.waitForSelector(`[id="fault-armed/${id}"]`, { state: 'detached' })
      await expect.poll(() => page.evaluate('document.activeElement.tagName')).toMatch(/^H\d$/)
      await page.keyboard.press('Enter')
      expect(await sandbox.faults.list()).toHaveLength(left ?? 0)
    }
  })
})
