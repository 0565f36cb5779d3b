/**
 * A real browser for tests of the console. Where there is none, tests are skipped and their title says why.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import { bundleEditor } from '../../../scripts/bundle-editor.mjs'
import { startUnderstay, type Understay, type UnderstayOptions, type UnderstaySandbox } from '../../../src/index.ts'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const executable = [process.env['UNDERSTAY_CHROMIUM'], ...PLACES].find((path) => path !== undefined && existsSync(path))

/** True where no test can run in a browser. */
export const withoutBrowser = executable === undefined
/** The title of what needs a browser; says why it is skipped where there is none. */
export const inBrowser = (what: string): string =>
  withoutBrowser ? `${what} (skipped: no Chromium at ${PLACES.join(', ')} nor at UNDERSTAY_CHROMIUM)` : what

const BUNDLE = fileURLToPath(new URL('../../../node_modules/.cache/understay/codemirror.js', import.meta.url))

/** Starts the browser, with the editor that a server from source loads. */
export async function launch(): Promise<Browser> {
  await bundleEditor(BUNDLE)
  return chromium.launch({ executablePath: executable ?? '', args: FLAGS })
}

/** Starts the browser, and a server whose clock stands still. */
export const startConsole = (options: UnderstayOptions = {}) =>
  Promise.all([launch(), startUnderstay({ at: '2026-05-02T09:00:00Z', freeze: true, control: 'open', ...options })])

export const SIZES = { wide: { width: 1400, height: 900 }, narrow: { width: 390, height: 844 } } as const
export type Scheme = 'light' | 'dark'

/** A page, and every complaint of the browser about it. */
export interface Opened {
  readonly page: Page
  readonly context: BrowserContext
  readonly complaints: readonly string[]
}

/** Ends what hangs, on the slowest machine. */
const PATIENCE_MS = 120_000

/** Opens an address and waits until the page is live. */
export async function openPage(
  browser: Browser,
  address: string,
  {
    size = 'wide',
    scheme = 'light',
    script = true,
  }: { readonly size?: keyof typeof SIZES; readonly scheme?: Scheme; readonly script?: boolean } = {},
): Promise<Opened> {
  const context = await browser.newContext({ viewport: SIZES[size], colorScheme: scheme, javaScriptEnabled: script })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => undefined)
  })
  await page.goto(address)
  return { page, context, complaints }
}

/** Waits until the page follows its sandbox. */
export const untilLive = (page: Page): Promise<unknown> => page.waitForSelector('#stream.good', { state: 'attached' })

/** Keeps a page from refreshing itself every ten seconds: only what a test does refreshes it. */
export const withoutTimer = (page: Page): Promise<unknown> =>
  page.addInitScript('const every = setInterval; setInterval = (call, ms) => ms < 5000 && every(call, ms)')

/** A file of the server that comes, is held back, or fails. */
export interface Gate {
  state: 'open' | 'held' | 'failing'
  /** Lets pass what is held back, and what comes later. */
  open(): void
}

/** Puts a gate, open at first, before the files with an address, until the test is over. Call it before the page is opened. */
export async function gateOf(page: Page, address: string, isFor = (_: Request): boolean => true): Promise<Gate> {
  let open = (): void => undefined
  const opened = new Promise<void>((resolve) => (open = resolve))
  const gate: Gate = {
    state: 'open',
    open() {
      gate.state = 'open'
      open()
    },
  }
  onTestFinished(async () => {
    gate.open()
    await page.unroute(address)
  })
  await page.route(address, async (route) => {
    if (isFor(route.request()) && gate.state === 'failing') return route.abort()
    if (isFor(route.request()) && gate.state === 'held') await opened
    await route.continue()
  })
  return gate
}

/** What a test in the console has. */
interface InConsole {
  readonly browser: Browser
  readonly server: Understay
  /** The page of every test: another one for each takes longer than most of them. */
  readonly opened: Opened
  /** The sandbox of the test. */
  readonly sandbox: UnderstaySandbox
}

/** Starts browser and server for the tests of a block, and gives each test a sandbox of its own. */
export function beforeEachInConsole(use: (given: InConsole) => void, options: UnderstayOptions = {}): void {
  let browser: Browser
  let server: Understay
  let opened: Opened
  let count = 0
  beforeAll(async () => {
    ;[browser, server] = await startConsole(options)
    opened = await openPage(browser, 'about:blank')
  })
  afterAll(() => Promise.all([browser?.close(), server?.close()]))
  beforeEach(async () => use({ browser, server, opened, sandbox: await server.sandbox(`t${++count}`) }))
}

/** Opens a page of the console, and waits until it follows its sandbox. */
export async function openLive(page: Page, url: string, path = ''): Promise<Page> {
  await page.goto(`${url}/_understay/${path}`)
  await untilLive(page)
  return page
}

const AXE = readFileSync(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')

/**
 * What axe finds wrong with a page: rule and place.
 *
 * @param colours only the rules about colours: the same markup in another scheme differs in nothing else
 */
export async function axeViolations(page: Page, colours: 'colours' | 'everything' = 'everything'): Promise<readonly string[]> {
  // The content security policy allows no script in the page; the protocol of the browser is not bound by it.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE)
  return page.evaluate(async (only) => {
    const { axe } = globalThis as unknown as {
      readonly axe: {
        run(options: object): Promise<{
          readonly violations: readonly {
            readonly id: string
            readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary?: string }[]
          }[]
        }>
      }
    }
    const runOnly = only === 'colours' ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {}
    const { violations } = await axe.run({ resultTypes: ['violations'], ...runOnly })
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary ?? ''}`),
    )
  }, colours)
}

/** Opens every part of a page that can be opened, apart from menus. */
export const openAll = (page: Page): Promise<void> =>
  page.$$eval('main details', (all) => {
    for (const one of all) one.setAttribute('open', '')
  })
