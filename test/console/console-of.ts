/**
 * A whole server without a socket, and its console as a browser gets it.
 *
 * @module
 */
import { type ServerSettings, serverOf } from '../control/server-of.ts'
import { byId, type Element, everyElement, readPage, textIn } from './markup.ts'

/** What a browser accepts. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8'

/** A server, and the console of a sandbox of it. */
export function consoleOf(settings: ServerSettings = {}) {
  const server = serverOf(settings)
  const open = async (path = '/_understay/', headers: Readonly<Record<string, string>> = {}) =>
    server.app.request(`http://localhost${path}`, { headers: { accept: BROWSER, host: 'localhost', ...headers } })
  const page = async (path?: string): Promise<Element> => readPage(await (await open(path)).text())
  return { ...server, open, page }
}

/** The ids of the entries on a page. */
export const shownEntries = (page: Element): readonly number[] =>
  byId(page, 'entries').children.flatMap((child) => (typeof child === 'string' ? [] : [Number(child.attributes['data-entry'])]))

/** The text of a section of a page; empty where there is none. */
export const sectionOf = (page: Element, id: string): string => {
  const section = everyElement(page).find(({ attributes }) => attributes['aria-labelledby'] === `${id}-title`)
  return section ? textIn(section) : ''
}
