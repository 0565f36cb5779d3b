import { describe, expect, test } from 'vitest'
import { HOUR_MS } from '../../../src/base/duration.ts'
import { ReactionTime } from '../../../src/scenario/traffic/reaction-time.ts'

describe('the time of a client', () => {
  test('is that of the machine where the clock of the sandbox runs faster', () => {
    const time = new ReactionTime()
    const moment = time.begin(0, 0)
    expect(time.elapsed(moment, { at: HOUR_MS, real: 60_000 })).toBe(60_000)
  })

  test('is that of the sandbox if its clock is slower or frozen', () => {
    const time = new ReactionTime()
    const moment = time.begin(0, 0)
    expect(time.elapsed(moment, { at: 0, real: HOUR_MS })).toBe(0)
    expect(time.elapsed(moment, { at: 1000, real: HOUR_MS })).toBe(1000)
  })

  test('holds no move of the clock before its first call after the act: it could not know', () => {
    const time = new ReactionTime()
    const moment = time.begin(0, 0)
    time.clockMoved(HOUR_MS)
    expect(time.elapsed(moment, { at: HOUR_MS, real: 5 })).toBe(5)
    time.called()
    expect(time.elapsed(moment, { at: HOUR_MS, real: 6 })).toBe(6)
  })

  test('holds every move after that call', () => {
    const time = new ReactionTime()
    const moment = time.begin(0, 0)
    time.clockMoved(HOUR_MS)
    time.called()
    time.clockMoved(2 * HOUR_MS)
    expect(time.elapsed(moment, { at: 3 * HOUR_MS, real: 7 })).toBe(2 * HOUR_MS + 7)
    time.called()
    expect(time.elapsed(moment, { at: 3 * HOUR_MS, real: 7 })).toBe(2 * HOUR_MS + 7)
  })

  test('of acts before and after a call is counted from their own next call', () => {
    const time = new ReactionTime()
    const early = time.begin(0, 0)
    time.called()
    const late = time.begin(0, 0)
    time.clockMoved(HOUR_MS)
    const now = { at: HOUR_MS, real: 1 }
    expect([time.elapsed(early, now), time.elapsed(late, now)]).toEqual([HOUR_MS, 1])
  })

  test('is never below nothing: a clock that is set back takes no time', () => {
    const time = new ReactionTime()
    const moment = time.begin(HOUR_MS, 10)
    time.called()
    time.clockMoved(-HOUR_MS)
    expect(time.elapsed(moment, { at: 0, real: 5 })).toBe(0)
    time.clockMoved(HOUR_MS)
    expect(time.elapsed(moment, { at: 2 * HOUR_MS, real: 10 })).toBe(HOUR_MS)
  })
})
