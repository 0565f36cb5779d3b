import { describe, expect, test } from 'vitest'
import { aBooking, aRoom } from '../../support/small-world.ts'
import { type TestResponse, TestWorld } from '../../support/test-world.ts'

const guestStay = aBooking({ id: 1, arrival: '2026-05-10', departure: '2026-05-13' })
const world = (more: object = {}) => new TestWorld({ rows: { bookings: [guestStay] }, ...more })
const block = (on: TestWorld, room: string | number, date: string, property = 1): Promise<TestResponse> =>
  on.call('createBlackBooking', { path: { property_id: property, room_id: room, date }, as: 'desk' })
const list = (on: TestWorld, date: string) => on.call('listBlackBookings', { path: { property_id: 1, date }, as: 'reader' })
const unblock = (on: TestWorld, contract: string | number, property = 1) =>
  on.call('deleteBlackBooking', { path: { property_id: property, contract_id: contract }, as: 'desk' })

describe('a black booking', () => {
  test('returns its contract uid and takes the room for one night', async () => {
    const here = world()
    expect((await block(here, 4, '2026-12-24')).data).toBe(2)
    const free = (start: string, end: string) =>
      here.call('listAvailableRooms', { path: { property_id: 1, start, end }, as: 'desk' })
    expect(Object.keys((await free('2026-12-24', '2026-12-25')).data)).toEqual(['1', '2', '3'])
    expect(Object.keys((await free('2026-12-25', '2026-12-26')).data)).toEqual(['1', '2', '3', '4'])
  })

  test('records a note and two events, with a booking number of eight digits', async () => {
    const here = world()
    await block(here, 4, '2026-12-24')
    const { db } = here.sandbox.store
    expect(db.bookings.get(2)).toMatchObject({ kind: 'black', currency: 'EUR', tag: expect.stringMatching(/^[1-9]\d{7}$/) })
    expect(db.notes.by('booking', 2).map(({ text }) => text)).toEqual(['frontdesk Entered black booking.'])
    expect(db.events.all().map(({ task, data }) => [task, data])).toEqual([
      ['booking_note_saved', { contract_uid: 2, property_uid: 1, note_id: 1 }],
      ['blackbooking_added', { property_uid: '1', contract_uid: 2 }],
    ])
  })

  test('has the same number for the same seed', async () => {
    const [one, other] = [world(), world()]
    await block(one, 4, '2026-12-24')
    await block(other, 2, '2027-01-07')
    expect(one.sandbox.store.db.bookings.get(2)?.tag).toBe(other.sandbox.store.db.bookings.get(2)?.tag)
  })

  test.each([
    ['in the past', '2020-01-01'],
    ['on the day a guest leaves', '2026-05-13'],
    ['on a leap day', '2028-02-29'],
  ])('may be %s', async (_, date) => {
    expect((await block(world(), 1, date)).data).toBe(2)
  })

  test.each([
    ['a guest', 1, '2026-05-12'],
    ['another black booking', 4, '2026-12-24'],
  ])('is refused if %s has the room, with 204, no body and the text in a header', async (_, room, date) => {
    const here = world()
    await block(here, 4, '2026-12-24')
    const before = here.sandbox.store.db.events.size
    const answer = await block(here, room, date)
    expect(answer).toMatchObject({ status: 204, body: null, message: 'Room already booked this date' })
    expect(here.sandbox.store.db.bookings.size).toBe(2)
    expect(here.sandbox.store.db.events.size).toBe(before)
  })

  test('is refused with 200 and meta.code 204 by choice', async () => {
    const answer = await block(world({ choices: { black_booking_conflict: '200-with-meta' } }), 1, '2026-05-12')
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ meta: { code: 204, error_message: 'Room already booked this date' } })
  })

  test.each(['999', '5', '0', '-4', '4.0', '4e0', '99999999999999999999', 'abc', '__proto__', 'constructor'])(
    'is refused for the room %s, which the property does not have',
    async (room) => {
      expect(await block(world(), room, '2026-12-24')).toMatchObject({ status: 404, message: 'Room does not exist' })
    },
  )

  test.each(['2026-02-31', 'notadate', '20261224', '2026-12-24T00:00', '9999-12-31', '__proto__'])(
    'is refused for the day %s, naming the segment',
    async (date) => {
      const here = world()
      const answer = await block(here, 4, date)
      expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/^date: /) })
      expect(here.sandbox.store.db.bookings.size).toBe(1)
    },
  )

  test('is refused for the last day that can be written, with the reason', async () =>
    expect((await block(world(), 4, '9999-12-31')).message).toMatch(/^date: the last night is that of 9999-12-30: /))

  test('is created for exactly one of many concurrent requests', async () => {
    const here = world()
    await here.token('desk')
    const answers = await Promise.all(Array.from({ length: 50 }, () => block(here, 4, '2026-12-24')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(here.sandbox.store.db.roomNights.by('booking', 2)).toHaveLength(1)
  })
})

describe('the list of black bookings', () => {
  test('has a row for each room and night on or after the date', async () => {
    const here = world()
    for (const [room, date] of [
      [4, '2026-12-24'],
      [4, '2026-12-25'],
      [2, '2026-12-30'],
      [4, '2026-06-01'],
    ] as const)
      await block(here, room, date)
    const { data } = await list(here, '2026-12-24')
    expect(data).toEqual([
      {
        room_uid: 2,
        room_name: 'Tern',
        room_number: '02',
        room_floor: '1',
        contract_uid: 4,
        black_booking: 1,
        date: '2026/12/30',
      },
      {
        room_uid: 4,
        room_name: 'Egret',
        room_number: '04',
        room_floor: '1',
        contract_uid: 2,
        black_booking: 1,
        date: '2026/12/24',
      },
      {
        room_uid: 4,
        room_name: 'Egret',
        room_number: '04',
        room_floor: '1',
        contract_uid: 3,
        black_booking: 1,
        date: '2026/12/25',
      },
    ])
  })

  test('does not contain nights of guests, and is empty after the last black booking', async () => {
    const here = world()
    expect((await list(here, '2026-01-01')).data).toEqual([])
    await block(here, 4, '2026-12-24')
    expect((await list(here, '2026-12-25')).data).toEqual([])
  })

  test('accepts a language without effect', async () => {
    const path = { property_id: 1, date: '2026-05-01', language: 'fr-FR' }
    expect((await world().call('listBlackBookings', { path, as: 'desk' })).data).toEqual([])
  })

  test.each(['foo', '2026-02-30', '2026-13-01'])('is refused for the day %s', async (date) => {
    expect(await list(world(), date)).toMatchObject({ status: 400, message: expect.stringMatching(/^date: /) })
  })
})

describe('deleting a black booking', () => {
  test('frees the night and removes the booking with its notes', async () => {
    const here = world()
    await block(here, 4, '2026-12-24')
    expect((await unblock(here, 2)).data).toBe('2')
    const { db } = here.sandbox.store
    expect([db.bookings.has(2), db.roomNights.by('booking', 2).length, db.notes.by('booking', 2).length]).toEqual([false, 0, 0])
    expect(db.events.all().at(-1)).toMatchObject({ task: 'blackbooking_deleted', data: { property_uid: '1', contract_uid: 2 } })
    expect((await block(here, 4, '2026-12-24')).data).toBe(3)
  })

  test('of several rooms and nights frees all of them', async () => {
    const rooms = [
      { roomId: 2, rateId: 0 },
      { roomId: 3, rateId: 0 },
    ]
    const works = aBooking({ id: 5, kind: 'black', guestId: 0, arrival: '2026-07-01', departure: '2026-07-04', rooms })
    const here = new TestWorld({ rows: { bookings: [guestStay, works], rooms: [1, 2, 3].map((id) => aRoom({ id })) } })
    expect((await unblock(here, 5)).data).toBe('5')
    expect((await list(here, '2026-01-01')).data).toEqual([])
    expect(here.sandbox.store.db.roomNights.by('booking', 1)).toHaveLength(3)
  })

  test.each(['99999', '0', '-2', '2.5', '99999999999999999999', 'abc', '__proto__', 'constructor'])(
    'that does not exist (%s) is refused',
    async (contract) => {
      expect(await unblock(world(), contract)).toMatchObject({ status: 404, message: 'Black booking does not exist' })
    },
  )

  test('is refused for a guest booking, another property, or a deleted booking', async () => {
    const here = world()
    await block(here, 4, '2026-12-24')
    for (const [contract, property] of [
      [1, 1],
      [2, 2],
    ] as const)
      expect((await unblock(here, contract, property)).status).toBe(404)
    expect(here.sandbox.store.db.bookings.size).toBe(2)
    await unblock(here, 2)
    expect((await unblock(here, 2)).status).toBe(404)
  })
})

describe('in the current profile black bookings', () => {
  const current = () => world({ profile: 'current' })

  test('are refused with 400 and the flat body', async () => {
    const answer = await block(current(), 1, '2026-05-12')
    expect(answer.body).toEqual({
      code: 400,
      meta: {
        site: { live_site: 'http://test.example', base: '/service/api', url: '/blackbookings/1/1/2026-05-12', method: 'POST' },
      },
      error_message: 'Room already booked this date',
      lines: [],
    })
    expect((await unblock(current(), 1)).message).toBe('Black booking does not exist')
  })

  test('roll over to March after the end of February, and are in GBP', async () => {
    const here = current()
    expect((await block(here, 4, '2026-02-31')).data).toBe(2)
    expect(here.sandbox.store.db.bookings.get(2)).toMatchObject({ arrival: '2026-03-03', currency: 'GBP' })
    expect((await block(here, 4, 'notadate')).status).toBe(400)
  })

  test('are listed once per room, and not at all for an invalid date', async () => {
    const here = current()
    await block(here, 4, '2026-12-25')
    await block(here, 4, '2026-12-24')
    expect((await list(here, '2026-12-01')).data).toMatchObject([{ contract_uid: 3, date: '2026/12/24' }])
    expect((await list(here, '2026-12-25')).data).toMatchObject([{ contract_uid: 2, date: '2026/12/25' }])
    expect((await list(here, 'foo')).data).toEqual([])
  })

  test('return 0 for the deletion of 0, and record no event of a deletion', async () => {
    const here = current()
    expect((await unblock(here, 0)).data).toBe('0')
    expect((await unblock(here, 'abc')).status).toBe(400)
    await block(here, 4, '2026-12-24')
    await unblock(here, 2)
    expect(here.sandbox.store.db.events.all().map(({ task }) => task)).toEqual(['booking_note_saved', 'blackbooking_added'])
  })
})

test('an unknown room is refused, with a hint on the list of rooms', async () => {
  const answer = await new TestWorld().call('createBlackBooking', {
    path: { property_id: 1, room_id: '2026-05-20', date: '1' },
    as: 'desk',
  })
  expect(answer.status).toBe(404)
  expect(answer.headers['X-Understay-Hint']).toContain('/properties/1/availabilities/START/END lists rooms by their uid')
})
