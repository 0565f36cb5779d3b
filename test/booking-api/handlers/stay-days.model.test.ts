/**
 * `allowed_dates` of random properties, held against all pairs of days: those that `set/dates` accepts, with a free room and a price
 * of one tariff, which may have a weekday of arrival, for each night.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IN_SESSION } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate, aRoom, dayFrom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const LAST = 24
const span = fc.tuple(fc.nat({ max: LAST }), fc.integer({ min: 1, max: 14 }))
const aWorld = fc.record({
  first: fc.nat({ max: 3 }),
  weekday: fc.option(fc.nat({ max: 6 }), { nil: null }),
  period: fc.option(fc.tuple(fc.integer({ min: 1, max: 7 }), fc.integer({ min: 1, max: 3 })), { nil: null }),
  /** For each tariff its weekday of arrival, 7 any, and its spans. */
  tariffs: fc.array(fc.tuple(fc.constantFrom(7, 7, 7, 0, 1, 2, 3, 4, 5, 6), fc.array(span, { minLength: 1, maxLength: 3 })), {
    minLength: 1,
    maxLength: 2,
  }),
  taken: fc.array(span, { maxLength: 3 }),
})

interface Availability {
  readonly response: { readonly data: { readonly availability: { readonly allowed_dates: readonly string[] } } }
}

test('are the days on which a stay can begin or end', { timeout: 120_000 }, async () => {
  const isValid = async (world: TestWorld, arrival: string, departure: string): Promise<boolean> => {
    const form = { arrivalDate: arrival, departureDate: departure }
    const { data } = await world.call('setDates', { headers: IN_SESSION, form })
    return (data as { readonly valid: boolean }).valid
  }
  await fc.assert(
    fc.asyncProperty(aWorld, async ({ first, weekday, period, tariffs, taken }) => {
      const settings = {
        mindaysbeforearrival: `${first}`,
        limitAdvanceBookingsYesNo: '1',
        advanceBookingsLimit: `${LAST - first}`,
        ...(weekday !== null && { fixedArrivalDateYesNo: '1', fixedArrivalDay: `${weekday}` }),
        ...(period && {
          fixedPeriodBookings: '1',
          fixedPeriodBookingsNumberOfDays: `${period[0]}`,
          numberofFixedPeriods: `${period[1]}`,
        }),
      }
      const rates = tariffs.flatMap(([dayOfWeek, spans], tariff) =>
        spans.map(([from, nights], id) =>
          aRate({
            id: 10 * tariff + id + 1,
            tariffTypeId: tariff + 1,
            dayOfWeek,
            from: dayFrom(from),
            to: dayFrom(from + nights - 1),
          }),
        ),
      )
      const bookings = taken.map(([from, nights], id) =>
        aBooking({ id: id + 1, arrival: dayFrom(from), departure: dayFrom(from + nights) }),
      )
      const rows = { properties: [aProperty({ settings })], rooms: [aRoom()], rates, bookings }
      const world = new TestWorld({ rows })
      const path = { property_id: 1, language: 'en-GB' }
      const { data } = await world.call('initialiseSession', { path, headers: IN_SESSION })
      const weekdayOf = (day: number): number => new Date(dayFrom(day)).getUTCDay()
      const days = new Set<string>()
      for (const [dayOfWeek, spans] of tariffs) {
        const isNight = (day: number): boolean =>
          day >= first &&
          spans.some(([from, nights]) => day >= from && day < from + nights) &&
          !taken.some(([from, nights]) => day >= from && day < from + nights)
        for (let arrival = 0; arrival <= LAST; arrival++) {
          if (!isNight(arrival) || (dayOfWeek !== 7 && dayOfWeek !== weekdayOf(arrival))) continue
          if (weekday === null || weekdayOf(arrival) === weekday) days.add(dayFrom(arrival))
          for (let departure = arrival + 1; departure <= LAST && isNight(departure - 1); departure++) {
            if (await isValid(world, dayFrom(arrival), dayFrom(departure))) days.add(dayFrom(arrival)).add(dayFrom(departure))
          }
        }
      }
      const allowed = (data as Availability).response.data.availability.allowed_dates
      expect(allowed).toEqual([...days].sort())
    }),
    { numRuns: 60, seed: 25 },
  )
})
