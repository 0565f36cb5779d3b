import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, untilLive, withoutBrowser, withoutTimer } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the console in use'), () => {
  let server: Understay
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ server, opened, sandbox } = given)
  })
  const open = (path = '', url = sandbox.url): Promise<Page> => openLive(opened.page, url, path)
  const json = async (path: string) => JSON.parse(await (await sandbox.fetch(`/_understay/${path}`)).text())

  test('a call appears without a reload; a refused one shows its message', async () => {
    const page = await open()
    await sandbox.fetch('/service/api/properties/all')
    await page.waitForSelector('#call-1')
    expect(await page.textContent('#call-1')).toMatch(/refused.*401/)
  })

  test('a button on the page of a sandbox that was removed says so, and does not create it again', async () => {
    const page = await open('console/data')
    await server.fetch(`/_understay/sandboxes?name=${sandbox.name}`, { method: 'DELETE' })
    await page.fill('#snapshot-name', 'late')
    const answered = page.waitForResponse((answer) => /\/(?:sandboxes|snapshots)$/.test(answer.url()))
    await page.click('button:text-is("Take a snapshot")')
    await answered
    await page.waitForSelector('#said.bad:has-text("no longer exists")')
    const listed: readonly { name: string }[] = JSON.parse(await (await server.fetch('/_understay/sandboxes')).text())
    expect(listed.map(({ name }) => name)).not.toContain(sandbox.name)
  })

  test('the clock is advanced, frozen, run and set', async () => {
    const page = await open()
    await page.click('#clock-menu > summary')
    await page.click('text="+1h"')
    await expect.poll(() => page.textContent('[data-clock]')).toBe('2026-05-02 10:00:00')
    await page.click('#clock-menu > summary')
    await page.fill('#clock-run', '60x')
    await page.click('#clock-menu button:text-is("Run")')
    await expect.poll(() => page.textContent('#clock-menu small')).toBe('60x')
    await page.click('#clock-menu > summary')
    await page.click('text="Freeze"')
    await expect.poll(() => page.textContent('#clock-menu small')).toBe('frozen')
    await page.click('#clock-menu > summary')
    await page.fill('#clock-at', '2027-01-02T03:04:05')
    await page.click('#clock-menu button:text-is("Set")')
    await expect.poll(() => page.textContent('[data-clock]')).toBe('2027-01-02 03:04:05')
    const focused = () => page.evaluate('document.activeElement.closest("details")?.id')
    await expect.poll(focused).toBe('clock-menu')
    await page.keyboard.press('Enter')
    await page.focus('#clock-menu button:text-is("+1h")')
    await page.keyboard.press('Enter')
    await expect.poll(() => page.textContent('[data-clock]')).toBe('2027-01-02 04:04:05')
    expect(await focused()).toBe('clock-menu')
    await page.click('#clock-menu > summary')
    await page.focus('#scenario-menu > summary')
    expect(await page.isVisible('#clock-at')).toBe(false)
    await page.click('#clock-menu > summary')
    await page.fill('#advance-by', '99999999d')
    await page.click('#clock-menu button:text-is("Advance")')
    await expect.poll(() => page.textContent('#said')).toContain('year 9999')
    expect((await json('clock')).at).toBe('2027-01-02T04:04:05.000Z')
  })

  test('the field of the clock follows it, also on the full minute', async () => {
    const page = await open()
    expect(await page.inputValue('#clock-at')).toBe('2026-05-02T09:00')
    for (const [by, now] of [
      ['1s', '2026-05-02T09:00:01'],
      ['59s', '2026-05-02T09:01'],
      ['1h', '2026-05-02T10:01'],
    ] as const) {
      await sandbox.clock.advance(by)
      await expect.poll(() => page.inputValue('#clock-at')).toBe(now)
    }
    await page.click('#clock-menu > summary')
    await page.click('#clock-menu button:text-is("Set")')
    await page.waitForSelector('#said:text-is("Set: done.")')
    expect((await json('clock')).at).toBe('2026-05-02T10:01:00.000Z')
  })

  test('blanks and commas around words change nothing', async () => {
    const page = await open('console/data')
    for (const [id, scopes, properties] of [
      ['c1', ' properties_get, properties_set,', '1, 2,'],
      ['c2', ' ', ' 1'],
    ] as const) {
      await page.fill('#client-id', id)
      await page.fill('#client-scopes', scopes)
      await page.fill('#client-properties', properties)
      await page.press('#client-properties', 'Enter')
      await page.waitForSelector(`#client-${id}`)
    }
    const clients: readonly Record<string, unknown>[] = await json('credentials')
    const demo = clients.find(({ client_id: id }) => id === 'demo')
    expect(clients.find(({ client_id: id }) => id === 'c1')).toMatchObject({
      scopes: ['properties_get', 'properties_set'],
      properties: [1, 2],
    })
    expect(clients.find(({ client_id: id }) => id === 'c2')).toMatchObject({ scopes: demo?.['scopes'], properties: [1] })
    await page.click('nav.tabs >> text=Scenario')
    await page.fill('#arm-operation', ' listBookings ')
    expect(await page.inputValue('#arm-yaml')).toContain('on: { operation: listBookings }')
  })

  test('a fault is armed from a call, another by the form, and disarmed', async () => {
    await sandbox.fetch('/service/api/search/stars/4')
    const page = await open('?entry=1')
    await page.click('text="Arm a fault here"')
    await page.click('text="Arm the fault"')
    await page.waitForSelector('#said:has-text("done")')
    expect((await json('faults')).map(({ fault }: { readonly fault: object }) => fault)).toEqual([
      { on: { operation: 'searchByStars' }, times: 1, network: { status: 503, retry_after: 2 } },
    ])
    await page.click('nav.tabs >> text=Scenario')
    await page.waitForSelector('#arm-cause')
    const offered = () => page.$$eval('#arm-cause option:enabled', (all) => all.map(({ textContent }) => textContent))
    const all = await offered()
    const always = all.slice(0, 10)
    expect(always.slice(8)).toEqual(['give an answer of your own', 'change the real answer'])
    await page.selectOption('#arm-cause', { label: 'another guest takes the room' })
    await page.fill('#arm-operation', 'searchByStars')
    expect(await offered()).toEqual(always)
    expect(await page.inputValue('#arm-yaml')).toContain('network: { status: 503')
    await page.fill('#arm-operation', 'listProperties')
    expect(await offered()).toEqual([...always, 'the token expires', 'the token is revoked'])
    await page.selectOption('#arm-cause', { label: 'the token expires' })
    await page.click('button:text-is("Arm")')
    await page.waitForSelector('[id="fault-armed/2"]')
    await expect.poll(offered).toEqual(all)
    await page.click('[aria-label="Disarm armed/1"]')
    await page.waitForSelector('[id="fault-armed/1"]', { state: 'detached' })
    expect(await json('faults')).toMatchObject([{ id: 'armed/2', cause: 'token' }])
  })

  /** Types a whole text into the editor, by keyboard alone. */
  async function write(page: Page, text: string): Promise<void> {
    await page.focus('.cm-content')
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(text)
  }

  const OWN = 'name: own\nfaults:\n  - on: { operation: listBookings }\n    network: { status: 503 }\n'

  test('a scenario is checked as one types, and played; its text stays, and is opened again', async () => {
    const page = await open('console/scenario')
    await page.waitForSelector('#editor-problems.good')
    await write(page, OWN.replace('listBookings', 'listBooking'))
    await page.waitForSelector('#editor-problems.bad')
    expect(await page.textContent('#editor-problems')).toMatch(/3:\d+.*listBooking/)
    await page.waitForSelector('.cm-lintRange-error')
    await page.click('[data-editor] button:text-is("Play")')
    await page.waitForSelector('#said.bad:has-text("Play: first correct the text")')
    await write(page, 'name: x')
    await expect.poll(() => page.textContent('#editor-problems')).toMatch(/^ ?not a bundled scenario/)
    await write(page, OWN)
    await page.waitForSelector('#editor-problems.good')
    expect(await page.textContent('#said')).toBe('')
    await page.click('nav.tabs >> text=Rules')
    await page.waitForSelector('body[data-tab="console/rules"]')
    await page.click('nav.tabs >> text=Scenario')
    await page.waitForSelector('.cm-content:has-text("name: own")')
    await page.click('[data-editor] button:text-is("Play")')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#scenario-menu b:text-is("own")')
    expect((await json('scenario')).scenario).toMatchObject({ name: 'own', text: OWN })
    expect(await page.inputValue('#scenario-text')).toBe(OWN)
    await page.click('text="Open the text that plays"')
    await page.waitForSelector('#editor-title:text-is("Edit the text that plays")')
    await page.waitForSelector('.cm-content:has-text("name: own")')
    await page.click('#scenario-menu > summary')
    await page.click('text="End the scenario"')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#scenario-menu b:text-is("none")')
  })

  test('a draft that was played is forgotten when the text that plays is opened', async () => {
    await sandbox.fetch('/_understay/scenario', { method: 'PUT', body: OWN })
    const page = await open('console/scenario?show=.playing')
    await page.waitForSelector('.cm-content:has-text("name: own")')
    await write(page, `${OWN}# played\n`)
    await page.waitForSelector('#editor-problems.good')
    await page.click('[data-editor] button:text-is("Play")')
    await page.click('#confirm button[value=yes]')
    await expect.poll(async () => (await json('scenario')).scenario.text).toContain('# played')
    await page.reload()
    await page.waitForSelector('.cm-content:has-text("# played")')
    await sandbox.fetch('/_understay/scenario', { method: 'PUT', body: OWN.replace('name: own', 'name: another') })
    await page.reload()
    await page.waitForSelector('.cm-content:has-text("name: another")')
  })

  test('a form is sent once after a switch of sandbox, and the viewer opens by a click', async () => {
    const other = await server.sandbox('other')
    const page = await open()
    await page.click('#sandbox-menu > summary')
    await page.click('#sandbox-menu a:text-is("other")')
    await page.waitForSelector('body[data-sandbox="other"]')
    await page.click('#clock-menu > summary')
    await page.click('text="+1d"')
    await expect.poll(() => page.textContent('[data-clock]')).toBe('2026-05-03 09:00:00')
    await page.click('nav.tabs >> text=Docs')
    await page.click('main a:text-is("OpenAPI of the control API")')
    await page.waitForSelector('.opblock')
    expect(other.clock.today()).toBe('2026-05-03')
  })

  test('the editor is at most 130 kB compressed, and completes keys and values by the schema', async () => {
    const bundle = await (await sandbox.fetch('/_understay/console/assets/codemirror.js')).text()
    expect(gzipSync(bundle).length).toBeLessThanOrEqual(130_000)
    const page = await open('console/scenario')
    await page.waitForSelector('#editor-problems.good')
    await write(page, 'name: own\nfaults:\n  - on: { operation: listB')
    await page.keyboard.type('o')
    await page.waitForSelector('.cm-tooltip-autocomplete li:has-text("listBookings")')
    await page.waitForTimeout(100)
    await page.keyboard.press('Enter')
    await expect.poll(() => page.inputValue('#scenario-text')).toMatch(/operation: listBo/)
    await write(page, 'name: own\nevents:\n  - at: +1m\n    d')
    await page.keyboard.type('o')
    await page.waitForSelector('.cm-tooltip-autocomplete li:has-text("do")')
  })

  test('snapshots, clients and sandboxes are created; a reset asks first', async () => {
    const page = await open('console/data')
    await page.fill('#snapshot-name', 'before')
    await page.click('text="Take a snapshot"')
    await page.waitForSelector('[aria-label="Restore before"]')
    await page.fill('#client-id', 'sync')
    await page.click('[data-call="POST credentials"] button')
    await page.waitForSelector('#client-sync')
    await page.click('text="Changes since"')
    await page.waitForSelector('[aria-label="clients"]')
    await page.click('#sandbox-menu > summary')
    await page.fill('#new-sandbox', 'nightly')
    await page.click('#sandbox-menu button:text-is("Create")')
    await page.waitForURL('**/@nightly/_understay/')
    await untilLive(page)
    await page.goto(`${sandbox.url}/_understay/console/data`)
    await untilLive(page)
    await page.click('#more-menu > summary')
    await page.focus('text="Reset the sandbox"')
    for (const no of ['Escape', 'Enter']) {
      await page.keyboard.press('Enter')
      await page.waitForSelector('#confirm[open]')
      await page.keyboard.press(no)
      await page.waitForSelector('#confirm', { state: 'hidden' })
      expect([no, await page.evaluate('document.activeElement.textContent')]).toEqual([no, 'Reset the sandbox'])
    }
    await page.click('text="Reset the sandbox"')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#client-sync', { state: 'detached' })
  })

  test('a question that was answered is asked again at once', async () => {
    const page = await open('console/data')
    await page.click('#more-menu > summary')
    await page.click('text="Reset the sandbox"')
    const asked = await page.evaluate(async () => {
      const { document, requestAnimationFrame: atFrame } = globalThis as unknown as {
        readonly document: { querySelector(selector: string): { open: boolean; close(): void; click(): void } }
        requestAnimationFrame(run: () => void): void
      }
      const question = document.querySelector('#confirm')
      // long before the next frame
      await new Promise<void>((resolve) => atFrame(resolve))
      question.close()
      await new Promise<void>((resolve) => setTimeout(resolve))
      document.querySelector('form[data-call="POST reset"] button').click()
      return question.open
    })
    expect(asked).toBe(true)
  })

  test('what is half typed outlives a reload, and a snapshot that somebody else takes appears', async () => {
    const page = await opened.context.newPage()
    onTestFinished(() => page.close())
    await withoutTimer(page)
    await openLive(page, sandbox.url, 'console/data')
    await page.fill('#snapshot-name', 'half')
    await page.fill('#client-id', 'cli')
    let pages = 0
    page.on('requestfinished', (request) => void (request.url().endsWith('/console/data') && pages++))
    await page.reload()
    await untilLive(page)
    // the page, and once more when it is live: only a change refreshes it from then on
    await expect.poll(() => pages).toBeGreaterThan(1)
    expect([await page.inputValue('#snapshot-name'), await page.inputValue('#client-id')]).toEqual(['half', 'cli'])
    await sandbox.snapshots.take('elsewhere')
    await page.waitForSelector('[aria-label="Restore elsewhere"]')
    expect(await page.inputValue('#snapshot-name')).toBe('half')
    await page.goto(`${sandbox.url}/_understay/console/sandboxes`)
    await page.goto(`${sandbox.url}/_understay/console/data`)
    await untilLive(page)
    expect(await page.inputValue('#snapshot-name')).toBe('')
    await sandbox.snapshots.remove('elsewhere')
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

  test('a bundled scenario is played from its page, another from the header', async () => {
    const page = await open('docs/scenarios/token-revoked.md')
    await page.click('[aria-label="Play token-revoked"]')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#scenario-menu b:text-is("token-revoked")')
    await page.click('#scenario-menu > summary')
    await page.selectOption('#play-name', 'slow-service')
    await page.click('#scenario-menu button:text-is("Play")')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#scenario-menu b:text-is("slow-service")')
    expect((await json('scenario')).scenario.name).toBe('slow-service')
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
