import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Understay, UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, untilLive, withoutBrowser, withoutTimer } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('the forms of the console'), () => {
  let server: Understay
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ server, opened, sandbox } = given)
  })
  const open = (path = '', url = sandbox.url): Promise<Page> => openLive(opened.page, url, path)
  const json = async (path: string) => JSON.parse(await (await sandbox.fetch(`/_understay/${path}`)).text())

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
})
