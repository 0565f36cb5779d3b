/**
 * Details of notifications in random worlds: each event with any id, of the own property, of another one, or of nothing, for each
 * client.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROFILES } from '../../../src/booking-contract/choices/choices.ts'
import { aGuestType } from '../../support/guest-type-row.ts'
import { aBooking, aGuest, anInvoice, aProperty, aRate, aRoom, dayFrom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

/** The kinds of records: their events, the key of the response, the word of a refusal, and whether one of others is forbidden. */
const KINDS = {
  booking: {
    events:
      'booking_added booking_modified booking_cancelled deposit_saved guest_checkedin guest_checkedin_undone guest_checkedout guest_checkedout_undone',
    key: 'contract_details',
    word: 'invalid_contract_uid',
    foreign: 404,
  },
  black: {
    events: 'blackbooking_added blackbooking_deleted',
    key: 'blackbooking_details',
    word: 'invalid_contract_uid',
    foreign: 404,
  },
  note: { events: 'booking_note_save booking_note_deleted', key: 'contract_details', word: 'invalid_note_uid', foreign: 404 },
  guest: { events: 'guest_saved guest_deleted', key: 'guest_details', word: 'invalid_guest_uid', foreign: 404 },
  guestType: {
    events: 'guest_type_saved guest_type_deleted',
    key: 'guest_type_details',
    word: 'invalid_guest_type_uid',
    foreign: 404,
  },
  invoice: { events: 'invoice_saved invoice_cancelled', key: 'invoice_details', word: 'invalid_invoice_uid', foreign: 403 },
  room: { events: 'room_added room_updated room_deleted', key: 'room_details', word: 'invalid_room_uid', foreign: 403 },
} as const
type Kind = keyof typeof KINDS

const money = (cents: number): string => (cents / 100).toFixed(2)
const slashed = (day: string): string => day.replaceAll('-', '/')
const zeroOrOne = (value: boolean): string => (value ? '1' : '0')

const owned = fc.record({
  property: fc.constantFrom(1, 1, 3),
  cents: fc.integer({ min: 0, max: 99_999 }),
  many: fc.integer({ min: 1, max: 9 }),
  yes: fc.boolean(),
  name: fc.constantFrom('Åse', "O'Neil", '<b>x</b>', ''),
})
const rows = fc.array(owned, { minLength: 2, maxLength: 4 })
const asked = fc.record({
  kind: fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
  event: fc.nat({ max: 7 }),
  id: fc.oneof(
    fc.integer({ min: 0, max: 6 }).map(String),
    fc.constantFrom('x', '-1', '1.0', '00001', '99999999999', '1 ', '\u0661'),
  ),
  as: fc.constantFrom('desk', 'desk', 'neighbour', 'super', 'reader', 'fan'),
})

test.each(PROFILES)('in the profile %s', { timeout: 240_000 }, async (profile) => {
  const documented = profile === 'documented'
  const check = async (
    given: readonly (typeof owned extends fc.Arbitrary<infer T> ? T : never)[],
    calls: readonly (typeof asked extends fc.Arbitrary<infer T> ? T : never)[],
    tax: boolean,
  ) => {
    const list = given.map((one, index) => ({ ...one, id: index + 1, propertyId: one.property }))
    const bookings = list.map(({ id, propertyId, cents, many, yes }) =>
      aBooking({
        id,
        propertyId,
        guestId: yes ? 0 : id,
        kind: yes ? 'black' : 'internet',
        arrival: dayFrom(id * 10),
        departure: dayFrom(id * 10 + many),
        rooms: [{ roomId: id, rateId: 1 }],
        total: cents,
        depositPaid: yes,
        specialRequests: `wish ${id}`,
      }),
    )
    const rooms = list.map(({ id, propertyId, many, cents }) =>
      aRoom({ id, propertyId, maxPeople: many, singlePersonSupplement: cents }),
    )
    const guests = list.map(({ id, propertyId, name, many }) => aGuest({ id, propertyId, firstname: name, discount: many * 100 }))
    const guestTypes = list.map(({ id, propertyId, name, many, yes, cents }) =>
      aGuestType({ id, propertyId, type: name, maximum: many, isPercentage: yes, adds: !yes, variance: cents, isChild: yes }),
    )
    const invoices = list.map(({ id, propertyId, yes }) =>
      anInvoice({ id, propertyId, bookingId: id, status: yes ? 'paid' : 'unpaid' }),
    )
    const notes = list.map(({ id, propertyId, name }) => ({ id, propertyId, bookingId: id, at: 0, text: `note ${name}` }))
    const rates = list.map(({ id, cents, many }) =>
      aRate({ id, price: cents, from: dayFrom(id - 3), to: dayFrom(id - 3 + many) }),
    )
    const properties = [aProperty({ settings: { prices_inclusive: zeroOrOne(tax) } }), aProperty({ id: 3 })]
    const world = new TestWorld({ profile, rows: { bookings, rooms, guests, guestTypes, invoices, notes, rates, properties } })

    const expected: Readonly<Record<Kind, (row: (typeof list)[number]) => object>> = {
      booking: ({ id, cents, many, yes, name }) => ({
        arrival: slashed(dayFrom(id * 10)),
        departure: slashed(dayFrom(id * 10 + many)),
        guest_uid: `${yes ? 0 : id}`,
        rooms_tariffs: `${id}^1`,
        deposit_paid: zeroOrOne(yes),
        contract_total: money(cents),
        special_reqs: `wish ${id}`,
        cancelled: '0',
        booked_in: '0',
        bookedout: '0',
        firstname: yes ? '' : name,
        surname: yes ? '' : 'Brook',
        roomdeets: {
          [id]: {
            room_uid: `${id}`,
            black_booking: zeroOrOne(yes),
            internet_booking: zeroOrOne(!yes),
            reception_booking: '0',
            max_people: `${many}`,
            singleperson_suppliment: money(cents),
            rate_title: 'Standard',
          },
        },
      }),
      black: ({ id, many }) => ({
        arrival: slashed(dayFrom(id * 10)),
        departure: slashed(dayFrom(id * 10 + many)),
        special_reqs: `wish ${id}`,
      }),
      note: ({ name }) => ({ note_content: `note ${name}` }),
      guest: ({ name, many }) => ({ firstname: name, discount: money(many * 100), vat_number: '', vat_number_validated: '0' }),
      guestType: ({ name, many, yes, cents }) => ({
        type: name,
        maximum: `${many}`,
        is_percentage: zeroOrOne(yes),
        posneg: zeroOrOne(!yes),
        variance: money(cents),
        is_child: zeroOrOne(yes),
      }),
      invoice: ({ id, propertyId, yes }) => ({
        invoice: { id: `${id}`, status: zeroOrOne(yes), contract_id: `${id}`, property_uid: `${propertyId}` },
      }),
      room: ({ id, propertyId, many }) => ({ room_uid: `${id}`, propertys_uid: `${propertyId}`, max_people: `${many}` }),
    }

    for (const { kind, event, id, as } of calls) {
      const { events, key, word, foreign } = KINDS[kind]
      const names = events.split(' ')
      const target = `/webhooks/1/${names[event % names.length]}/${encodeURIComponent(id)}`
      const { status, message, body } = await world.send('GET', target, { as })
      const row = list.find((one) => /^\d{1,9}$/.test(id) && one.id === Number(id))
      const refusal = (code: number): number => (documented || code === 404 ? code : 400)
      if (as === 'reader' || as === 'fan' || as === 'neighbour') expect(status, `${target} ${as}`).toBe(refusal(403))
      else if (!row) expect([status, message], target).toEqual([refusal(404), word])
      else if (row.propertyId !== 1) expect([status, message], target).toEqual([refusal(foreign), word])
      else expect([status, body], target).toMatchObject([200, { data: { [key]: expected[kind](row) } }])
    }

    const { body } = await world.send('GET', '/webhooks/1/tariffs_updated', { as: 'desk' })
    const shown = Object.values(
      (body as { readonly data: { readonly property_tariffs: { readonly tariffs: object } } }).data.property_tariffs.tariffs,
    )
    expect(shown).toMatchObject(
      list
        .filter(({ id, many }) => id - 3 + many >= 0)
        .map(({ id, cents, many }) => ({
          rates_uid: `${id}`,
          roomrateperday: money(tax ? Math.round(cents / 1.2) : cents),
          tariff_dates: Array.from({ length: many + 1 }, (_, index) => slashed(dayFrom(id - 3 + index))),
        })),
    )
  }
  await fc.assert(fc.asyncProperty(rows, fc.array(asked, { minLength: 12, maxLength: 20 }), fc.boolean(), check), {
    numRuns: 25,
    seed: 23,
  })
})
