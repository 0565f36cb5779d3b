import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
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

  test('goes to what takes the place of a button that is gone with its row', async () => {
    await sandbox.fetch('/_understay/faults', { method: 'POST', body: '{"on":{},"network":{"status":503}}' })
    const page = await open('console/scenario')
    await page.focus('[aria-label="Disarm armed/1"]')
    await page.keyboard.press('Enter')
    await page.waitForSelector('[id="fault-armed/1"]', { state: 'detached' })
    await expect.poll(focused).toBe('Arm')
  })
})
