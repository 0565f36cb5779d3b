import { expect, test } from 'vitest'
import { requireOwn } from '../../src/domain/record-ownership.ts'
import { aBooking, aRoom } from '../support/small-world.ts'

test.each([
  ['an unknown booking', undefined, 'contract_incorrect'],
  ['a booking of another property', aBooking({ propertyId: 3 }), 'contract_incorrect'],
  ['an unknown room', undefined, 'room_unknown'],
  ['a room of another property', aRoom({ propertyId: 2 }), 'room_unknown'],
] as const)('%s is refused', (_, record, code) => {
  expect(() => requireOwn(record, 1, code)).toThrow(expect.objectContaining({ code }))
})

test('a record of the property is returned; the subject of a refusal is kept', () => {
  const room = aRoom()
  expect(requireOwn(room, 1, 'room_unknown')).toBe(room)
  const refusal = expect.objectContaining({ code: 'webhook_record_unknown', detail: { what: 'invalid_room_uid' } })
  expect(() => requireOwn(undefined, 1, 'webhook_record_unknown', 'invalid_room_uid')).toThrow(refusal)
})
