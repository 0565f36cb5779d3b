import { countText } from '../base/count-text.ts'
import { getOrInsert } from '../base/get-or-insert.ts'
import { groupBy } from '../base/group-by.ts'
import { isoInstant } from '../base/instant.ts'
import { listStart, shortText } from '../base/short-text.ts'
import { addressWithoutQuery } from './address.ts'
import type { Difference } from './difference.ts'
import type { Exchange } from './har.ts'
import type { Skipped } from './plan.ts'
import type { Outcome } from './run.ts'
import { withoutVariableParts } from './same-text.ts'

/** Characters of the name of a world that a summary shows: calibration decides dozens of choices. */
const MAX_WORLD = 240

export interface Replayed {
  readonly file: string
  /** The name of the target. */
  readonly world: string
  readonly outcomes: readonly Outcome[]
  readonly skipped: readonly Skipped[]
  readonly notes: readonly string[]
}

const SHOWN_DIFFERENCES = 5
const SHOWN_EXAMPLES = 2
const SHOWN_VALUE = 120
/** Number of characters shown before the first difference of long texts. */
const SHOWN_BEFORE = 40

/** Numbers of equal, different and skipped exchanges. */
export function countsOf({ outcomes, skipped }: Pick<Replayed, 'outcomes' | 'skipped'>) {
  const differ = outcomes.filter(({ differences }) => differences.length > 0).length
  return { exchanges: outcomes.length, same: outcomes.length - differ, differ, skipped: skipped.length }
}

/** The report as text: all different exchanges, the skipped ones, and the counts. */
export function reportText(replayed: Replayed): string {
  const { file, world, outcomes, skipped, notes } = replayed
  const { exchanges, same, differ, skipped: left } = countsOf(replayed)
  const differing = outcomes.filter(({ differences }) => differences.length > 0)
  const partly = outcomes.flatMap(({ step, partly }) =>
    partly === undefined ? [] : [{ exchange: step.exchange, reason: partly }],
  )
  const blocks = [
    [`${file}, sent to ${world}`],
    ...differing.map(differingLines),
    grouped('skipped', skipped),
    grouped('compared without the body', partly),
    notes.map((note) => `note: ${note}`),
    [`${countText(exchanges, 'exchange')}, ${same} same, ${differ} ${differ === 1 ? 'differs' : 'differ'}, ${left} skipped`],
  ]
  return blocksText(blocks)
}

/** Blocks of lines as text, with an empty line between them; empty blocks are left out. */
export function blocksText(blocks: readonly (readonly string[])[]): string {
  const shown = blocks.filter(({ length }) => length > 0).map((lines) => lines.join('\n'))
  return `${shown.join('\n\n')}\n`
}

/** The differences by operation and field, the most frequent first, for a replay with many. */
export function replaySummary(replayed: Replayed) {
  const { file, world, outcomes, skipped, notes } = replayed
  const { exchanges, differ } = countsOf(replayed)
  const groups = new Map<string, { readonly first: Outcome; readonly difference: Difference; count: number }>()
  for (const outcome of outcomes)
    for (const difference of withoutBodyOfOtherStatus(outcome.differences)) {
      const { request, note } = outcome.step.exchange
      const key = `${note?.operation ?? request.method} ${difference.path.replace(/\[\d+\]/g, '[]')}`
      getOrInsert(groups, key, () => ({ first: outcome, difference, count: 0 })).count++
    }
  const texts = [...groups]
    .sort(([, a], [, b]) => b.count - a.count)
    .map(([key, { first, difference, count }]) =>
      [
        `${key}: ${count} times, first`,
        title(first.step.exchange, withoutVariableParts(first.step.asked.target)),
        differenceText(difference),
      ].join('\n'),
    )
  const parts = {
    'What differs': texts,
    Skipped: grouped('skipped', skipped).map((text) => text.split('\n')[0] ?? ''),
    Notes: notes,
  }
  return {
    verdict: differ > 0 ? ('failed' as const) : ('passed' as const),
    head: `${file}, sent to ${shortText(world, MAX_WORLD)}: ${differ} of ${exchanges} responses differ, ${skipped.length} requests skipped`,
    parts: Object.entries(parts).flatMap(([part, of]) => (of.length > 0 ? [{ title: part, texts: of }] : [])),
  }
}

/** Where the status differs, the rest of the response does too: of that only the text of a refusal. */
function withoutBodyOfOtherStatus(differences: readonly Difference[]): readonly Difference[] {
  const hasStatus = differences.some(({ path }) => path === 'status')
  return hasStatus ? differences.filter(({ path }) => path === 'status' || /(message|description)$/.test(path)) : differences
}

/** Method, address and operation, as in a journal. */
function title({ index, request, note }: Exchange, target = addressWithoutQuery(request.url)): string {
  const affected = note?.fault?.length ? `  affected by fault ${note.fault.join(', ')} in the recording` : ''
  const text = `entries[${index}] ${request.method} ${target}${note?.operation ? `  ${note.operation}` : ''}${affected}`
  return text.replace(/\p{Cc}/gu, '?')
}

function differingLines({ step, differences, more }: Outcome): string[] {
  const shown = differences.slice(0, SHOWN_DIFFERENCES)
  const rest = differences.length - shown.length + more
  return [
    title(step.exchange, withoutVariableParts(step.asked.target)),
    ...shown.map((difference) => `  ${differenceText(difference)}`),
    ...(rest > 0 ? [`  and ${rest} more`] : []),
  ]
}

/** `data.total: recorded 3, now 4`. */
export function differenceText(difference: Difference): string {
  const shown = { ...difference, ...fromDifference(difference) }
  const side = (name: 'recorded' | 'now'): string =>
    name in shown ? `${name} ${valueText(shown[name])}` : name === 'now' ? 'now missing' : 'not recorded'
  return `${difference.path}: ${side('recorded')}, ${side('now')}`
}

/** Long texts from shortly before their first difference, without what is no difference. */
function fromDifference({ recorded, now }: Difference): Pick<Difference, 'recorded' | 'now'> {
  if (typeof recorded !== 'string' || typeof now !== 'string' || Math.max(recorded.length, now.length) <= SHOWN_VALUE) return {}
  const [one, other] = [withoutVariableParts(recorded), withoutVariableParts(now)]
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  const from = at - SHOWN_BEFORE
  const shown = (text: string): string => (from > 0 ? `... ${text.slice(from)}` : text)
  return { recorded: shown(one), now: shown(other) }
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > SHOWN_VALUE ? `${text.slice(0, SHOWN_VALUE)} ...` : text
}

/** One line per reason, with examples. */
function grouped(what: string, list: readonly Skipped[]): string[] {
  return [...groupBy(list, ({ reason }) => reason)].map(([reason, exchanges]) => {
    const titles = exchanges.map(({ exchange }) => title(exchange))
    return `${what}, ${reason}: ${exchanges.length}\n  ${listStart(titles, SHOWN_EXAMPLES).join('\n  ')}`
  })
}

/** The report as JSON: all exchanges with their kept differences. */
export function reportValue(replayed: Replayed) {
  const { file, world, outcomes, skipped, notes } = replayed
  return {
    file,
    world,
    counts: countsOf(replayed),
    exchanges: outcomes.map(({ step, differences, more, partly }) => ({
      ...named(step.exchange, withoutVariableParts(step.asked.target)),
      same: differences.length === 0,
      differences,
      ...(more > 0 && { more }),
      ...(partly !== undefined && { comparedWithoutBody: partly }),
    })),
    skipped: skipped.map(({ exchange, reason }) => ({ ...named(exchange, addressWithoutQuery(exchange.request.url)), reason })),
    notes,
  }
}

const named = ({ index, at, request, response, note }: Exchange, target: string) => ({
  entry: index,
  at: isoInstant(at),
  method: request.method,
  target,
  ...(note?.operation !== undefined && { operation: note.operation }),
  status: response.status,
})
