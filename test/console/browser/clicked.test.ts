import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Understay } from '../../../src/index.ts'
import { inBrowser, startConsole, withoutBrowser } from './browser.ts'
import { busySandbox } from './busy-sandbox.ts'
import { type Clickable, Clicker, type Sent } from './click.ts'

/** Pages of the console that are merged into the one that is shown: not the viewer, which is a page of its own. */
const isPage = (kind: string): boolean => /\| \/(?:(?:console|docs)\/(?!openapi|assets)\S*)? \S*$/.test(kind)

/** How many requests change something; the editor checks its text whenever it is opened. */
const writes = ({ asked }: Sent): number => asked.filter((one) => !/^GET |scenario\/check$/.test(one)).length

/** Ends what hangs: a hundred things are clicked in one test. */
const TIMEOUT = 900_000
const GONE = 'is not there again'

/** What a click requested more than once, and parts of a report beyond one for each page that was fetched. */
const twice = ({ asked, again, parts }: Sent): readonly string[] => [
  ...asked.filter((one, index) => asked.indexOf(one) !== index),
  ...parts.slice(1 + again.length),
]

describe.skipIf(withoutBrowser)(inBrowser('every link, form and button of every tab'), () => {
  let browser: Browser
  let server: Understay
  let clicker: Clicker
  let hook: string
  beforeAll(async () => {
    ;[browser, server] = await startConsole({ webhookHosts: ['127.0.0.1'] })
    ;({ url: hook } = await server.webhooks.receive())
    clicker = await Clicker.open(browser)
  })
  afterAll(() => Promise.all([browser?.close(), server?.close()]))

  /** Clicks one of each kind on the pages of a sandbox; what went wrong. @param perPlace also each way to the same page */
  async function clickAll(name: string, perPlace: boolean): Promise<readonly string[]> {
    const base = `${(await busySandbox(server, name, hook)).url}/_understay`
    // the page that is shown was made before the calls
    await clicker.visit(`${base}/docs/`)
    const problems: string[] = []
    const done = new Set<string>()
    const forms: (readonly [page: string, form: Clickable])[] = []
    const pages = [`${base}/`]
    const known = new Set<string>()
    for (const page of pages) {
      await clicker.visit(page)
      if (!(await clicker.fitsNarrow())) problems.push(`${page} is wider than a narrow window`)
      for (const one of await clicker.clickables(page === pages[0])) {
        const [what, , , target = ''] = one.kind.split(' | ')
        if (one.what === 'link' && isPage(one.kind) && !known.has(target)) {
          known.add(target)
          pages.push(one.href)
        }
        const key = perPlace ? one.kind : `${what} ${target}`
        if (done.has(key) || one.kind.endsWith('| outside')) continue
        done.add(key)
        if (one.what === 'form') forms.push([page, one])
        else problems.push(...(await problemsOf(page, one)))
      }
    }
    // Calls and deliveries have new ids after a reset: what acts on them is tried first.
    const isEarly = ([page]: (typeof forms)[number]): boolean => page.includes('entry=')
    for (const [page, form] of [...forms.filter(isEarly), ...forms.filter((one) => !isEarly(one))]) {
      const isThere = problems.length
      problems.push(...(await problemsOf(page, form)))
      if (!problems.slice(isThere).some((problem) => problem.endsWith(GONE))) continue
      // An earlier form took away what this one acts on.
      problems.length = isThere
      await busySandbox(server, name, hook)
      await clicker.visit(`${base}/docs/`)
      problems.push(...(await problemsOf(page, form)))
    }
    return problems
  }

  async function problemsOf(page: string, one: Clickable): Promise<readonly string[]> {
    const before = clicker.complaints.length
    const found = (words: string): readonly string[] => [`${page}: ${one.kind}: ${words}`]
    try {
      await clicker.visit(page)
      const sent = await clicker.click(one)
      if (sent === undefined) return found(GONE)
      const wanted = one.what === 'form' && !one.kind.includes('| /') ? 1 : 0
      const shown = clicker.page.url()
      const isElsewhere = shown.split('_understay')[0] !== page.split('_understay')[0]
      if (one.kind.includes('/docs/openapi')) await clicker.load(page)
      return [
        ...clicker.complaints.slice(before),
        ...(writes(sent) === wanted ? [] : [`${writes(sent)} requests that change something: ${sent.asked}`]),
        ...(one.what === 'form' || one.kind.endsWith('| #') || isElsewhere
          ? []
          : twice(sent).map((request) => `sent twice: ${request}`)),
      ].flatMap(found)
    } catch (error) {
      return found(String(error).slice(0, 300))
    }
  }

  test(
    'after the page is loaded',
    async () => {
      await server.sandbox('loaded')
      await clicker.load(`${server.url}/@loaded/_understay/`)
      expect(await clickAll('loaded', true)).toEqual([])
    },
    TIMEOUT,
  )

  test(
    'after a switch of the sandbox',
    async () => {
      await clicker.load(`${server.url}/_understay/`)
      await clicker.page.click('#sandbox-menu > summary')
      await clicker.page.click('#sandbox-menu a:text-is("loaded")')
      await clicker.page.waitForSelector('body[data-sandbox="loaded"]')
      expect(await clickAll('loaded', false)).toEqual([])
    },
    TIMEOUT,
  )
})
