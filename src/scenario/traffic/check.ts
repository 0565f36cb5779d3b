/** Checks of traffic beyond its schema: rates of 0, values that cannot be drawn, acts that cannot happen. */
import type { Path } from '../../base/file-error.ts'
import { parseInstant, parseSpan } from '../../base/instant.ts'
import { asProblems, problemAt, type SchemaProblem, schemaProblems } from '../../base/schema-check.ts'
import type { SchemaNode } from '../../base/schema-node.ts'
import { noTimeText } from '../../simulation/clock.ts'
import { demandProblems } from '../demand/check.ts'
import { EVENTS, type EventWord } from '../events/event-schema.ts'
import { dayProblems, stayProblems } from '../events/stay-check.ts'
import { spanRangeProblems } from '../vocabulary.ts'
import { hoursProblem, perDay } from './act-times.ts'
import { drawProblem, isDraw, possibleValues } from './drawing.ts'
import { BOOKING_ACTS, type FollowUp, type Traffic } from './traffic-schema.ts'

const MAX_PER_DAY = 100_000
const MIN_INTERVAL_MS = 1000

/** The problems of traffic that is valid by its schema. @param until as in the scenario file */
export function* trafficProblems(all: readonly Traffic[], until: string | undefined): Generator<SchemaProblem> {
  const earlier = new Set<string>()
  for (const [index, one] of all.entries()) {
    yield* singleProblems(one, earlier, ['traffic', index])
    earlier.add(one.id)
  }
  yield* untilProblems(all, until)
}

function untilProblems(all: readonly Traffic[], until: string | undefined): SchemaProblem[] {
  if (until === undefined) return []
  if (all.length === 0) return [{ path: ['until'], message: 'goes with traffic only: it says when traffic ends' }]
  if (until.startsWith('+') || parseInstant(until) !== undefined) return []
  return [{ path: ['until'], message: noTimeText(until) }]
}

function* singleProblems(one: Traffic, earlier: ReadonlySet<string>, path: Path): Generator<SchemaProblem> {
  if (earlier.has(one.id)) yield problemAt(path, 'id', `earlier traffic is called "${one.id}" already`)
  yield* paceProblems(one, path)
  yield* demandProblems(one, earlier, path)
  yield* valueProblems(one.do, one.with ?? {}, ['property'], [...path, 'with'])
  for (const [index, followUp] of (one.then ?? []).entries()) yield* followUpProblems(followUp, one, [...path, 'then', index])
}

function paceProblems({ rate, every, hours }: Traffic, path: Path): SchemaProblem[] {
  if ((rate === undefined) === (every === undefined)) return [{ path, message: 'says how often it acts by either rate or every' }]
  if (every !== undefined && (parseSpan(every) ?? 0) < MIN_INTERVAL_MS)
    return [problemAt(path, 'every', 'is too short: at least 1s')]
  if (every !== undefined && hours) return [problemAt(path, 'hours', 'goes with rate only: every is at even intervals')]
  const pace = rate === undefined ? 1 : perDay(rate)
  if (pace <= 0 || pace > MAX_PER_DAY) return [problemAt(path, 'rate', `is out of range: above 0 and at most ${MAX_PER_DAY}/d`)]
  return asProblems([...path, 'hours'], hours && hoursProblem(hours))
}

/** @param free required keys that traffic fills in when they are absent */
function valueProblems(
  word: EventWord,
  values: Readonly<Record<string, unknown>>,
  free: readonly string[],
  path: Path,
): SchemaProblem[] {
  const draws = Object.entries(values).flatMap(([key, value]) => (isDraw(value) ? [[key, value] as const] : []))
  const broken = draws.flatMap(([key, draw]) => asProblems([...path, key], drawProblem(draw)))
  if (broken.length > 0) return broken
  const some = Object.fromEntries(draws.map(([key, draw]) => [key, possibleValues(draw)[0]]))
  const filled = Object.fromEntries(free.map((key) => [key, 1]))
  const schema = EVENTS[word] as SchemaNode
  const whole = schemaProblems(schema, { ...filled, ...values, ...some }, path)
  if (whole.length > 0) return whole
  const drawn = draws.flatMap(([key, draw]) => {
    const at = [...path, key]
    const wrong = possibleValues(draw).flatMap((value) => [
      ...schemaProblems(schema.properties?.[key] ?? {}, value, at),
      ...dayProblems(value, at),
    ])
    return wrong.slice(0, 1)
  })
  return [...drawn, ...stayProblems(values, path)]
}

function followUpProblems(followUp: FollowUp, { do: head }: Traffic, path: Path): SchemaProblem[] {
  const { chance, after, on, do: word, else: other, with: values = {} } = followUp
  if (!BOOKING_ACTS.includes(head)) return [{ path, message: `nothing follows ${head}: it makes no booking of a guest` }]
  if (after !== undefined && on !== undefined) return [problemAt(path, 'on', 'goes without after')]
  if (Number.parseFloat(chance ?? '100') > 100) return [problemAt(path, 'chance', 'is above 100%')]
  if (other !== undefined && chance === undefined)
    return [problemAt(path, 'else', 'goes with chance: without one, the act always happens')]
  const problems = spanRangeProblems(after, path, 'after')
  if (problems.length > 0) return problems
  if ('booking' in values || 'invoice' in values)
    return [problemAt(path, 'with', 'names no booking: it is the one that was made')]
  return valueProblems(word, { ...values, booking: 1 }, [], [...path, 'with'])
}
