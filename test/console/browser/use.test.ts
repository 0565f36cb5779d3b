import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startUnderstay, type UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, untilLive, withoutBrowser } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the console in use'), () => {
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ opened, sandbox } = given)
  })
  const open = (path = '', url = sandbox.url): Promise<Page> => openLive(opened.page, url, path)

  test('a call appears without a reload; a refused one shows its message', async () => {
    const page = await open()
    await sandbox.fetch('/service/api/properties/all')
    await page.waitForSelector('#call-1')
    expect(await page.textContent('#call-1')).toMatch(/refused.*401/)
  })

  test('a name with markup is shown as text', async () => {
    const nasty = '"><img src=x onerror=alert(1)>'
    await sandbox.fetch('/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': nasty } })
    await sandbox.fetch(`/service/api/${encodeURIComponent(nasty)}`, { headers: { 'user-agent': nasty } })
    const before = opened.complaints.length
    for (const path of ['', '?entry=2', 'console/sessions', 'console/calendar', 'console/rules']) {
      const page = await open(path)
      expect(await page.locator('img').count()).toBe(0)
    }
    expect(opened.complaints.slice(before)).toEqual([])
  })

  test('filters stay while calls are opened and closed, come in, and other tabs are looked at; a chip removes one', async () => {
    for (const path of ['search/stars/4', 'nothing', 'search/stars/5', 'other']) await sandbox.fetch(`/service/api/${path}`)
    const page = await open('?operation=searchByStars')
    const shown = (): Promise<readonly string[]> => page.$$eval('#calls > li', (rows) => rows.map(({ id }) => id))
    expect(await shown()).toEqual(['call-3', 'call-1'])
    await page.click('#call-1 a')
    await page.waitForURL('**/?operation=searchByStars&entry=1')
    await sandbox.fetch('/service/api/search/stars/3')
    await page.waitForSelector('#call-5')
    expect(await shown()).toEqual(['call-5', 'call-3', 'call-1'])
    await page.click('nav.tabs >> text=Data')
    await page.waitForSelector('body[data-tab="console/data"]')
    await page.click('nav.tabs >> text=Calls')
    await page.waitForURL('**/?operation=searchByStars&entry=1')
    await page.click('#detail .close')
    await page.waitForURL('**/?operation=searchByStars')
    await page.waitForSelector('#detail', { state: 'detached' })
    await page.click('.chip')
    await page.waitForURL('**/_understay/')
    await expect.poll(shown).toHaveLength(5)
  })

  test('calls are found, opened, walked through and closed by keyboard', async () => {
    for (const stars of [3, 4, 5]) await sandbox.fetch(`/service/api/search/stars/${stars}`)
    const page = await open()
    // the address changes before the page does
    const shows = async (address: string, entry?: number): Promise<void> => {
      await page.waitForURL(address)
      if (entry === undefined) await page.waitForSelector('#detail', { state: 'detached' })
      else await page.waitForSelector(`#detail[data-entry="${entry}"]`)
    }
    await page.keyboard.press('/')
    await page.keyboard.type('stars')
    await page.keyboard.press('Enter')
    await shows('**/?text=stars')
    await page.waitForSelector('.chip')
    await page.focus('h1 a')
    await page.keyboard.press('j')
    await shows('**/?text=stars&entry=3', 3)
    await page.keyboard.press('Escape')
    await shows('**/?text=stars')
    await page.focus('#call-3 a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await shows('**entry=2', 2)
    const focused = (): Promise<unknown> => page.evaluate('document.activeElement.closest("[id]").id')
    await expect.poll(focused).toBe('detail')
    await page.keyboard.press('j')
    await shows('**entry=1', 1)
    await page.keyboard.press('k')
    await shows('**entry=2', 2)
    await page.keyboard.press('Escape')
    await shows('**/?text=stars')
    await expect.poll(focused).toBe('call-2')
  })

  test('everything that can be clicked is reached with the tab key', async () => {
    await sandbox.fetch('/service/api/search/stars/4')
    for (const path of ['?entry=1', 'console/scenario', 'console/data', 'console/sandboxes']) {
      const page = await open(path)
      const unreachable = await page.$$eval('main :is(a, button, input, select, textarea, summary)', (all) =>
        all
          .filter((one) => one.tabIndex < 0 || (one.matches('a') && !one.hasAttribute('href')))
          .map(({ outerHTML }) => outerHTML),
      )
      expect(unreachable).toEqual([])
    }
  })

  test('an open menu keeps what it fetched while calls come in', async () => {
    const page = await open()
    await page.click('#scenario-menu > summary')
    await page.waitForSelector('#play-name')
    await sandbox.fetch('/service/api/properties/all')
    await page.waitForSelector('#call-1')
    expect(await page.isVisible('#play-name')).toBe(true)
  })

  test('the page comes back when the server does', async () => {
    const options = { at: '2026-05-02T09:00:00Z', freeze: true, control: 'open' } as const
    const first = await startUnderstay(options)
    const page = await open('', first.url)
    await first.close()
    await page.waitForSelector('#stream.bad')
    await using second = await startUnderstay({ ...options, port: Number(new URL(first.url).port) })
    await untilLive(page)
    await second.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#call-1')
    expect(await page.textContent('#said')).toBe('')
  })

  test('a report that cannot be fetched is told until it can; the verdict is that of before', async () => {
    const page = await open()
    await sandbox.fetch('/service/api/properties/all')
    await page.waitForSelector('#verdict-menu .badge:text-is("failed")')
    await page.route('**/report-parts?*', (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '' }))
    await sandbox.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#said.bad:text-is("Verdict and counts are not up to date: the server answered 503.")')
    expect(await page.textContent('#call-count')).toBe('1')
    await page.unroute('**/report-parts?*')
    await sandbox.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#call-count:text-is("3")')
    expect(await page.textContent('#said')).toBe('')
  })

  test('the page stays usable with 1,000 calls and 300 sandboxes', async () => {
    await using crowded = await startUnderstay({ control: 'open' })
    const inTens = async (count: number, send: (number: number) => Promise<unknown>): Promise<void> => {
      for (let done = 0; done < count; done += 10) await Promise.all(Array.from({ length: 10 }, (_, index) => send(done + index)))
    }
    await inTens(1000, () => crowded.fetch('/service/api/search/stars/4'))
    await inTens(300, (number) => crowded.fetch('/_understay/sandboxes', { method: 'POST', body: `{"name":"s${number}"}` }))
    const page = await open('?limit=1000', crowded.url)
    expect(await page.locator('#calls > li').count()).toBeGreaterThan(400)
    await page.click('#sandbox-menu > summary')
    await page.waitForSelector('#sandbox-menu li .badge')
    expect(await page.locator('#sandbox-menu li').count()).toBeLessThanOrEqual(12)
    await page.click('text=All sandboxes')
    await page.waitForSelector('main tbody tr')
    const rows = () => page.locator('main tbody tr').count()
    expect(await rows()).toBe(100)
    // the verdict follows the page, which does not wait for 301 reports
    await page.waitForSelector('#verdict-of-default .badge')
    for (const part of ['101 to 200', '201 to 300', '301 to 301']) {
      await page.click('text=Next')
      await page.waitForSelector(`.pages:has-text("${part}")`)
    }
    expect(await rows()).toBe(1)
    expect(await page.textContent('main tbody tr')).toMatch(/^s299/)
    await page.fill('#search', 's299')
    await page.press('#search', 'Enter')
    await expect.poll(() => page.locator('main tbody tr').count()).toBe(1)
  })
})
