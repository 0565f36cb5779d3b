/** Lays out a summary for a terminal of 24 lines. Colours only on a terminal, and not with NO_COLOR. */
import { styleText } from 'node:util'
import type { Summary } from '../report/summary.ts'

const MAX_LINES = 24
const MAX_ITEM_LINES = 4
/** What a part leaves for each of the later ones. */
const LATER_LINES = 3
/** Columns before a text, and behind one that is cut. */
const INDENT = 6
const MIN_WIDTH = 40
const COLOURS = { passed: 'green', failed: 'red', inconclusive: 'yellow' } as const

/** The stream that is written to, as far as its kind matters. */
type Screen = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number }

/** A summary with an empty line at its end, and room for one before it. @param where where the rest is */
export function screenText({ verdict, head, parts }: Summary, where: string, stream: Screen = process.stdout): string {
  const width = stream.isTTY === true ? Math.max(MIN_WIDTH, stream.columns ?? 80) : Infinity
  const styled = (style: 'bold' | (typeof COLOURS)[Summary['verdict']], text: string): string =>
    styleText(style, text, { stream })
  const [top, bottom] = [wrapped(head, width), wrapped(where, width)]
  const all = parts.map(({ title, texts }) => ({ title, items: texts.map((text) => itemLines(text, width)) }))
  const needs = all.map(({ items }) => items.flat().length)
  let room = MAX_LINES - 2 - top.length - bottom.length - 2 * all.length
  const blocks = all.flatMap(({ title, items }, index) => {
    const later = needs.slice(index + 1).reduce((sum, lines) => sum + Math.min(lines, LATER_LINES), 0)
    const lines = firstLines(items, Math.max(1, room - later))
    room -= lines.length
    return ['', styled('bold', title), ...lines]
  })
  return [...top.map((line) => styled(COLOURS[verdict], line)), ...blocks, '', ...bottom, ''].join('\n')
}

/** The items that fit, and how many are left out. */
function firstLines(items: readonly (readonly string[])[], room: number): readonly string[] {
  if (items.flat().length <= room) return items.flat()
  const lines: string[] = []
  let shown = 0
  for (const item of items) {
    if (shown > 0 && lines.length + item.length >= room) break
    lines.push(...item.slice(0, Math.max(1, room - 1)))
    shown++
  }
  return shown < items.length ? [...lines, `  and ${items.length - shown} more`] : lines
}

/** An item: its text, and further lines below it. */
function itemLines(text: string, width: number): readonly string[] {
  const [first = '', ...further] = text.split('\n')
  const lines = wrapped(first, width - INDENT)
  const cut = lines.length > MAX_ITEM_LINES ? [...lines.slice(0, MAX_ITEM_LINES - 1), `${lines[MAX_ITEM_LINES - 1]} ...`] : lines
  return [
    ...cut.map((line, index) => `${index === 0 ? '- ' : '  '}${line}`),
    ...further.map((line) => `    ${wrapped(line, width - INDENT)[0]}`),
  ]
}

/** A text in lines of a width, without control characters. */
function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.replace(/\p{Cc}+/gu, ' ').split(/ +/)) {
    const longer = `${lines.at(-1)} ${word}`
    if (lines.length > 0 && longer.length <= width) lines[lines.length - 1] = longer
    else for (let from = 0; from === 0 || from < word.length; from += width) lines.push(word.slice(from, from + width))
  }
  return lines
}
