import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startUnderstay, type Understay, type UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, withoutBrowser } from './browser.ts'

const namesOf = async (server: Understay): Promise<readonly string[]> => {
  const listed: readonly { name: string }[] = JSON.parse(await (await server.fetch('/_understay/sandboxes')).text())
  return listed.map(({ name }) => name)
}

describe.skipIf(withoutBrowser)(inBrowser('what a button acts on'), () => {
  let server: Understay
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ server, opened, sandbox } = given)
  })
  const open = (path = ''): Promise<Page> => openLive(opened.page, sandbox.url, path)
  const isShown = (page: Page, { name }: UnderstaySandbox) => page.waitForSelector(`body[data-sandbox="${name}"]`)
  const otherSandbox = (): Promise<UnderstaySandbox> => server.sandbox(`${sandbox.name}-other`)
  /** Goes to another sandbox. */
  async function change(page: Page, other: UnderstaySandbox): Promise<void> {
    await page.click('#sandbox-menu > summary')
    await page.click(`#sandbox-menu a:text-is("${other.name}")`)
    await isShown(page, other)
  }

  test.each([
    ['a new one', async (stored: Understay) => void (await stored.sandbox('a1'))],
    ['one that is gone', (stored: Understay) => stored.fetch('/_understay/sandboxes?name=w1', { method: 'DELETE' })],
  ])('a question about one of many sandboxes stays about it when the list has %s', async (_, happen) => {
    const data = mkdtempSync(join(tmpdir(), 'understay-console-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const names = ['w1', 'w2', 'w3', 'w4']
    {
      await using before = await startUnderstay({ data, control: 'open' })
      for (const name of names) await (await before.sandbox(name)).clock.advance('1h')
    }
    await using stored = await startUnderstay({ data, control: 'open' })
    const page = await openLive(opened.page, stored.url, 'console/sandboxes')
    await page.click('[aria-label="Remove w3"]')
    await happen(stored)
    const now = await namesOf(stored)
    await stored.fetch('/service/api/search/stars/4')
    await expect.poll(() => page.$$eval('tbody th', (all) => all.map(({ textContent }) => textContent))).toEqual(now)
    expect(await page.textContent('#confirm-text')).toContain('w3')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#said:text-is("Remove: done.")')
    expect(await namesOf(stored)).toEqual(now.filter((name) => name !== 'w3'))
  })

  test('a question names its sandbox, and goes with the page', async () => {
    const other = await otherSandbox()
    for (const one of [sandbox, other]) await one.fetch('/service/api/search/stars/4')
    const page = await open()
    await change(page, other)
    await page.click('#more-menu > summary')
    await page.click('text="Reset the sandbox"')
    expect(await page.textContent('#confirm-text')).toMatch(`Sandbox ${other.name}: Reset the sandbox?`)
    await page.goBack()
    await isShown(page, sandbox)
    await page.waitForSelector('#confirm:not([open])', { state: 'attached' })
    await page.waitForSelector('#call-1')
    for (const one of [sandbox, other]) expect(await one.journal()).toHaveLength(1)
  })

  test('a button acts on the sandbox in which it was pressed, also when its answer comes in another', async () => {
    const other = await otherSandbox()
    const page = await open()
    let goOn = (): void => undefined
    const changed = new Promise<void>((resolve) => (goOn = resolve))
    onTestFinished(() => page.unroute('**/_understay/sandboxes'))
    await page.route('**/_understay/sandboxes', async (route) => {
      await changed
      await route.continue()
    })
    await page.click('#clock-menu > summary')
    await page.click('text="+7d"')
    await change(page, other)
    goOn()
    await page.waitForSelector(`#said:text-is("+7d in the sandbox ${sandbox.name}: done.")`)
    expect([sandbox, other].map(({ clock }) => clock.today())).toEqual(['2026-05-09', '2026-05-02'])
  })
})
