import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import {
  afterRefusal,
  bindToProperty,
  type Milestone,
  missingFor,
  missingReason,
  nextStep,
  type StepName,
  type StepOrder,
  sessionAfterStep,
} from '../../../src/domain/session/steps.ts'
import { AN_ADDRESS, aCompleteSession, aQuote, aSession } from '../../support/session-rows.ts'

const dated = aSession({ arrival: '2026-06-01', departure: '2026-06-03' })
const peopled = { ...dated, adults: 2 }
const addressed = { ...peopled, address: AN_ADDRESS }
const roomed = aCompleteSession()
const priced = aCompleteSession({ quote: aQuote() })
const validated = { ...priced, okToBook: true }

describe('the prerequisites of a step of a booking session', () => {
  test.each<[string, StepName, ReturnType<typeof aSession>, string | undefined, string | undefined, string | undefined]>([
    ['dates of a new session', 'set_dates', aSession(), undefined, undefined, undefined],
    ['guests before dates', 'set_guests', aSession(), 'dates', 'dates', undefined],
    ['guests after a departure alone', 'set_guests', { ...dated, arrival: null }, 'dates', 'dates', undefined],
    ['guests after an arrival alone', 'set_guests', { ...dated, departure: null }, 'dates', 'dates', undefined],
    ['guests after dates that were refused', 'set_guests', { ...dated, refused: { dates: 'no' } }, 'dates', 'dates', undefined],
    ['guests after dates', 'set_guests', dated, undefined, undefined, undefined],
    ['an address first of all', 'set_address', aSession(), undefined, 'dates', undefined],
    ['an address before the guests', 'set_address', dated, undefined, 'guests', undefined],
    ['rooms before dates', 'list_rooms', aSession(), 'dates', 'dates', 'dates'],
    ['rooms before guests', 'list_rooms', dated, 'guests', 'guests', undefined],
    ['rooms before the address', 'list_rooms', peopled, undefined, 'address', undefined],
    ['a choice of rooms before guests', 'choose_rooms', dated, 'guests', 'guests', undefined],
    ['a choice of rooms in order', 'choose_rooms', addressed, undefined, undefined, undefined],
    ['prices before rooms', 'price', addressed, 'rooms', 'rooms', 'rooms'],
    ['prices before the address', 'price', { ...roomed, address: null }, undefined, 'address', undefined],
    ['a note of a new session', 'set_note', aSession(), undefined, 'dates', undefined],
    ['a validation before prices', 'validate', roomed, 'price', 'price', undefined],
    ['a validation in order', 'validate', priced, undefined, undefined, undefined],
    ['a booking before the validation', 'create', priced, 'consent', 'consent', 'consent'],
    ['a booking in order', 'create', validated, undefined, undefined, undefined],
  ])('%s', (_, step, session, needs, asListed, free) => {
    expect(missingFor(step, session, 'needs')).toBe(needs)
    expect(missingFor(step, session, 'as_listed')).toBe(asListed)
    expect(missingFor(step, session, 'free')).toBe(free)
  })
})

describe('what a step invalidates', () => {
  test.each<[StepName]>([['set_dates'], ['set_guests'], ['choose_rooms'], ['set_address']])(
    'after %s the price must be requested again and the session validated again',
    (step) => {
      expect(sessionAfterStep(step, validated, {}, 'invalid')).toMatchObject({ quote: null, okToBook: false })
    },
  )

  test('a first address invalidates the validation, not the price', () => {
    const given = { ...validated, address: null }
    expect(sessionAfterStep('set_address', given, { address: AN_ADDRESS }, 'invalid')).toEqual({ ...validated, okToBook: false })
  })

  test('the same address again invalidates the validation, not the price; another one does', () => {
    const given = { ...validated, address: AN_ADDRESS }
    const kept = { ...given, okToBook: false }
    expect(sessionAfterStep('set_address', given, { address: { ...AN_ADDRESS } }, 'invalid')).toEqual(kept)
    const other = { ...AN_ADDRESS, email: 'other@example.test' }
    expect(sessionAfterStep('set_address', given, { address: other }, 'invalid')).toMatchObject({ quote: null })
  })

  test('a note invalidates nothing', () => {
    expect(sessionAfterStep('set_note', validated, { notes: ['late'] }, 'invalid')).toEqual({ ...validated, notes: ['late'] })
  })

  test('with stale_prices=kept only the validation is invalidated', () => {
    expect(sessionAfterStep('set_dates', validated, {}, 'kept')).toEqual({ ...validated, okToBook: false })
  })
})

describe('the property of a session', () => {
  test('a new session has its property and nothing else', () => {
    expect(bindToProperty(4, undefined, 'v', 17)).toEqual(aSession({ id: 'v', propertyId: 4, usedAt: 17 }))
  })

  test('the same property again changes nothing', () => {
    expect(bindToProperty(1, validated, validated.id, 17)).toEqual({ ...validated, usedAt: 17 })
  })

  test('another property keeps dates, guests and address, and removes rooms and price', () => {
    const rebound = bindToProperty(4, validated, validated.id, 17)
    expect(rebound).toEqual({ ...validated, propertyId: 4, rooms: [], quote: null, okToBook: false, usedAt: 17 })
  })
})

describe('the next step towards a booking', () => {
  /** What each step leaves behind when it is accepted. */
  const DONE: Readonly<Record<string, Partial<BookingSession>>> = {
    set_dates: { arrival: '2026-06-01', departure: '2026-06-03' },
    set_guests: { adults: 2 },
    set_address: { address: AN_ADDRESS },
    choose_rooms: { rooms: [{ roomId: 1, rateId: 1 }] },
    price: { quote: aQuote() },
    validate: { okToBook: true },
  }
  /** The steps that lead from a session to a booking. */
  function way(from: BookingSession, order: StepOrder): readonly StepName[] {
    const steps: StepName[] = []
    for (let session = from; steps.at(-1) !== 'create' && steps.length < 20; ) {
      const step = nextStep(session, order)
      steps.push(step)
      session = sessionAfterStep(step, session, DONE[step] ?? {}, 'invalid')
    }
    return steps
  }

  test.each<readonly [order: StepOrder, steps: readonly StepName[]]>([
    ['needs', ['set_dates', 'set_guests', 'choose_rooms', 'price', 'set_address', 'validate', 'create']],
    ['free', ['set_dates', 'set_guests', 'choose_rooms', 'price', 'set_address', 'validate', 'create']],
    ['as_listed', ['set_dates', 'set_guests', 'set_address', 'choose_rooms', 'price', 'validate', 'create']],
  ])('of a new session under step_order=%s', (order, steps) => {
    expect(way(aSession(), order)).toEqual(steps)
  })

  test.each<readonly [about: string, session: BookingSession, step: StepName]>([
    ['a refused part is sent again', { ...validated, refused: { guests: 'no' } }, 'set_guests'],
    ['a refused address comes before the price that it makes void', { ...roomed, refused: { address: 'no' } }, 'set_address'],
    ['a price that is void is asked again', roomed, 'price'],
    ['the price comes before an address that is missing', { ...roomed, address: null }, 'price'],
    ['a session that was told all is validated', priced, 'validate'],
    ['a session that was validated is booked', validated, 'create'],
  ])('%s', (_, session, step) => {
    expect(nextStep(session, 'needs')).toBe(step)
    expect(way(session, 'needs').at(-1)).toBe('create')
  })

  test.each<readonly [about: string, failed: Milestone, session: BookingSession, step: StepName]>([
    ['corrects dates that failed', 'dates', validated, 'set_dates'],
    ['corrects rooms that failed', 'rooms', validated, 'choose_rooms'],
    ['asks for prices again', 'price', validated, 'price'],
    ['sends the address although prices are missing', 'address', { ...roomed, address: null }, 'set_address'],
    ['sets dates first where these are missing too', 'rooms', { ...validated, arrival: null }, 'set_dates'],
    ['chooses rooms before it asks for prices', 'price', addressed, 'choose_rooms'],
  ])('%s', (_, failed, session, step) => {
    expect(nextStep(session, 'needs', failed)).toBe(step)
  })

  test('is never too early', () => {
    const or = <T>(value: T) => fc.constantFrom(value, undefined)
    const sessions = fc.record({
      dates: or('2026-06-01' as const),
      adults: or(2),
      address: or(AN_ADDRESS),
      rooms: fc.boolean(),
      quote: or(aQuote()),
      okToBook: fc.boolean(),
      refused: fc.dictionary(fc.constantFrom('dates', 'guests', 'address', 'rooms'), fc.constant('no')),
    })
    const failed = fc.constantFrom<Milestone | undefined>('dates', 'guests', 'address', 'rooms', 'price', 'consent', undefined)
    fc.assert(
      fc.property(sessions, fc.constantFrom<StepOrder>('needs', 'as_listed', 'free'), failed, (of, order, wrong) => {
        const session = aSession({
          ...{ arrival: of.dates ?? null, departure: of.dates ?? null, adults: of.adults ?? null, address: of.address ?? null },
          ...{ rooms: of.rooms ? [{ roomId: 1, rateId: 1 }] : [], quote: of.quote ?? null },
          ...{ okToBook: of.okToBook, refused: of.refused },
        })
        expect(missingFor(nextStep(session, order, wrong), session, order)).toBeUndefined()
      }),
    )
  })
})

describe('a refused step', () => {
  test('keeps what was sent before, and blocks price and booking', () => {
    expect(afterRefusal('set_guests', validated, 'too many', 'invalid')).toEqual({
      ...validated,
      ...{ refused: { guests: 'too many' }, quote: null, okToBook: false },
    })
    expect(afterRefusal('set_dates', { ...validated, refused: { guests: 'too many' } }, 'late', 'kept')).toEqual({
      ...validated,
      ...{ refused: { guests: 'too many', dates: 'late' }, okToBook: false },
    })
  })

  test('is forgotten when its part is accepted', () => {
    const session = { ...priced, refused: { guests: 'too many', rooms: 'taken' } }
    expect(sessionAfterStep('set_guests', session, { adults: 1 }, 'invalid').refused).toEqual({ rooms: 'taken' })
    expect(sessionAfterStep('set_note', session, {}, 'invalid').refused).toEqual(session.refused)
  })

  test.each<readonly [reason: string, step: StepName, left: string]>([
    ['Arrival date not set', 'set_dates', 'Sent too early and not taken: send it again.'],
    ['Dates do not validate the past', 'set_dates', 'Sent too early and not taken: send it again.'],
    ['The arrival date was not supplied.', 'set_dates', 'Sent too early and not taken: send it again.'],
    ['Error. Arrival date not sent', 'set_dates', 'Sent too early and not taken: send it again.'],
    ['The arrival date was not supplied.', 'set_address', 'The arrival date was not supplied.'],
    ['Guest numbers not set', 'set_guests', 'Sent too early and not taken: send it again.'],
    ['Guest numbers not set', 'set_dates', 'Guest numbers not set'],
    ['Dates do not validate', 'set_dates', 'Dates do not validate'],
    ['taken', 'set_dates', 'taken'],
  ])('for the reason "%s" has, after %s, the reason "%s"', (rooms, step, left) => {
    expect(sessionAfterStep(step, { ...priced, refused: { rooms } }, {}, 'invalid').refused).toEqual({ rooms: left })
  })

  test('of rooms is forgotten with the property', () => {
    const refused = { rooms: 'taken', guests: 'too many' }
    expect(bindToProperty(4, { ...validated, refused }, 'v', 17).refused).toEqual({ guests: 'too many' })
    expect(bindToProperty(1, { ...validated, refused }, 'v', 17).refused).toEqual(refused)
  })
})

test.each<readonly [milestone: Milestone, refused: BookingSession['refused'], reason: string]>([
  ['dates', {}, 'Arrival date not set'],
  ['dates', { dates: ' too late ' }, 'Dates do not validate too late'],
  ['guests', { dates: 'too late' }, 'Guest numbers not set'],
  ['guests', { guests: 'too many' }, 'Guest numbers do not validate too many'],
  ['address', { address: 'no e-mail' }, 'Address does not validate no e-mail'],
  ['address', {}, 'Address not set'],
  ['rooms', { rooms: 'taken' }, 'Rooms do not validate taken'],
  ['rooms', {}, 'Rooms not set'],
  ['price', { rooms: 'taken' }, 'Prices not calculated, or no longer valid'],
  ['consent', {}, 'Booking not validated'],
])('why %s is missing after the refusals %j', (milestone, refused, reason) => {
  expect(missingReason(milestone, aSession({ refused }))).toBe(reason)
})
