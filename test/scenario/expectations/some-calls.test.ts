import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { callRange } from '../../../src/scenario/expectations/text.ts'
import { callsOf, outcomesWithout } from './steps.ts'

const operation = fc.constantFrom('getPrices', 'validateBooking')
const stepOf = fc.record(
  {
    operation: fc.oneof({ weight: 3, arbitrary: operation }, { weight: 1, arbitrary: fc.constant('requestToken') }),
    session: fc.constantFrom('one', 'two'),
    client: fc.constantFrom('desk', 'site'),
    connection: fc.oneof(fc.constantFrom(1, 2), fc.nat()),
    token: fc.constantFrom('first', 'second', 'third'),
    refused: fc.boolean(),
    fault: fc.boolean(),
    ms: fc.constantFrom(5, 1500, 2500),
  },
  { requiredKeys: ['operation', 'session'] },
)
/** Present in one of three, or in two. */
const some = <T>(of: fc.Arbitrary<T>) => fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of })
const most = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined, freq: 2 })
const count = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.record({ min: fc.integer({ min: 1, max: 3 }), per: some(fc.constant('session' as const)) }),
  fc.record({ max: fc.integer({ min: 0, max: 2 }), per: some(fc.constant('session' as const)) }),
)
const wanted = fc.record({
  operation,
  refused: some(fc.boolean()),
  fault: some(fc.constant('f')),
  count: some(count),
  never: some(fc.constant(true as const)),
  precondition: some(fc.constant(true as const)),
  same: most(fc.constantFrom(['session'] as const, ['client'] as const, ['session', 'client'] as const)),
  after: most(fc.nat()),
  before: some(fc.nat()),
  unless: some(fc.nat()),
})

/** Valid expectations, of which each refers to earlier ones only. */
const expectationsOf = fc.array(wanted, { minLength: 1, maxLength: 5 }).map((list) => {
  const made: Expectation[] = []
  for (const { after, before, unless, same, never, count, ...one } of list) {
    const starts = made.filter((earlier) => callRange(earlier).min > 0)
    const idOf = (among: readonly Expectation[], at: number | undefined) =>
      at === undefined ? undefined : among[at % Math.max(1, among.length)]?.id
    const [start, limit, other] = [idOf(starts, after), idOf(made, before), idOf(made, unless)]
    const parts = Object.entries({
      ...one,
      ...(never ? { never } : { count }),
      after: start,
      before: limit,
      unless: other,
      same: start === undefined ? undefined : same,
    }).filter(([, value]) => value !== undefined)
    made.push({ id: `e${made.length}`, ...Object.fromEntries(parts) })
  }
  return made
})

type Run = [Expectation[], Record<string, unknown>[], number, number[]]
const [FIRST, NEVER_AFTER] = [
  { id: 'e0', operation: 'getPrices' },
  { after: 'e0', same: ['session'], operation: 'getPrices' },
] as const
/** Missing: the token request that shows that a program was started again. */
const HIDDEN_RESTART: Run = [
  [
    { ...FIRST, refused: true },
    { id: 'e1', never: true, ...NEVER_AFTER },
  ],
  [
    { operation: 'getPrices', session: 'one' },
    { operation: 'getPrices', session: 'two', refused: true },
    { operation: 'requestToken', session: 'one' },
    { operation: 'getPrices', session: 'two' },
    { operation: 'requestToken', session: 'one' },
  ],
  1,
  [2, 0],
]
/** Missing: the first call of the program that was started again. */
const MOVED_RESTART: Run = [
  [FIRST, { id: 'e1', fault: 'f', count: 0, ...NEVER_AFTER }],
  [
    { operation: 'getPrices', session: 'one', connection: 2, ms: 1500 },
    { operation: 'getPrices', session: 'one', connection: 2, ms: 1500 },
    { operation: 'getPrices', session: 'one', connection: 1, ms: 2500 },
    { operation: 'getPrices', session: 'one', client: 'site', fault: true, ms: 1500 },
    { operation: 'getPrices', session: 'one', connection: 1 },
    { operation: 'getPrices', session: 'one' },
  ],
  1,
  [0, 2],
]

test.each([
  ['the oldest calls', false],
  ['some calls', true],
])('without %s, an expectation has the result of all calls, or is inconclusive', (_, hasHoles) => {
  let told = 0
  const number = fc.integer({ min: 1, max: 3 })
  const run = fc.tuple(
    expectationsOf,
    fc.array(stepOf, { minLength: 1, maxLength: 12 }),
    number,
    fc.array(fc.nat(), { minLength: 2 }),
  )
  fc.assert(
    fc.property(run, ([expectations, steps, oldest, lost]) => {
      const calls = callsOf(steps.map((step) => ({ ...step, target: `/${step.operation}` })))
      const holes = new Set(lost.map((at) => at % calls.length))
      const kept = calls.filter((_, index) => (hasHoles ? !holes.has(index) : index >= oldest))
      if (kept.length === calls.length) return
      const all = outcomesWithout(0, expectations, calls)
      for (const [index, outcome] of outcomesWithout(calls.length - kept.length, expectations, kept, hasHoles).entries()) {
        if (outcome.state !== 'inconclusive') told++
        expect([all[index]?.state, 'inconclusive'], JSON.stringify(outcome)).toContain(outcome.state)
      }
    }),
    { numRuns: 2500, examples: [HIDDEN_RESTART, MOVED_RESTART].map((run) => [run]) },
  )
  expect(told).toBeGreaterThan(1000)
})
