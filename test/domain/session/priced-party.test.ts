import { describe, expect, test } from 'vitest'
import type { ChildParty } from '../../../src/domain/booking/party.ts'
import { emailKey } from '../../../src/domain/guest/guests.ts'
import { existingGuest, pricedParty } from '../../../src/domain/session/priced-party.ts'
import { AN_ADDRESS, aSession } from '../../support/session-rows.ts'
import { aGuest } from '../../support/small-world.ts'

const RATE = { propertyId: 1, ageFrom: 0, ageTo: 5, price: 1000, model: 'per_stay' as const }
const TYPE = { propertyId: 1, notes: '', maximum: 5, isPercentage: true, adds: true, variance: 0, order: 1, isChild: false }
const TYPES = [
  { ...TYPE, id: 1, type: 'Member', published: true },
  { ...TYPE, id: 2, type: 'Withdrawn', published: false },
  { ...TYPE, id: 3, type: 'Elsewhere', published: true, propertyId: 2 },
]
const rows = {
  childRates: new Map([1, 2].map((id) => [id, { ...RATE, id, propertyId: id }])),
  guestTypes: new Map(TYPES.map((type) => [type.id, type])),
}
const child = (rateId: number, label: string): ChildParty => ({
  rateId,
  label,
  quantity: 2,
  sentPrice: 1,
  sentModel: 'per_night',
})

describe('a party', () => {
  const children = [child(1, 'Small'), child(2, 'Of another house'), child(0, '')]

  test('pays the child rates of the property; children at unknown or no rates are free', () => {
    expect(pricedParty(aSession({ children }), 1, rows, 'looked_up').children).toEqual([
      { rateId: 1, label: 'Small', quantity: 2, price: 1000, model: 'per_stay' },
      { rateId: 0, label: 'Of another house', quantity: 2, price: 0, model: 'per_night' },
      { rateId: 0, label: '', quantity: 2, price: 0, model: 'per_night' },
    ])
  })

  test('pays the sent price under child_prices=as_sent, but not for children without a label', () => {
    expect(pricedParty(aSession({ children }), 1, rows, 'as_sent').children).toEqual([
      { rateId: 1, label: 'Small', quantity: 2, price: 1, model: 'per_night' },
      { rateId: 2, label: 'Of another house', quantity: 2, price: 1, model: 'per_night' },
    ])
  })

  test('has only published guest types of its property, and no adults before they are set', () => {
    const guestTypes = [1, 2, 3, 4].map((guestTypeId) => ({ guestTypeId, quantity: 1 }))
    const party = pricedParty(aSession({ guestTypes }), 1, rows, 'looked_up')
    expect([party.adults, party.guestTypes.map(({ type }) => type.type)]).toEqual([0, ['Member']])
  })
})

test.each([
  [{ ...AN_ADDRESS, email: 'ADA@Example.test' }, 4],
  [{ ...AN_ADDRESS, email: 'eve@example.test' }, undefined],
  [{ ...AN_ADDRESS, email: '' }, undefined],
  [null, undefined],
])('the guest of the address %o is %s', (address, id) => {
  const all = [aGuest({ id: 3, email: '' }), aGuest({ id: 4, email: 'ada@example.test' })]
  const guests = { by: (_: string, key: string) => all.filter((guest) => emailKey(guest.propertyId, guest.email) === key) }
  expect(existingGuest({ address }, 1, guests)?.id).toBe(id)
})
