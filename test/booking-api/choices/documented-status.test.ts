import { expect, test } from 'vitest'
import { choicesOf } from '../../../src/booking-api/choices/choices.ts'
import { refusalStatus } from '../../../src/booking-api/refusal-table.ts'

test.each([
  ['204', 204],
  ['200-with-meta', 200],
  ['refusal', 409],
])('the document shows a room that is taken under black_booking_conflict=%s as %i', (black_booking_conflict, status) => {
  expect(refusalStatus('room_taken', choicesOf('documented', { black_booking_conflict }))).toBe(status)
})
