/**
 * Hooks of all kinds, added and removed between calls of three managers: what each receiver gets, held against a table of the events
 * of each call.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { GUEST_TYPE_FORM } from '../support/forms.ts'
import { aBooking, aGuest, dayFrom } from '../support/small-world.ts'
import { JUNE, TARIFF_FIELDS, tariffDates } from '../support/tariff-form.ts'
import { type TestResponse, TestWorld } from '../support/test-world.ts'
import { type ReceivedDelivery, receiver } from './receiver.ts'

type Data = Readonly<Record<string, unknown>>
interface Told extends Data {
  readonly task: string
}
interface Step {
  readonly operation: string
  readonly path: Readonly<Record<string, string | number>>
  readonly form?: Readonly<Record<string, string>>
  /** The events of a successful call. */
  readonly tells: (answer: TestResponse, world: TestWorld) => readonly Told[]
}

const CLIENTS = { desk: 2, super: 1, neighbour: 3 } as const
const silent = (): readonly Told[] => []
const lastId = (rows: readonly { readonly id: number }[]): number => Math.max(...rows.map(({ id }) => id))
const field = ({ data }: TestResponse, name: string): unknown => (data as readonly Data[])[0]?.[name]

const FRONT_DESK = {
  checkInGuest: 'guest_checkedin',
  undoCheckIn: 'guest_checkedin_undone',
  checkOutGuest: 'guest_checkedout',
  undoCheckOut: 'guest_checkedout_undone',
} as const

/** A step of a kind, with two small numbers that choose its values. */
function stepOf(kind: string, property: number, a: number, b: number): Step {
  const at = { property_id: property }
  const noted = (contract: number, id: number | string, world: TestWorld): Told => ({
    contract_uid: contract,
    property_uid: id,
    note_id: lastId(world.sandbox.store.db.notes.all()),
    task: 'booking_note_saved',
  })
  const named = (task: string, uid: string, id: number, owner: number | string = property): Told => ({
    property_uid: owner,
    [uid]: id,
    task,
  })
  const guest = { firstname: 'Eva', surname: 'Moss', house: '1', street: 'Elm', town: 'Westby', region: 'Devon', country: 'GB' }
  const guestPath = { ...at, ...guest, postcode: 'W1', landline: '1', mobile: '2', email: 'e@example.test' }
  const guestRest = { vat_number: 'x', discount: '5' }
  const coupon = { valid_from: dayFrom(0), valid_to: dayFrom(9), amount: `${a + 1}`, is_percentage: '0' }
  const couponPath = { ...at, ...coupon, booking_valid_from: dayFrom(0), booking_valid_to: dayFrom(9) }
  const form = { ...TARIFF_FIELDS, ...tariffDates(JUNE, { 0: `${90 + b}` }), roomclass_uid: '1' }
  const changed = (): readonly Told[] => [{ property_uid: property, task: 'tariffs_updated' }]
  const typed = { ...at, ...GUEST_TYPE_FORM }
  switch (kind) {
    case 'checkInGuest':
    case 'undoCheckIn':
    case 'checkOutGuest':
    case 'undoCheckOut': {
      const contract = [1, 2, 3, 99][a] ?? 1
      const event = { contract_uid: contract, property_uid: property, task: FRONT_DESK[kind] }
      return {
        operation: kind,
        path: { ...at, contract_id: contract },
        tells: (_, world) => [noted(contract, property, world), event],
      }
    }
    case 'createBlackBooking':
      return {
        operation: kind,
        path: { ...at, room_id: property === 1 ? 1 + (a % 2) : 6, date: dayFrom(10 + b) },
        tells: ({ data }, world) => [
          noted(data, String(property), world),
          named('blackbooking_added', 'contract_uid', data, `${property}`),
        ],
      }
    case 'deleteBlackBooking':
      return {
        operation: kind,
        path: { ...at, contract_id: 4 + a },
        tells: () => [named('blackbooking_deleted', 'contract_uid', 4 + a, `${property}`)],
      }
    case 'createGuestType':
      return {
        operation: kind,
        path: typed,
        tells: (answer) => [named('guest_type_saved', 'guest_type_uid', Number(field(answer, 'id')), `${property}`)],
      }
    case 'updateGuestType':
      return {
        operation: kind,
        path: { ...typed, guest_type_id: 1 + a },
        tells: () => [named('guest_type_saved', 'guest_type_uid', 1 + a, `${property}`)],
      }
    case 'deleteGuestType':
      return {
        operation: kind,
        path: { ...at, guest_type_id: 1 + a },
        tells: () => [named('guest_type_deleted', 'guest_type_uid', 1 + a)],
      }
    case 'createTariff':
      return { operation: kind, path: at, form, tells: changed }
    case 'updateTariff':
      return { operation: kind, path: at, form: { ...form, tarifftypeid: `${1 + a}` }, tells: changed }
    case 'deleteTariff':
      return { operation: kind, path: { ...at, tarifftypeid: 5 + a }, tells: changed }
    case 'createGuest':
      return {
        operation: kind,
        path: { ...guestPath, ...guestRest },
        tells: (answer) => [named('guest_saved', 'guest_uid', Number(field(answer, 'guest_uid')))],
      }
    case 'updateGuest':
      return {
        operation: kind,
        path: { ...guestPath, ...guestRest, guest_id: 3 + a },
        tells: () => [named('guest_updated', 'guest_uid', 3 + a)],
      }
    case 'deleteGuest':
      return { operation: kind, path: { ...at, guest_id: 3 + a }, tells: () => [named('guest_deleted', 'guest_uid', 3 + a)] }
    case 'createCoupon':
      return {
        operation: kind,
        path: couponPath,
        tells: (_, world) => [named('coupon_saved', 'coupon_id', lastId(world.sandbox.store.db.coupons.all()))],
      }
    case 'updateCoupon':
      return {
        operation: kind,
        path: { ...couponPath, coupon_id: 1 + a, coupon_code: `C${a}${b}` },
        tells: () => [named('coupon_updated', 'coupon_id', 1 + a)],
      }
    case 'deleteCoupon':
      return { operation: kind, path: { ...at, coupon_id: 1 + a }, tells: () => [named('coupon_deleted', 'coupon_id', 1 + a)] }
    case 'addFavourite':
      return { operation: kind, path: at, tells: silent }
    default:
      return { operation: 'listBookings', path: at, tells: silent }
  }
}

const KINDS = [
  ...Object.keys(FRONT_DESK),
  ...['BlackBooking', 'GuestType', 'Tariff', 'Guest', 'Coupon'].flatMap((what) => [
    `create${what}`,
    `create${what}`,
    `delete${what}`,
  ]),
  ...['updateGuestType', 'updateTariff', 'updateGuest', 'updateCoupon', 'addFavourite', 'listBookings'],
]
const call = fc.record({
  kind: fc.constantFrom(...KINDS),
  as: fc.constantFrom('desk' as const, 'desk' as const, 'super' as const, 'neighbour' as const),
  property: fc.constantFrom(1, 1, 3),
  a: fc.nat({ max: 3 }),
  b: fc.nat({ max: 3 }),
})
const newHook = fc.record({
  auth: fc.constantFrom('none' as const, 'basic' as const, 'oauth' as const),
  manager: fc.constantFrom('all' as const, 1, 2, 3),
  enabled: fc.boolean(),
})
type NewHook = typeof newHook extends fc.Arbitrary<infer T> ? T : never

const NAMES = ['Host', 'Accept', 'Content-Type', 'Content-Length']
/** What a hook receives for an event. */
function deliveriesOf({ auth }: NewHook, body: string): readonly Partial<ReceivedDelivery>[] {
  if (auth === 'none') return [{ method: 'POST', headerNames: NAMES, body }]
  if (auth === 'basic') {
    const headers = expect.objectContaining({ authorization: 'Basic bWU6czM=' })
    return [{ method: 'POST', headers, body }]
  }
  return [
    { method: 'POST', body: 'grant_type=client_credentials&client_id=me&client_secret=s3' },
    { method: 'POST', headers: expect.objectContaining({ authorization: 'Bearer abc' }), body },
  ]
}

test('each hook gets the events of its manager, in order', { timeout: 240_000 }, async () => {
  const { got, url } = await receiver((response, { body }) =>
    body.startsWith('grant_type') ? response.end('{"access_token":"abc"}') : response.end(),
  )
  let round = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof({ weight: 5, arbitrary: call }, newHook), { minLength: 30, maxLength: 40 }),
      async (steps) => {
        round++
        const guests = [aGuest(), aGuest({ id: 2, propertyId: 3 })]
        const bookings = [
          aBooking({ arrival: dayFrom(0), departure: dayFrom(2) }),
          aBooking({ id: 2, arrival: dayFrom(0), departure: dayFrom(2), rooms: [{ roomId: 2, rateId: 1 }] }),
          aBooking({
            id: 3,
            arrival: dayFrom(0),
            departure: dayFrom(2),
            propertyId: 3,
            guestId: 2,
            rooms: [{ roomId: 6, rateId: 3 }],
          }),
        ]
        const world = new TestWorld({ rows: { guests, bookings } })
        const { ask } = serverOf({ of: world })
        const hooks = new Map<number, NewHook>()
        for (const [index, step] of steps.entries()) {
          if ('auth' in step) {
            const credentials = step.auth === 'none' ? {} : { username: 'me', password: 's3' }
            const wanted = { ...step, ...credentials, url: `${url}/${round}/${index}` }
            const { status, body } = await ask('POST', '/_understay/webhooks', { body: JSON.stringify(wanted) })
            const { password: _, ...shown } = { username: '', password: '', ...wanted, id: body.id }
            expect([status, body]).toEqual([201, shown])
            hooks.set(body.id, step)
            const [first] = hooks.keys()
            if (hooks.size > 4 && first !== undefined) {
              hooks.delete(first)
              expect((await ask('DELETE', `/_understay/webhooks?id=${first}`)).body).toEqual({ removed: 1 })
            }
            const listed = (await ask('GET', '/_understay/webhooks')).body as readonly { readonly id: number }[]
            expect(listed.map(({ id }) => id)).toEqual([...hooks.keys()])
            continue
          }
          got.length = 0
          const { operation, path, form, tells } = stepOf(step.kind, step.property, step.a, step.b)
          const answer = await world.call(operation, { path, as: step.as, ...(form && { form }) })
          const told = answer.status === 200 ? tells(answer, world) : []
          await world.sandbox.webhooks.idle()
          const user = CLIENTS[step.as]
          for (const [id, hook] of hooks) {
            const own = hook.enabled && (hook.manager === 'all' || hook.manager === user)
            const bodies = told.map((data) => JSON.stringify({ data: { ...data, manager_id: user } }))
            const address = world.sandbox.store.db.webhooks.get(id)?.url ?? ''
            const received = got.filter((one) => address.endsWith(one.path))
            expect(received, `${step.kind} by ${step.as}`).toMatchObject(
              own ? bodies.flatMap((body) => deliveriesOf(hook, body)) : [],
            )
          }
        }
      },
    ),
    { numRuns: 20, seed: 25 },
  )
})
