import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runWithoutPauses } from '../../src/base/sliced-work.ts'
import { judgeConformance, newJudge } from '../../src/conformance/conformance.ts'
import { DroppedCalls } from '../../src/conformance/dropped-calls.ts'
import type { Exchange } from '../../src/conformance/exchange.ts'
import { RULES } from '../../src/conformance/rules/index.ts'
import { exchangesOf, FACTS } from './exchanges-of.ts'

const CALLS = exchangesOf(Array.from({ length: 20_000 }, () => ({ operation: 'listBookings' })))

/** Judging that takes a millisecond for each call, by a clock of the test. */
class Machine {
  now = 1_900_000_000_000
  /** Calls whose entries were made, which is when they are judged. */
  judged = 0
  longest = 0
  readonly dropped = new DroppedCalls(
    () => FACTS,
    () => this.now,
  )

  /** Drops calls, so many milliseconds apart. */
  drop(calls: readonly Exchange[], apart: number): void {
    for (const call of calls) {
      this.now += apart
      const before = this.judged
      this.dropped.take({
        entry: () => {
          this.now += 1
          this.judged++
          return call
        },
      })
      this.longest = Math.max(this.longest, this.judged - before)
    }
  }
}

/** The rules are loaded with the first call that is dropped. */
async function machine(): Promise<Machine> {
  const made = new Machine()
  made.drop(CALLS.slice(0, 1), 0)
  await turn()
  return made
}

test('a call waits for the judging of no more than fifty', async () => {
  const made = await machine()
  made.drop(CALLS.slice(1, 2000), 1)
  expect(made.judged).toBeGreaterThan(400)
  expect(made.longest).toBe(50)
})

test('a call waits for one rule while thousands of calls are judged, and a report lets others run after each', async () => {
  const checks = RULES.map((rule) => vi.spyOn(rule, 'check'))
  onTestFinished(() => {
    for (const check of checks) check.mockRestore()
  })
  const checked = () => checks.reduce((sum, { mock }) => sum + mock.calls.length, 0)
  const made = await machine()
  let longest = 0
  const drop = (calls: readonly Exchange[]) => {
    for (const one of calls) {
      const before = checked()
      made.drop([one], 60)
      longest = Math.max(longest, checked() - before)
    }
  }
  // all rules are checked once when 3,000 calls are there
  drop(CALLS.slice(1, 3100))
  expect(checked()).toBe(RULES.length)
  drop(CALLS.slice(3100, 4400))
  expect([longest, checked()]).toEqual([1, RULES.length])
  made.drop(CALLS.slice(4400, 6400), 0)
  const steps = made.dropped.judged(newJudge)
  for (let before = checked(), done = false; !done; before = checked()) {
    done = steps.next().done === true
    longest = Math.max(longest, checked() - before)
  }
  expect([longest, checked()]).toEqual([1, 3 * RULES.length])
  expect(made.judged).toBe(6400)
})

test('judging takes a fiftieth of the time, after half a second that is saved up', async () => {
  const made = await machine()
  made.drop(CALLS.slice(1), 1)
  const spent = made.judged
  const share = 500 + (made.now - 1_900_000_000_000) / 50
  expect(spent).toBeGreaterThan(share - 100)
  expect(spent).toBeLessThanOrEqual(share + 50)
  expect(made.dropped.unjudged).toBe(CALLS.length - spent - 3000)
})

test('a client that leaves enough time is judged whole', async () => {
  const made = await machine()
  made.drop(CALLS.slice(1), 60)
  expect(made.dropped.unjudged).toBe(0)
  runWithoutPauses(made.dropped.judged(newJudge))
  expect(made.judged).toBe(CALLS.length)
})

test('a report lets others run after every fifty calls', async () => {
  const made = await machine()
  made.drop(CALLS.slice(1, 1125), 0)
  const spent: number[] = []
  const steps = made.dropped.judged(newJudge)
  for (let before = made.judged, done = false; !done; before = made.judged) {
    done = steps.next().done === true
    spent.push(made.judged - before)
  }
  expect(Math.max(...spent)).toBe(50)
  expect(made.judged).toBe(1125)
})

describe('of a long answer or form only the beginning is kept', () => {
  const START = 'x'.repeat(1999)
  const text = (end: string): string => `{"countries":"${START}${end}"}`
  /** What is said of two reads of reference data that were dropped from the journal. */
  async function judged(first: Partial<Exchange>, second: Partial<Exchange>) {
    const made = new Machine()
    made.drop(
      exchangesOf([
        { operation: 'listCountries', ...first },
        { operation: 'listCountries', ...second },
      ]),
      0,
    )
    const judge = runWithoutPauses(made.dropped.judged(newJudge))
    const { rules } = runWithoutPauses(judgeConformance([], FACTS, judge))
    return rules.find(({ id }) => id === 'efficiency/reference-cached')?.outcome
  }

  test.each<readonly [about: string, first: Partial<Exchange>, second: Partial<Exchange>, outcome: string]>([
    ['long answers that are equal', { response: text('same') }, { response: text('same') }, 'warned'],
    ['long answers of one length that differ at the end', { response: text('one') }, { response: text('two') }, 'passed'],
    ['long answers that differ in the order at the end', { response: text('ab') }, { response: text('ba') }, 'passed'],
    ['long answers of which one goes on', { response: text('') }, { response: text('\0') }, 'passed'],
    ['short answers', { response: 'one' }, { response: 'two' }, 'passed'],
    ['no answers', {}, {}, 'warned'],
    ['long forms that differ at the end', { request: `a=${text('one')}` }, { request: `a=${text('two')}` }, 'passed'],
    ['long forms that are equal', { request: `a=${text('one')}` }, { request: `a=${text('one')}` }, 'warned'],
  ])('%s', async (_, first, second, outcome) => {
    expect(await judged(first, second)).toBe(outcome)
  })
})

test('a report under load ends: only the calls that wait when it begins are judged for it', async () => {
  const made = await machine()
  made.drop(CALLS.slice(1, 3000), 0)
  const steps = made.dropped.judged(newJudge)
  let turns = 0
  for (; !steps.next().done && turns < 1000; turns++) made.drop(CALLS.slice(0, 60), 0)
  // fifty calls or one rule a turn
  expect(turns).toBeLessThan(70 + RULES.length)
})

test.each([20, 400])('%i calls that come while a report is made are judged with it, or counted as waiting', async (count) => {
  const made = await machine()
  made.drop(CALLS.slice(1, 1125), 0)
  const steps = made.dropped.judged(newJudge)
  expect(steps.next().done).toBe(false)
  made.drop(CALLS.slice(1125, 1125 + count), 0)
  runWithoutPauses(steps)
  expect(made.judged + made.dropped.waiting).toBe(1125 + count)
  if (count === 20) expect(made.dropped.waiting).toBe(0)
  else expect(made.dropped.waiting).toBeGreaterThan(50)
})
