import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { close, FAILED, reactionTo, read, type Step } from './client-steps.ts'

const COMPLETES: Expectation = { id: 'completes', reaction: 'completes' }

describe('a client that works for a time, in rounds, completes', () => {
  const poll = (second: number, more: Partial<Entry> = {}): Step => read(1, { real: NOW + second * 1000, ...more })
  const rounds = (from: number, to: number): readonly Step[] =>
    Array.from({ length: to - from + 1 }, (_, index) => poll(10 * (from + index)))
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['a regular call out of its turn', [...rounds(1, 3), poll(40, FAILED), poll(42), ...rounds(5, 5)], 'met'],
    ['a regular call in its next turn only', [...rounds(1, 3), poll(40, FAILED), ...rounds(5, 6)], 'met'],
    ['a regular call in its next turn only, and never again', [...rounds(1, 3), poll(40, FAILED), ...rounds(5, 5)], 'unmet'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(COMPLETES, run, rounds(1, 6)).state).toBe(state)
  })

  test('a client that works for a time makes fewer rounds, also where there are few without the fault', () => {
    const control = [...rounds(1, 3), close(1, { real: NOW + 31_000 })]
    const end: Step = close(1, { real: NOW + 32_000 })
    const down = (second: number): Step => poll(second, FAILED)
    expect(reactionTo(COMPLETES, [down(10), poll(12), poll(30), end], control).state, 'repeated').toBe('met')
    expect(reactionTo(COMPLETES, [down(10), down(12), poll(19), poll(30), end], control).state, 'more patiently').toBe('met')
    expect(reactionTo(COMPLETES, [down(10), poll(20), poll(30), end], control).state, 'given up').toBe('unmet')
    expect(reactionTo(COMPLETES, [down(10), poll(12), poll(30)], control).state, 'without its write').toBe('unmet')
    expect(reactionTo(COMPLETES, [down(10), poll(20), poll(24), end], control).state, 'repeated too late').toBe('unmet')
    const slow = (ms: number): Step => poll(10, { networkFault: 'delay', fault: ['slow/late'], ms })
    const later = (second: number): Step => close(1, { real: NOW + second * 1000 })
    expect(reactionTo(COMPLETES, [slow(20_000), end], control).state, 'ends as late as without the fault').toBe('met')
    expect(reactionTo(COMPLETES, [slow(20_000)], control).state, 'ends too early').toBe('unmet')
    expect(reactionTo(COMPLETES, [slow(20_000), later(70)], control).state, 'goes on without it').toBe('unmet')
    expect(reactionTo(COMPLETES, [slow(50_000), later(70)], control).state, 'in a last round that is slow').toBe('met')
  })

  test('rounds of a client that works for a time may lack the writes of the last one', () => {
    const round = (index: number): readonly Step[] => [poll(10 * index), close(index, { real: NOW + index * 10_000 + 1000 })]
    const control = [...round(1), ...round(2), ...round(3)]
    const late = (seconds: number): Step => close(1, { real: NOW + seconds * 1000 })
    const slow = poll(10, { networkFault: 'delay', fault: ['slow/late'], ms: 15_000 })
    expect(reactionTo(COMPLETES, [slow, late(26)], control).state).toBe('met')
    expect(reactionTo(COMPLETES, [slow, late(16)], control).state, 'ends too early').toBe('unmet')
    expect(reactionTo(COMPLETES, [slow, poll(26, { aborted: true, status: 0 })], control).state, 'hangs up').toBe('unmet')
    const more = [...round(1), ...round(2), close(7, { operation: 'updateTariff', real: NOW + 22_000 }), ...round(3)]
    expect(reactionTo(COMPLETES, [slow, late(26)], more).state, 'without the calls of later rounds').toBe('met')
    const down = poll(10, FAILED)
    expect(reactionTo(COMPLETES, [down, poll(12), late(13), poll(25)], control).state, 'repeated').toBe('met')
    expect(reactionTo(COMPLETES, [down, poll(12), poll(25)], control).state, 'without any write').toBe('unmet')
  })

  test('two equal calls need be no rounds: a client that works for a time cannot be told', () => {
    const end: Step = close(1, { real: NOW + 21_000 })
    const control = [...rounds(1, 2), end]
    const slow = poll(10, { networkFault: 'delay', fault: ['slow/late'] })
    expect(reactionTo(COMPLETES, [slow, close(1, { real: NOW + 15_000 })], control).state).toBe('inconclusive')
    const down = poll(10, FAILED)
    expect(reactionTo(COMPLETES, [down, poll(12), end], control)).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(
        /succeeded 2 times without the fault and 1 time with it: it was repeated, and time may have run out$/,
      ),
    })
    expect(reactionTo(COMPLETES, [down, poll(12)], control).state, 'without its write').toBe('unmet')
    expect(reactionTo(COMPLETES, [down, poll(12), close(1, { real: NOW + 70_000 })], control).state, 'had time').toBe('unmet')
  })

  test('a client that works for a time, and repeats or is only slow, may not get to a write: that cannot be told', () => {
    const write = (second: number): Step => close(7, { operation: 'updateTariff', real: NOW + second * 1000 })
    const control = [...rounds(1, 3), close(1, { real: NOW + 31_000 }), write(32)]
    const end = (second: number): Step => close(1, { real: NOW + second * 1000 })
    const slow = poll(10, { networkFault: 'delay', fault: ['slow/late'], ms: 9000 })
    for (const begin of [[poll(10, FAILED), poll(14)], [slow]]) {
      expect(reactionTo(COMPLETES, [...begin, poll(24), end(34)], control)).toEqual({
        state: 'inconclusive',
        text: expect.stringMatching(/times? with it, but fewer calls of updateTariff: check what the client tells of them$/),
      })
      expect(reactionTo(COMPLETES, [...begin, poll(24), end(29)], control).state, 'ends too early').toBe('unmet')
      expect(reactionTo(COMPLETES, [...begin, poll(24), end(70)], control).state, 'had time').toBe('unmet')
    }
  })

  test('a client that polls for a time may end with a slow poll, but not before its time', () => {
    const slow = (second: number): Step => poll(second, { networkFault: 'delay', fault: ['slow/late'] })
    const end = (second: number): Step => close(1, { real: NOW + second * 1000 })
    const control = [...rounds(1, 4), end(42)]
    expect(reactionTo(COMPLETES, [poll(10), slow(28), end(33)], control).state).toBe('met')
    expect(reactionTo(COMPLETES, [poll(10), slow(28), end(29)], control).state).toBe('unmet')
    expect(reactionTo(COMPLETES, [poll(10), slow(28), end(70)], control).state, 'goes on without the poll').toBe('unmet')
  })
})
