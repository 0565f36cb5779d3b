/**
 * Runs that are longer than what is judged at once: what happens without a call is judged once, with the calls of its time.
 *
 * @module
 */
import { describe, expect, test } from 'vitest'
import { addDays, type Day } from '../../src/base/day.ts'
import { checkConformance } from '../../src/conformance/conformance.ts'
import type { Arrival, Delivery } from '../../src/conformance/exchange.ts'
import { call, exchangesOf, FACTS, type Step, token } from './exchanges-of.ts'

const MINUTE = 60_000
const FROM: Day = '2026-06-01'
const CALLS = 8_000
/** The calls after which a booking is made. */
const BOOKED = Array.from({ length: 130 }, (_, index) => 30 + 60 * index)

const night = (index: number) => ({ from: addDays(FROM, index), to: addDays(FROM, index + 1) })
const about = (index: number) => ({ property: 1, nights: night(index) })

/** Reads bookings every few minutes, and reads the calendar of a night before it closes it. */
const correct = (index: number): Step =>
  [
    call('listBookingsBetween', 'a', {
      wait: MINUTE,
      subject: { property: 1, nights: { from: FROM, to: addDays(FROM, 4_000) } },
    }),
    call('listAvailableRooms', 'a', { wait: MINUTE, subject: about(index >> 2) }),
    call('createBlackBooking', 'a', { wait: MINUTE, method: 'POST', subject: { ...about(index >> 2), rooms: [1] } }),
    call('listGuests', 'a', { wait: MINUTE }),
  ][index % 4] ?? {}

const arrivalOf = (number: number, at: number): Arrival => ({
  booking: 1000 + number,
  property: 1,
  nights: night(5 + number),
  at,
  real: at,
})
const deliveryOf = (number: number, at: number): Delivery => ({
  ...{
    id: 1 + number,
    hook: 1,
    url: 'http://127.0.0.1:8080/hook',
    task: 'booking_added',
    property: 1,
    booking: 1000 + number,
    at,
    real: at,
    sentAt: at,
    ms: 10,
  },
  ...{
    state: number % 2 === 0 ? 'dropped' : 'delivered',
    status: undefined,
    error: undefined,
    fault: 'day/webhook',
    body: `${number}`,
  },
})

/** The rules that are not passed, each with the calls of its findings. */
function broken(step: (index: number) => Step) {
  const calls = exchangesOf([token('a'), ...Array.from({ length: CALLS }, (_, index) => step(index))])
  const times = BOOKED.map((index) => (calls[index]?.at ?? 0) + 1)
  const now = (calls.at(-1)?.at ?? 0) + 1
  const facts = {
    ...FACTS,
    now,
    arrivals: times.map((at, number) => arrivalOf(number, at)),
    deliveries: times.map((at, number) => deliveryOf(number, at)),
  }
  const { rules } = checkConformance(calls, facts)
  return rules.flatMap(({ id, outcome, offences }) =>
    /^(sync\/booking-picked-up|sync\/check-before-close|webhooks\/(reads-details|lost))/.test(id) && outcome !== 'passed'
      ? [[id, outcome, offences.flatMap(({ entries }) => entries)] as const]
      : [],
  )
}

describe('a run of 8,000 calls', () => {
  test.each([0, 1, 2, 3])('of a correct client that polls has no offence, wherever it is divided: %i', (shift) => {
    expect(broken((index) => (index < shift ? call('listGuests', 'a', { wait: MINUTE }) : correct(index - shift)))).toEqual([
      ['webhooks/reads-details', 'noted', []], // it polls
    ])
  })

  test.each([100, 1_480, 1_500, 1_520, 2_990, 3_010, 4_500, 6_020])(
    'names what a client missed that does not read for a while, from call %i on',
    (from) => {
      const missed = BOOKED.filter((index) => index >= from && index < from + 60)
      expect(missed).toHaveLength(1)
      const to = (missed[0] ?? 0) + 62
      const found = broken((index) => (index >= from && index < to ? call('listGuests', 'a', { wait: MINUTE }) : correct(index)))
      const entries = missed.map((index) => index + 2)
      expect(found.find(([id]) => id === 'sync/booking-picked-up')?.[2].slice(0, 1)).toEqual(entries)
      expect(found.map(([id]) => id)).toContainEqual(expect.stringMatching(/^webhooks/))
    },
  )
})
