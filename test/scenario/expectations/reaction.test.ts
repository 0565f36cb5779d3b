import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import type { PastCall } from '../../../src/scenario/expectations/past-call.ts'
import { NOW } from '../../support/small-world.ts'
import { NO_ROWS, outcomesOf } from './outcomes.ts'
import { pastCallOf } from './past-calls.ts'

const NIGHT = '2027-01-03'

type Step = (id: number) => PastCall

/** A write that closes a room for a night. */
const close =
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
const read =
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
const TAKEN: Partial<Entry> = {
  status: 204,
  refusal: 'Room already booked this date',
  refusalCode: 'room_taken',
  fault: ['race/taken'],
  changed: undefined,
}
const FORBIDDEN: Partial<Entry> = { status: 403, refusal: 'forbidden', refusalCode: 'scope_not_held', changed: undefined }
const LOST: Partial<Entry> = { ...FORBIDDEN, fault: ['rights/lost'] }
const FAILED: Partial<Entry> = { status: 503, networkFault: 'status', fault: ['outage/down'], changed: undefined }

const callsOf = (steps: readonly Step[]): readonly PastCall[] => steps.map((step, index) => step(index + 1))

/** The state of the reaction of a client, and why it is not met. */
function reactionTo(expectation: Expectation, run: readonly Step[], control: readonly Step[] | undefined) {
  const start: Expectation = { id: 'struck', fault: String(run.flatMap((step) => step(1).fault)[0]).split('/')[1] ?? '' }
  const outcomes = outcomesOf([start, { ...expectation, after: 'struck' }], callsOf(run), 0, NO_ROWS, control && callsOf(control))
  return { state: outcomes[1]?.state, text: outcomes[1]?.difference ?? outcomes[1]?.wanted ?? '' }
}

const LOOKS: Expectation = {
  id: 'looks',
  same: ['property', 'night'],
  operation: 'listAvailableRooms',
  status: 200,
  reaction: 'looks-again',
}

describe('looks-again', () => {
  const control = [read(), close(1), read(), close(2)]
  const taken = close(1, TAKEN)
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['a read more than without the fault, before a further write', [read(), taken, read(), close(3), read(), close(2)], 'met'],
    ['a read that follows this call without the fault, too', [read(), taken, read(), close(2)], 'inconclusive'],
    ['the reads that come without the fault, too', [read(), read(), taken, close(2)], 'unmet'],
    ['the reads that come without the fault, too, later than there', [read(), taken, close(2), read()], 'unmet'],
    ['a further write before the further read', [read(), taken, close(3), read(), read(), close(2)], 'unmet'],
    ['a further read of another property', [read(), taken, read(2), read(), close(2)], 'unmet'],
    ['an affected call that does not come without the fault', [read(), close(9, TAKEN), read(), read()], 'inconclusive'],
    ['other calls before the fault than without it', [read(4), read(5), read(6), read(), taken, read(), read()], 'inconclusive'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(LOOKS, run, control).state).toBe(state)
  })

  test('says which calls were compared, with method, path and time', () => {
    expect(reactionTo(LOOKS, [read(), taken, close(2), read()], control).text).toBe(
      `after #2 POST /service/api/blackbookings/1/1/${NIGHT} 204 at 09:00:02 without the fault 2 listAvailableRooms of property 1, ${NIGHT}; with it 2 as well: the same calls, no reaction`,
    )
  })

  test('closing another room after a write that was carried out is no reaction, even after a read', () => {
    const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
    expect(reactionTo(LOOKS, [read(), lost, read(), read(), close(3)], control)).toEqual({
      state: 'unmet',
      text: expect.stringMatching(/#2 POST .* was carried out, and #5 POST .* did the same again/),
    })
    const renewed = close(3, { changed: { bookings: [2] } })
    expect(reactionTo(LOOKS, [read(), lost, read(), read(), renewed], control).state).toBe('met')
    const token: Step = (id) => pastCallOf(id, { method: 'POST', target: '/service/api/oauth/token', operation: 'requestToken' })
    expect(reactionTo(LOOKS, [read(), lost, token, read(), read(), close(2)], control).state).toBe('met')
  })

  test('says which call is missing, where it need not be about the same', () => {
    const lists: Expectation = { id: 'lists', operation: 'listProperties', status: 200, reaction: 'looks-again' }
    expect(reactionTo(lists, [read(), taken, read(), close(2)], control).text).toMatch(
      /^after #2 POST .* 204 at 09:00:02 no call of listProperties answered 200: the same calls, no reaction$/,
    )
  })

  test('a call that is refused without the fault as well shows nothing, beside one that shows something', () => {
    const refused = close(1, { ...TAKEN, fault: undefined })
    expect(reactionTo(LOOKS, [read(), taken, read()], [read(), refused, read()]).state).toBe('inconclusive')
    const both = [read(), close(1), close(1, { ...TAKEN, fault: undefined }), read()]
    expect(reactionTo(LOOKS, [read(), taken, read(), taken, read()], both).state).toBe('met')
  })

  test('cannot be told of a client that meets such refusals without the fault as well, unless it reads more', () => {
    const busy = [read(), close(1), close(2, { ...TAKEN, fault: undefined }), read()]
    const { state, text } = reactionTo(LOOKS, [read(), taken, close(2), read()], busy)
    expect([state, text]).toEqual(['inconclusive', expect.stringContaining('without the fault as well, and reads after them')])
    expect(reactionTo(LOOKS, [read(), taken, read(), read(), close(2)], busy).state).toBe('met')
  })

  test('cannot be told without a control', () => {
    const { state, text } = reactionTo(LOOKS, [taken, read()], undefined)
    expect([state, text]).toEqual([
      'inconclusive',
      expect.stringContaining('play it with understay certify, or understay run --compare'),
    ])
  })
})

describe('completes', () => {
  const COMPLETES: Expectation = { id: 'completes', reaction: 'completes' }
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['as often as without the fault', [close(1, FAILED), close(1), close(2)], 'met'],
    ['never', [close(1, FAILED), close(2)], 'unmet'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(COMPLETES, run, [close(1), close(2)]).state).toBe(state)
  })

  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['slow, so that there are fewer rounds', [read(1, { networkFault: 'delay', fault: ['slow/late'] }), read(), read()], 'met'],
    ['slow, and the last one', [read(1, { networkFault: 'delay', fault: ['slow/late'] }), close(1)], 'unmet'],
    ['repeated at once, with fewer rounds', [read(1, FAILED), read(), read(), close(1)], 'met'],
    ['left to the next round', [read(1, FAILED), close(1), read(), read(), read()], 'unmet'],
    ['given up', [read(1, FAILED), close(1)], 'unmet'],
  ])('a poll that is %s', (_, run, state) => {
    const control = [read(), close(1), read(), read(), read()]
    expect(reactionTo(COMPLETES, run, control).state).toBe(state)
  })

  test('a call that a killed program was to repeat cannot be told', () => {
    const [list, other, wanted] = [2, 3, 1].map(
      (property) => (more: Partial<Entry>) => read(property, { client: 'desk', ...more }),
    )
    if (!list || !other || !wanted) throw new Error('no steps')
    const begun = [list({ connection: 1 }), other({ connection: 1 })]
    const resumed = [list({ connection: 3 }), wanted({ connection: 3, networkFault: 'delay', fault: ['slow/late'] })]
    const run = [...begun, wanted({ connection: 2, aborted: true }), ...resumed]
    const control = [...begun, wanted({ connection: 2 }), ...resumed]
    expect(reactionTo(COMPLETES, run, control)).toEqual({
      state: 'inconclusive',
      text: expect.stringMatching(/^cannot tell: the client ended soon after #3 GET \S+ 200 .*, and began again$/),
    })
    const again = [...begun, wanted({ connection: 2 }), wanted({ connection: 2 }), ...resumed]
    expect(reactionTo(COMPLETES, run, again), 'two are missing, of which one was cut').toEqual({
      state: 'unmet',
      text: expect.stringMatching(/succeeded 3 times without the fault and 1 time with it$/),
    })
  })

  const poll = (second: number, more: Partial<Entry> = {}): Step => read(1, { real: NOW + second * 1000, ...more })
  const rounds = (from: number, to: number): readonly Step[] =>
    Array.from({ length: to - from + 1 }, (_, index) => poll(10 * (from + index)))
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['a regular call out of its turn', [...rounds(1, 3), poll(40, FAILED), poll(42), ...rounds(5, 5)], 'met'],
    ['a regular call in its next turn only', [...rounds(1, 3), poll(40, FAILED), ...rounds(5, 6)], 'unmet'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(COMPLETES, run, rounds(1, 6)).state).toBe(state)
  })
})

describe('stops', () => {
  const STOPS: Expectation = { id: 'stops', method: 'POST', reaction: 'stops' }
  const control = [close(1), close(2), read(), close(3)]
  /** A call that overlaps with the one before: the client has threads. */
  const beside: Step = read(3, { real: NOW + 2_001 })
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['no write any more', [close(1), close(2, LOST), read()], 'met'],
    ['another write', [close(1), close(2, LOST), read(), close(3, FORBIDDEN)], 'unmet'],
    [
      'another write at once, without threads',
      [close(1), close(2, LOST), close(3, { ...FORBIDDEN, real: NOW + 2_100 })],
      'unmet',
    ],
    [
      'the only other write at once, by a thread',
      [close(1), close(2, LOST), beside, close(3, { ...FORBIDDEN, real: NOW + 2_100 })],
      'inconclusive',
    ],
    [
      'another write later, by a thread',
      [close(1), close(2, LOST), beside, close(3, { ...FORBIDDEN, real: NOW + 2_300 })],
      'unmet',
    ],
    ['another write that succeeds, because it needs another scope', [close(1), close(2, LOST), read(), close(3)], 'met'],
    ['a refused write after which none follows anyway', [close(1), close(2), read(), close(3, LOST)], 'inconclusive'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(STOPS, run, control).state).toBe(state)
  })

  test('a write at once, by a thread, is on its way where others follow without the fault', () => {
    const run = [close(1), close(2, LOST), beside, close(3, { ...FORBIDDEN, real: NOW + 2_100 })]
    expect(reactionTo(STOPS, run, [...control, close(4)]).state).toBe('met')
  })
})

describe('calls are the same whatever their ids, sessions and tokens', () => {
  test.each<readonly [about: string, run: readonly Step[], control: readonly Step[]]>([
    [
      'an id that the run made',
      [
        (id) => pastCallOf(id, { operation: 'createGuest', target: '/a', path: {}, changed: { guests: [71] } }),
        (id) =>
          pastCallOf(id, { operation: 'updateGuest', method: 'PUT', target: '/guests/71', path: { guest_id: '71' }, ...FAILED }),
        (id) => pastCallOf(id, { operation: 'updateGuest', method: 'PUT', target: '/guests/71', path: { guest_id: '71' } }),
      ],
      [
        (id) => pastCallOf(id, { operation: 'createGuest', target: '/a', path: {}, changed: { guests: [99] } }),
        (id) => pastCallOf(id, { operation: 'updateGuest', method: 'PUT', target: '/guests/99', path: { guest_id: '99' } }),
      ],
    ],
    [
      'a session of the same visitor',
      [
        (id) => pastCallOf(id, { operation: 'setAddress', session: 'x', request: 'email=ann@example.com', path: {} }),
        (id) => pastCallOf(id, { operation: 'createBooking', session: 'x', request: undefined, path: {}, ...FAILED }),
        (id) => pastCallOf(id, { operation: 'createBooking', session: 'x', request: undefined, path: {} }),
      ],
      [
        (id) => pastCallOf(id, { operation: 'setAddress', session: 'y', request: 'email=ann@example.com', path: {} }),
        (id) => pastCallOf(id, { operation: 'createBooking', session: 'y', request: undefined, path: {} }),
      ],
    ],
  ])('%s', (_, run, control) => {
    expect(reactionTo({ id: 'completes', reaction: 'completes' }, run, control).state).toBe('met')
  })
})
