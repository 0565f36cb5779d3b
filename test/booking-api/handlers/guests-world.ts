/**
 * A valid form of a guest, and the events of a world, for the tests of guests.
 *
 * @module
 */
import type { EventName } from '../../../src/domain/event/events.ts'
import type { TestWorld } from '../../support/test-world.ts'

/** All fields of a guest, valid. */
export const GUEST_FORM = {
  firstname: 'Zoë',
  surname: "O'Neil",
  house: '31',
  street: 'Spooner Street',
  town: 'Quahog',
  region: 'Rhode Island',
  country: 'US',
  postcode: '12345',
  landline: '555 11111',
  mobile: '555 33333',
  email: 'zoe@example.test',
  vat_number: 'VAT1',
  discount: '5',
}

/** The recorded events with one of these names. */
export const eventsNamed = (world: TestWorld, names: readonly EventName[]) =>
  world.sandbox.store.db.events.all().filter(({ task }) => names.includes(task))
