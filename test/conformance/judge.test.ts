import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runWithoutPauses } from '../../src/base/sliced-work.ts'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { Judge } from '../../src/conformance/judge.ts'
import { type Finding, type Findings, type Rule, runOf } from '../../src/conformance/rule.ts'
import { call, exchangesOf, FACTS, type Step, token } from './exchanges-of.ts'

const rule = (id: string, check: Rule['check']): Rule => ({
  ...{ id, severity: 'must', title: '', measure: '', remedy: '', source: '', risk: '' },
  check,
})

const finding = (...exchanges: readonly Exchange[]): Finding => ({ entries: exchanges.map(({ id }) => id), what: '' })

/** Each call that was answered with 500. */
const FAILED = rule('test/failed', ({ exchanges }) => ({
  exercised: exchanges.length > 0,
  offences: exchanges.filter(({ status }) => status === 500).map((one) => finding(one)),
}))

/** Each call that was sent right after one with the same answer, other than 200. */
const TWICE = rule('test/twice', ({ exchanges }) => ({
  exercised: exchanges.length > 0,
  offences: [],
  remarks: exchanges.flatMap((one, index) => {
    const before = exchanges[index - 1]
    return before && before.status === one.status && one.status !== 200 ? [finding(before, one)] : []
  }),
}))

/** Each call with a token that nobody was given. */
const FOREIGN_TOKEN = rule('test/foreign-token', ({ exchanges }) => {
  const given = new Set(exchanges.flatMap(({ operation, token }) => (operation === 'requestToken' ? [token] : [])))
  const used = exchanges.filter(({ operation }) => operation !== 'requestToken')
  return { exercised: used.length > 0, offences: used.filter(({ token }) => !given.has(token)).map((one) => finding(one)) }
})

function judgeOf(rules: readonly Rule[], calls: readonly Exchange[]): Judge {
  const judge = new Judge(rules)
  for (const one of calls) take(judge, one)
  return judge
}

function take(judge: Judge, call: Exchange): void {
  judge.take(call)
  if (judge.isFull) runWithoutPauses(judge.judgeOlderHalf(FACTS))
}

/** The calls that findings point to, in the order of the run. */
const entriesOf = (findings: readonly Finding[] = []) => findings.map(({ entries }) => entries).sort(([a = 0], [b = 0]) => a - b)

const summary = ({ exercised, offences, remarks }: Findings) => ({
  exercised,
  offences: entriesOf(offences),
  remarks: entriesOf(remarks),
})

function found(judge: Judge, of: Rule) {
  const findings = runWithoutPauses(judge.findings(FACTS)).get(of)
  expect(findings).toBeDefined()
  return summary(findings ?? { exercised: false, offences: [] })
}

const many = (count: number, step: (index: number) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, index) => step(index))

interface RunShape {
  readonly count: number
  readonly failures: readonly { readonly first: number; readonly length: number }[]
}

/** Runs of several parts, with some calls that were answered with 500, often next to each other. */
const RUN = fc.record({
  count: fc.integer({ min: 3_001, max: 8_000 }),
  failures: fc.array(fc.record({ first: fc.nat(7_999), length: fc.integer({ min: 1, max: 3 }) }), { maxLength: 50 }),
})

function failingRun({ count, failures }: RunShape): readonly Exchange[] {
  const failing = new Set(failures.flatMap(({ first, length }) => [first, first + 1, first + 2].slice(0, length)))
  return exchangesOf(many(count, (index) => ({ status: failing.has(index) ? 500 : 200 })))
}

describe('a run that is longer than what is judged at once', () => {
  test.each([FAILED, TWICE])('is judged by $id as if it were judged whole', (of) => {
    fc.assert(
      fc.property(RUN, (run) => {
        const calls = failingRun(run)
        expect(found(judgeOf([of], calls), of)).toEqual(summary({ remarks: [], ...of.check(runOf(calls, FACTS)) }))
      }),
      { numRuns: 20 },
    )
  })

  test('shows a pair of calls once, however the run is divided into batches', () => {
    const failing = new Set([1_499, 1_500, 2_999, 3_000, 4_499, 4_500, 6_999])
    const calls = exchangesOf(many(7_000, (index) => ({ status: failing.has(index + 1) ? 500 : 200 })))
    expect(found(judgeOf([TWICE], calls), TWICE).remarks).toEqual([
      [1_499, 1_500],
      [2_999, 3_000],
      [4_499, 4_500],
    ])
  })

  test('keeps issued tokens as context', () => {
    const calls = exchangesOf([
      token('a'),
      token('b'),
      ...many(10_000, (index) => call('listGuests', index % 2 === 0 ? 'a' : 'b')),
    ])
    expect(found(judgeOf([FOREIGN_TOKEN], calls), FOREIGN_TOKEN)).toEqual({ exercised: true, offences: [], remarks: [] })
  })

  test('keeps the last 400 tokens as context, no more', () => {
    const steps = [
      ...many(401, (index) => token(`t${index}`)),
      ...many(6_000, () => ({})),
      call('listGuests', 't0'),
      call('listGuests', 't1'),
    ]
    const calls = exchangesOf(steps).map((one) => (one.operation === undefined ? { ...one, token: 't400' } : one))
    expect(found(judgeOf([FOREIGN_TOKEN], calls), FOREIGN_TOKEN).offences).toEqual([[6_402]])
  })

  test('keeps 200 findings of each kind and rule', () => {
    const calls = exchangesOf(many(6_000, () => ({ status: 500 })))
    const offences = found(judgeOf([FAILED], calls), FAILED).offences
    expect(offences.slice(0, 200)).toEqual(Array.from({ length: 200 }, (_, index) => [index + 1]))
    expect(offences).toHaveLength(200 + 1_500)
    // the calls 4,501 to 6,000, each with the one before it
    expect(found(judgeOf([TWICE], calls), TWICE).remarks).toHaveLength(200 + 1_500)
  })

  test('is still exercised when only its beginning was', () => {
    const calls = exchangesOf([token('a'), call('listGuests', 'a'), ...many(6_000, () => token('b'))])
    expect(found(judgeOf([FOREIGN_TOKEN], calls), FOREIGN_TOKEN).exercised).toBe(true)
  })

  test('may come in another order than that in which the calls were sent', () => {
    const calls = exchangesOf(many(4_000, (index) => ({ status: index % 100 < 2 ? 500 : 200 })))
    const swapped = calls.flatMap((_, index) =>
      calls
        .slice(index, index + 2)
        .reverse()
        .slice(index % 2 === 0 ? 0 : 2),
    )
    expect(swapped).toHaveLength(4_000)
    expect(found(judgeOf([TWICE], swapped), TWICE)).toEqual(summary({ ...TWICE.check(runOf(calls, FACTS)) }))
  })
})

describe('a copy of a judge', () => {
  test.each([10, 4_000])('after %i calls continues independently', (before) => {
    const calls = exchangesOf(many(before + 20, () => ({ status: 500 })))
    const judge = judgeOf([FAILED], calls.slice(0, before))
    const first = found(judge, FAILED)
    const copy = judge.copy()
    for (const one of calls.slice(before)) take(copy, one)
    expect(found(copy, FAILED).offences).toEqual([...first.offences, ...calls.slice(before).map(({ id }) => [id])])
    expect(found(judge, FAILED)).toEqual(first)
  })
})

test('judging takes a step for each rule, and a copy made between them finds the same', () => {
  const calls = exchangesOf(many(3_000, (index) => ({ status: index % 20 < 2 ? 500 : 200 })))
  const rules = [FAILED, TWICE]
  const judge = new Judge(rules)
  for (const one of calls) judge.take(one)
  const steps = judge.judgeOlderHalf(FACTS)
  const before = rules.map((of) => found(judge, of))
  let count = 0
  for (; !steps.next().done; count++) expect(rules.map((of) => found(judge.copy(), of))).toEqual(before)
  expect(count).toBe(rules.length)
  expect(judge.isFull).toBe(false)
  expect(rules.map((of) => found(judge.copy(), of))).toEqual(before)
})

test('calls whose change could not be stored are not judged, also when the journal has dropped them', () => {
  const calls = exchangesOf(many(9000, (index) => ({ operation: 'listBookings', status: index % 3 === 0 ? 503 : 507 })))
  const judge = judgeOf([TWICE], calls)
  expect(found(judge, TWICE)).toEqual({ exercised: false, offences: [], remarks: [] })
})

test('a finding about a delivery is kept for a client that made no call', () => {
  const delivered = rule('test/delivered', () => ({
    exercised: true,
    offences: [{ entries: [], delivery: 7, what: 'was answered 500' }],
  }))
  expect(found(judgeOf([delivered], []), delivered)).toEqual({ exercised: true, offences: [[]], remarks: [] })
})
