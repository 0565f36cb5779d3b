import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Understay, UnderstaySandbox } from '../../../src/index.ts'
import { RawClient, UP_TO_VALID } from '../../clients/rules/raw-client.ts'
import { inBrowser, type Opened, openPage, startConsole, untilLive, withoutBrowser } from './browser.ts'
import { DEVICES, Hand } from './hand.ts'

/** Another channel sells the rooms of a property until none is left. */
const RIVAL = `name: rival
traffic:
  - { id: rival, do: channel_sells, rate: 48/d, with: { property: 1, arrival: today+15, nights: 3 } }
`

const OPTIONS = { webhookHosts: ['127.0.0.1'] }

/** Of the twelve tasks, 11 takes a minute: `minute.test.ts`. */
describe.skipIf(withoutBrowser).each(DEVICES)(inBrowser('twelve tasks by %s'), (device) => {
  let browser: Browser
  let server: Understay
  let opened: Opened
  let sandbox: UnderstaySandbox
  let client: RawClient
  let hand: Hand
  let page: Page
  beforeAll(async () => {
    ;[browser, server] = await startConsole(OPTIONS)
    opened = await openPage(browser, 'about:blank')
    ;({ page } = opened)
    hand = await Hand.of(page, device)
  })
  afterAll(() => Promise.all([browser?.close(), server?.close()]))
  let count = 0
  beforeEach(async () => {
    sandbox = await server.sandbox(`task-${++count}`)
    client = new RawClient(sandbox)
    await page.goto(`${sandbox.url}/_understay/`)
    await untilLive(page)
  })
  afterEach(() => expect((opened.complaints as string[]).splice(0)).toEqual([]))

  const tab = async (name: string): Promise<void> => {
    await hand.press(`nav.tabs a:has-text("${name}")`)
    await page.waitForSelector(`nav.tabs a[aria-current]:has-text("${name}")`)
  }
  /** Plays a bundled scenario from the header. */
  const play = async (name: string): Promise<void> => {
    await hand.open('scenario-menu')
    await page.waitForSelector('#play-name')
    await hand.choose('#play-name', name)
    await hand.press('#scenario-menu button:text-is("Play")')
    await hand.confirm()
    await page.waitForSelector(`#scenario-menu b:text-is("${name}")`)
  }
  const textOf = async (selector: string): Promise<string> => (await page.textContent(selector)) ?? ''
  const advance = async (by: string): Promise<void> => {
    const before = await textOf('[data-clock]')
    await hand.open('clock-menu')
    await hand.press(`#clock-menu button:text-is("+${by}")`)
    await expect.poll(() => textOf('[data-clock]')).not.toBe(before)
  }

  test('1: a client runs on a bad day; its refused call tells why, and another one what it changed', async () => {
    await play('token-revoked')
    await client.signIn()
    expect((await client.close(1, 1, 49)).status).toBe(200)
    for (let call = 0; call < 3; call++) await client.get('/properties/all')
    await page.waitForSelector('#call-5')
    await hand.press('.quick a:text-is("Refused")')
    await page.waitForURL('**/?refused=true')
    await page.waitForSelector('#call-2', { state: 'detached' })
    await hand.press('#calls li:first-child a')
    await page.waitForSelector('#detail')
    const why = await textOf('#detail .note')
    expect(why).toMatch(/Refused.*revoked/s)
    expect(why).toContain('What to do')
    await hand.press('.quick a:text-is("All")')
    await page.waitForSelector('#call-2')
    await hand.press('#call-2 a')
    await page.waitForSelector('#detail[data-entry="2"]')
    await hand.press('#detail .row-change > summary:has-text("bookings")')
    expect(await textOf('[aria-label^="bookings "]')).toMatch(/arrival.*2026-06-20/s)
  })

  test('2: the night that is sold twice is found from any property, with who took it', async () => {
    await tab('Calendar')
    await page.waitForSelector('.day.today:text-is("02")')
    await play('two-channels')
    await page.waitForSelector('.day.today:text-is("01")')
    await page.waitForSelector('.months span:text-is("2026-05")')
    await advance('1d')
    await page.waitForSelector('#twice-elsewhere')
    await hand.press('#twice-elsewhere a:text-is("The Old Mill Inn")')
    await page.waitForSelector('#chart .track .twice')
    const first = 'section[aria-labelledby=twice-title] tbody tr:first-child'
    expect(await textOf(first)).toMatch(/2026-06-\d\d.*traffic guests\/guest_books.*other channel/s)
    await hand.press(`${first} td a`)
    await page.waitForSelector('#detail')
    expect(await textOf('#detail')).toMatch(/History.*Changed by traffic guests\/guest_books/s)
    await hand.press('#detail .close')
    await page.waitForSelector('#detail', { state: 'detached' })
    await hand.press('#chart a.stay.caused')
    await page.waitForSelector('#detail')
    await hand.press('#detail .close')
    await hand.press('#chart a.stay.other-channel')
    await page.waitForSelector('body[data-tab="console/scenario"]')
    await page.waitForSelector('#traffic-other-channel-channel_sells')
  })

  test('2: of a night that a client and another channel have sold, the call is shown, and where the night lies in the chart', async () => {
    await sandbox.fetch('/_understay/scenario', { method: 'PUT', body: RIVAL })
    await tab('Calendar')
    await page.waitForSelector('a.stay')
    await advance('1d')
    await page.waitForSelector('#chart a.stay.other-channel')
    expect(await page.locator('#chart .track .twice').count()).toBe(0)
    await client.visit('visit', [...UP_TO_VALID, 'create'])
    await page.waitForSelector('#chart .track .twice')
    await page.waitForSelector('#twice-title')
    const table = 'section[aria-labelledby=twice-title] tbody'
    const nights = await page.locator(`${table} th`).allTextContents()
    const marks = await page.$$eval('#chart .track .twice', (all) => all.map((one) => one.getAttribute('title')))
    expect(marks.sort()).toEqual(nights.map((night) => `${night} is sold twice`).sort())
    const labels = await page.$$eval('#chart a.stay', (all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    const twice = labels.filter((label) => label.endsWith(`sold twice: ${nights.join(', ')}`))
    expect(twice.map((label) => label.split(/[, ]/)[0]).sort()).toEqual(['Booking', 'Sale'])
    for (const row of await page.locator(`${table} tr`).allTextContents()) expect(row).toMatch(/Varga.*call #\d+.*other channel/s)
    await hand.press(`${table} tr:first-child a:has-text("#")`)
    await page.waitForSelector('#detail')
    expect(await textOf('#detail')).toContain('/booking/create')
  })

  test('3: the next fault is armed from a call, and strikes', async () => {
    await client.get('/search/stars/4')
    await page.waitForSelector('#call-1')
    await hand.press('#call-1 a')
    await hand.press('summary:text-is("Arm a fault here")')
    const top = () => page.$eval('main', (main) => main.getBoundingClientRect().top)
    const before = await top()
    await hand.press('button:text-is("Arm the fault")')
    await page.waitForSelector('#said:has-text("done")')
    expect(await top()).toBe(before)
    expect((await client.get('/search/stars/4')).status).toBe(503)
    await page.waitForSelector('#call-2 .badge.fault')
    await hand.press('#call-2 a')
    await page.waitForSelector('#detail[data-entry="2"]')
    await hand.press('#detail a:has-text("armed/1")')
    await page.waitForSelector('[id="fault-armed/1"] .badge.fault')
    expect(await textOf('[id="fault-armed/1"]')).toContain('applied 1 time, used up')
  })

  test('4: a scenario is written with a mistake, mended, and played; the verdict is read', async () => {
    await tab('Scenario')
    await page.waitForSelector('#editor-problems.good')
    const text = 'name: own\nexpect:\n  - { id: lists, operation: listBooking, status: 200 }\n'
    await hand.type('.cm-content', text)
    await page.waitForSelector('#editor-problems.bad button')
    expect(await textOf('#editor-problems')).toMatch(/3:\d+.*listBooking/)
    await hand.press('#editor-problems button')
    await expect.poll(() => page.evaluate('document.activeElement.className')).toBe('code')
    await page.keyboard.press('Control+ArrowRight')
    await page.keyboard.type('s')
    await page.waitForSelector('#editor-problems.good')
    if (await page.$('.cm-tooltip-autocomplete')) await page.keyboard.press('Escape')
    await hand.press('[data-editor] button:text-is("Play")')
    await hand.confirm()
    await page.waitForSelector('#scenario-menu b:text-is("own")')
    await client.get('/search/stars/4')
    await page.waitForSelector('#verdict-menu .badge.bad')
    await hand.open('verdict-menu')
    expect(await textOf('#verdict-menu .menu-panel')).toMatch(/failed.*lists/s)
  })

  test('5: the clock is moved, and the tokens that are over are marked', async () => {
    await client.signIn()
    for (const by of ['1h', '1h']) await advance(by)
    await client.signIn()
    await tab('Data')
    expect(await textOf('#credentials-title ~ #client-demo > summary')).toMatch(/1 token valid.*1 expired/s)
    await hand.press('.collections a:text-is("tokens")')
    await page.waitForSelector('[aria-label="Rows of tokens"]')
    expect(await page.locator('tbody tr').count()).toBe(2)
    expect(await page.locator('tbody tr:has(.badge:text-is("expired"))').count()).toBe(1)
  })

  test('6: a snapshot is taken, compared in a table with readable times, and restored', async () => {
    await tab('Data')
    await hand.type('#snapshot-name', 'before')
    await hand.press('button:text-is("Take a snapshot")')
    await page.waitForSelector('[aria-label="Restore before"]')
    await client.signIn()
    await client.close(1, 1, 49)
    await hand.press('a:text-is("Changes since")')
    await page.waitForSelector('[aria-label="bookings"]')
    const changes = await textOf('main')
    expect(changes).toMatch(/bookings 1 row.*added.*2026-06-20/s)
    expect(changes).toMatch(/2026-05-02 09:00:00/)
    expect(changes).not.toMatch(/\d{13}/)
    await hand.press('[aria-label="bookings"] [title="Calls that changed this row"]')
    await page.waitForSelector('li[id^="call-"]')
    expect(await page.$$eval('li[id^="call-"]', (calls) => calls.map(({ textContent }) => textContent))).toEqual([
      expect.stringContaining('createBlackBooking'),
    ])
    await tab('Data')
    await hand.type('#snapshot-name', 'with-booking')
    await hand.press('button:text-is("Take a snapshot")')
    await page.waitForSelector('[aria-label="Restore with-booking"]')
    await hand.press('a:text-is("Changes since")')
    await hand.press('.page-head a:text-is("Data")')
    await hand.press('[aria-label="Restore before"]')
    await hand.confirm()
    await page.waitForSelector('#said:text-is("Restore: done.")')
    await hand.press('a:text-is("Changes since")')
    await page.waitForSelector('main:has-text("Nothing changed since this snapshot")')
    await hand.choose('#to', 'with-booking')
    await hand.press('button:text-is("Compare")')
    await page.waitForSelector('[aria-label="bookings"]:has-text("2026-06-20")')
    await tab('Data')
    await hand.press('a:text-is("rates")')
    await page.waitForSelector('th:has-text("price in hundredths")')
  })

  test('7: a sandbox and a client with scopes and properties are made, and fixtures exported', async () => {
    await hand.open('sandbox-menu')
    await hand.type('#new-sandbox', `made-by-${device}`)
    await hand.press('#sandbox-menu button:text-is("Create")')
    await page.waitForSelector(`body[data-sandbox="made-by-${device}"]`)
    await tab('Data')
    await hand.type('#client-id', 'sync')
    await hand.type('#client-scopes', 'properties_get favourites_get')
    await hand.type('#client-properties', '2, 3')
    await hand.press('[data-call="POST credentials"] button')
    await page.waitForSelector('#client-sync')
    const made = await server.sandbox(`made-by-${device}`)
    const all = JSON.parse(await (await made.fetch('/_understay/credentials')).text())
    expect(all.find(({ client_id: id }: { readonly client_id: string }) => id === 'sync')).toMatchObject({
      scopes: ['properties_get', 'favourites_get'],
      properties: [2, 3],
    })
    const [file] = await Promise.all([page.waitForEvent('download'), hand.press('a:text-is("Export as fixtures")')])
    expect(file.suggestedFilename()).toBe('fixtures.yaml')
  })

  test('8: a session tells why it is not ready, and its price line by line', async () => {
    await client.visit('visit', ['begin', 'dates', 'guests'])
    await tab('Sessions')
    await page.waitForSelector('#session-visit .badge:text-is("next: address")')
    expect(await textOf('#session-visit .steps .next')).toContain('Address')
    await client.visit('visit', ['address', 'rooms', 'prices'])
    await page.waitForSelector('#session-visit .badge:text-is("next: validated")')
    expect(await textOf('#session-visit .price')).toMatch(/night.*Total.*3 nights.*\d+\.\d\d.*Deposit/s)
    await hand.press('#session-visit a:text-is("calls of this session")')
    await page.waitForURL('**/?session=visit')
  })

  test('9: a hook is added, its deliveries are seen, and one is sent again', async () => {
    const receiver = await sandbox.webhooks.receive({ status: 500 })
    const [hook] = await sandbox.webhooks.list()
    await sandbox.webhooks.remove(hook?.id ?? 0)
    await tab('Webhooks')
    const heard = await page.$$eval('#hook-manager option', (all) => all.map(({ textContent }) => textContent))
    expect(heard.join()).toMatch(/^all managers,1 head-office.*,2 mara.*,3 tomas/)
    expect(heard).toHaveLength(4)
    await hand.type('#hook-url', receiver.url)
    await hand.press('button:text-is("Add the hook")')
    await page.waitForSelector('#hook-1, #hook-2')
    await client.signIn()
    await client.close(1, 1, 49)
    await page.waitForSelector('#deliveries li .badge.bad')
    await hand.press('#deliveries li:last-child a')
    await page.waitForSelector('#detail')
    expect(await textOf('#detail .note')).toContain('answered 500')
    await hand.press('button:text-is("Send it again")')
    await page.waitForSelector('#said:text-is("Send it again: waiting.")')
    await page.waitForSelector('#detail:has-text("attempt 2")')
  })

  test('10: a word is found in the documents; the viewer is given a token with the credentials that it has, and tries a call', async () => {
    await tab('Docs')
    await hand.type('#docs-search', 'black booking')
    await page.keyboard.press('Enter')
    await hand.press('.results li:first-child a')
    await page.waitForSelector('.document')
    expect(await textOf('.document')).toMatch(/black booking/i)
    await hand.press('a:text-is("All documents")')
    await hand.press('main a:text-is("OpenAPI of the service")')
    await page.waitForSelector('.opblock')
    await hand.press('button.authorize')
    const id = '.auth-container input[id^=client_id]'
    await page.waitForSelector(id)
    expect(await page.inputValue(id)).toBe('demo')
    await hand.press('.auth-container button.authorize')
    await page.waitForSelector('.auth-container button:text-is("Logout")')
    await hand.press('.modal-ux button:text-is("Close")')
    const operation = '#operations-bookings-listBookings'
    expect((await page.locator(`${operation} .opblock-summary`).boundingBox())?.height).toBeLessThan(60)
    await hand.press(`${operation} .opblock-summary-control`)
    await hand.press(`${operation} .try-out__btn`)
    await hand.type(`${operation} .parameters input[type=text]`, '1')
    await hand.press(`${operation} .execute`)
    await page.waitForSelector(`${operation} .live-responses-table`)
    expect(await textOf(`${operation} .live-responses-table`)).toMatch(/200.*"listbooking"/s)
    await hand.press('a.logo')
    await page.waitForSelector('#call-2')
    expect(await textOf('#call-2')).toMatch(/200.*listbooking\/1/s)
  })
})

describe.skipIf(withoutBrowser)(inBrowser('the twelfth task'), () => {
  test.each(DEVICES)('12: one of 300 sandboxes is found by %s', async (device) => {
    const [browser, server] = await startConsole(OPTIONS)
    await Promise.all(Array.from({ length: 300 }, (_, index) => server.sandbox(`s${index}`)))
    const { page, complaints } = await openPage(browser, 'about:blank')
    const hand = await Hand.of(page, device)
    await page.goto(`${server.url}/_understay/`)
    await untilLive(page)
    await hand.open('sandbox-menu')
    await hand.press('a:has-text("All sandboxes")')
    await page.waitForSelector('#search')
    const names = (): Promise<readonly (string | null)[]> =>
      page.$$eval('main tbody th a', (all) => all.map(({ textContent }) => textContent))
    expect((await names()).slice(0, 4)).toEqual(['default', 's0', 's1', 's2'])
    expect((await names()).slice(10, 13)).toEqual(['s9', 's10', 's11'])
    await hand.type('#search', 's299')
    await page.keyboard.press('Enter')
    await expect.poll(names).toEqual(['s299'])
    await hand.press('main tbody th a')
    await page.waitForSelector('body[data-sandbox="s299"]')
    expect(complaints).toEqual([])
    await Promise.all([browser.close(), server.close()])
  })
})
