import { describe, expect, test } from 'vitest'
import { blockRooms, type RoomToBlock } from '../../../src/scenario/acts/black-booking.ts'
import { aBooking } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, nightsOf, notesOf, runAct, stateOf, tryAct } from './run-act.ts'

const WANTED = { property: 1, room: 2, arrival: '2026-05-10', departure: '2026-05-12' } as const satisfies RoomToBlock
const as = 'desk'

describe('a blocked room', () => {
  test('has a black booking for each night, by the manager of the property', () => {
    const world = new TestWorld()
    const bookings = runAct(world, blockRooms, WANTED)
    expect(bookings).toMatchObject([
      { id: 1, kind: 'black', guestId: 0, invoiceId: 0, bookedBy: 'frontdesk', arrival: '2026-05-10', departure: '2026-05-11' },
      { id: 2, kind: 'black', guestId: 0, invoiceId: 0, bookedBy: 'frontdesk', arrival: '2026-05-11', departure: '2026-05-12' },
    ])
    expect(bookings.map(({ id }) => nightsOf(world, id))).toEqual([['2 2026-05-10'], ['2 2026-05-11']])
    expect(bookings.map(({ id }) => notesOf(world, id))).toEqual([
      ['frontdesk Entered black booking.'],
      ['frontdesk Entered black booking.'],
    ])
  })

  test('leaves the same rows and events as one that is blocked through the interface', async () => {
    const [here, there] = [new TestWorld(), new TestWorld()]
    const [booking] = runAct(here, blockRooms, { ...WANTED, departure: '2026-05-11' })
    const path = { property_id: 1, room_id: 2, date: WANTED.arrival }
    expect((await there.call('createBlackBooking', { path, as })).data).toBe(booking?.id)
    for (const name of ['bookings', 'roomNights', 'notes', 'events'] as const) {
      expect(here.sandbox.store.db[name].all(), name).toEqual(there.sandbox.store.db[name].all())
    }
    expect(eventTexts(here).at(-1)).toBe('blackbooking_added {"property_uid":"1","contract_uid":1}')
  })

  test('shows in the list of black nights, and refuses everybody else', async () => {
    const world = new TestWorld()
    runAct(world, blockRooms, WANTED)
    const listed = await world.call('listBlackBookings', { path: { property_id: 1, date: '2026-05-01' }, as })
    expect(listed.data).toMatchObject([
      { room_uid: 2, contract_uid: 1, date: '2026/05/10' },
      { room_uid: 2, contract_uid: 2, date: '2026/05/11' },
    ])
    const path = { property_id: 1, room_id: 2, date: '2026-05-11' }
    expect(await world.call('createBlackBooking', { path, as })).toMatchObject({
      status: 204,
      message: 'Room already booked this date',
    })
  })

  test('is the first free one by default', () => {
    const world = new TestWorld({ rows: { bookings: [aBooking({ arrival: '2026-05-11', departure: '2026-05-12' })] } })
    const { room: _, ...anyRoom } = WANTED
    expect(runAct(world, blockRooms, anyRoom)).toMatchObject([{ rooms: [{ roomId: 2 }] }, { rooms: [{ roomId: 2 }] }])
  })

  test('is blocked by a super manager if no other manager may', () => {
    const users = [{ id: 1, name: 'root', level: 'super', propertyIds: [] }] as const
    expect(runAct(new TestWorld({ rows: { users } }), blockRooms, WANTED)[0]?.bookedBy).toBe('root')
    expect(runAct(new TestWorld({ rows: { users: [] } }), blockRooms, WANTED)[0]?.bookedBy).toBe('The front desk')
  })
})

describe('no room is blocked and nothing changes', () => {
  test.each<[string, Partial<RoomToBlock>, string]>([
    ['that is taken in one of the nights', { room: 1 }, 'room 1 (Gull) is taken on the night of 2026-05-11, by booking 1'],
    ['that is not there', { room: 99 }, 'room: there is no room 99; property 1 has 1, 2, 3, 4'],
    ['of another property', { room: 6 }, 'room: room 6 belongs to property 3; property 1 has 1, 2, 3, 4'],
    ['of no property', { property: 99 }, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
    ['for no night', { departure: '2026-05-09' }, 'departure: 2026-05-09 is not after the arrival, 2026-05-10'],
  ])('%s', (_, wrong, words) => {
    const world = new TestWorld({ rows: { bookings: [aBooking({ arrival: '2026-05-11', departure: '2026-05-12' })] } })
    const before = stateOf(world)
    expect(tryAct(world, blockRooms, { ...WANTED, ...wrong })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })
})

test.each([
  ['', '101', 'room 1 (101)'],
  ['', '', 'room 1'],
])('a taken room with the name "%s" and the number "%s" is called %s', (name, number, called) => {
  const world = new TestWorld({ rows: { bookings: [aBooking({ arrival: '2026-05-11', departure: '2026-05-12' })] } })
  world.sandbox.store.change(({ rooms }) => {
    const room = rooms.get(1)
    if (room) rooms.put({ ...room, name, number })
  })
  expect(tryAct(world, blockRooms, { ...WANTED, room: 1 })).toBe(`${called} is taken on the night of 2026-05-11, by booking 1`)
})
