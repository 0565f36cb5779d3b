import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, type Day, dayNumber, daysUntil } from '../../../src/base/day.ts'
import type { Property, Room } from '../../../src/domain/property/properties.ts'
import { type OfferInput, offersOf, whyNotOffered } from '../../../src/domain/session/offers.ts'
import { selectRooms } from '../../../src/domain/session/room-selection.ts'
import { fewestNights, roomsWithTariff, tariffSets } from '../../../src/domain/tariff/tariff-set.ts'
import type { Rate } from '../../../src/domain/tariff/tariffs.ts'
import { aProperty, aRate, aRoom, aTariffType, TODAY } from '../../support/small-world.ts'

const DOCUMENTED = {
  offer_restrictions: 'applied',
  weekday_rules: 'all',
  rooms_selected_bound: 'inclusive',
  rooms_free: 'nights',
  room_capacity: 'adults',
} as const

const setsOf = (rates: readonly Rate[], property: Property = aProperty()) =>
  tariffSets(property, rates, (id) => aTariffType({ id, title: `Tariff ${id}` }), { today: TODAY, modes: 'all' })

interface Given extends Partial<Omit<OfferInput, 'nights' | 'sets'>> {
  readonly rates?: readonly Rate[]
  /** Nights taken: room id and day. */
  readonly booked?: readonly (readonly [room: number, day: Day])[]
}

/** Two doubles and a twin, each with one tariff, from 2026-05-11 (a Monday) to 2026-05-13. */
function given({
  rates = [aRate(), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2 })],
  booked = [],
  ...with_
}: Given = {}): OfferInput {
  return {
    arrival: '2026-05-11',
    departure: '2026-05-13',
    people: 2,
    adults: 2,
    chosen: [],
    rooms: [aRoom(), aRoom({ id: 2 }), aRoom({ id: 3, roomTypeId: 2 })],
    sets: setsOf(rates),
    nights: {
      taken: (room, night) => booked.some(([id, day]) => id === room && dayNumber(day) === night),
      everTaken: (room) => booked.some(([id]) => id === room),
    },
    weekend: new Set([5, 6]),
    choices: DOCUMENTED,
    ...with_,
  }
}

const pairs = (input: OfferInput): string[] => offersOf(input).map(({ room, rateId }) => `${room.id}^${rateId}`)

describe('offers', () => {
  test('are every free room at every tariff of its type', () => {
    expect(pairs(given())).toEqual(['1^1', '2^1', '3^2'])
    expect(pairs(given({ rates: [aRate(), aRate({ id: 7, tariffTypeId: 3 })] }))).toEqual(['1^1', '1^7', '2^1', '2^7'])
  })

  test('exclude a room that is taken on a night of the stay, departure excluded', () => {
    expect(
      pairs(
        given({
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
        given({
          choices,
          booked: [
            [1, '2026-05-12'],
            [2, '2026-08-01'],
          ],
        }),
      ),
    ).toEqual(['3^2'])
    expect(pairs(given({ choices, booked: [[2, '2026-08-01']] }))).toEqual(['1^1', '2^1', '3^2'])
  })

  test('require a price for every night', () => {
    expect(pairs(given({ rates: [aRate({ to: '2026-05-11' })] }))).toEqual([])
    expect(pairs(given({ rates: [aRate({ from: '2026-05-12' })] }))).toEqual([])
    expect(pairs(given({ rates: [aRate({ price: 0 })] }))).toEqual([])
  })

  test('allow a stay over several rates of a tariff; the pair has the rate of the arrival', () => {
    const rates = [aRate({ to: '2026-05-11' }), aRate({ id: 5, from: '2026-05-12' })]
    const [offer] = offersOf(given({ rates }))
    expect(offer?.rateId).toBe(1)
    expect(offer?.rates.map(({ id }) => id)).toEqual([1, 5])
  })

  test('use the later of two rates of a tariff for one day', () => {
    expect(pairs(given({ rates: [aRate({ id: 9 }), aRate({ id: 4 })] }))).toEqual(['1^9', '2^9'])
  })

  test('meet the restrictions of the tariff, unless these are disabled', () => {
    const rates = [aRate({ minDays: 3 })]
    expect(pairs(given({ rates }))).toEqual([])
    expect(pairs(given({ rates, choices: { ...DOCUMENTED, offer_restrictions: 'none' } }))).toEqual(['1^1', '2^1'])
  })

  test('count selected rooms for the other rooms, not for themselves', () => {
    const rates = [aRate(), aRate({ id: 8, tariffTypeId: 8, minRoomsSelected: 1 })]
    expect(pairs(given({ rates }))).toEqual(['1^1', '2^1'])
    expect(pairs(given({ rates, chosen: [{ roomId: 1 }] }))).toEqual(['1^1', '2^1', '2^8'])
  })

  test('are empty for stays without a night', () => {
    expect(pairs(given({ departure: '2026-05-11' }))).toEqual([])
    expect(pairs(given({ departure: '2026-05-01' }))).toEqual([])
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
        const input = given({ rates, booked: taken, arrival, departure: addDays(arrival, nights) })
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
    ['not free on 2026-05-12', 1, given({ booked: [[1, '2026-05-12']] })],
    ['the rate is not one of this room', 2, given()],
    ['the rate is not one of this room', 99, given()],
    ['no price on 2026-05-12', 1, given({ rates: [aRate({ to: '2026-05-11' })] })],
    ['the rate on arrival is 1', 5, given({ rates: [aRate({ to: '2026-05-11' }), aRate({ id: 5, from: '2026-05-12' })] })],
    ['nights: at least 3', 1, given({ rates: [aRate({ minDays: 3 })] })],
  ])('%s', (reason, rateId, input) => {
    expect(why(rateId, input)).toBe(reason)
  })
})

describe('a selection of rooms', () => {
  const chosen = (sent: string, input: OfferInput | undefined = given(), check: 'offered' | 'room_only' = 'offered') =>
    selectRooms({ sent, singleUnit: false, stay: input, check })

  test('accepts one pair, several, and a repeated pair', () => {
    expect(chosen('1^1')).toEqual({ rooms: [{ roomId: 1, rateId: 1 }] })
    expect(chosen('2^1,3^2')).toEqual({
      rooms: [
        { roomId: 2, rateId: 1 },
        { roomId: 3, rateId: 2 },
      ],
    })
    expect(chosen('2^1,2^1')).toEqual({ rooms: [{ roomId: 2, rateId: 1 }] })
  })

  test.each([
    ['', 'Requested rooms is empty'],
    ['foo', 'room id invalid'],
    ['0^2', 'room id invalid'],
    ['-1^2', 'room id invalid'],
    ['1.5^2', 'room id invalid'],
    ['1^1,', 'room id invalid'],
    ['__proto__^1', 'room id invalid'],
    ['999^2', 'room id not found for this property'],
    ['1', '1^0 is not on offer: the rate is not one of this room'],
    ['1^999', '1^999 is not on offer: the rate is not one of this room'],
    ['1^2', '1^2 is not on offer: the rate is not one of this room'],
    ['1^1,1^2', '1^2 is not on offer: the room is chosen twice'],
  ])('%s is refused: %s', (sent, reason) => {
    expect(chosen(sent)).toEqual({ reason })
  })

  test('checks only the room in the newest release', () => {
    expect(chosen('1^999', given(), 'room_only')).toEqual({ rooms: [{ roomId: 1, rateId: 999 }] })
    expect(chosen('1^1', given({ booked: [[1, '2026-05-11']] }), 'room_only')).toEqual({ rooms: [{ roomId: 1, rateId: 1 }] })
    expect(chosen('999^1', given(), 'room_only')).toMatchObject({ reason: 'room id not found for this property' })
  })

  test('checks a hundred thousand pairs quickly', () => {
    const sent = Array.from({ length: 100_000 }, (_, index) => `1^${index + 1}`).join(',')
    expect(chosen(sent)).toEqual({ reason: '1^2 is not on offer: the room is chosen twice' })
  })

  test('is refused without dates or free rooms', () => {
    const full = given({ rooms: [aRoom()], booked: [[1, '2026-05-11']] })
    expect(selectRooms({ sent: '1^1', singleUnit: false, stay: undefined, check: 'offered' })).toEqual({
      reason: 'no rooms available',
    })
    expect(chosen('1^1', full)).toEqual({ reason: 'no rooms available' })
  })

  test('requires another room before a rate for second rooms', () => {
    const input = given({ rates: [aRate(), aRate({ id: 8, tariffTypeId: 8, minRoomsSelected: 1 })] })
    expect(chosen('1^1,2^8', input)).toEqual({
      rooms: [
        { roomId: 1, rateId: 1 },
        { roomId: 2, rateId: 8 },
      ],
    })
    expect(chosen('2^8', input)).toEqual({ reason: '2^8 is not on offer: other rooms selected: at least 1' })
  })

  test('requires capacity for every adult', () => {
    const four = given({ adults: 4, people: 5 })
    expect(chosen('1^1', four)).toEqual({ reason: 'the rooms take 2 people, not 4 adults' })
    expect(chosen('1^1,2^1', four).rooms).toHaveLength(2)
    expect(chosen('1^1', { ...four, choices: { ...DOCUMENTED, room_capacity: 'unchecked' } }).rooms).toHaveLength(1)
    expect(selectRooms({ sent: '', singleUnit: true, stay: four, check: 'offered' })).toEqual({
      reason: 'the rooms take 2 people, not 4 adults',
    })
  })

  test('accepts at most one room per guest, children included', () => {
    const one = given({ adults: 1, people: 1 })
    expect(chosen('1^1,2^1', one)).toEqual({ reason: 'there are more rooms (2) than guests (1)' })
    expect(chosen('1^1,2^1', { ...one, people: 2 }).rooms).toHaveLength(2)
    expect(chosen('1^1,2^1', { ...one, people: 0 }).rooms).toHaveLength(2)
    expect(chosen('1^1,2^1', { ...one, choices: { ...DOCUMENTED, room_capacity: 'unchecked' } }).rooms).toHaveLength(2)
  })

  test('replaces an earlier selection', () => {
    const input = given({ rates: [aRate({ maxRoomsSelected: 1 })], chosen: [{ roomId: 2 }] })
    expect(chosen('1^1', input)).toEqual({ rooms: [{ roomId: 1, rateId: 1 }] })
  })

  test('is automatic for a property booked as one unit, with a reason if there is no offer', () => {
    const one = (input: OfferInput, sent = 'nonsense') => selectRooms({ sent, singleUnit: true, stay: input, check: 'offered' })
    expect(one(given({ rates: [aRate({ minDays: 7 }), aRate({ id: 6, tariffTypeId: 6 })] }))).toEqual({
      rooms: [{ roomId: 1, rateId: 6 }],
    })
    expect(one(given({ rates: [aRate({ minDays: 7 })] }))).toEqual({ reason: '1^1 is not on offer: nights: at least 7' })
  })
})

describe('the tariffs of a property', () => {
  test('exclude past rates and rates without a price', () => {
    const rates = [
      aRate({ to: '2026-05-01' }),
      aRate({ id: 2, tariffTypeId: 2, price: 0 }),
      aRate({ id: 3, tariffTypeId: 3, to: '2026-05-02' }),
    ]
    expect(setsOf(rates).map(({ tariffTypeId }) => tariffTypeId)).toEqual([3])
  })

  test('are only those saved day by day, by choice', () => {
    const of = (tariffMode: Property['tariffMode']) =>
      tariffSets(aProperty({ tariffMode }), [aRate()], () => undefined, { today: TODAY, modes: 'day_by_day' }).length
    expect([of('micromanage'), of('standard'), of('advanced'), of('normal')]).toEqual([1, 1, 0, 0])
  })

  test('have their rooms sorted by number, short numbers first', () => {
    const room = (id: number, number: string, with_: Partial<Room> = {}) => aRoom({ id, number, ...with_ })
    const rooms = [room(1, '10'), room(2, '2'), room(3, '1', { roomTypeId: 9 }), room(4, '2', { name: 'Auk' })]
    expect(roomsWithTariff(rooms, setsOf([aRate()])).map(({ id }) => id)).toEqual([4, 2, 1])
  })

  test('have the lowest minimum stay of all rates', () => {
    expect(fewestNights([aRate({ minDays: 3 }), aRate({ minDays: 2 })])).toBe(2)
    expect(fewestNights([])).toBe(1)
  })
})
