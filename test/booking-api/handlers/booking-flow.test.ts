import { describe, expect, test } from 'vitest'
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

async function begun(choices: Readonly<Record<string, string>> = {}, property = 1): Promise<TestWorld> {
  const world = new TestWorld({ choices })
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

describe('a booking session from beginning to end', () => {
  test.each([['needs'], ['as_listed'], ['free']])('goes through in the listed order (step_order=%s)', async (step_order) => {
    const world = await begun({ step_order })
    const steps = [DATES, GUESTS, address(world), ROOMS, CHOICE, PRICES, NOTE, VALIDATION]
    expect(await walk(world, ...steps)).toEqual({ valid: true })
    expect(await walk(world, ['getOkToBook'])).toEqual({ response: true })
    expect(await walk(world, CREATION)).toEqual(BOOKED)
    expect(world.sandbox.store.db.bookings.by('property', 1)).toHaveLength(1)
  })

  test('goes through when the address comes last, as many booking forms have it', async () => {
    const world = await begun()
    expect(await walk(world, DATES, GUESTS, CHOICE, PRICES, address(world), VALIDATION, CREATION)).toEqual(BOOKED)
  })

  test('goes through for a property that is one unit, which chooses by itself', async () => {
    const world = await begun({}, 4)
    const steps = [DATES, GUESTS, address(world), ['setPropertyBooking'], PRICES, VALIDATION, CREATION] as const
    expect(await walk(world, ...steps)).toEqual(BOOKED)
  })

  test('where the listed order is demanded, the address cannot come last', async () => {
    const world = await begun({ step_order: 'as_listed' })
    expect(await walk(world, DATES, GUESTS, CHOICE)).toEqual({ valid: false, reason: 'Address not set' })
    expect(await walk(world, PRICES)).toMatch(/^018 -- /)
  })

  test('every step that comes too early says so, and leaves nothing behind', async () => {
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
      reason: 'Guest numbers do not validate The arrival date was not supplied.',
    })
  })

  test('after new dates, prices and validation must be asked for again', async () => {
    const world = await begun()
    const later: Step = ['setDates', { arrivalDate: '2026-06-08', departureDate: '2026-06-10' }]
    await walk(world, DATES, GUESTS, address(world), CHOICE, PRICES, VALIDATION, later)
    expect(await walk(world, CREATION)).toEqual({ valid: false, reason: 'Booking not validated' })
    expect(await walk(world, VALIDATION)).toMatchObject({ valid: false })
    expect(await walk(world, PRICES, VALIDATION, CREATION)).toEqual(BOOKED)
  })

  test('a session whose booking was made cannot make another', async () => {
    const world = await begun()
    await walk(world, DATES, GUESTS, address(world), CHOICE, PRICES, VALIDATION, CREATION)
    expect(await walk(world, CREATION)).toMatchObject({ valid: false })
    expect(world.sandbox.store.db.bookings.by('property', 1)).toHaveLength(1)
  })
})
