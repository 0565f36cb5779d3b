/**
 * Restarts of a client, as far as its calls show them.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { Restarts } from '../../src/conformance/restarts.ts'
import { call, exchangesOf, type Step, token } from './exchanges-of.ts'

const list = (connection: number, carried = 'a', more: Step = {}): Step =>
  call('listProperties', carried, { connection, ...more })
const read = (connection: number, carried = 'a', more: Step = {}): Step => call('listBookings', carried, { connection, ...more })
const write = (connection: number, carried = 'a'): Step => call('createBlackBooking', carried, { connection, method: 'POST' })
const begun = [token('a', { connection: 1 }), list(1), read(1)]

/** Whether the third call is followed by a restart; undefined without one. */
function afterThird(...later: readonly Step[]): boolean | undefined {
  const calls = exchangesOf([...begun, ...later])
  const [, , third] = calls
  return third && new Restarts(calls).between(third)?.isCertain
}

describe('a client that keeps its connections', () => {
  test.each<[string, readonly Step[], boolean | undefined]>([
    ['begins as the run began', [list(2), read(2)], true],
    ['begins with a token of its own', [token('b', { connection: 2 }), read(2, 'b')], true],
    ['goes on elsewhere, which proves nothing', [read(2), read(2)], false],
    ['goes on elsewhere, and begins soon after', [read(2), list(3), read(3)], true],
    ['begins in the same millisecond', [list(2, 'a', { wait: -5 }), read(2)], true],
    ['goes on with the same connection', [list(1), read(1)], undefined],
    ['opens another connection and uses both', [list(2), read(2), read(1)], undefined],
    [
      'changes between two connections quickly',
      [list, read, list, read].map((step, index) => step(2 - (index % 2), 'a', { wait: 5 })),
      undefined,
    ],
    ['left a call that arrives late', [list(2, 'a', { wait: 5 }), read(1, 'a', { wait: 5 }), read(2)], true],
    ['got a token for another thread', [token('b', { connection: 2 }), read(2, 'b'), read(1)], undefined],
    ['begins much later', [...Array.from({ length: 30 }, () => read(1)), list(2), read(2)], undefined],
    ['has a connection for each write', [write(2), token('b', { connection: 3 }), write(4, 'b'), read(4, 'b')], undefined],
    [
      'has a connection for each write, and begins as the run began',
      [write(2), token('b', { connection: 3 }), list(4, 'b'), write(5, 'b'), read(5, 'b')],
      true,
    ],
    ['left a call that nothing delayed', [read(3, 'a', { aborted: true }), read(2, 'a', { wait: 0 })], true],
    ['gave up a call under latency', [read(3, 'a', { aborted: true, abortedMs: 200 }), read(2)], undefined],
    ['gave up a call that was delayed', [read(3, 'a', { aborted: true, networkFault: 'delay' }), read(2)], undefined],
  ])('%s', (_, later, expected) => {
    expect(afterThird(...later)).toBe(expected)
  })
})

test('a client that begins its rounds as the run began shows no restart by it', () => {
  const rounds = (count: number) => Array.from({ length: count }, () => [list(1), read(1)]).flat()
  const restartAfter = (count: number) => {
    const calls = exchangesOf([token('a', { connection: 1 }), ...rounds(count), list(2), read(2), list(2), read(2)])
    const last = calls[2 * count]
    return last && new Restarts(calls).between(last)?.isCertain
  }
  expect([restartAfter(2), restartAfter(3), restartAfter(4)]).toEqual([true, false, false])
})

test('rounds are not told of calls whose connections are not known: a token and the first call again show a restart', () => {
  const unknown = (step: Step): Step => ({ ...step, connection: undefined })
  const rounds = (carried: string, count: number) =>
    Array.from({ length: count }, () => [list(1, carried), read(1, carried)]).flat()
  const calls = exchangesOf([token('a'), ...rounds('a', 3), write(1), token('b'), ...rounds('b', 2)].map(unknown))
  const dropped = calls.find(({ method, operation }) => method === 'POST' && operation !== 'requestToken')
  expect(dropped && new Restarts(calls).between(dropped)?.isCertain).toBe(true)
})

test('a client that has a connection for each call is started again when it begins as before, with another token', () => {
  const each = (...steps: readonly Step[]): readonly Step[] => steps.map((step, index) => ({ ...step, connection: index + 1 }))
  const isRestarted = (...later: readonly Step[]): boolean => {
    const calls = exchangesOf(each(...begun, ...later))
    const [, , third] = calls
    return third !== undefined && new Restarts(calls).between(third) !== undefined
  }
  expect(isRestarted(token('b'), list(0, 'b'))).toBe(true)
  expect(isRestarted(token('b'), read(0, 'b'))).toBe(false)
  expect(isRestarted(list(0))).toBe(false)
  expect(isRestarted(token('b'), list(0, 'b'), read(0, 'a'))).toBe(false)
})
