/**
 * A visitor who sends good and bad steps in any order: `create` succeeds exactly when every mandatory step was accepted
 * last, prices and then validation followed the last change, and the rooms are free. What is booked is what was accepted last.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, daysUntil } from '../../../src/base/day.ts'
import { AN_ADDRESS, aSession, IN_SESSION } from '../../support/session-rows.ts'
import { aRoom, dayFrom } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

type Fields = Readonly<Record<string, string>>
type Part = 'dates' | 'guests' | 'address' | 'rooms'
const PARTS = ['dates', 'guests', 'address', 'rooms'] as const

/** What the answers of the service have said so far. */
class Seen {
  /** What each mandatory step sent last, where it was accepted; undefined where it was refused or never sent. */
  readonly sent: Partial<Record<Part, Fields>> = {}
  /** The last address that was accepted. A first one, and the same again, leave the price as it is. */
  addressed: Fields | undefined
  /** True when prices were given after the last change. */
  priced = false
  /** True when the session was validated after those prices. */
  validated = false

  /** Notes an attempt to change a part. */
  attempt(part: Part, form: Fields, valid: boolean): void {
    const isNew = part !== 'address' || !valid || (this.addressed && this.addressed['firstname'] !== form['firstname'])
    if (isNew) this.priced = false
    this.validated = false
    if (part === 'address' && valid) this.addressed = form
    if (valid) this.sent[part] = form
    else delete this.sent[part]
  }

  get complete(): boolean {
    return PARTS.every((part) => this.sent[part] !== undefined) && this.priced && this.validated
  }
}

interface Visit {
  readonly world: TestWorld
  readonly seen: Seen
}

const send = ({ world }: Visit, id: string, form?: Fields) => world.call(id, { headers: IN_SESSION, ...(form && { form }) })
const isValid = (data: unknown): boolean => (data as { readonly valid: boolean }).valid

type Step = (visit: Visit) => Promise<void>

/** Sends a part; one that is bad in itself is refused whatever came before. */
const change =
  (part: Part, id: string, form: Fields, quality: 'good' | 'bad'): Step =>
  async (visit) => {
    const { data } = await send(visit, id, form)
    if (quality === 'bad') expect(data).toMatchObject({ valid: false, reason: expect.any(String) })
    visit.seen.attempt(part, form, isValid(data))
  }

const night = fc.integer({ min: 1, max: 5 })
const goodDates = fc
  .tuple(night, fc.integer({ min: 1, max: 3 }))
  .map(([first, nights]) =>
    change('dates', 'setDates', { arrivalDate: dayFrom(first), departureDate: dayFrom(first + nights) }, 'good'),
  )
const badDates = fc
  .constantFrom<Fields>(
    {},
    { arrivalDate: dayFrom(5), departureDate: dayFrom(3) },
    { arrivalDate: dayFrom(3), departureDate: dayFrom(3) },
    { arrivalDate: '2026-02-30', departureDate: dayFrom(3) },
    { arrivalDate: dayFrom(-3), departureDate: dayFrom(3) },
  )
  .map((form) => change('dates', 'setDates', form, 'bad'))
const goodGuests = fc
  .constantFrom<Fields>({ adults: '2', children: '0' }, { adults: '1', children: '[]' }, { adults: '3', children: '1' })
  .map((form) => change('guests', 'setGuestNumbers', form, 'good'))
const badGuests = fc
  .constantFrom<Fields>(
    { adults: 'x', children: '0' },
    { adults: '2' },
    { adults: '2', children: 'x' },
    { adults: '99', children: '0' },
  )
  .map((form) => change('guests', 'setGuestNumbers', form, 'bad'))
const goodAddress = fc.constantFrom('Ada', 'Ben').map(
  (firstname): Step =>
    (visit) =>
      change('address', 'setAddress', { ...AN_ADDRESS, region: regionOf(visit), firstname }, 'good')(visit),
)
const badAddress = fc
  .constantFrom<Fields>({ ...AN_ADDRESS, surname: '' }, { ...AN_ADDRESS, country: 'ZZ' }, { ...AN_ADDRESS, email: 'nomail' }, {})
  .map((form) => change('address', 'setAddress', form, 'bad'))
const goodRooms = fc
  .constantFrom('1^1', '2^1', '1^1,2^1')
  .map((selectedRooms) => change('rooms', 'setPropertyBooking', { selectedRooms }, 'good'))
const badRooms = fc
  .constantFrom<Fields>({}, { selectedRooms: '1^999' }, { selectedRooms: '99^1' }, { selectedRooms: 'x' })
  .map((form) => change('rooms', 'setPropertyBooking', form, 'bad'))

const regionOf = ({ world }: Visit): string => String(world.sandbox.geography.regionsOf('GB')[0]?.id)

const askPrices: Step = async (visit) => {
  const { status, data } = await send(visit, 'getPrices')
  const priced = status === 200 && !('error_number' in ((data as readonly object[])[0] ?? {}))
  visit.seen.priced = priced
  visit.seen.validated &&= priced
}

const validate: Step = async (visit) => {
  const { seen } = visit
  const valid = isValid((await send(visit, 'validateBooking')).data)
  if (valid) expect(seen.priced).toBe(true)
  seen.validated = valid
}

const emptyNote: Step = async (visit) => {
  expect((await send(visit, 'setNote', {})).data).toMatchObject({ valid: false })
}

const block = fc.tuple(fc.constantFrom(1, 2), night).map(
  ([room_id, first]): Step =>
    async ({ world }) => {
      await world.call('createBlackBooking', { path: { property_id: 1, room_id, date: dayFrom(first) }, as: 'desk' })
    },
)

const roomsOf = ({ selectedRooms = '' }: Fields): readonly number[] =>
  selectedRooms.split(',').map((pair) => Number(pair.split('^')[0]))

function isFree({ world, seen }: Visit): boolean {
  const { dates, rooms } = seen.sent
  if (!dates || !rooms) return false
  const taken = new Set(world.sandbox.store.db.roomNights.all().map(({ roomId, day }) => `${roomId}/${day}`))
  const [first, end] = [dates['arrivalDate'] ?? '', dates['departureDate'] ?? '']
  const nights = daysUntil(addDays(first as never, 0), end as never)
  return roomsOf(rooms).every((room) => nights.every((day) => !taken.has(`${room}/${day}`)))
}

let booked = 0

const create: Step = async (visit) => {
  const { world, seen } = visit
  const { bookings, guests } = world.sandbox.store.db
  const before = bookings.size
  const can = seen.complete && isFree(visit)
  const answer = await send(visit, 'createBooking')
  expect(isValid(answer.data)).toBe(can)
  if (!can) {
    expect(answer.data).toEqual({ valid: false, reason: expect.any(String) })
    expect(answer.headers['X-Understay-Hint']).toMatch(/^next: (GET|POST) /)
    expect(bookings.size).toBe(before)
    seen.validated = false
    return
  }
  booked++
  const made = bookings.all().at(-1)
  const { dates = {}, guests: party = {}, address = {}, rooms = {} } = seen.sent
  expect(made).toMatchObject({
    arrival: dates['arrivalDate'],
    departure: dates['departureDate'],
    adults: Number(party['adults']),
    children: Number(party['children']) || 0,
  })
  expect(made?.rooms.map(({ roomId }) => roomId)).toEqual(roomsOf(rooms))
  expect(guests.get(made?.guestId ?? 0)).toMatchObject({ firstname: address['firstname'], surname: address['surname'] })
  delete seen.sent.rooms
  seen.priced = seen.validated = false
}

const single = (step: Step) => fc.constant([step] as readonly Step[])
const one = (steps: fc.Arbitrary<Step>) => steps.map((step) => [step] as readonly Step[])
/** A part of the flow without a pause, so that most runs end in bookings. */
const flow = fc
  .tuple(goodDates, goodGuests, goodRooms, goodAddress)
  .map(([dates, guests, rooms, address]): readonly Step[] => [dates, guests, address, rooms, askPrices, validate])
/** The same, and after one more change or none the attempt to book. */
const attempt = fc
  .tuple(
    flow,
    fc.array(fc.oneof(badDates, badGuests, badAddress, badRooms, block, goodRooms, fc.constant(askPrices)), { maxLength: 1 }),
  )
  .map(([way, more]): readonly Step[] => [...way, ...more, create])

const steps = fc
  .array(
    fc.oneof(
      { arbitrary: flow, weight: 2 },
      { arbitrary: attempt, weight: 4 },
      ...[goodDates, badDates, goodGuests, badGuests, goodAddress, badAddress, goodRooms, badRooms, block].map(one),
      single(askPrices),
      single(validate),
      single(emptyNote),
      { arbitrary: single(create), weight: 4 },
    ),
    { minLength: 1, maxLength: 24 },
  )
  .map((parts) => parts.flat())

test('a booking is created exactly if the last accepted values are complete, with these values', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const world = new TestWorld({ rows: { sessions: [aSession()], rooms: [aRoom(), aRoom({ id: 2, number: '02' })] } })
      const visit = { world, seen: new Seen() }
      for (const step of all) {
        await step(visit)
        const { data } = await send(visit, 'getOkToBook')
        expect(data).toEqual({ response: visit.seen.validated })
      }
    }),
    { numRuns: 150 },
  )
  expect(booked).toBeGreaterThan(25)
})
