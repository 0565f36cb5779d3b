/**
 * A whole server without a socket, and its console as a browser gets it.
 *
 * @module
 */
import { type ServerSettings, serverOf } from '../control-api/server-of.ts'
import { byId, type Element, everyElement, readPage } from './markup.ts'

/** What a browser accepts. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** A server, and the console of a sandbox of it. */
export function consoleOf(settings: ServerSettings = {}) {
  const server = serverOf(settings)
  const open = async (path = '/_understay/', headers: Readonly<Record<string, string>> = {}) =>
    server.app.request(`http://localhost${path}`, { headers: { accept: BROWSER, host: 'localhost', ...headers } })
  const page = async (path?: string): Promise<Element> => readPage(await (await open(path)).text())
  /** The parts of a page that a browser fetches after it. */
  const later = async (path?: string): Promise<Element> => {
    const body = everyElement(await page(path)).find(({ name }) => name === 'body')
    const address = body?.attributes['data-parts']
    if (address === undefined) throw new Error(`${path} fetches no parts`)
    return page(address)
  }
  return { ...server, open, page, later }
}

/** The ids of the calls on a page, in their order. */
export const shownCalls = (page: Element): readonly number[] =>
  byId(page, 'calls').children.flatMap((child) =>
    typeof child === 'string' ? [] : [Number(child.attributes['id']?.replace('call-', ''))],
  )

/** Where every link and form of a page leads. */
export const targetsOf = (page: Element): readonly string[] =>
  everyElement(page).flatMap(({ name, attributes: { href, action } }) => (name === 'link' ? [] : (href ?? action ?? [])))
