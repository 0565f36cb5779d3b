/**
 * Finds what can be clicked on a page of the console, clicks it, and records what the browser did.
 *
 * @module
 */
import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import { openPage, SIZES, untilLive } from './browser.ts'

type Node = NonNullable<Awaited<ReturnType<Page['$']>>>

/** One thing that can be clicked. */
export interface Clickable {
  /** Equal for things that lead to the same place in the same way: all rows of a list have one kind. */
  readonly kind: string
  readonly what: 'link' | 'form' | 'button'
  /** Of a link. */
  readonly href: string
  /** The id of the menu that it is in. */
  readonly menu: string
}

/** Runs in the browser: all that can be clicked, with its kind. */
const FIND = `globalThis.clickables = () => {
  const plain = (text) => text.replace(/\\d+/g, 'N').trim()
  const here = new URLSearchParams(location.search)
  // The page that an address shows. Filters that the page has already are left out: they stay in its links.
  const target = (href) => {
    const { origin, pathname, searchParams } = new URL(href, location.href)
    if (origin !== location.origin) return 'outside'
    const path = pathname.replace(/^.*?\\/_understay/, '').replace(/\\/docs\\/.+\\.md$/, '/docs/*').replace(/\\/data\\/.+/, '/data/*')
    const own = [...searchParams.keys()].filter((key) => key !== 'from' && key !== 'nights')
    const keys = own.filter((key) => ['entry', 'booking', 'show', 'q'].includes(key) || !here.has(key))
    return plain(path) + ' ' + keys.sort()
  }
  const place = (node) => {
    const near = node.closest('article, section, nav, header, form, details[id], .page-head')
    return plain(near?.id || near?.getAttribute('aria-labelledby') || near?.className || near?.tagName || '').split('-')[0]
  }
  const all = document.querySelectorAll('a[href], form[data-call], form[method=get], button[type=button]')
  return [...all].flatMap((node) => {
    const menu = node.closest('details.menu')?.id ?? ''
    if (node.closest('dialog, [hidden]') || !(node.checkVisibility() || menu !== '')) return []
    const button = node.querySelector('button:not([type=button])')
    if (node.matches('form') && button?.disabled) return []
    const isHere = node.getAttribute('href')?.startsWith('#')
    const [what, name] = node.matches('form')
      ? ['form', plain(node.dataset.call ?? target(node.action)) + ' ' + plain(button?.textContent ?? '')]
      : node.matches('button') ? ['button', node.id || (node.dataset.copyFrom ? 'copy-from' : 'copy')]
      : ['link', isHere ? '#' : target(node.href)]
    const kind = [what, isHere ? '' : place(node.parentElement), menu, name].join(' | ')
    return [{ node, menu, what, href: node.href ?? '', kind }]
  })
}`

/** Requests that followed a click. */
export interface Sent {
  /** By the click. */
  readonly asked: readonly string[]
  /** Pages that are shown, fetched again because something in the sandbox has changed. */
  readonly again: readonly string[]
  /** Parts of pages that need the report: each page that was fetched asks for its own. */
  readonly parts: readonly string[]
}

const noRequests = () => ({ asked: [] as string[], again: [] as string[], parts: [] as string[] })

/** What a request is for; a page that is fetched again must be there. */
function reasonFor(request: Request): keyof Sent {
  const { accept = '', 'if-match': state } = request.headers()
  if (request.method() !== 'GET' || state !== '*' || !accept.startsWith('text/html')) return 'asked'
  return request.url().includes('/_understay/console/report-parts?') ? 'parts' : 'again'
}

/** How often something is looked for: the chart of the calendar is drawn in steps. */
const MAX_ATTEMPTS = 20

/** A page that notes its requests, and everything that goes wrong. */
export class Clicker {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained of, and answers of 4xx and 5xx. */
  readonly complaints: readonly string[]
  readonly #pending = new Set<Request>()
  #sent = noRequests()

  private constructor(page: Page, context: BrowserContext, complaints: string[]) {
    this.page = page
    this.context = context
    this.complaints = complaints
    const isStream = (request: Request): boolean => request.url().endsWith('/changes/stream')
    page.on('request', (request) => {
      if (isStream(request)) return
      this.#pending.add(request)
      this.#sent[reasonFor(request)].push(`${request.method()} ${request.url()}`)
    })
    page.on('requestfinished', (request) => this.#pending.delete(request))
    page.on('requestfailed', (request) => this.#pending.delete(request))
    page.on('response', (answer) => {
      if (answer.status() >= 400) complaints.push(`${answer.request().method()} ${answer.url()} answered ${answer.status()}`)
    })
  }

  static async open(browser: Browser): Promise<Clicker> {
    const { page, context, complaints } = await openPage(browser, 'about:blank')
    await context.addInitScript(FIND)
    // A page looks for news every ten seconds, too; without that it comes to rest.
    await context.addInitScript('const every = setInterval; setInterval = (run, ms) => (ms === 10000 ? 0 : every(run, ms))')
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    return new Clicker(page, context, complaints as string[])
  }

  /** Loads an address. */
  async load(address: string): Promise<void> {
    await this.page.goto(address)
    await untilLive(this.page)
    await this.settle()
  }

  /** Shows another page of the console, as a link does. */
  async visit(address: string): Promise<void> {
    if (this.page.url() !== address) {
      await this.page.evaluate(
        `history.pushState(null, '', ${JSON.stringify(address)}); dispatchEvent(new PopStateEvent('popstate'))`,
      )
    }
    await this.settle()
  }

  /** True where the page is not wider than a narrow window. */
  async fitsNarrow(): Promise<boolean> {
    await this.page.setViewportSize(SIZES.narrow)
    const width = await this.page.evaluate('document.documentElement.scrollWidth')
    await this.page.setViewportSize(SIZES.wide)
    return width === SIZES.narrow.width
  }

  /** Waits until nothing is loaded any more. */
  async settle(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet = this.#pending.size === 0 ? quiet + 1 : 0) {
      await this.page.waitForLoadState()
      await this.page.evaluate('new Promise((next) => setTimeout(next))').catch(() => undefined)
    }
  }

  /** What can be clicked, each kind once. @param menus also what the menus load when they are opened */
  async clickables(menus: boolean): Promise<readonly Clickable[]> {
    await this.#unfold()
    for (const menu of menus ? await this.page.$$('details.menu:has([data-load])') : []) {
      await menu.evaluate((one) => one.setAttribute('open', ''))
      await this.settle()
    }
    const all: readonly Clickable[] = await this.page.evaluate('clickables().map(({ node, ...rest }) => rest)')
    return [...new Map(all.map((one) => [one.kind, one])).values()]
  }

  #unfold(): Promise<void> {
    return this.page.$$eval('main details:not(.menu)', (all) => {
      for (const one of all) one.setAttribute('open', '')
    })
  }

  /** Clicks something; the requests that followed. Undefined when it is not there any more. */
  async click({ kind, what, menu }: Clickable): Promise<Sent | undefined> {
    await this.#unfold()
    if (menu !== '') {
      if (await this.page.$(`#${menu}:not([open])`)) await this.page.click(`#${menu} > summary`)
      await this.settle()
    }
    const node = await this.#find(kind)
    if (!node) return undefined
    this.#sent = noRequests()
    if (what === 'form') await this.#submit(node)
    else if (await node.evaluate((one) => one.hasAttribute('download'))) {
      const [file] = await Promise.all([this.page.waitForEvent('download'), node.click()])
      if (!/\.\w+$/.test(file.suggestedFilename())) this.#complain(`${file.suggestedFilename()} has no extension`)
    } else if (kind.endsWith('| #')) await node.press('Enter')
    else await node.click()
    await this.settle()
    const sent = this.#sent
    this.#sent = noRequests()
    return sent
  }

  async #find(kind: string): Promise<Node | null> {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const found = await this.page.evaluateHandle(`clickables().find(({ kind }) => kind === ${JSON.stringify(kind)})?.node`)
      if (found.asElement()) return found.asElement() as Node
      await this.settle()
    }
    return null
  }

  async #submit(form: Node): Promise<void> {
    for (const field of await form.$$(':is(input, textarea):required:placeholder-shown, input:required')) {
      if ((await field.inputValue()) !== '') continue
      await field.fill((await field.getAttribute('type')) === 'url' ? 'http://127.0.0.1:1/hook' : 'some-name')
    }
    const button = await form.$('button:not([type=button])')
    const menu = await form.$('details.menu:not([open]) > summary')
    if (menu) await menu.click()
    if (await button?.isVisible()) await button?.click()
    else await (await form.$('input:not([type=hidden])'))?.press('Enter')
    if (await form.getAttribute('data-confirm')) await this.page.click('#confirm button[value=yes]')
  }

  #complain(words: string): void {
    ;(this.complaints as string[]).push(words)
  }
}
