/**
 * Formats the results of blocks as a list.
 *
 * @module
 */
import { placeOf } from './block.ts'
import type { Outcome, Result } from './page.ts'

/** A line for each block: position, language, result with reason, and duration. */
export function listOf(results: readonly Result[]): string {
  const rows = results.map(({ block, outcome, note = '', milliseconds }) => [
    placeOf(block),
    block.language,
    outcome,
    `${Math.round(milliseconds)} ms`,
    note.split('\n')[0] ?? '',
  ])
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, n) => align(cell, n, widths[n] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const align = (cell: string, column: number, width: number): string => (column === 3 ? cell.padStart(width) : cell.padEnd(width))

/** How many of each outcome there are: `12 blocks on 3 pages: 7 ran, 5 checked`. */
export function summaryOf(results: readonly Result[]): string {
  const counts = new Map<Outcome, number>()
  for (const { outcome } of results) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const pages = new Set(results.map(({ block }) => block.page)).size
  const parts = [...counts].map(([outcome, count]) => `${count} ${outcome}`)
  return `${counted(results.length, 'block')} on ${counted(pages, 'page')}: ${parts.join(', ')}`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`

/** The complete problems of failed blocks; empty without failures. */
export function failuresOf(results: readonly Result[]): string {
  return results
    .filter(({ outcome }) => outcome === 'FAILED')
    .map(({ block, note = '', output = '' }) => `${placeOf(block)}: ${note}\n${indented(output)}`)
    .join('\n')
}

const indented = (text: string): string => text.trimEnd().replace(/^(?=.)/gm, '    ')
