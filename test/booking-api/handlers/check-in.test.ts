import { describe, expect, test } from 'vitest'
import { aBooking, aGuest, aProperty, NOW } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

/** Half an hour before midnight: a token lives into the next day. */
const LATE = NOW + 14.5 * 3_600_000
const INTO_TOMORROW = 45 * 60_000

const DEEDS = ['checkInGuest', 'undoCheckIn', 'checkOutGuest', 'undoCheckOut'] as const
type Deed = (typeof DEEDS)[number]

const rows = {
  guests: [aGuest(), aGuest({ id: 2, propertyId: 3 })],
  bookings: [
    aBooking({ id: 1, arrival: '2026-05-02', departure: '2026-05-04' }),
    aBooking({ id: 2, arrival: '2026-05-10', departure: '2026-05-12' }),
    aBooking({ id: 3, arrival: '2026-05-02', departure: '2026-05-04', propertyId: 3, guestId: 2 }),
  ],
}
const open = (options: TestOptions = {}) => new TestWorld({ rows, ...options })
const act = (
  world: TestWorld,
  deed: Deed,
  contract_id: string | number = 1,
  language?: string,
  property_id: string | number = 1,
) => world.call(deed, { path: { property_id, contract_id, ...(language && { language }) }, as: 'desk' })
const status = async (world: TestWorld, contract_id: string | number = 1) =>
  world.call('getCheckInStatus', { path: { property_id: 1, contract_id }, as: 'desk' })
const notes = async (world: TestWorld, contract_id = 1) =>
  (
    (await world.call('getBookingNotes', { path: { property_id: 1, contract_id }, as: 'desk' })).data as readonly {
      NOTE: string
    }[]
  ).map(({ NOTE }) => NOTE)

describe('the front desk', () => {
  test('checks a guest in and out and undoes both, with the status', async () => {
    const world = open({ at: LATE })
    const unset = { booked_in: 0, booked_in_date: '', booked_out: 0, booked_out_date: '' }
    expect((await status(world)).data).toEqual(unset)

    const stay = { contract_uid: 1, property_uid: 1 }
    expect((await act(world, 'checkInGuest')).body).toEqual({
      data: { checkin_booked_in: [{ ...stay, note: 'Guest checked in', booked_in: 1 }] },
      meta: { code: 200 },
    })
    expect((await status(world)).data).toEqual({ ...unset, booked_in: 1, booked_in_date: '2026-05-02' })

    world.advance(INTO_TOMORROW)
    expect((await act(world, 'checkOutGuest')).data).toEqual([{ ...stay, note: 'Guest checked out', bookedout: 1 }])
    expect((await status(world)).data).toEqual({
      booked_in: 1,
      booked_in_date: '2026-05-02',
      booked_out: 1,
      booked_out_date: '2026-05-03',
    })

    expect((await act(world, 'undoCheckIn')).data).toEqual([{ ...stay, note: 'Undone guest checkin', booked_in: 0 }])
    expect((await status(world)).data).toEqual({ ...unset, booked_out: 1, booked_out_date: '2026-05-03' })
    expect((await act(world, 'undoCheckOut')).data).toEqual([{ ...stay, note: 'Undone guest checkout', bookedout: 0 }])
    expect((await status(world)).data).toEqual(unset)
  })

  test('has both days in the time zone of the property, by choice', async () => {
    const properties = [aProperty({ timezone: 'Asia/Tokyo' })]
    const world = new TestWorld({ rows: { ...rows, properties }, choices: { today: 'property' }, at: LATE })
    await act(world, 'checkInGuest')
    await act(world, 'checkOutGuest')
    expect((await status(world)).data).toMatchObject({ booked_in_date: '2026-05-03', booked_out_date: '2026-05-03' })
  })

  test('changes the list of bookings immediately, with the time of the change', async () => {
    const world = open()
    const entry = async () =>
      (
        (await world.call('listBookings', { path: { property_id: 1 }, as: 'desk' })).data as readonly { contract_uid: number }[]
      ).find(({ contract_uid }) => contract_uid === 1)
    expect(await entry()).toMatchObject({ booked_in: 0, imgColor: 'orange', last_changed: '2026-04-02 09:00:00' })
    await act(world, 'checkInGuest')
    expect(await entry()).toMatchObject({ booked_in: 1, imgColor: 'green', last_changed: '2026-05-02 09:00:00' })
    await act(world, 'checkOutGuest')
    expect(await entry()).toMatchObject({ bookedout: 1, imgColor: 'teal', TxtStatus: 'Checked out' })
  })

  test('adds a note for every action, and records the events of note and action in this order', async () => {
    const world = open()
    for (const deed of DEEDS) await act(world, deed)
    expect(await notes(world)).toEqual(['Booked guest in', 'Undone guest checkin', 'Guest booked out.', 'Undone guest checkout'])
    const stay = { contract_uid: 1, property_uid: 1 }
    const events = world.sandbox.store.db.events.all().map(({ task, data }) => [task, data])
    expect(events).toEqual(
      ['guest_checkedin', 'guest_checkedin_undone', 'guest_checkedout', 'guest_checkedout_undone'].flatMap((task, index) => [
        ['booking_note_saved', { ...stay, note_id: index + 1 }],
        [task, stay],
      ]),
    )
  })

  test.each<[Deed, string]>([
    ['checkInGuest', 'Arrivé client'],
    ['undoCheckIn', "Annuler l'arrivé client"],
    ['checkOutGuest', 'Départ client'],
    ['undoCheckOut', 'Annuler le départ client'],
  ])('has the French text of %s: %s', async (deed, note) => {
    expect((await act(open(), deed, 1, 'fr-FR')).data).toMatchObject([{ note }])
  })

  test('has no German texts, and notes of undone actions in English', async () => {
    const world = open()
    expect((await act(world, 'checkInGuest', 1, 'de-DE')).data).toMatchObject([{ note: 'Guest checked in' }])
    await act(world, 'undoCheckIn', 1, 'fr-FR')
    expect(await notes(world)).toEqual(['Booked guest in', 'Undone guest checkin'])
  })

  test('returns ids as numbers, or as they were sent by choice', async () => {
    const ids = async (world: TestWorld) => (await act(world, 'checkInGuest', '01', undefined, '001')).data
    expect(await ids(open())).toMatchObject([{ contract_uid: 1, property_uid: 1 }])
    expect(await ids(open({ choices: { write_answer_types: 'as_recorded' } }))).toMatchObject([
      { contract_uid: '01', property_uid: '001' },
    ])
  })

  test('replaces the day of an earlier check-in', async () => {
    const world = open({ at: LATE })
    await act(world, 'checkInGuest')
    world.advance(INTO_TOMORROW)
    expect((await act(world, 'checkInGuest')).status).toBe(200)
    expect((await status(world)).data).toMatchObject({ booked_in_date: '2026-05-03' })
    expect(await notes(world)).toHaveLength(2)
  })

  test('uses the day of the property for check-in, by choice', async () => {
    const properties = [aProperty({ timezone: 'Pacific/Auckland' })]
    const world = new TestWorld({ rows: { ...rows, properties }, at: NOW + 5 * 3_600_000, choices: { today: 'property' } })
    await act(world, 'checkInGuest')
    expect((await status(world)).data).toMatchObject({ booked_in_date: '2026-05-03' })
  })

  test('accepts a language after the status', async () => {
    const path = { property_id: 1, contract_id: 1, language: 'fr-FR' }
    expect((await open().call('getCheckInStatus', { path, as: 'desk' })).status).toBe(200)
  })
})

describe('a refused front desk action', () => {
  const UNKNOWN = ['999', 'abc', '-1', '1.5', '99999999999999999999', '__proto__', 'constructor', '3']

  test.each(UNKNOWN)('is not found for contract uid %s, and adds no note', async (contract) => {
    const world = open()
    for (const deed of DEEDS)
      expect(await act(world, deed, contract)).toMatchObject({ status: 404, message: 'Contract uid not found' })
    expect(await status(world, contract)).toMatchObject({ status: 404, message: 'Contract uid not found' })
    expect(world.sandbox.store.db.notes.size).toBe(0)
    expect(world.sandbox.store.db.bookings.get(3)).toEqual(rows.bookings[2])
  })

  test.each(['documented', 'current'] as const)('is refused for contract uid 0 in the profile %s', async (profile) => {
    const world = open({ profile })
    const refusal = { status: 400, message: 'Contract uid not sent' }
    for (const deed of DEEDS) expect(await act(world, deed, 0)).toMatchObject(refusal)
    expect(await status(world, 0)).toMatchObject(refusal)
  })

  test.each(['999', '3'])('is successful without effect for number %s in the current profile', async (contract) => {
    const world = open({ profile: 'current' })
    expect((await act(world, 'checkInGuest', contract)).data).toEqual([
      { contract_uid: contract, property_uid: '1', note: 'Guest checked in', booked_in: 1 },
    ])
    expect(world.sandbox.store.db.notes.size).toBe(0)
    expect(world.sandbox.store.db.events.all().map(({ task }) => task)).toEqual(['booking_note_saved', 'guest_checkedin'])
    expect(world.sandbox.store.db.bookings.get(3)).toEqual(rows.bookings[2])
    expect(await status(world, contract)).toMatchObject({ status: 400, message: 'Contract uid not found' })
    expect(await act(world, 'checkInGuest', 'abc')).toMatchObject({ status: 400, message: 'Contract uid not found' })
  })

  test('changes nothing when it is out of order under check_in_order=strict', async () => {
    const world = open({ choices: { check_in_order: 'strict' } })
    expect(await act(world, 'checkOutGuest')).toMatchObject({ status: 409, message: 'The guest has not checked in' })
    expect(await act(world, 'checkInGuest', 2)).toMatchObject({ status: 409, message: 'The guest is not due before 2026-05-10' })
    expect(await notes(world)).toEqual([])
    expect((await act(world, 'checkInGuest')).status).toBe(200)
    expect(await act(world, 'checkInGuest')).toMatchObject({ status: 409, message: 'The guest has checked in already' })
    expect((await act(world, 'checkOutGuest')).status).toBe(200)
    expect(await notes(world)).toEqual(['Booked guest in', 'Guest booked out.'])
  })

  test('the status requires a scope to read, in the current profile to write', async () => {
    const ask = (world: TestWorld, as: string) => world.call('getCheckInStatus', { path: { property_id: 1, contract_id: 1 }, as })
    expect((await ask(open(), 'reader')).status).toBe(200)
    expect((await ask(open(), 'writer')).status).toBe(403)
    const current = open({ profile: 'current' })
    expect((await ask(current, 'writer')).status).toBe(200)
    expect((await ask(current, 'reader')).status).toBe(400)
  })

  test('an unknown action is an unknown path', async () => {
    expect((await open().send('PUT', '/bookguestinout/1/1/explode', { as: 'desk' })).status).toBe(404)
    expect((await open().send('POST', '/bookguestinout/1/1/checkin', { as: 'desk' })).status).toBe(404)
  })
})
