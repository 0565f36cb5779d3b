import { describe, expect, test } from 'vitest'
import type { Profile } from '../../../src/booking-contract/choices/choices.ts'
import { AN_ADDRESS, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { TestWorld } from '../../support/test-world.ts'

type Step = readonly [id: string, form?: Readonly<Record<string, string>>]

const DATES: Step = ['setDates', { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }]
const GUESTS: Step = ['setGuestNumbers', { adults: '2', children: '0' }]
const ROOMS: Step = ['listSessionRooms']
const CHOICE: Step = ['setPropertyBooking', { selectedRooms: '1^1' }]
const PRICES: Step = ['getPrices']
const NOTE: Step = ['setNote', { note: 'Late arrival' }]
const VALIDATION: Step = ['validateBooking']
const CREATION: Step = ['createBooking']

const address = (world: TestWorld): Step => [
  'setAddress',
  { ...AN_ADDRESS, region: String(world.sandbox.geography.regionsOf('GB')[0]?.id) },
]

async function begun(choices: Readonly<Record<string, string>> | Profile = {}, property = 1): Promise<TestWorld> {
  const world = new TestWorld(typeof choices === 'string' ? { profile: choices } : { choices })
  await world.call('initialiseSession', { headers: IN_SESSION, path: { property_id: property, language: 'en-GB' } })
  return world
}

/** Takes steps, and answers what the last one said. */
async function walk(world: TestWorld, ...steps: readonly Step[]): Promise<unknown> {
  let said: unknown
  for (const [id, form] of steps) {
    const answer = await world.call(id, { headers: IN_SESSION, ...(form && { form }) })
    said = answer.data ?? answer.message
  }
  return said
}

const BOOKED = { valid: true }

describe('a complete booking session', () => {
  test.each([['needs'], ['as_listed'], ['free']])('creates a booking in the listed order (step_order=%s)', async (step_order) => {
    const world = await begun({ step_order })
    const steps = [DATES, GUESTS, address(world), ROOMS, CHOICE, PRICES, NOTE, VALIDATION]
    expect(await walk(world, ...steps)).toEqual({ valid: true })
    expect(await walk(world, ['getOkToBook'])).toEqual({ response: true })
    expect(await walk(world, CREATION)).toEqual(BOOKED)
    expect(world.sandbox.store.db.bookings.by('property', 1)).toHaveLength(1)
  })

  test('creates a booking with the address last, as in many booking forms', async () => {
    const world = await begun()
    expect(await walk(world, DATES, GUESTS, CHOICE, PRICES, address(world), VALIDATION, CREATION)).toEqual(BOOKED)
  })

  test('creates a booking for a single unit, with automatic selection', async () => {
    const world = await begun({}, 4)
    const steps = [DATES, GUESTS, address(world), ['setPropertyBooking'], PRICES, VALIDATION, CREATION] as const
    expect(await walk(world, ...steps)).toEqual(BOOKED)
  })

  test('refuses the address last under step_order=as_listed', async () => {
    const world = await begun({ step_order: 'as_listed' })
    expect(await walk(world, DATES, GUESTS, CHOICE)).toEqual({ valid: false, reason: 'Address not set' })
    expect(await walk(world, PRICES)).toMatch(/^018 -- /)
  })

  test('refuses every early step with a reason, and stores nothing', async () => {
    const world = await begun()
    expect(await walk(world, GUESTS)).toEqual({ valid: false, reason: 'The arrival date was not supplied.' })
    expect(await walk(world, ROOMS)).toEqual({ success: false, reason: 'Arrival date not set' })
    expect(await walk(world, CHOICE)).toEqual({ valid: false, reason: 'Arrival date not set' })
    expect(await walk(world, PRICES)).toMatch(/^018 -- No rooms have been selected\./)
    expect(await walk(world, VALIDATION)).toEqual({
      valid: false,
      reason:
        'Address does not validate firstname is required; surname is required; region is required; country is required; tel_mobile is required; email is required',
    })
    expect(await walk(world, CREATION)).toEqual({
      valid: false,
      reason: 'Booking not validated: Guest numbers do not validate The arrival date was not supplied.',
    })
    const { usedAt: _, ...kept } = world.sandbox.store.db.sessions.get(SESSION_ID) ?? {}
    expect(kept).toMatchObject({ arrival: null, adults: null, address: null, rooms: [], quote: null, okToBook: false })
    expect(await walk(world, DATES, ROOMS)).toEqual({
      success: false,
      reason: 'Guest numbers do not validate Sent too early and not taken: send it again.',
    })
  })

  test('requires prices and validation again after new dates', async () => {
    const world = await begun()
    const later: Step = ['setDates', { arrivalDate: '2026-06-08', departureDate: '2026-06-10' }]
    await walk(world, DATES, GUESTS, address(world), CHOICE, PRICES, VALIDATION, later)
    expect(await walk(world, CREATION)).toEqual({ valid: false, reason: 'Booking not validated' })
    expect(await walk(world, VALIDATION)).toMatchObject({ valid: false })
    expect(await walk(world, PRICES, VALIDATION, CREATION)).toEqual(BOOKED)
  })

  test('cannot create a second booking', async () => {
    const world = await begun()
    await walk(world, DATES, GUESTS, address(world), CHOICE, PRICES, VALIDATION, CREATION)
    expect(await walk(world, CREATION)).toMatchObject({ valid: false })
    expect(world.sandbox.store.db.bookings.by('property', 1)).toHaveLength(1)
  })

  test.each(['documented', 'current'] as const)('needs dates again for a second booking (%s)', async (profile) => {
    const world = await begun(profile)
    await walk(world, DATES, GUESTS, address(world), CHOICE, PRICES, VALIDATION, CREATION)
    const again: Step = ['setPropertyBooking', { selectedRooms: '2^1' }]
    const refusal = { valid: false, reason: expect.stringMatching(/^Stay days do not validate/) }
    await walk(world, again)
    const priced = await world.call('getPrices', { headers: IN_SESSION })
    expect(priced.headers['X-Understay-Hint']).toMatch(/^next: POST \S+\/booking\/set\/dates/)
    expect(await walk(world, VALIDATION)).toEqual(refusal)
    expect(await walk(world, DATES, GUESTS, again, PRICES, VALIDATION, CREATION)).toEqual(BOOKED)
    expect(world.sandbox.store.db.bookings.by('property', 1)).toHaveLength(2)
  })
})
