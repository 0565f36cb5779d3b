/**
 * Calls of a client in the order sent, and the reaction that they show.
 *
 * @module
 */
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import { NO_ROWS, outcomesOf } from './outcomes.ts'
import { pastCallOf } from './past-calls.ts'

export const NIGHT = '2027-01-03'

export type Step = (id: number) => PastCall

/** A write that closes a room for a night. */
export const close =
  (room: number, more: Partial<Entry> = {}): Step =>
  (id) =>
    pastCallOf(id, {
      method: 'POST',
      target: `/service/api/blackbookings/1/${room}/${NIGHT}`,
      operation: 'createBlackBooking',
      path: { property_id: '1', room_id: String(room), date: NIGHT },
      property: 1,
      request: undefined,
      changed: { bookings: [id] },
      ...more,
    })
/** A read of the free rooms of that night. */
export const read =
  (property = 1, more: Partial<Entry> = {}): Step =>
  (id) =>
    pastCallOf(id, {
      method: 'GET',
      target: `/service/api/properties/${property}/availabilities/${NIGHT}/2027-01-04`,
      operation: 'listAvailableRooms',
      path: { property_id: String(property), start: NIGHT, end: '2027-01-04' },
      property,
      request: undefined,
      ...more,
    })
export const TAKEN: Partial<Entry> = {
  status: 204,
  refusal: 'Room already booked this date',
  refusalCode: 'room_taken',
  fault: ['race/taken'],
  changed: undefined,
}
export const FORBIDDEN: Partial<Entry> = { status: 403, refusal: 'forbidden', refusalCode: 'scope_not_held', changed: undefined }
export const LOST: Partial<Entry> = { ...FORBIDDEN, fault: ['rights/lost'] }
export const FAILED: Partial<Entry> = { status: 503, networkFault: 'status', fault: ['outage/down'], changed: undefined }

export const callsOf = (steps: readonly Step[]): readonly PastCall[] => steps.map((step, index) => step(index + 1))

/** The state of the reaction of a client, and why it is not met. */
export function reactionTo(expectation: Expectation, run: readonly Step[], control: readonly Step[] | undefined) {
  const start: Expectation = { id: 'struck', fault: String(run.flatMap((step) => step(1).fault)[0]).split('/')[1] ?? '' }
  const outcomes = outcomesOf([start, { ...expectation, after: 'struck' }], callsOf(run), 0, NO_ROWS, control && callsOf(control))
  return { state: outcomes[1]?.state, text: outcomes[1]?.difference ?? outcomes[1]?.wanted ?? '' }
}

/** The reaction to a write is a read of its property and night. */
export const LOOKS: Expectation = {
  id: 'looks',
  same: ['property', 'night'],
  operation: 'listAvailableRooms',
  status: 200,
  reaction: 'looks-again',
}
