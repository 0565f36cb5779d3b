/**
 * Pieces of GitHub's Markdown that also read well as they are.
 *
 * @module
 */

/** Characters that mean something anywhere in a line. */
const SPECIAL = /[\\`*[\]|]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

/** Any text as prose on one line. The numbers of entries stand in code, or they would become links to issues. */
export const prose = (text: string): string =>
  text.replace(/\s+/g, ' ').trim().replace(SPECIAL, '\\$&').replaceAll('<', '&lt;').replace(/#\d+/g, '`$&`')

/** Any text as code on one line. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return longest > 0 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

/** Any text as code inside a table. */
export const cellCode = (text: string): string => code(text).replaceAll('|', '\\|')

/** Lines as they are. */
export function block(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}text\n${text}\n${fence}`
}

/** A table; nothing where there are no rows. Cells are Markdown already. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')]
}

/** A heading and what stands under it; nothing where there is nothing. */
export const section = (heading: string, blocks: readonly string[]): readonly string[] =>
  blocks.length > 0 ? [heading, ...blocks] : []

/** What can be folded out. */
export const folded = (summary: string, inside: string): string =>
  `<details><summary>${summary}</summary>\n\n${inside}\n\n</details>`

const MAX_IDS = 5

/** The numbers of entries: the first, and how many more there are. */
export function entriesText(entries: readonly number[]): string {
  const more = entries.length - MAX_IDS
  const ids = entries.slice(0, MAX_IDS).map((id) => `\`#${id}\``)
  return [...ids, ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}
