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
