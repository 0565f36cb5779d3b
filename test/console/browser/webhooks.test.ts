import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { UnderstaySandbox } from '../../../src/index.ts'
import { receiver } from '../../webhooks/receiver.ts'
import { beforeEachInConsole, inBrowser, openLive, openPage, SIZES, withoutBrowser } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('webhooks in the console'), () => {
  let browser: Browser
  /** The page of the tests that need script. */
  let shared: Page
  let sandbox: UnderstaySandbox
  beforeEachInConsole(
    (given) => {
      ;({ browser, sandbox } = given)
      shared = given.opened.page
    },
    { webhookHosts: ['127.0.0.1'] },
  )
  const open = (path = 'console/webhooks'): Promise<Page> => openLive(shared, sandbox.url, path)
  const blackBook = async (day: string): Promise<void> => {
    const headers = { authorization: `Bearer ${await sandbox.token()}` }
    const { status } = await sandbox.fetch(`/service/api/blackbookings/1/1/${day}`, { method: 'POST', headers })
    expect(status).toBe(200)
  }

  test('a hook is added by the form, its deliveries come in by themselves, and it is removed', async () => {
    const { url, got } = await receiver()
    const page = await open()
    await page.fill('#hook-url', `${url}?key=s3cret`)
    await page.selectOption('#hook-auth', 'basic')
    await page.fill('#hook-username', 'clerk')
    await page.fill('#hook-password', 'pa55word')
    await page.selectOption('#hook-manager', { index: 2 })
    await page.click('text="Add the hook"')
    await page.waitForSelector('#hook-1')
    expect(await page.textContent('#hook-1')).toMatch(/key=\[masked\].*basic as clerk.*2 /s)
    expect(await sandbox.webhooks.list()).toMatchObject([{ auth: 'basic', username: 'clerk', manager: 2, enabled: true }])
    await blackBook('2026-06-20')
    await page.waitForSelector('#delivery-2 .badge.good')
    expect(got[0]?.headers['authorization']).toBe(`Basic ${Buffer.from('clerk:pa55word').toString('base64')}`)
    expect(await page.content()).not.toMatch(/s3cret|pa55word/)
    await page.click('[aria-label="Remove hook 1"]')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#hook-1', { state: 'detached' })
    expect(await sandbox.webhooks.list()).toEqual([])
  })

  test('a narrow window shows which property a delivery is about', async () => {
    await sandbox.webhooks.add({ url: 'http://127.0.0.1:9/hook' })
    await blackBook('2026-06-20')
    const { width, height } = shared.viewportSize() ?? SIZES.wide
    await shared.setViewportSize(SIZES.narrow)
    const page = await open()
    await page.waitForSelector('#delivery-1 .badge.bad')
    const shown = await page.$$eval('#delivery-1 .property', (all) => all.map((one) => one.scrollWidth <= one.clientWidth))
    await shared.setViewportSize({ width, height })
    expect(shown).toEqual([true])
  })

  test('a narrow window shows the whole table of the hooks', async () => {
    const url = `http://127.0.0.1:9/${'long-address/'.repeat(6)}`
    for (const manager of [1, 'all'] as const)
      await sandbox.webhooks.add({ url, auth: 'basic', username: 'channel-manager', password: 'secret', manager })
    const { width, height } = shared.viewportSize() ?? SIZES.wide
    await shared.setViewportSize(SIZES.narrow)
    const page = await open()
    const hidden = await page.$eval('.hooks .scroll', ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => [
      scrollWidth - clientWidth,
      scrollHeight - clientHeight,
    ])
    await shared.setViewportSize({ width, height })
    expect(hidden).toEqual([0, 0])
  })

  test('a delivery that failed says why, links to its call, and is sent again', async () => {
    let status = 500
    const { url, got } = await receiver((response) => response.writeHead(status).end())
    await sandbox.webhooks.add({ url })
    await blackBook('2026-06-20')
    const page = await open('console/webhooks?state=failed')
    await page.waitForSelector('#delivery-2 .badge.bad')
    await page.click('#delivery-1 a')
    await page.waitForURL('**/console/webhooks?state=failed&entry=1')
    expect(await page.textContent('#detail')).toMatch(/answered 500.*2xx at once/s)
    status = 204
    await page.click('text="Send it again"')
    await page.waitForSelector('#detail:has-text("attempt 2, delivered with 204")')
    expect(got.at(-1)?.body).toBe(got[0]?.body)
    await page.click('#detail a:text-is("#3")')
    await page.waitForSelector('#detail .badge.good')
    await page.click('#detail dd:has-text("call") a')
    await page.waitForURL('**/_understay/?entry=*')
    await page.waitForSelector('body[data-tab=""] #detail')
    expect(await page.textContent('#detail')).toContain('/blackbookings/1/1/2026-06-20')
  })

  test('a slow receiver is seen to be waited for, then what it took; no call waits for it', async () => {
    const held: (() => void)[] = []
    const { url } = await receiver((response) => void held.push(() => response.end()))
    await sandbox.webhooks.add({ url })
    const page = await open()
    await blackBook('2026-06-20')
    await page.waitForSelector('#delivery-2:has-text("waiting")')
    expect(await page.textContent('#deliveries-count')).toBe('2 deliveries, 2 wait for an answer')
    for (let answered = 0; answered < 2; answered++) {
      await expect.poll(() => held.length).toBe(answered + 1)
      held[answered]?.()
    }
    await page.waitForSelector('#delivery-2:has-text("delivered")')
    expect(await page.textContent('#deliveries-count')).toBe('2 deliveries')
  })

  test('deliveries are walked through by keyboard; filters stay while other tabs are looked at', async () => {
    const { url } = await receiver()
    await sandbox.webhooks.add({ url })
    for (const day of ['2026-06-20', '2026-06-21']) await blackBook(day)
    const page = await open('console/webhooks?task=blackbooking_added')
    await page.waitForSelector('#delivery-4 .badge.good')
    await page.focus('#delivery-4 a')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    // the address changes before the page does
    await page.waitForURL('**entry=2')
    await page.waitForSelector('#detail[data-entry="2"]')
    await page.keyboard.press('k')
    await page.waitForURL('**entry=4')
    await page.waitForSelector('#detail[data-entry="4"]')
    await page.click('nav.tabs >> text=Data')
    await page.waitForSelector('body[data-tab="console/data"]')
    await page.click('nav.tabs >> text=Webhooks')
    await page.waitForURL('**/console/webhooks?task=blackbooking_added&entry=4')
    await page.waitForSelector('#detail[data-entry="4"]')
    await page.keyboard.press('Escape')
    await page.waitForURL('**/console/webhooks?task=blackbooking_added')
    await page.waitForSelector('#detail', { state: 'detached' })
    await page.click('.chip')
    await page.waitForURL('**/console/webhooks')
    await expect.poll(() => page.locator('#deliveries > li').count()).toBe(4)
  })

  test('is read without script, and the HAR is a file', async () => {
    const { url } = await receiver((response) => response.writeHead(404).end())
    await sandbox.webhooks.add({ url })
    await blackBook('2026-06-20')
    await expect.poll(async () => (await sandbox.webhooks.deliveries({ state: 'failed' })).length).toBe(2)
    const options = { script: false, size: 'narrow' } as const
    const { page, context } = await openPage(browser, `${sandbox.url}/_understay/console/webhooks`, options)
    expect(await page.isVisible('#hook-1')).toBe(true)
    await page.click('#delivery-2 a')
    expect(await page.textContent('#detail')).toMatch(/answered 404.*address of the hook/s)
    expect(await page.isVisible('#deliveries')).toBe(false)
    const [har] = await Promise.all([page.waitForEvent('download'), page.click('#detail a:text-is("HAR")')])
    expect(har.suggestedFilename()).toMatch(/webhooks\.har$/)
    await har.delete()
    await context.close()
  })
})
