import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { call, expired, failedCall, judgement, type Step, token } from './exchanges-of.ts'

/** A call at a time in milliseconds, on a connection. */
interface Timed {
  readonly at: number
  readonly step: Step
}

const address = (thread: number): string => `/service/api/listbooking/${thread}`
const down = (at: number, connection: number, thread: number): Timed => ({
  at,
  step: failedCall(503, {
    target: address(thread),
    token: 'a',
    client: 'desk',
    connection,
    responseHeaders: { 'Retry-After': '1' },
  }),
})
const fine = (at: number, connection: number, thread: number, more: Step = {}): Timed => ({
  at,
  step: call('listBookings', 'a', { target: address(thread), connection, ...more }),
})
/** Calls of all threads at the same time, which show that there are threads. */
const overlap = (threads: number): Timed[] =>
  Array.from({ length: threads }, (_, thread) => ({
    at: 100 + thread,
    step: call('listGuests', 'a', { target: `/service/api/guests/${thread}/list`, connection: thread, ms: 50 }),
  }))

/** A run of these calls, in the order of their times; they may overlap. */
function run(calls: readonly Timed[]): readonly Step[] {
  const sorted = calls.toSorted((a, b) => a.at - b.at)
  // The token request comes first and takes as long as any call.
  let ended = 5
  return [
    token('a', { wait: 0, connection: 0 }),
    ...sorted.map(({ at, step }) => {
      const wait = at - ended
      ended = at + (step.ms ?? 5)
      return { ...step, wait }
    }),
  ]
}

const each = (threads: number, of: (thread: number) => readonly Timed[]): Timed[] =>
  Array.from({ length: threads }, (_, thread) => of(thread)).flat()
const burst = (from: number, connection: number, thread: number, count = 7): Timed[] =>
  Array.from({ length: count }, (_, index) => down(from + 40 * index, connection, thread))
const outcome = (rule: string, calls: readonly Timed[]): string => judgement(rule, run(calls))[0]

describe.each([2, 3, 4, 8])('%i threads on one token, with a connection each', (threads) => {
  test('are found to repeat a call seven times in a row, twice, although Retry-After asks for a second', () => {
    const calls = [
      ...overlap(threads),
      ...each(threads, (thread) => [
        ...burst(1_000 + thread, thread, thread),
        ...burst(2_500 + thread, thread, thread),
        fine(4_500 + thread, thread, thread),
      ]),
    ]
    expect(outcome('resilience/retry-after', calls)).toBe('failed')
    expect(outcome('resilience/retries-bounded', calls)).toBe('failed')
  })

  test('are found to repeat a call at once, however often they poll it each second afterwards', () => {
    const calls = [
      ...overlap(threads),
      ...each(threads, (thread) => [
        ...burst(1_000 + thread, thread, thread),
        ...Array.from({ length: 20 }, (_, index) => fine(3_000 + 1_000 * index + thread, thread, thread)),
      ]),
    ]
    expect(outcome('resilience/retry-after', calls)).toBe('failed')
  })

  test('pass where each waits, and a pool gives any connection to any thread', () => {
    const calls = [
      ...overlap(threads),
      ...each(threads, (thread) => [
        down(1_000 + 20 * thread, 0, thread),
        down(2_100 + 20 * thread, (thread + 1) % threads, thread),
        fine(4_200 + 20 * thread, 0, thread),
      ]),
    ]
    expect(outcome('resilience/retry-after', calls)).toBe('passed')
    expect(outcome('resilience/retries-bounded', calls)).toBe('passed')
  })

  test('are not failed where each makes the same call once and waits', () => {
    const calls = [
      ...overlap(threads),
      ...each(threads, (thread) => [down(1_000 + 7 * thread, 0, 1), fine(2_100 + 7 * thread, thread, 1)]),
    ]
    expect(outcome('resilience/retry-after', calls)).not.toBe('failed')
    expect(outcome('resilience/retries-bounded', calls)).not.toBe('failed')
  })

  test('are found to send a refused token again at once', () => {
    const dead = (at: number, thread: number): Timed => ({
      at,
      step: expired('listBookings', 'a', { target: address(thread), connection: thread }),
    })
    const renewed: Timed = { at: 1_600, step: token('b', { connection: 0 }) }
    const again = (thread: number): Timed => fine(1_700 + 10 * thread, thread, thread, { token: 'b' })
    const twice = [...overlap(threads), ...each(threads, (one) => [dead(1_000 + 20 * one, one), dead(1_009 + 20 * one, one)])]
    const once = [...overlap(threads), ...each(threads, (one) => [dead(1_000 + 20 * one, one)])]
    expect(outcome('auth/one-renewal', [...twice, renewed, ...each(threads, (one) => [again(one)])])).toBe('failed')
    expect(outcome('auth/one-renewal', [...once, renewed, ...each(threads, (one) => [again(one)])])).toBe('passed')
  })

  test('are excused where two of them share a call and a connection when the token is refused, and both repeat it', () => {
    const dead = (at: number): Timed => ({
      at,
      step: expired('listBookings', 'a', { target: address(1), connection: 1 }),
    })
    const calls = [
      ...overlap(threads),
      ...[dead(1_000), dead(1_009), { at: 1_600, step: token('b', { connection: 0 }) }],
      ...[fine(1_700, 1, 1, { token: 'b' }), fine(1_720, 1, 1, { token: 'b' })],
    ]
    expect(outcome('auth/one-renewal', calls)).toBe('noted')
  })
})

test.each([1_000, 3_500])(
  'threads that repeat their calls each 300 ms are found, however often they poll them each %i ms afterwards',
  (period) => {
    const calls = [
      ...overlap(3),
      ...each(8, (job) => [
        ...Array.from({ length: 10 }, (_, index) => down(1_000 + 300 * index + 6 * job, (index + job) % 3, job)),
        ...Array.from({ length: 6 }, (_, index) => fine(4_000 + period * index + 6 * job, (index + job) % 3, job)),
      ]),
    ]
    expect(outcome('resilience/retry-after', calls)).toBe('failed')
    if (period > 2_000) expect(outcome('resilience/retries-bounded', calls)).toBe('failed')
  },
)

test('threads that repeat their calls each 300 ms are found where each call has a connection of its own', () => {
  let connection = 0
  const calls = [
    ...overlap(3),
    ...each(8, (job) => [
      ...Array.from({ length: 4 }, (_, index) => down(1_000 + 300 * index + 6 * job, 10 + ++connection, job)),
      fine(2_200 + 6 * job, 10 + ++connection, job),
    ]),
  ]
  expect(outcome('resilience/retry-after', calls)).toBe('failed')
})

test('threads that wait pass where each call has a connection of its own', () => {
  let connection = 0
  const calls = [
    ...overlap(3),
    ...each(8, (job) => [
      down(1_000 + 6 * job, 10 + ++connection, job),
      down(2_050 + 6 * job, 10 + ++connection, job),
      fine(4_100 + 6 * job, 10 + ++connection, job),
    ]),
  ]
  expect(outcome('resilience/retry-after', calls)).toBe('passed')
})

test('one thread that repeats its call each 300 ms is found, however often it polls afterwards', () => {
  const calls = [
    ...Array.from({ length: 10 }, (_, index) => down(1_000 + 300 * index, 0, 1)),
    ...Array.from({ length: 6 }, (_, index) => fine(4_000 + 700 * index, 0, 1)),
  ]
  expect(outcome('resilience/retry-after', calls)).toBe('failed')
})

test('more parallel attempts than a program has connections are not its threads', () => {
  const calls = [
    ...overlap(3),
    ...Array.from({ length: 12 }, (_, index) => down(1_000 + 10 * index, index % 3, 1)),
    fine(3_000, 0, 1),
  ]
  expect(outcome('resilience/retry-after', calls)).toBe('failed')
})

test('jobs that wait for a few connections are not failed where each is answered in the end', () => {
  const jobs = Array.from({ length: 12 }, (_, index) => index)
  const calls = [
    ...overlap(3),
    ...jobs.map((job) => down(1_000 + 10 * job, job % 3, 1)),
    ...jobs.map((job) => fine(2_100 + 10 * job, job % 3, 1)),
  ]
  expect(outcome('resilience/retry-after', calls)).not.toBe('failed')
  expect(outcome('resilience/retries-bounded', calls)).not.toBe('failed')
})

test('a recording without connections shows no row of attempts', () => {
  const calls = [...overlap(3), ...burst(1_000, 1, 1), fine(3_000, 1, 1)].map(({ at, step }) => ({
    at,
    step: { ...step, connection: undefined } satisfies Partial<Exchange>,
  }))
  expect(outcome('resilience/retry-after', calls)).toBe('passed')
})

describe('programs that request their first tokens during an outage', () => {
  const asks = (at: number, connection: number, given?: string): Timed => {
    const { operation: _, ...failure } = failedCall(503, { token: undefined, responseHeaders: { 'Retry-After': '1' } })
    return { at, step: token(given ?? '', { connection, ...(given === undefined && failure) }) }
  }
  const program = (from: number, connection: number): readonly Timed[] => [
    asks(from, connection),
    asks(from + 1_300, connection),
    asks(from + 3_900, connection, `given ${connection}`),
  ]

  test('are told apart by connections on which each waits', () => {
    expect(outcome('resilience/retry-after', [...program(1_000, 7), ...program(1_150, 8)])).toBe('passed')
  })

  test('do not excuse one that repeats its request at once on another connection', () => {
    const calls = [asks(1_000, 7), asks(1_150, 8), asks(2_400, 9), asks(5_000, 9, 'given')]
    expect(outcome('resilience/retry-after', calls)).toBe('failed')
    expect(outcome('resilience/retry-after', [...program(1_000, 7), ...program(1_150, 8), asks(6_000, 9), asks(6_100, 10)])).toBe(
      'failed',
    )
  })
})
