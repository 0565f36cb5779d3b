import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, withoutBrowser } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('scenarios and faults in the console'), () => {
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ opened, sandbox } = given)
  })
  const open = (path = '', url = sandbox.url): Promise<Page> => openLive(opened.page, url, path)
  const json = async (path: string) => JSON.parse(await (await sandbox.fetch(`/_understay/${path}`)).text())

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

  test('what is edited in the YAML of a fault stays when another field is filled in', async () => {
    const page = await open('console/scenario')
    await page.waitForSelector('#arm-form .primary:enabled')
    const own = 'respond: { status: 418, json: { error: "own" } }\n'
    await page.fill('#arm-yaml', `on: {}\n${own}`)
    await page.fill('#arm-operation', 'searchByStars')
    await page.fill('#arm-times', '3')
    expect(await page.inputValue('#arm-yaml')).toBe(`on: { operation: searchByStars }\ntimes: 3\n${own}`)
    await page.fill('#arm-times', '1')
    expect(await page.inputValue('#arm-yaml')).toBe(`on: { operation: searchByStars }\n${own}`)
    await page.selectOption('#arm-cause', { label: 'answer 500' })
    expect(await page.inputValue('#arm-yaml')).toBe('on: { operation: searchByStars }\nnetwork: { status: 500 }\n')
  })

  test('the fault of a call is copied as it was edited', async () => {
    await sandbox.fetch('/service/api/search/stars/4')
    const page = await open('?entry=1')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.click('text="Arm a fault here"')
    await page.fill('#fault-yaml', 'on: {}\nroom: taken\n')
    await page.click('form:has(#fault-yaml) >> text="Copy"')
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe('on: {}\nroom: taken\n')
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
})
