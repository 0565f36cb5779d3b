import { expect, test } from 'vitest'
import { at, closesOn, exchangesOf, judgement, offenceTexts, type Step, token } from '../exchanges-of.ts'

const unsent = at('createBlackBooking', 'w', 1, { method: 'POST', networkFault: 'cut-before', status: 0 })
const waits: Step = { ...unsent, networkFault: 'status', status: 503 }

test('a write that waits may be dropped where its row is removed without the fault', () => {
  const made = at('createBlackBooking', 'w', 1, { method: 'POST', changed: { bookings: [7] } })
  const removes = (id: number) => at('deleteBlackBooking', 'w', 1, { method: 'DELETE', changed: { bookings: [id] } })
  const outcome = (...control: readonly Step[]) =>
    judgement('resilience/call-completed', [token('w'), waits, ...closesOn], { control: exchangesOf(control) })[0]
  expect([outcome(made, removes(7)), outcome(made, removes(8)), outcome(made)]).toEqual(['noted', 'failed', 'failed'])
})

test('a saga that looks, and next removes what it had made, needs a review', () => {
  const guest = at('createGuest', 'w', 2, { method: 'POST', changed: { guests: [9] } })
  const undo = at('deleteGuest', 'w', 2, { method: 'DELETE', changed: { guests: [9] } })
  const look = at('listBlackBookings', 'w', 1)
  const outcome = (steps: readonly Step[], ...usual: readonly Step[]) =>
    judgement('resilience/call-completed', [token('w'), ...steps, ...closesOn], { control: exchangesOf(usual) })[0]
  expect(outcome([guest, unsent, look, undo]), 'looks first').toBe('noted')
  expect(outcome([guest, unsent, undo]), 'without a look').toBe('failed')
  expect(outcome([guest, unsent, look]), 'leaves the guest').toBe('failed')
  expect(outcome([guest, unsent, look, ...closesOn, undo]), 'writes on first').toBe('failed')
  expect(outcome([guest, unsent, look, undo], guest, undo), 'removes it without the fault, too').toBe('failed')
  expect(outcome([unsent, guest, look, undo]), 'made it later').toBe('failed')
})

test('says why a call may have been dropped, each reason for itself', () => {
  const row = (method: string): Step => ({ method, changed: { bookings: [7] } })
  const made = [at('createBlackBooking', 'w', 1, row('POST')), at('deleteBlackBooking', 'w', 1, row('DELETE'))]
  const guest = (operation: string, method: string) => at(operation, 'w', 2, { method, changed: { guests: [9] } })
  const look = at('listBlackBookings', 'w', 1)
  const gaveUp = [guest('createGuest', 'POST'), unsent, look, guest('deleteGuest', 'DELETE')]
  const texts = (steps: readonly Step[], ...control: readonly Step[]) =>
    offenceTexts('resilience/call-completed', [token('w'), ...steps, ...closesOn], { control: exchangesOf(control) })
  expect(texts([waits], ...made)).toEqual([
    expect.stringMatching(/, unless it was needed no more: without the fault, the client removes what it makes$/),
  ])
  expect(texts(gaveUp)).toEqual([expect.stringMatching(/, unless the client gave it up, and removed what it had made$/)])
})

test('names the read that shows what is missing', () => {
  const look = at('listBlackBookings', 'w', 1)
  const texts = (...steps: Step[]) => offenceTexts('resilience/call-completed', [token('w'), ...steps])
  expect(texts(unsent, look, ...closesOn)).toEqual([
    '#2 createBlackBooking got no usable response and was never repeated, although the client continued with #3 listBlackBookings, #4 createBlackBooking, and #3 shows that it was not carried out',
  ])
  expect(texts(unsent, ...closesOn, look), 'late').toEqual([
    expect.stringMatching(/ and 1 more \(#5\), and #5 shows that it was not carried out$/),
  ])
  const made = at('createBlackBooking', 'w', 1, { method: 'POST' })
  const removes = at('deleteBlackBooking', 'w', 1, { method: 'DELETE' })
  expect(texts(made, removes, unsent, look, ...closesOn), 'its first attempt').toEqual([expect.stringMatching(/Booking$/)])
  expect(texts(unsent, at('listBlackBookings', 'w', 2), ...closesOn), 'elsewhere').toEqual([expect.stringMatching(/Booking$/)])
})
