import { describe, expect, test } from 'vitest'
import type { Property } from '../../../src/domain/property/properties.ts'
import type { Room } from '../../../src/domain/property/rooms.ts'
import type { OfferInput } from '../../../src/domain/session/offers.ts'
import { selectRooms } from '../../../src/domain/session/room-selection.ts'
import { fewestNights, roomsWithTariff, tariffSets } from '../../../src/domain/tariff/tariff-set.ts'
import { aProperty, aRate, aRoom, TODAY } from '../../support/small-world.ts'
import { DOCUMENTED, offerInput, setsOf } from './offer-input.ts'

describe('a selection of rooms', () => {
  const chosen = (sent: string, input: OfferInput | undefined = offerInput(), check: 'offered' | 'room_only' = 'offered') =>
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
    ['1', '"1" is not a pair of room and rate such as 11^234; pairs are separated by commas'],
    ['1^999', '1^999 is not on offer: the rate is not one of this room'],
    ['1^2', '1^2 is not on offer: the rate is not one of this room'],
    ['1^1,1^2', '1^2 is not on offer: the room is chosen twice'],
  ])('%s is refused: %s', (sent, reason) => {
    expect(chosen(sent)).toEqual({ reason })
  })

  test('checks only the room in the newest release', () => {
    expect(chosen('1^999', offerInput(), 'room_only')).toEqual({ rooms: [{ roomId: 1, rateId: 999 }] })
    expect(chosen('1^1', offerInput({ booked: [[1, '2026-05-11']] }), 'room_only')).toEqual({ rooms: [{ roomId: 1, rateId: 1 }] })
    expect(chosen('999^1', offerInput(), 'room_only')).toMatchObject({ reason: 'room id not found for this property' })
  })

  test('checks a hundred thousand pairs quickly', () => {
    const sent = Array.from({ length: 100_000 }, (_, index) => `1^${index + 1}`).join(',')
    expect(chosen(sent)).toEqual({ reason: '1^2 is not on offer: the room is chosen twice' })
  })

  test('is refused without dates or free rooms', () => {
    const full = offerInput({ rooms: [aRoom()], booked: [[1, '2026-05-11']] })
    expect(selectRooms({ sent: '1^1', singleUnit: false, stay: undefined, check: 'offered' })).toEqual({
      reason: 'no rooms available',
    })
    expect(chosen('1^1', full)).toEqual({ reason: 'no rooms available' })
  })

  test('requires another room before a rate for second rooms', () => {
    const input = offerInput({ rates: [aRate(), aRate({ id: 8, tariffTypeId: 8, minRoomsSelected: 1 })] })
    expect(chosen('1^1,2^8', input)).toEqual({
      rooms: [
        { roomId: 1, rateId: 1 },
        { roomId: 2, rateId: 8 },
      ],
    })
    expect(chosen('2^8', input)).toEqual({ reason: '2^8 is not on offer: other rooms selected: at least 1' })
  })

  test('requires capacity for every adult', () => {
    const four = offerInput({ adults: 4, people: 5 })
    expect(chosen('1^1', four)).toEqual({ reason: 'the rooms take 2 people, not 4 adults' })
    expect(chosen('1^1,2^1', four).rooms).toHaveLength(2)
    expect(chosen('1^1', { ...four, choices: { ...DOCUMENTED, room_capacity: 'unchecked' } }).rooms).toHaveLength(1)
    expect(selectRooms({ sent: '', singleUnit: true, stay: four, check: 'offered' })).toEqual({
      reason: 'the rooms take 2 people, not 4 adults',
    })
  })

  test('accepts at most one room per guest, children included', () => {
    const one = offerInput({ adults: 1, people: 1 })
    expect(chosen('1^1,2^1', one)).toEqual({ reason: 'there are more rooms (2) than guests (1)' })
    expect(chosen('1^1,2^1', { ...one, people: 2 }).rooms).toHaveLength(2)
    expect(chosen('1^1,2^1', { ...one, people: 0 }).rooms).toHaveLength(2)
    expect(chosen('1^1,2^1', { ...one, choices: { ...DOCUMENTED, room_capacity: 'unchecked' } }).rooms).toHaveLength(2)
  })

  test('replaces an earlier selection', () => {
    const input = offerInput({ rates: [aRate({ maxRoomsSelected: 1 })], chosen: [{ roomId: 2 }] })
    expect(chosen('1^1', input)).toEqual({ rooms: [{ roomId: 1, rateId: 1 }] })
  })

  test('is automatic for a property booked as one unit, with a reason if there is no offer', () => {
    const one = (input: OfferInput, sent = 'nonsense') => selectRooms({ sent, singleUnit: true, stay: input, check: 'offered' })
    expect(one(offerInput({ rates: [aRate({ minDays: 7 }), aRate({ id: 6, tariffTypeId: 6 })] }))).toEqual({
      rooms: [{ roomId: 1, rateId: 6 }],
    })
    expect(one(offerInput({ rates: [aRate({ minDays: 7 })] }))).toEqual({ reason: '1^1 is not on offer: nights: at least 7' })
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
