import { describe, expect, test, vi } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NamedCalls } from '../../../src/scenario/expectations/named-calls.ts'
import { NOW } from '../../support/small-world.ts'
import { close, FAILED, FORBIDDEN, reactionTo, read, type Step, TAKEN } from './client-steps.ts'

const COMPLETES: Expectation = { id: 'completes', reaction: 'completes' }

const poll = (second: number, more: Partial<Entry> = {}): Step => read(1, { real: NOW + second * 1000, ...more })
const rounds = (from: number, to: number): readonly Step[] =>
  Array.from({ length: to - from + 1 }, (_, index) => poll(10 * (from + index)))

describe('completes, by a client that leaves something out', () => {
  test('a poller that leaves rounds out while it waits polls as often, with the pauses', () => {
    const waits = [...rounds(1, 2), poll(30, FAILED), ...rounds(5, 6)]
    expect(reactionTo(COMPLETES, waits, rounds(1, 6)).state).toBe('met')
    expect(reactionTo(COMPLETES, [...rounds(1, 2), poll(30, FAILED), ...rounds(5, 5)], rounds(1, 6)).state, 'ends early').toBe(
      'unmet',
    )
    const sparse = [...rounds(1, 2), ...rounds(4, 6)]
    const asSparse = [poll(10), poll(20, FAILED), ...rounds(4, 5)]
    expect(reactionTo(COMPLETES, asSparse, sparse).state, 'pauses as without the fault').toBe('unmet')
    const control = [...rounds(1, 6), close(1, { real: NOW + 61_000 })]
    expect(reactionTo(COMPLETES, waits, control).state, 'without its write').toBe('unmet')
  })

  test.each<[asked: string | undefined, turns: number, state: string]>([
    [undefined, 1, 'met'],
    [undefined, 2, 'inconclusive'],
    ['1', 1, 'met'],
    ['1', 14, 'inconclusive'],
    ['10', 1, 'met'],
    ['25', 3, 'met'],
    ['25', 4, 'inconclusive'],
  ])('a poller with Retry-After %s after a failed poll may leave out %i turns: %s', (asked, turns, state) => {
    const responseHeaders = asked === undefined ? undefined : { 'Retry-After': asked }
    const back = 6 + turns
    const run = [...rounds(1, 4), poll(50, { ...FAILED, responseHeaders }), ...rounds(back, 20)]
    expect(reactionTo(COMPLETES, run, rounds(1, 20)).state).toBe(state)
  })

  test.each<[about: string, failed: readonly number[], back: number]>([
    ['waits longer each time', [4, 5, 6.9], 11],
    ['doubles its wait, with jitter', [4, 5.4, 7.8, 12.2], 20.6],
    ['stops for five seconds', [4, 5, 6], 11],
  ])('a poller that %s after failed polls cannot be told, and one that does not go on is unmet', (_, failed, back) => {
    const from = (first: number, last: number) =>
      Array.from({ length: Math.floor(last - first) + 1 }, (_, index) => poll(first + index))
    const down = failed.map((second) => poll(second, { ...FAILED, responseHeaders: { 'Retry-After': '1' } }))
    const run = (...later: readonly Step[]) => reactionTo(COMPLETES, [...from(1, 3), ...down, ...later], from(1, 30))
    expect(run(...from(back, 30))).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(/: it paused, and went on with #\d+ GET .*: it may have waited longer each time$/),
    })
    expect(run().state, 'does not go on').toBe('unmet')
    expect(run(...from(back, 25)).state, 'ends early').toBe('unmet')
  })

  test('a poller may leave out turns after another call of its round failed, and none where nothing failed', () => {
    const look = (second: number, more: Partial<Entry> = {}): Step => read(2, { real: NOW + second * 1000 + 1000, ...more })
    const both = (from: number, to: number) => rounds(from, to).flatMap((step, index) => [step, look(10 * (from + index))])
    const waits = (...later: readonly Step[]) => [...both(1, 2), poll(30, FAILED), look(30), ...both(4, 5), ...later]
    const limited = look(60, { ...FAILED, fault: undefined, responseHeaders: { 'Retry-After': '20' } })
    const state = (run: readonly Step[]) => reactionTo(COMPLETES, run, both(1, 10)).state
    expect(state(waits(poll(60), limited, ...both(9, 10)))).toBe('met')
    expect(state(waits(...both(6, 6), ...both(9, 10)))).toBe('unmet')
  })

  test('a poller that goes on before the time asked for, as without the fault, cannot be told', () => {
    const look = (second: number, ms = 1000): Step => read(2, { real: NOW + second * 1000 + ms, connection: 1 })
    const both = (second: number): readonly Step[] => [poll(second), look(second)]
    const control = [10, 20, 30, 40].flatMap(both)
    const limited = (retryAfter: string): Step =>
      poll(20, { ...FAILED, status: 429, responseHeaders: { 'Retry-After': retryAfter } })
    const run = (retryAfter: string, ...next: readonly Step[]) =>
      reactionTo(COMPLETES, [...both(10), limited(retryAfter), ...next, ...both(30), ...both(40)], control)
    expect(run('5', look(20))).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(/#4 GET .* follows before the time asked for, as it does without the fault$/),
    })
    expect(run('5', look(20, 6000)).state, 'waits').toBe('met')
    expect(run('0', look(20)).state, 'need not wait').toBe('met')
    expect(run('5', look(20, 2)).state, 'another thread').toBe('met')
  })

  test('a write that the service refuses is not left out, one that only fails is, and a token that is not needed is not', () => {
    const asks = (scope: string): Step =>
      close(9, { operation: 'requestToken', target: '/service/oauth/token', request: scope, path: {} })
    const control = [asks('scope=a'), close(1), close(2), close(3)]
    const state = (...later: readonly Step[]) =>
      reactionTo(COMPLETES, [asks('scope=a'), close(1, FAILED), close(1), ...later], control).state
    expect(state(close(2), close(3, { ...TAKEN, fault: ['race/taken'] }), read()), 'refused').toBe('met')
    expect(state(close(2), close(3, { ...TAKEN, status: 404 })), 'not found').toBe('met')
    expect(state(close(2), close(3, { ...FAILED, fault: ['other/slow'] })), 'failed').toBe('inconclusive')
    expect(state(close(2), close(3, { ...FAILED, fault: ['other/slow'] }), close(3)), 'repeated').toBe('met')
    const refused = { ...FORBIDDEN, refusalCode: 'token_expired', status: 401 } as const
    expect(state(...[2, 3].map((room) => close(room, refused))), 'its token is over').toBe('inconclusive')
    for (const status of [403, 429])
      expect(state(close(2), close(3, { ...FORBIDDEN, status })), String(status)).toBe('inconclusive')
    expect(state(close(2, TAKEN), close(4)), 'another room, and one less').toBe('inconclusive')
    const usual = [...control, asks('scope=b')]
    const run = [asks('scope=a'), close(1, FAILED), close(1), close(2), close(3)]
    expect(reactionTo(COMPLETES, run, usual).state, 'a token less').toBe('met')
  })

  test('what is left out is found once for all affected calls', () => {
    const successes = vi.spyOn(NamedCalls.prototype, 'successes')
    const nights = Array.from({ length: 50 }, (_, index) => index + 1)
    const run = nights.flatMap((room) => [close(room, FAILED), close(room)])
    expect(
      reactionTo(
        COMPLETES,
        run,
        nights.map((room) => close(room)),
      ).state,
    ).toBe('met')
    expect(successes).toHaveBeenCalledTimes(2)
    successes.mockRestore()
  })

  test('a client that leaves out other writes cannot be told: it may have told a person', () => {
    const control = [read(), close(1), close(2), close(3)]
    expect(reactionTo(COMPLETES, [read(), close(1, FAILED), close(1), close(2), close(3)], control).state).toBe('met')
    expect(reactionTo(COMPLETES, [read(), close(1, FAILED), close(1), close(2)], control)).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(/1 time with it, but fewer calls of createBlackBooking: check what the client tells of them$/),
    })
    expect(reactionTo(COMPLETES, [read(1, FAILED), read(), read(2)], [read(), read(2), read(3)]).state, 'a reader').toBe(
      'inconclusive',
    )
    expect(
      reactionTo(COMPLETES, [read(1, FAILED), read(), read(4), read(3)], [read(), read(2), read(3)]).state,
      'elsewhere',
    ).toBe('met')
    const otherRoom = [read(), close(1, FAILED), close(1), close(2), close(4)]
    expect(reactionTo(COMPLETES, otherRoom, control).state, 'takes another room').toBe('met')
    expect(reactionTo(COMPLETES, [close(1, FAILED), close(1), close(2), close(3)], control).state, 'reads less').toBe('met')
  })
})
