import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Duty, MAX_OVERDUE, MAX_WAITING, PendingReactions } from '../../../src/scenario/traffic/pending-reactions.ts'
import { type ActTime, ReactionTime } from '../../../src/scenario/traffic/reaction-time.ts'

const WITHIN = 60_000
const nobody = { session: undefined, token: undefined, client: undefined, key: '' }

const dutyOf = (since: ActTime, booking?: number, room?: number): Duty => ({
  since,
  act: { at: since.at, do: 'guest_books', ...(booking !== undefined && { booking }) },
  booking,
  of: { subject: { property: 1, ...(room !== undefined && { rooms: [room] }) }, ...nobody },
})
const roomOf = ({ of }: Duty): number | undefined => of.subject?.rooms?.[0]
const none = (): readonly number[] => []

describe('duties', () => {
  test('that are never done cost a call no more after 100,000 than after 11,000, and all of them count', () => {
    const time = new ReactionTime()
    const duties = new PendingReactions(WITHIN, time)
    for (let at = 0; at < 100_000; at++) duties.add(dutyOf(time.begin(at * 1000, at * 1000), undefined, at), now(at))
    expect(duties.size).toBeLessThanOrEqual(MAX_WAITING + MAX_OVERDUE)
    let compared = 0
    const last = now(100_000)
    const isDone = (): boolean => {
      compared++
      return false
    }
    duties.end(none, isDone, last.at, last)
    expect(compared).toBe(duties.size)
    expect(compared).toBeLessThanOrEqual(WITHIN / 1000 + MAX_OVERDUE + 1)
    const { met, late, missed, waiting } = duties.delays(last.at)
    expect({ met, late, all: missed + waiting }).toEqual({ met: 0, late: 0, all: 100_000 })
    expect(missed).toBe(99_940)
  })

  test('without a time limit are followed up to a number', () => {
    const time = new ReactionTime()
    const duties = new PendingReactions(Number.POSITIVE_INFINITY, time)
    for (let at = 0; at < MAX_WAITING + 5; at++) duties.add(dutyOf(time.begin(at, at), at + 1), now(0))
    expect(duties.size).toBe(MAX_WAITING)
    expect(duties.delays(0)).toMatchObject({ missed: 5, waiting: MAX_WAITING })
    expect(duties.missed(0).map(({ booking }) => booking)).toEqual([1, 2, 3, 4, 5])
    duties.end(() => [1, 6], isNever, MAX_WAITING, now(1000))
    expect(duties.delays(0)).toMatchObject({ met: 1, missed: 5, waiting: MAX_WAITING - 1 })
  })

  test('about bookings are found by their numbers, without looking at the others', () => {
    const time = new ReactionTime()
    const duties = new PendingReactions(WITHIN, time)
    for (let booking = 1; booking <= 500; booking++) duties.add(dutyOf(time.begin(0, 0), booking), now(0))
    duties.end(() => [7, 9, 9999], isNever, 0, now(10))
    expect(duties.delays(0)).toMatchObject({ met: 2, late: 0, missed: 0, waiting: 498, max: 10_000 })
  })

  test('done after their time are late, also when a call shows them long after', () => {
    const time = new ReactionTime()
    const duties = new PendingReactions(WITHIN, time)
    duties.add(dutyOf(time.begin(0, 0), 1), now(0))
    expect(duties.delays(WITHIN + 1)).toMatchObject({ missed: 1, waiting: 0 })
    duties.end(() => [1], isNever, WITHIN * 3, now(3 * 60))
    expect(duties.delays(WITHIN * 3)).toMatchObject({ met: 0, late: 1, missed: 0, waiting: 0, p50: 3 * WITHIN })
  })

  test('are not missed before the next turn of a client that works by the clock of the machine, unless the clock is moved', () => {
    const SPEED = 600
    const fast = (seconds: number) => ({ at: seconds * 1000 * SPEED, real: seconds * 1000 })
    const time = new ReactionTime()
    const duties = new PendingReactions(WITHIN, time)
    const begin = (seconds: number, booking: number): void =>
      duties.add(dutyOf(time.begin(fast(seconds).at, seconds * 1000), booking), fast(seconds))
    begin(0, 1)
    duties.end(() => [1], isNever, fast(20).at, fast(20))
    begin(30, 2)
    expect(duties.delays(fast(45).at)).toMatchObject({ met: 1, missed: 0, waiting: 1 })
    expect(duties.missed(fast(45).at)).toEqual([])
    const resumed = new PendingReactions(WITHIN, time)
    resumed.resume(duties.state())
    expect(resumed.delays(fast(45).at)).toMatchObject({ missed: 0, waiting: 1 })
    expect(duties.delays(fast(51).at), 'a turn was left out').toMatchObject({ missed: 1, waiting: 0 })
    time.clockMoved(1000)
    expect(duties.delays(fast(45).at)).toMatchObject({ missed: 1, waiting: 0 })
  })

  test('that began after the call stay', () => {
    const time = new ReactionTime()
    const duties = new PendingReactions(WITHIN, time)
    duties.add(dutyOf(time.begin(5000, 5000), 1), now(5))
    duties.end(() => [1], isNever, 4999, now(6))
    expect(duties.size).toBe(1)
  })

  test('come to the same as when all of them are looked at', () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('act' as const), id: fc.nat(5), booking: fc.boolean() }),
      fc.record({ do: fc.constant('call' as const), id: fc.nat(5) }),
      fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 50 }), moved: fc.boolean() }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const time = new ReactionTime()
        const duties = new PendingReactions(WITHIN, time)
        let [at, real] = [0, 0]
        let open: Duty[] = []
        const told = { met: 0, late: 0 }
        for (const one of steps) {
          if (one.do === 'wait') {
            at += one.seconds * 1000
            if (one.moved) time.clockMoved(one.seconds * 1000)
            else real += one.seconds * 1000
          } else if (one.do === 'act') {
            const duty = dutyOf(time.begin(at, real), one.booking ? one.id : undefined, one.id)
            duties.add(duty, { at, real })
            open.push(duty)
          } else {
            duties.end(
              () => [one.id],
              (duty) => roomOf(duty) === one.id,
              at,
              { at, real },
            )
            const done = open.filter((duty) => (duty.booking ?? roomOf(duty)) === one.id)
            open = open.filter((duty) => !done.includes(duty))
            for (const { since } of done) told[time.elapsed(since, { at, real }) > WITHIN ? 'late' : 'met']++
            time.called()
          }
        }
        const missed = open.filter(({ since }) => at - since.at > WITHIN).length
        expect(duties.delays(at)).toMatchObject({ ...told, missed, waiting: open.length - missed })
      }),
      { numRuns: 300 },
    )
  })
})

const isNever = (): boolean => expect.unreachable('a duty about a booking was compared')
const now = (seconds: number) => ({ at: seconds * 1000, real: seconds * 1000 })
