import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, daysUntil } from '../../../src/base/day.ts'
import { type OfferInput, offersOf, whyNoOffer, whyNotOffered } from '../../../src/domain/session/offers.ts'
import { aRate, aRoom } from '../../support/small-world.ts'
import { DOCUMENTED, offerInput, pairs } from './offer-input.ts'

describe('offers', () => {
  test('are every free room at every tariff of its type', () => {
    expect(pairs(offerInput())).toEqual(['1^1', '2^1', '3^2'])
    expect(pairs(offerInput({ rates: [aRate(), aRate({ id: 7, tariffTypeId: 3 })] }))).toEqual(['1^1', '1^7', '2^1', '2^7'])
  })

  test('exclude a room that is taken on a night of the stay, departure excluded', () => {
    expect(
      pairs(
        offerInput({
          booked: [
            [1, '2026-05-12'],
            [2, '2026-05-13'],
          ],
        }),
      ),
    ).toEqual(['2^1', '3^2'])
  })

  test('in the newest release, one taken night hides every room that was ever booked', () => {
    const choices = { ...DOCUMENTED, rooms_free: 'any_night' } as const
    expect(
      pairs(
        offerInput({
          choices,
          booked: [
            [1, '2026-05-12'],
            [2, '2026-08-01'],
          ],
        }),
      ),
    ).toEqual(['3^2'])
    expect(pairs(offerInput({ choices, booked: [[2, '2026-08-01']] }))).toEqual(['1^1', '2^1', '3^2'])
  })

  test('that are missing are explained by a room that is free, not by one that is taken', () => {
    const rooms = [aRoom(), aRoom({ id: 2, name: 'Tern' })]
    const rates = [aRate({ minDays: 3 })]
    expect(whyNoOffer(offerInput({ rooms, rates, booked: [[1, '2026-05-12']] }))).toBe('Tern, Tariff 1: nights: at least 3')
    expect(whyNoOffer(offerInput({ rooms: [aRoom()], booked: [[1, '2026-05-12']] }))).toMatch(/not free on 2026-05-12$/)
    const choices = { ...DOCUMENTED, rooms_free: 'any_night' } as const
    const booked = [[1, '2026-05-12'] as const, [2, '2026-08-01'] as const]
    expect(whyNoOffer(offerInput({ rooms, choices, booked }))).toMatch(/^Tern, Tariff 1: free, but .*rooms_free=any_night/)
  })

  test('require a price for every night', () => {
    expect(pairs(offerInput({ rates: [aRate({ to: '2026-05-11' })] }))).toEqual([])
    expect(pairs(offerInput({ rates: [aRate({ from: '2026-05-12' })] }))).toEqual([])
    expect(pairs(offerInput({ rates: [aRate({ price: 0 })] }))).toEqual([])
  })

  test('allow a stay over several rates of a tariff; the pair has the rate of the arrival', () => {
    const rates = [aRate({ to: '2026-05-11' }), aRate({ id: 5, from: '2026-05-12' })]
    const [offer] = offersOf(offerInput({ rates }))
    expect(offer?.choice.rateId).toBe(1)
    expect(offer?.rates.map(({ id }) => id)).toEqual([1, 5])
  })

  test('use the later of two rates of a tariff for one day', () => {
    expect(pairs(offerInput({ rates: [aRate({ id: 9 }), aRate({ id: 4 })] }))).toEqual(['1^9', '2^9'])
  })

  test('meet the restrictions of the tariff, unless these are disabled', () => {
    const rates = [aRate({ minDays: 3 })]
    expect(pairs(offerInput({ rates }))).toEqual([])
    expect(pairs(offerInput({ rates, choices: { ...DOCUMENTED, offer_restrictions: 'none' } }))).toEqual(['1^1', '2^1'])
  })

  test('count selected rooms for the other rooms, not for themselves', () => {
    const rates = [aRate(), aRate({ id: 8, tariffTypeId: 8, minRoomsSelected: 1 })]
    expect(pairs(offerInput({ rates }))).toEqual(['1^1', '2^1'])
    expect(pairs(offerInput({ rates, chosen: [{ roomId: 1 }] }))).toEqual(['1^1', '2^1', '2^8'])
  })

  test('are empty for stays without a night', () => {
    expect(pairs(offerInput({ departure: '2026-05-11' }))).toEqual([])
    expect(pairs(offerInput({ departure: '2026-05-01' }))).toEqual([])
  })
})

test('are exactly the pairs without a reason against them', () => {
  const rate = fc.record({
    price: fc.constantFrom(0, 10_000),
    minDays: fc.integer({ min: 1, max: 4 }),
    maxDays: fc.integer({ min: 1, max: 10 }),
    maxPeople: fc.integer({ min: 1, max: 4 }),
    dayOfWeek: fc.integer({ min: 0, max: 7 }),
    allowWeekend: fc.boolean(),
    weekendOnly: fc.boolean(),
    roomTypeId: fc.constantFrom(1, 2),
    to: fc.constantFrom<Day>('2026-05-11', '2026-12-31'),
  })
  const booked = fc.array(
    fc.tuple(
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 0, max: 9 }).map((n) => addDays('2026-05-11', n)),
    ),
  )
  fc.assert(
    fc.property(
      fc.array(rate, { maxLength: 4 }),
      booked,
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 6 }),
      (rows, taken, nights, later) => {
        const rates = rows.map((row, index) => aRate({ ...row, id: index + 1, tariffTypeId: index + 1 }))
        const arrival = addDays('2026-05-11', later)
        const input = offerInput({ rates, booked: taken, arrival, departure: addDays(arrival, nights) })
        const offered = new Set(pairs(input))
        for (const room of input.rooms)
          for (const { id } of rates) expect(whyNotOffered(room, id, input) === undefined).toBe(offered.has(`${room.id}^${id}`))
        for (const { room, rates: nightly } of offersOf(input)) {
          expect(nightly).toHaveLength(nights)
          expect(
            daysUntil(arrival, addDays(arrival, nights)).some((day) => taken.some(([id, at]) => id === room.id && at === day)),
          ).toBe(false)
        }
      },
    ),
  )
})

describe('the reason a pair is not on offer', () => {
  const why = (rateId: number, input: OfferInput) => whyNotOffered(aRoom(), rateId, input)

  test.each([
    ['not free on 2026-05-12', 1, offerInput({ booked: [[1, '2026-05-12']] })],
    ['the rate is not one of this room', 2, offerInput()],
    ['the rate is not one of this room', 99, offerInput()],
    ['no price on 2026-05-12', 1, offerInput({ rates: [aRate({ to: '2026-05-11' })] })],
    ['the rate on arrival is 1', 5, offerInput({ rates: [aRate({ to: '2026-05-11' }), aRate({ id: 5, from: '2026-05-12' })] })],
    ['nights: at least 3', 1, offerInput({ rates: [aRate({ minDays: 3 })] })],
  ])('%s', (reason, rateId, input) => {
    expect(why(rateId, input)).toBe(reason)
  })
})
