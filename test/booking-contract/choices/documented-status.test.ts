import { expect, test } from 'vitest'
import { refusalStatus } from '../../../src/booking-api/refusal-table.ts'
import { choicesOf } from '../../../src/booking-contract/choices/choices.ts'

test.each([
  ['204', 204],
  ['200-with-meta', 200],
  ['refusal', 409],
])('the document shows a room that is taken under black_booking_conflict=%s as %i', (black_booking_conflict, status) => {
  expect(refusalStatus('room_taken', choicesOf('documented', { black_booking_conflict }))).toBe(status)
})
