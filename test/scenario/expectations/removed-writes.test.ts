import { expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import { close, FAILED, reactionTo, read, type Step } from './client-steps.ts'

/** A removal of the black booking that the call with an id made. */
const open =
  (contract: number): Step =>
  (id) =>
    close(0, {
      method: 'DELETE',
      operation: 'deleteBlackBooking',
      path: { property_id: '1', contract_id: String(contract) },
      changed: { bookings: [contract] },
    })(id)

test.each<readonly [about: string, failed: Partial<Entry>, removed: number, state: string]>([
  ['is left out as well', FAILED, 1, 'inconclusive'],
  ['is that of another write', FAILED, 2, 'unmet'],
  ['is left out after an answer that leaves the outcome open', { ...FAILED, status: 504 }, 1, 'unmet'],
])('a write that waits and is dropped, where its removal %s', (_, failed, removed, state) => {
  const control = [close(1), close(2), open(removed), read()]
  expect(reactionTo({ id: 'completes', reaction: 'completes' }, [close(1, failed), close(2), read()], control).state).toBe(state)
})
