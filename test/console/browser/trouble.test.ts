import type { Page } from 'playwright-core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startUnderstay, type UnderstaySandbox } from '../../../src/index.ts'
import { beforeEachInConsole, inBrowser, type Opened, openLive, openPage, untilLive, withoutBrowser } from './browser.ts'

/** Advances the clock of a page until it has a title. */
const untilTitled = (page: Page, title: RegExp) =>
  expect
    .poll(async () => {
      await page.clock.runFor(1000)
      return page.title()
    })
    .toMatch(title)

describe.skipIf(withoutBrowser)(inBrowser('the console in trouble'), () => {
  let opened: Opened
  let sandbox: UnderstaySandbox
  beforeEachInConsole((given) => {
    ;({ opened, sandbox } = given)
  })

  test.each([
    'get() { throw new DOMException("denied", "SecurityError") }',
    'value: null',
    'value: { getItem: () => null, setItem() { throw new DOMException("full", "QuotaExceededError") } }',
  ])('a browser that allows no storage shows every tab, and the viewer: %s', async (storage) => {
    const browser = opened.context.browser()
    if (!browser) throw new Error('no browser')
    const { page, context, complaints } = await openPage(browser, 'about:blank')
    onTestFinished(() => context.close())
    await context.addInitScript(`Object.defineProperty(window, "sessionStorage", { ${storage} })`)
    await openLive(page, sandbox.url)
    await page.click('nav.tabs >> text=Calendar')
    await page.waitForSelector('a.stay')
    await page.click('nav.tabs >> text=Scenario')
    await page.waitForSelector('#editor-problems.good')
    await page.goto(`${sandbox.url}/_understay/docs/openapi`)
    await page.waitForSelector('#viewer .opblock')
    expect(complaints).toEqual([])
  })

  test('a text that could not be checked is not called valid or wrong, and can be played', async () => {
    const page: Page = await openLive(opened.page, sandbox.url, 'console/scenario')
    const shown = page.locator('#editor-problems')
    await page.waitForSelector('#editor-problems.good')
    onTestFinished(() => page.unroute('**/scenario/check'))
    await page.route('**/scenario/check', (route) => route.fulfill({ status: 500, body: '{"error":"boom"}' }))
    await page.focus('.cm-content')
    await page.keyboard.press('Control+End')
    await page.keyboard.type('# one')
    await expect.poll(() => shown.textContent()).toMatch(/^Not checked\. The server answered 500\./)
    for (const [status, body] of [
      [413, '<h1>too long</h1>'],
      [200, '{"problems":'],
    ] as const) {
      await page.unroute('**/scenario/check')
      await page.route('**/scenario/check', (route) => route.fulfill({ status, body }))
      await page.keyboard.type(' more')
      await expect.poll(() => shown.textContent()).toMatch(new RegExp(`^Not checked\\. The server answered ${status}\\.`))
    }
    await page.unroute('**/scenario/check')
    await page.route('**/scenario/check', (route) => route.abort())
    await page.keyboard.type(' two')
    await expect.poll(() => shown.textContent()).toMatch(/^Not checked\. The server did not answer/)
    await page.click('[data-editor] button:text-is("Play")')
    await page.click('#confirm button[value=yes]')
    await page.waitForSelector('#scenario-menu b:text-is("own-scenario")')
    await untilLive(page)
  })

  test.each(['codemirror.js', 'scenario-schema.json'])(
    'the editor is there after a %s that did not come at first',
    async (file) => {
      let asked = 0
      onTestFinished(() => opened.page.unroute(`**/${file}*`))
      await opened.page.route(`**/${file}*`, (route) => (asked++ === 0 ? route.abort() : route.continue()))
      const page = await openLive(opened.page, sandbox.url, 'console/scenario')
      await page.waitForSelector('.cm-content')
      expect(asked).toBe(2)
    },
  )

  test('a page that came late, after Back had failed, has its scripts', async () => {
    const page = await openLive(opened.page, sandbox.url, 'console/calendar')
    await page.waitForSelector('a.stay')
    await page.click('nav.tabs >> text=Calls')
    await page.waitForSelector('body[data-tab=""]')
    await page.reload()
    await untilLive(page)
    let answers = false
    onTestFinished(() => page.unroute('**/console/calendar'))
    await page.route('**/console/calendar', (route) => (answers ? route.continue() : route.abort()))
    await page.goBack()
    await page.waitForSelector('#said.bad:has-text("did not answer")')
    answers = true
    await sandbox.fetch('/service/api/search/stars/4')
    await page.waitForSelector('a.stay')
    expect(await page.textContent('#said')).toBe('')
  })

  test('no fault is armed while the script that writes it is missing', async () => {
    const { page } = opened
    onTestFinished(() => page.unroute('**/faults.js*'))
    await page.route('**/faults.js*', (route) => route.abort())
    await openLive(page, sandbox.url, 'console/scenario')
    await page.waitForSelector('#editor-problems.good')
    expect(await page.isDisabled('#arm-form button')).toBe(true)
    // a script that did not come is asked for again
    await page.click('nav.tabs >> text=Rules')
    await page.waitForSelector('body[data-tab="console/rules"]')
    await page.reload()
    await untilLive(page)
    await page.click('nav.tabs >> text=Scenario')
    await page.waitForSelector('#said.bad:has-text("did not answer")')
    await page.unroute('**/faults.js*')
    await page.click('nav.tabs >> text=Scenario')
    await page.waitForSelector('#arm-form button:enabled')
  })

  test('a page that is refused for now says nothing about its sandbox, and comes later', async () => {
    const browser = opened.context.browser()
    if (!browser) throw new Error('no browser')
    const { page, context } = await openPage(browser, 'about:blank')
    onTestFinished(() => context.close())
    // the seconds of the timer pass at once
    await page.clock.install()
    await openLive(page, sandbox.url)
    const refused = '<!doctype html><body data-base="" data-locked="for now"><main>refused</main></body>'
    let calls = 0
    await page.route('**/console/data', (route) =>
      ++calls < 3 ? route.fulfill({ status: 429, contentType: 'text/html', body: refused }) : route.continue(),
    )
    await page.click('nav.tabs >> text=Data')
    await page.waitForSelector('main:text-is("refused")')
    await untilTitled(page, /^Data/)
    await untilLive(page)
    expect(calls).toBeGreaterThan(2)
    expect(await page.textContent('#said')).toBe('')
  })

  const REFUSED = `<!doctype html><script type="module" src="/_understay/console/assets/console.js"></script>
    <body data-base="" data-locked="for now"><main><p>refused</p><p id="said"></p></main></body>`

  test.each([
    ['when it is loaded', false],
    ['when it is loaded with the token of this tab', true],
  ])('a page that is refused for now %s comes later', async (_, hasToken) => {
    const browser = opened.context.browser()
    if (!browser) throw new Error('no browser')
    await using server = await startUnderstay(hasToken ? { controlToken: 'let-me-in' } : { control: 'open' })
    const { page, context } = await openPage(browser, 'about:blank')
    onTestFinished(() => context.close())
    await page.clock.install()
    await page.goto(`${server.url}/_understay/console/rules`)
    if (hasToken) {
      await page.fill('#token', 'let-me-in')
      await page.click('text="Open the console"')
    }
    await untilLive(page)
    let refusals = 0
    await page.route('**/console/rules', async (route) => {
      const isRefused = (!hasToken || (await route.request().headerValue('authorization')) !== null) && refusals < 3
      if (!isRefused) return route.continue()
      refusals++
      return route.fulfill({ status: 429, contentType: 'text/html', body: REFUSED })
    })
    await page.reload()
    await page.waitForSelector('#said.bad:has-text("429")')
    await untilTitled(page, /^Rules/)
    await untilLive(page)
    expect(refusals).toBe(3)
  })

  test('a page that is refused for now comes later in a sandbox that does not exist yet', async () => {
    const browser = opened.context.browser()
    if (!browser) throw new Error('no browser')
    const { page, context } = await openPage(browser, 'about:blank')
    onTestFinished(() => context.close())
    await page.clock.install()
    let calls = 0
    await page.route('**/@fresh/_understay/console/data', (route) =>
      ++calls < 2 ? route.fulfill({ status: 429, contentType: 'text/html', body: REFUSED }) : route.continue(),
    )
    await openLive(page, sandbox.url)
    await page.evaluate(`
      const link = Object.assign(document.createElement('a'), { href: '/@fresh/_understay/console/data' })
      document.querySelector('main').append(link)
      link.click()`)
    await page.waitForSelector('main p:text-is("refused")')
    await untilTitled(page, /^Data/)
    await untilLive(page)
  })

  test('what is typed while the answer to a search is awaited stays', async () => {
    const page = await openLive(opened.page, sandbox.url)
    let answer = (): void => undefined
    const awaited = new Promise<void>((resolve) => (answer = resolve))
    onTestFinished(() => page.unroute('**/?text=*'))
    await page.route('**/?text=*', async (route) => {
      await awaited
      await route.continue()
    })
    await page.fill('#filter-text', 'one')
    await page.keyboard.press('Enter')
    await page.keyboard.type(' two')
    answer()
    await page.waitForURL('**/?text=one')
    await page.waitForSelector('#filter-text[value="one"]')
    expect(await page.inputValue('#filter-text')).toBe('one two')
  })
})
