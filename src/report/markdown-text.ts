/** Pieces of GitHub's Markdown that are also readable as plain text. */

import { listStart } from '../base/short-text.ts'

/** Characters with a meaning anywhere in a line. */
const MARKDOWN_CHARACTERS = /[\\`*[\]|~$]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])/g

/** What GitHub links: issues and users. */
const GITHUB_REFERENCE = /#\d+|(?<![\w`])@[\w-]+/g

/** Escapes text on one line. Ids of entries and names of sandboxes become code, because `#3` would link to an issue and `@w1` to a user. */
export const prose = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(MARKDOWN_CHARACTERS, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;')
    .replaceAll('<', '&lt;')
    .replace(GITHUB_REFERENCE, '`$&`')

/** Escapes a text of this program on one line; what it has between backticks stays code. */
export const ownProse = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part, index) =>
      index % 2 === 1 ? part : part && `${/^\s/.test(part) ? ' ' : ''}${prose(part)}${/\s$/.test(part) ? ' ' : ''}`,
    )
    .join('')
    .trim()

/** Text as code on one line. */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const fence = fenceOf(line, 1)
  return fence.length > 1 ? `${fence} ${line} ${fence}` : `${fence}${line}${fence}`
}

export const cellCode = (text: string): string => code(text).replaceAll('|', '\\|')

export function block(text: string): string {
  const fence = fenceOf(text, 3)
  return `${fence}text\n${text}\n${fence}`
}

/** More backticks than the text has in a row. */
const fenceOf = (text: string, least: number): string =>
  '`'.repeat(Math.max(least, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length + 1)))

/** Day and time to the second, of an ISO instant. */
export const timeText = (at: string): string => `${at.slice(0, 10)} ${at.slice(11, 19)}`

/** A table; nothing when there are no rows. Cells are Markdown. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return []
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [[line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')]
}

/** A heading and its blocks; nothing when there are no blocks. */
export const section = (heading: string, blocks: readonly string[]): readonly string[] =>
  blocks.length > 0 ? [heading, ...blocks] : []

export const list = (lines: readonly string[]): readonly string[] =>
  lines.length > 0 ? [lines.map((line) => `- ${line}`).join('\n')] : []

export const collapsible = (summary: string, inside: string): string =>
  `<details><summary>${summary}</summary>\n\n${inside}\n\n</details>`

/** Maximum number of ids that are shown. */
export const MAX_IDS = 5

/** The first ids of entries, and the number of the others. */
export function entriesText(entries: readonly number[]): string {
  const ids = entries.map((id) => `\`#${id}\``)
  return listStart(ids, MAX_IDS).join(', ')
}
