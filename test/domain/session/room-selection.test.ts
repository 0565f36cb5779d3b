import { describe, expect, test } from 'vitest'
import { type Day, dayNumber } from '../../../src/base/day.ts'
import type { IsTaken } from '../../../src/domain/booking/availability.ts'
import { hatPairs, selectRooms, takenProblem } from '../../../src/domain/session/room-selection.ts'
import { aRate } from '../../support/small-world.ts'
import { offerInput } from './offer-input.ts'

const CHOSEN = [
  { roomId: 1, rateId: 11 },
  { roomId: 2, rateId: 12 },
]

test('pairs of room and rate are written as the interface does', () => {
  expect([hatPairs([]), hatPairs(CHOSEN.slice(0, 1)), hatPairs(CHOSEN)]).toEqual(['', '1^11', '1^11,2^12'])
})

describe('rooms that were taken after they had been chosen', () => {
  /** What is said of a stay from 1 to 4 June. */
  const stay = (taken: IsTaken) =>
    ({ arrival: '2026-06-01', departure: '2026-06-04', nights: { taken, nights: () => [] } }) as const
  const problem = (...taken: readonly (readonly [room: number, day: Day])[]) => {
    const isTaken: IsTaken = (room, night) => taken.some(([id, on]) => id === room && dayNumber(on) === night)
    return takenProblem(CHOSEN, stay(isTaken), (room) => (room === 1 ? 'Attic' : undefined))
  }

  test.each<readonly [about: string, taken: readonly (readonly [number, Day])[], problem: string | undefined]>([
    ['none', [], undefined],
    ['a room by its name', [[1, '2026-06-02']], 'room Attic is no longer free on 2026-06-02'],
    ['a room without a name by its id', [[2, '2026-06-01']], 'room 2 is no longer free on 2026-06-01'],
    [
      'the first of its nights',
      [
        [1, '2026-06-03'],
        [1, '2026-06-02'],
      ],
      'room Attic is no longer free on 2026-06-02',
    ],
    [
      'the first room',
      [
        [2, '2026-06-01'],
        [1, '2026-06-03'],
      ],
      'room Attic is no longer free on 2026-06-03',
    ],
    ['another room', [[3, '2026-06-02']], undefined],
    ['the night of the departure', [[1, '2026-06-04']], undefined],
  ])('%s', (_, taken, expected) => {
    expect(problem(...taken)).toBe(expected)
  })

  test('a room whose name is empty by its id', () => {
    expect(
      takenProblem(
        CHOSEN,
        stay(() => true),
        () => '',
      ),
    ).toBe('room 1 is no longer free on 2026-06-01')
  })
})

describe('a selection', () => {
  const selected = (sent: string, input = offerInput()) => selectRooms({ sent, singleUnit: false, stay: input, check: 'offered' })

  test.each(['1^1,3^2', '3^2,1^1'])('may name in any order a room whose tariff needs another one first: %s', (sent) => {
    const second = aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, minRoomsSelected: 1 })
    const first = aRate({ maxRoomsSelected: 0 })
    expect(selected(sent, offerInput({ rates: [first, second] }))).not.toHaveProperty('reason')
  })

  test.each(['1^1^1', '1^1;2^1', '1^', '1^1x', '1'])('of the text %s is refused with the text as it was sent', (sent) => {
    expect(selected(sent).reason).toBe(`"${sent}" is not a pair of room and rate such as 11^234; pairs are separated by commas`)
  })

  test('of a room whose tariff is gone is refused because of the tariff, that of another property because of the room', () => {
    const { rooms, ...input } = offerInput()
    const without = { ...input, rooms: rooms.slice(1) }
    expect(selected('1^7', without).reason).toBe('1^7 is not on offer: the room has no tariff')
    expect(selected('9^1', without).reason).toBe('room id not found for this property')
  })
})
