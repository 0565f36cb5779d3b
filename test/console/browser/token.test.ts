import type { Browser } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { startUnderstay } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, openPage, untilLive, withoutBrowser, withoutTimer } from './browser.ts'

describe.skipIf(withoutBrowser)(inBrowser('a console with a control token'), () => {
  let browser: Browser
  beforeEachInConsole((given) => {
    ;({ browser } = given)
  })

  test('a locked console asks for the token, then works in every tab and can forget it', async () => {
    const locked = await startUnderstay({ controlToken: 'let-me-in' })
    const { page, context } = await openPage(browser, 'about:blank')
    await page.route('**/journal?*', (route) => route.fulfill({ status: 403, body: '{"error":"not for this token"}' }))
    await page.goto(`${locked.url}/_understay/`)
    await page.fill('#token', 'guess')
    await page.click('text="Open the console"')
    await page.waitForSelector('#said.bad')
    await page.fill('#token', 'let-me-in')
    await page.click('text="Open the console"')
    await untilLive(page)
    for (const tab of ['Calendar', 'Sessions', 'Scenario', 'Rules', 'Data', 'Docs', 'Calls']) {
      await page.click(`nav.tabs >> text=${tab}`)
      await page.waitForSelector(`nav.tabs a[aria-current]:has-text("${tab}")`)
    }
    await locked.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#call-1')
    await page.click('.exports >> text=JSON')
    await page.waitForSelector('#said.bad:has-text("not for this token")')
    await page.click('#more-menu > summary')
    await page.click('#forget')
    await page.waitForSelector('#token')
    await context.close()
    await locked.close()
  })

  test('a token that no header can have is wrong, and not kept; blanks around a token do not matter', async () => {
    await using locked = await startUnderstay({ controlToken: 'let-me-in' })
    const { page, context } = await openPage(browser, `${locked.url}/_understay/`)
    for (const wrong of ['日本', 'ü']) {
      await page.fill('#token', wrong)
      await page.click('text="Open the console"')
      await page.waitForSelector('#said.bad:text-is("This is not the control token.")')
      await page.reload()
      expect(await page.textContent('#said')).toBe('')
      expect(await page.evaluate(`sessionStorage.getItem('understay-control-token')`)).toBe(null)
    }
    await page.fill('#token', ' let-me-in\t')
    await page.click('text="Open the console"')
    await untilLive(page)
    await context.close()
  })

  test('a form that is sent with a token that is over leads to the field for another one, and keeps its text; so does any other call', async () => {
    await using locked = await startUnderstay({ controlToken: 'let-me-in' })
    const { page, context } = await openPage(browser, 'about:blank')
    // a page that refreshes itself would be led there, too
    await withoutTimer(page)
    let pages = 0
    page.on('requestfinished', (request) => void (request.url().endsWith('/console/data') && pages++))
    await page.goto(`${locked.url}/_understay/console/data`)
    await page.fill('#token', 'let-me-in')
    await page.click('text="Open the console"')
    await untilLive(page)
    // the page that asks for the token, the one that it opens, and once more when that is live
    await expect.poll(() => pages).toBe(3)
    await page.evaluate(`sessionStorage.setItem('understay-control-token', 'old')`)
    const sent: string[] = []
    page.on('request', (request) => void (request.method() === 'GET' || sent.push(request.url())))
    await page.fill('#snapshot-name', 'before')
    // a page that is reloaded while a key is still down leaves the browser without an answer about that key
    let pressed = (): void => undefined
    const isPressed = new Promise<void>((resolve) => (pressed = resolve))
    await page.route('**/_understay/sandboxes', (route) => isPressed.then(() => route.continue()), { times: 1 })
    await page.press('#snapshot-name', 'Enter')
    pressed()
    await page.waitForSelector('#token')
    // the list that is asked first was answered 401
    expect(sent).toEqual([])
    const unlock = async (field = '#snapshot-name', value = 'before'): Promise<void> => {
      await page.fill('#token', 'let-me-in')
      await page.click('text="Open the console"')
      await untilLive(page)
      expect(await page.inputValue(field)).toBe(value)
    }
    await unlock()
    await page.evaluate(`sessionStorage.setItem('understay-control-token', 'old')`)
    await locked.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#token')
    await unlock()
    await page.press('#snapshot-name', 'Enter')
    await page.waitForSelector('[aria-label="Restore before"]')
    expect(await page.evaluate(`sessionStorage.getItem('understay-typed')`)).toBe(null)
    await page.click('nav.tabs >> text=Scenario')
    await page.selectOption('#arm-cause', { label: 'the token expires' })
    const chosen = await page.inputValue('#arm-cause')
    await page.evaluate(`sessionStorage.setItem('understay-control-token', 'old')`)
    await locked.fetch('/service/api/search/stars/4')
    await page.waitForSelector('#token')
    await unlock('#arm-cause', chosen)
    await context.close()
  })
})
