import type { Browser } from 'playwright-core'
import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/base/duration.ts'
import type { Understay } from '../../../src/index.ts'
import { inBrowser, openPage, startConsole, untilLive, withoutBrowser } from './browser.ts'
import { DEVICES, type Device, Hand } from './hand.ts'

/** A minute at 3600x, by the clock of the sandbox, and how often the page is looked at. */
const MINUTE_MS = 60 * HOUR_MS
const PARTS = 5

/** Watches the calendar of a sandbox for a minute; its clock begins on a morning. @returns what the browser complained of */
async function watch(browser: Browser, server: Understay, device: Device): Promise<readonly string[]> {
  const sandbox = await server.sandbox(`watched-by-${device}`)
  const { page, complaints } = await openPage(browser, 'about:blank')
  const hand = await Hand.of(page, device)
  await page.goto(`${sandbox.url}/_understay/`)
  await untilLive(page)
  await hand.open('scenario-menu')
  await page.waitForSelector('#play-name')
  await hand.choose('#play-name', 'high-season')
  await hand.press('#scenario-menu button:text-is("Play")')
  await hand.confirm()
  await page.waitForSelector('#scenario-menu b:text-is("high-season")')
  await hand.press('nav.tabs a:has-text("Calendar")')
  await page.waitForSelector('a.stay')
  const shown = async (): Promise<number> => Date.parse(`${(await page.textContent('[data-clock]'))?.replace(' ', 'T')}Z`)
  const chart = (): Promise<string> =>
    page.$$eval('#chart a.stay', (all) =>
      all
        .map((one) => `${one.id} ${one.getAttribute('title')}`)
        .sort()
        .join('\n'),
    )
  await hand.open('clock-menu')
  await hand.type('#clock-run', '3600x')
  await hand.press('#clock-menu button:text-is("Run")')
  const begun = await shown()
  let seen = await chart()
  for (let part = 1; part <= PARTS; part++) {
    await expect.poll(shown).toBeGreaterThanOrEqual(begun + (part * MINUTE_MS) / PARTS)
    await expect.poll(chart).not.toBe(seen)
    seen = await chart()
    if (part !== 2) continue
    await hand.press('#chart a.stay.caused')
    await page.waitForSelector('#detail')
    await hand.press('#detail .close')
    await page.waitForSelector('#detail', { state: 'detached' })
  }
  await hand.open('clock-menu')
  await hand.press('#clock-menu button:text-is("Freeze")')
  await expect.poll(() => page.textContent('#clock-menu small')).toBe('frozen')
  const at = sandbox.clock.now()
  expect(at).toBeGreaterThan(begun + 2 * DAY_MS)
  await expect.poll(shown).toBe(Math.floor(at / 1000) * 1000)
  await page.waitForSelector(`.day.today:text-is("${sandbox.clock.today().slice(-2)}")`)
  const source = (await page.getAttribute('[data-calendar]', 'data-source'))?.replace(/^.*_understay/, '/_understay') ?? ''
  const { stays } = JSON.parse(await (await sandbox.fetch(source)).text())
  await expect.poll(() => page.locator('#chart a.stay').count()).toBe(stays.length)
  return complaints
}

test.skipIf(withoutBrowser)(
  inBrowser('task 11: traffic is watched at 3600x for a minute, by mouse and by keyboard'),
  async () => {
    const [browser, server] = await startConsole()
    // Both at once: a minute of the tests is enough.
    const complaints = await Promise.all(DEVICES.map((device) => watch(browser, server, device)))
    expect(complaints).toEqual([[], []])
    await Promise.all([browser.close(), server.close()])
  },
)
