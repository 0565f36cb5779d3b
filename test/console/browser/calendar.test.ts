import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, SIZES, withoutBrowser, withoutTimer } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the calendar'), () => {
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ opened, sandbox } = given)
  })
  const open = (path?: string): Promise<Page> => openLive(opened.page, sandbox.url, path)
  /** Answers the first fetches of the calendar with these statuses. */
  const failWith = async (...statuses: number[]): Promise<void> => {
    const { page } = opened
    onTestFinished(() => page.unroute('**/calendar?*'))
    await page.route('**/calendar?*', (route) => {
      const status = statuses.shift()
      return status === undefined ? route.continue() : route.fulfill({ status, body: '{}' })
    })
  }

  test('the calendar follows a black booking and its removal, and links to the booking and to the call', async () => {
    const headers = { authorization: `Bearer ${await sandbox.token()}` }
    const page = await open('console/calendar?property=1')
    await page.waitForSelector('a.stay')
    const before = await page.locator('a.stay.black').count()
    const made = await sandbox.fetch('/service/api/blackbookings/1/1/2026-06-20', { method: 'POST', headers })
    expect(made.status).toBe(200)
    await expect.poll(() => page.locator('a.stay.black').count()).toBe(before + 1)
    const bar = page.locator('a.stay.black.called')
    expect(await bar.getAttribute('title')).toMatch(/2026-06-20.*changed by call #1/)
    await bar.click()
    await page.waitForSelector('#detail')
    expect(await page.textContent('#detail')).toContain('/blackbookings/1/1/2026-06-20')
    const listed = await sandbox.fetch('/_understay/collections/bookings?field=kind&value=black&limit=1000')
    const { found } = JSON.parse(await listed.text())
    const row = found.find(({ arrival }: { readonly arrival: string }) => arrival === '2026-06-20')
    const gone = await sandbox.fetch(`/service/api/blackbookings/1/${row.id}`, { method: 'DELETE', headers })
    expect(gone.status).toBeLessThan(300)
    await expect.poll(() => page.locator('a.stay.black').count()).toBe(before)
  })

  test('Saturdays and Sundays before 1970 are marked, and any number of nights is named', async () => {
    const page = await open('console/calendar?property=1&from=1969-12-25&nights=9')
    const weekend = page.locator('.day.weekend')
    await expect.poll(() => weekend.allTextContents()).toEqual(['27', '28'])
    const chosen = page.locator('#nights option:checked')
    expect(await chosen.textContent()).toBe('9 nights')
    await page.goto(`${sandbox.url}/_understay/console/calendar?nights=1`)
    expect(await chosen.textContent()).toBe('1 night')
    expect(await page.locator('#nights option').allTextContents()).toEqual(['1 night', '30 nights', '60 nights', '120 nights'])
  })

  test('the calendar is left while its stays are on their way, and is drawn when it is shown again', async () => {
    const { page } = opened
    const before = opened.complaints.length
    const tab = (name: string): Promise<void> => page.click(`nav.tabs a:text-is("${name}")`)
    const drawn = page.locator('a.stay').first()
    let goOn = (): void => undefined
    const left = new Promise<void>((resolve) => (goOn = resolve))
    onTestFinished(async () => {
      goOn()
      await page.unroute('**/calendar?*')
    })
    await page.route('**/calendar?*', async (route) => {
      await left
      await route.continue()
    })
    await open()
    const asked = page.waitForRequest('**/calendar?*')
    await tab('Calendar')
    await asked
    await tab('Sessions')
    await page.waitForSelector('body[data-tab="console/sessions"]')
    const answered = page.waitForResponse('**/calendar?*')
    goOn()
    await (await answered).finished()
    for (let visit = 0; visit < 2; visit++) {
      await tab('Calendar')
      await drawn.waitFor()
      await tab('Sessions')
      await drawn.waitFor({ state: 'detached' })
    }
    expect(opened.complaints.slice(before)).toEqual([])
  })

  test('a date is typed into the calendar, which is shown when the field is left, or by Enter', async () => {
    const page = await open('console/calendar?property=1')
    await page.waitForSelector('a.stay')
    const { pathname, search } = new URL(page.url())
    await page.click('#from', { position: { x: 12, y: 12 } })
    await page.keyboard.type('01012028', { delay: 60 })
    expect(await page.inputValue('#from')).toBe('2028-01-01')
    expect(page.url()).toContain(`${pathname}${search}`)
    await page.keyboard.press('Enter')
    await page.waitForURL('**from=2028-01-01*')
    await page.waitForSelector('.months span:text-is("2028-01")')
    await page.keyboard.press('ArrowUp')
    expect(await page.inputValue('#from')).toBe('2029-01-01')
    expect(page.url()).toContain('from=2028-01-01')
    await page.focus('#nights')
    await page.waitForURL('**from=2029-01-01*')
  })

  test.each([
    ['broke off', '{', []],
    ['cannot be drawn', '{}', [expect.stringContaining('undefined')]],
  ])('the calendar is drawn after an answer that %s', async (_, body, reported) => {
    const page = await opened.context.newPage()
    onTestFinished(() => page.close())
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await withoutTimer(page)
    let asked = 0
    await page.route('**/calendar?*', (route) => (asked++ === 0 ? route.fulfill({ body }) : route.continue()))
    await openLive(page, sandbox.url)
    await page.click('nav.tabs a:text-is("Calendar")')
    await expect.poll(() => asked).toBeGreaterThan(0)
    await sandbox.fetch('/service/api/search/stars/4')
    await page.locator('a.stay').first().waitFor()
    expect(errors).toEqual(reported)
  })

  test('a calendar that cannot be fetched says so, until it can', async () => {
    const { page } = opened
    await failWith(503)
    await open()
    await page.click('nav.tabs a:text-is("Calendar")')
    await page.waitForSelector('#said.bad:text-is("The calendar is not up to date: the server answered 503.")')
    await sandbox.fetch('/service/api/search/stars/4')
    await page.locator('a.stay').first().waitFor()
    expect(await page.textContent('#said')).toBe('')
  })

  test('a calendar whose sandbox is gone says so; when it is there again, the message on a form stays', async () => {
    const { page } = opened
    await failWith(412, 503)
    await open()
    await page.click('nav.tabs a:text-is("Calendar")')
    await page.waitForSelector('#said.bad:has-text("no longer exists")')
    await sandbox.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#said.bad:has-text("answered 503")')
    await page.click('#clock-menu > summary')
    await page.fill('#advance-by', '99999999d')
    await page.click('#clock-menu button:text-is("Advance")')
    await page.waitForSelector('#said.bad:has-text("year 9999")')
    await sandbox.fetch('/service/api/search/stars/4')
    await page.locator('a.stay').first().waitFor()
    expect(await page.textContent('#said')).toContain('year 9999')
  })

  test('a calendar that fails after its page was left says nothing on the next one', async () => {
    const { page } = opened
    onTestFinished(() => page.unroute('**/calendar?*'))
    let leave = (): void => undefined
    const left = new Promise<void>((resolve) => (leave = resolve))
    await page.route('**/calendar?*', (route) => left.then(() => route.fulfill({ status: 503, body: '{}' })))
    await open()
    const asked = page.waitForRequest('**/calendar?*')
    await page.click('nav.tabs a:text-is("Calendar")')
    await asked
    await page.click('nav.tabs a:text-is("Calls")')
    await page.waitForSelector('#calls', { state: 'attached' })
    const answered = page.waitForResponse('**/calendar?*')
    leave()
    await answered
    await page.evaluate('new Promise((resolve) => setTimeout(resolve, 200))')
    expect(await page.textContent('#said')).toBe('')
  })

  test('the calendar drops a booking that is cancelled, and links a booking made by a call to its notes and invoice', async () => {
    const scenario = `name: change-of-mind
events:
  - { at: +1h, do: guest_books, with: { property: 1, arrival: today+8, nights: 3, guest: { surname: Wavering } } }
  - { at: +2h, do: guest_cancels, with: { booking: latest } }
`
    await sandbox.fetch('/_understay/scenario', { method: 'PUT', body: scenario })
    const page = await open('console/calendar?property=1')
    await page.waitForSelector('a.stay')
    const bar = page.locator('a.stay:text-is("Wavering")')
    expect(await bar.count()).toBe(0)
    await sandbox.clock.advance('1h')
    await bar.waitFor()
    await bar.click()
    await page.waitForSelector('#detail-title')
    const detail = await page.textContent('#detail')
    for (const part of ['2026-05-10 to 2026-05-13', 'Wavering', 'Invoices', 'accommodation', 'Notes', 'History'])
      expect(detail).toContain(part)
    await sandbox.clock.advance('1h')
    await bar.waitFor({ state: 'detached' })
    await expect.poll(() => page.textContent('#detail')).toContain('cancelled')
  })

  test('after midnight the new day is marked, and a chart that begins a day later keeps the focus on a stay', async () => {
    const page = await open('console/calendar?property=1&from=2026-04-27')
    const today = (): Promise<readonly string[]> => page.locator('.day.today').allTextContents()
    await expect.poll(today).toEqual(['02'])
    await sandbox.clock.advance('1d')
    await expect.poll(today).toEqual(['03'])
    await open('console/calendar?property=1')
    const begins = (): Promise<string | null> => page.locator('.day').first().textContent()
    await expect.poll(begins).toBe('26')
    const stay = (await page.locator('a.stay').last().getAttribute('id')) ?? ''
    await page.focus(`#${stay}`)
    await sandbox.clock.advance('1d')
    await expect.poll(begins).toBe('27')
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(stay)
  })

  test('stays keep their colours in forced colours, and all rooms are on paper', async () => {
    const page = await open('console/calendar?property=1')
    await page.waitForSelector('a.stay')
    onTestFinished(() => page.emulateMedia({ forcedColors: null, media: null }))
    await page.emulateMedia({ forcedColors: 'active' })
    for (const bar of ['.legend .booked', 'a.stay.booked']) {
      expect(await page.evaluate(`getComputedStyle(document.querySelector('${bar}')).backgroundColor`)).toBe('rgb(207, 227, 251)')
    }
    await page.setViewportSize({ width: 1400, height: 300 })
    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    expect(await page.$eval('#chart', (chart) => chart.scrollHeight - chart.clientHeight)).toBeLessThanOrEqual(0)
    await page.setViewportSize(SIZES.wide)
  })
})
