import { describe, expect, test } from 'vitest'
import { afterStep, bindToProperty, missingFor, type StepName } from '../../../src/domain/session/steps.ts'
import { AN_ADDRESS, aQuote, aSession, aToldSession } from '../../support/session-rows.ts'

const dated = aSession({ arrival: '2026-06-01', departure: '2026-06-03' })
const peopled = { ...dated, adults: 2 }
const addressed = { ...peopled, address: AN_ADDRESS }
const roomed = aToldSession()
const priced = aToldSession({ quote: aQuote() })
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
    'after %s the price must be asked again and the session validated again',
    (step) => {
      expect(afterStep(step, validated, {}, 'invalid')).toMatchObject({ quote: null, okToBook: false })
    },
  )

  test('a first address invalidates the validation, not the price', () => {
    const given = { ...validated, address: null }
    expect(afterStep('set_address', given, { address: AN_ADDRESS }, 'invalid')).toEqual({ ...validated, okToBook: false })
  })

  test('a note invalidates nothing', () => {
    expect(afterStep('set_note', validated, { notes: ['late'] }, 'invalid')).toEqual({ ...validated, notes: ['late'] })
  })

  test('with stale_prices=kept only the validation is invalidated', () => {
    expect(afterStep('set_dates', validated, {}, 'kept')).toEqual({ ...validated, okToBook: false })
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
