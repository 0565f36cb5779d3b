/**
 * Guest types in test worlds.
 *
 * @module
 */
import type { GuestType } from '../../../src/domain/guest/guest-types.ts'
import { GUEST_TYPE_FORM } from '../../support/forms.ts'
import { TestWorld } from '../../support/test-world.ts'

export const SENIOR = { ...GUEST_TYPE_FORM, order: '3' }

export const CHILD: GuestType = {
  id: 18,
  propertyId: 1,
  type: 'Child',
  notes: 'under 12',
  maximum: 4,
  isPercentage: true,
  adds: false,
  variance: 2000,
  published: true,
  order: 0,
  isChild: true,
}

export const CHILD_ENTRY = {
  id: 18,
  type: 'Child',
  notes: 'under 12',
  maximum: 4,
  is_percentage: 1,
  posneg: 0,
  variance: 20,
  published: 1,
  property_uid: 1,
  order: 0,
  is_child: 1,
}

export const guestTypes = [CHILD, { ...CHILD, id: 19, propertyId: 3, type: 'Pup' }]

export const worldOf = (profile: 'documented' | 'current' = 'documented') => new TestWorld({ profile, rows: { guestTypes } })

export const list = async (world: TestWorld, property = 1) =>
  (await world.call('listGuestTypes', { path: { property_id: property }, as: 'super' })).data

export const events = (world: TestWorld) => world.sandbox.store.db.events.all().map(({ task, data }) => ({ task, data }))
