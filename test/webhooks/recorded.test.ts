import { describe, expect, test } from 'vitest'
import { bookRooms } from '../../src/scenario/acts/booking.ts'
import { cancelBooking } from '../../src/scenario/acts/cancellation.ts'
import { runAct } from '../scenario/acts/run-act.ts'
import { GUEST_TYPE_FORM } from '../support/forms.ts'
import { aBooking, aGuest, aLine, anInvoice, TODAY } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'
import { aHook, receiver } from './receiver.ts'

const as = 'desk'
const path = { property_id: 1 }
const manager = ({ sandbox }: TestWorld): number => sandbox.store.db.clients.get('desk')?.userId ?? 0

/** What a receiver got after some calls, as texts. */
async function delivered(options: ConstructorParameters<typeof TestWorld>[0], act: (world: TestWorld) => unknown) {
  const { got, url } = await receiver()
  const world = new TestWorld({ ...options, rows: { ...options?.rows, webhooks: [aHook(url)] } })
  await act(world)
  await world.sandbox.webhooks.idle()
  return { world, texts: got.map(({ body }) => body), got }
}

/** Members of a delivery in their order, with their JSON types, as the recordings have them. */
const shapes = (texts: readonly string[]) =>
  texts.map((text) => {
    const { data } = JSON.parse(text) as { data: Record<string, unknown> }
    return Object.entries(data)
      .map(([name, value]) => (name === 'task' ? `${value}` : `${name}:${typeof value === 'number' ? 'i' : 's'}`))
      .join(' ')
  })

const NOTE = 'contract_uid:i property_uid:i note_id:i booking_note_saved manager_id:i'

describe('the payload', () => {
  const staying = { rows: { bookings: [aBooking({ id: 5, arrival: TODAY, departure: '2026-05-04' })] } }
  const desk = (id: string) => (world: TestWorld) => world.call(id, { path: { ...path, contract_id: 5 }, as })

  test.each([
    ['checkInGuest', 'guest_checkedin'],
    ['undoCheckIn', 'guest_checkedin_undone'],
    ['checkOutGuest', 'guest_checkedout'],
    ['undoCheckOut', 'guest_checkedout_undone'],
  ])('of %s is the note and %s', async (id, task) => {
    const { texts, world } = await delivered(staying, desk(id))
    expect(texts).toEqual([
      `{"data":{"contract_uid":5,"property_uid":1,"note_id":1,"task":"booking_note_saved","manager_id":${manager(world)}}}`,
      `{"data":{"contract_uid":5,"property_uid":1,"task":"${task}","manager_id":${manager(world)}}}`,
    ])
  })

  test.each([
    ['once', 1],
    ['recorded', 2],
  ])('of a black booking is the pair, with the property as text; webhook_duplicates=%s: %d times', async (answer, times) => {
    const { texts } = await delivered({ choices: { webhook_duplicates: answer } }, (world) =>
      world.call('createBlackBooking', { path: { ...path, room_id: 1, date: '2026-06-01' }, as }),
    )
    const pair = [
      'contract_uid:i property_uid:s note_id:i booking_note_saved manager_id:i',
      'property_uid:s contract_uid:i blackbooking_added manager_id:i',
    ]
    expect(shapes(texts)).toEqual(Array.from({ length: times }, () => pair).flat())
  })

  test('of guest types names the property as text when saved, as a number when deleted', async () => {
    const { texts } = await delivered({}, async (world) => {
      await world.call('createGuestType', { path: { ...path, ...GUEST_TYPE_FORM }, as })
      await world.call('deleteGuestType', { path: { ...path, guest_type_id: 1 }, as })
    })
    expect(shapes(texts)).toEqual([
      'property_uid:s guest_type_uid:i guest_type_saved manager_id:i',
      'property_uid:i guest_type_uid:i guest_type_deleted manager_id:i',
    ])
  })

  test('of a booking has the fields that the service stores, in their order, without a password', async () => {
    const { texts } = await delivered({ profile: 'current' }, (world) =>
      runAct(world, bookRooms, { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' }),
    )
    expect(shapes(texts)).toEqual([
      'cms_user_id:i name:s password:s username:s email:s user_created',
      'property_uid:s property_settings_updated manager_id:i',
      'property_uid:s invoice_uid:i invoice_created manager_id:i',
      'property_uid:s invoice_uid:i invoice_updated manager_id:i',
      'property_uid:i contract_uid:i booking_added manager_id:i',
      'property_uid:i property_state_change manager_id:i',
    ])
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ data: { password: '' } })
  })

  test.each([
    ['notified', [NOTE]],
    ['silent', []],
  ])('of a cancellation is the invoice before the booking; webhook_notes=%s', async (answer, note) => {
    const rows = {
      bookings: [aBooking({ id: 5, invoiceId: 3 })],
      invoices: [anInvoice({ id: 3, bookingId: 5 })],
      lineItems: [aLine({ invoiceId: 3 })],
    }
    const { texts } = await delivered({ rows, choices: { webhook_notes: answer } }, (world) =>
      runAct(world, cancelBooking, { booking: 5 }),
    )
    expect(shapes(texts)).toEqual([
      ...note,
      'property_uid:s invoice_uid:s invoice_updated manager_id:i',
      'property_uid:s invoice_uid:s invoice_cancelled manager_id:i',
      'property_uid:s contract_uid:i booking_cancelled manager_id:i',
    ])
  })

  test('is not sent for reads and refused calls, nor with the profile current for guests and coupons', async () => {
    const { texts } = await delivered({ profile: 'current', rows: { guests: [aGuest()] } }, async (world) => {
      await world.call('listBookings', { path, as })
      await world.call('deleteGuest', { path: { ...path, guest_id: 1 }, as })
    })
    expect(texts).toEqual([])
  })

  test.each([
    [
      'current',
      [
        NOTE,
        'contract_uid:i property_uid:i guest_checkedin manager_id:i',
        'property_uid:i guest_type_uid:i guest_type_deleted manager_id:i',
      ],
    ],
    ['documented', []],
  ] as const)('of unknown contracts and guest types is sent in %s only where the call is accepted', async (profile, expected) => {
    const { texts } = await delivered({ profile }, async (world) => {
      await world.call('checkInGuest', { path: { ...path, contract_id: 77 }, as })
      await world.call('deleteGuestType', { path: { ...path, guest_type_id: 77 }, as })
    })
    expect(shapes(texts)).toEqual(expected)
  })

  test('of a new user goes to the hooks of the manager of the property', async () => {
    const { got, url } = await receiver()
    const world = new TestWorld()
    const owner = world.sandbox.store.db.users.all().find(({ propertyIds }) => propertyIds.includes(1))?.id ?? 0
    world.sandbox.store.change((db) => db.webhooks.put(aHook(url, { managerId: owner })))
    runAct(world, bookRooms, { property: 1, rooms: [1], arrival: '2026-06-01', departure: '2026-06-03' })
    await world.sandbox.webhooks.idle()
    expect(JSON.parse(got[0]?.body ?? '')).toMatchObject({ data: { task: 'user_created' } })
  })

  test('has the headers of the service and no others', async () => {
    const { got } = await delivered(staying, desk('checkInGuest'))
    expect(got[0]).toMatchObject({ method: 'POST', headers: { accept: '*/*', 'content-type': 'application/json' } })
    expect(got[0]?.headerNames).toEqual(['Host', 'Accept', 'Content-Type', 'Content-Length'])
  })
})

describe('the notified hooks', () => {
  test('get the events of a call one hook after the other in current, twice round for a black booking', async () => {
    const { got, url } = await receiver()
    const world = new TestWorld({ profile: 'current' })
    world.sandbox.store.change((db) => {
      for (const id of [1, 2]) db.webhooks.put(aHook(`${url}/${id}`, { id }))
    })
    await world.call('createBlackBooking', { path: { ...path, room_id: 1, date: '2026-06-01' }, as })
    await world.sandbox.webhooks.idle()
    expect(got.map(({ path: at }) => at.at(-1)).join('')).toBe('11221122')
  })

  test('are enabled hooks of the acting manager, and those of all', async () => {
    const { got, url } = await receiver()
    const world = new TestWorld({ rows: { bookings: [aBooking({ id: 5 })] } })
    const own = manager(world)
    const hooks = [
      aHook(`${url}/own`, { id: 1, managerId: own }),
      aHook(`${url}/other`, { id: 2, managerId: own + 1 }),
      aHook(`${url}/all`, { id: 3 }),
      aHook(`${url}/off`, { id: 4, enabled: false }),
    ]
    world.sandbox.store.change((db) => {
      for (const hook of hooks) db.webhooks.put(hook)
    })
    await world.call('checkInGuest', { path: { ...path, contract_id: 5 }, as })
    await world.sandbox.webhooks.idle()
    expect(got.map(({ path: at }) => at).sort()).toEqual(['/hook/all', '/hook/all', '/hook/own', '/hook/own'])
  })

  test('of events without a call are those of the manager of the property', async () => {
    const { world, texts } = await delivered({ rows: { bookings: [aBooking({ id: 5 })] } }, (one) =>
      runAct(one, cancelBooking, { booking: 5 }),
    )
    const owner = world.sandbox.store.db.users.all().find(({ propertyIds }) => propertyIds.includes(1))
    expect(JSON.parse(texts[0] ?? '')).toMatchObject({ data: { manager_id: owner?.id } })
  })
})
