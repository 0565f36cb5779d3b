import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { callsOf, close, FAILED, FORBIDDEN, LOOKS, LOST, NIGHT, reactionTo, read, type Step, TAKEN } from './client-steps.ts'
import { NO_ROWS, outcomesOf } from './outcomes.ts'
import { pastCallOf } from './past-calls.ts'

const COMPLETES: Expectation = { id: 'completes', reaction: 'completes' }

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
    ['the same, with a read more than without the fault', [close(1), close(2), read(), close(3, LOST), read()], 'met'],
    ['the same, with a read that never comes without it', [close(1), close(2), read(), close(3, LOST), read(4)], 'inconclusive'],
    [
      'the same, with a read that comes in its turn',
      [close(1), close(2), close(3, LOST), read(5), read(), read()],
      'inconclusive',
    ],
    ['the same, and sends it again', [close(1), close(2), read(), close(3, LOST), read(), close(3, FORBIDDEN)], 'unmet'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(STOPS, run, control).state).toBe(state)
  })

  test('threads are seen by the calls without the fault, too', () => {
    const run = [close(1), close(2, LOST), close(3, { ...FORBIDDEN, real: NOW + 2_100 }), read()]
    const together = [close(1), close(2), close(3, { real: NOW + 2_000 }), close(4), close(5), close(6)]
    expect(reactionTo(STOPS, run, together).state).toBe('met')
    expect(reactionTo(STOPS, run, [close(1), close(2), close(3), close(4), close(5), close(6)]).state).toBe('unmet')
  })

  test('a write by a thread that opens its connection was waiting for it, for up to 5 s', () => {
    const late = (at: number, connection: number, nights: number): Step =>
      close(nights, { ...FORBIDDEN, real: NOW + at, connection })
    const stateWith = (...steps: readonly Step[]) =>
      reactionTo(STOPS, [close(1), close(2, LOST), beside, ...steps], [...control, close(4), close(5), close(6)]).state
    const kept = read(6, { real: NOW + 9_000, connection: 8 })
    expect(stateWith(late(3_500, 8, 3), kept)).toBe('met')
    expect(stateWith(late(3_500, 8, 3), late(4_000, 8, 4), kept)).toBe('unmet')
    expect(stateWith(late(3_500, 8, 3))).toBe('unmet')
    expect(stateWith(late(7_100, 8, 3), kept)).toBe('unmet')
  })

  test('writes that come when each thread has had its own refusal are not on their way, and others are told', () => {
    const late = (at: number, nights: number): Step => close(nights, { ...FORBIDDEN, real: NOW + at })
    const run = [close(1), close(2, LOST), beside, late(2_100, 3)]
    const usual = [...control, ...[4, 5, 6, 7, 8, 9].map((room) => close(room))]
    expect(reactionTo(STOPS, run, usual).text).toMatch(
      /without the fault 7 follow #2 .*, and with it 1, sent before the threads can/,
    )
    expect(reactionTo(STOPS, [...run, late(2_103, 4)], usual).state, 'of the other thread').toBe('met')
    const { state, text } = reactionTo(STOPS, [...run, late(2_110, 4)], usual)
    expect([state, text]).toEqual([
      'inconclusive',
      expect.stringMatching(/: #5 .* came soon, but after 2 refusals, one for each thread seen/),
    ])
    expect(reactionTo(STOPS, [close(1), close(2, LOST), beside], usual).text).toMatch(/and with it none$/)
  })

  test('a write that follows one on its way is told under latency', () => {
    const slow = (at: number, step: (more: Partial<Entry>) => Step, more: Partial<Entry> = {}): Step =>
      step({ ...more, real: NOW + at, ms: 300 })
    const [writeTo, reads] = [
      (room: number) => (more: Partial<Entry>) => close(room, more),
      (more: Partial<Entry>) => read(3, more),
    ]
    const run = [
      slow(0, writeTo(1), LOST),
      slow(1, reads),
      slow(310, writeTo(2), FORBIDDEN),
      slow(311, reads),
      slow(620, writeTo(3), FORBIDDEN),
    ]
    expect(reactionTo(STOPS, run, control).state).toBe('unmet')
  })

  test('a write at once, by a thread, is on its way where others follow without the fault', () => {
    const run = [close(1), close(2, LOST), beside, close(3, { ...FORBIDDEN, real: NOW + 2_100 })]
    expect(reactionTo(STOPS, run, [...control, close(4)]).state).toBe('met')
    expect(reactionTo(STOPS, run, control).text).toMatch(/may have been on their way: try --latency 300$/)
    const removal: Step = close(1, { method: 'DELETE', operation: 'deleteBlackBooking' })
    const writes: Expectation = { id: 'writes', method: ['POST', 'DELETE'], reaction: 'stops' }
    const usual = [...control, removal, removal, removal]
    expect(reactionTo(writes, run, usual).state, 'half of the writes of its kind').toBe('inconclusive')
  })
})

describe('stops, after refusals of which there may be none', () => {
  const refused: Expectation = { id: 'refused', method: 'POST', status: 403, count: { min: 0 } }
  const stops: Expectation = { id: 'stops', after: 'refused', same: ['client'], method: 'POST', reaction: 'stops' }
  const stateOf = (run: readonly Step[], control?: readonly Step[], dropped = 0, of = stops): string | undefined =>
    outcomesOf([refused, of], callsOf(run), dropped, NO_ROWS, control && callsOf(control))[1]?.state
  const control = [close(1), close(2), close(3)]
  const LATE = [close(1, { ...FORBIDDEN, real: NOW, ms: 3_000 }), close(3, { ...FORBIDDEN, real: NOW + 100 })]

  test('is met without any, also where no other run is known', () => {
    expect([stateOf([read()], control), stateOf([read()])]).toEqual(['met', 'met'])
    expect(stateOf([read()], control, 3), 'calls are missing').toBe('inconclusive')
    expect(stateOf([close(1, FORBIDDEN)])).toBe('inconclusive')
  })

  test('what shows nothing is left out after a like one that shows a stop, and what shows that the client went on never', () => {
    const elsewhere = (more: Partial<Entry>): Step =>
      close(1, { property: 2, target: '/other', path: { property_id: '2' }, ...more })
    const other: Partial<Entry> = { ...FORBIDDEN, refusal: 'not yours', refusalCode: 'property_not_administrable' }
    const [read2, each] = [read(2), { ...stops, same: ['property' as const] }]
    const both = [close(1), elsewhere({}), close(2), elsewhere({})]
    const twice = [close(1, FORBIDDEN), elsewhere(FORBIDDEN), read2, elsewhere(FORBIDDEN)]
    expect(stateOf(twice, both, 0, each), 'of another property').toBe('unmet')
    expect(stateOf([close(1, other), close(2, FORBIDDEN), read(), close(3, FORBIDDEN)], control), 'other reason').toBe('unmet')
    const unheard = close(1, { ...FORBIDDEN, aborted: true })
    expect(stateOf([unheard, close(2, FORBIDDEN), read(), close(3, FORBIDDEN)], control), 'hung up').toBe('unmet')
    expect(stateOf([close(1, other), read(), close(3, FORBIDDEN)], control), 'the last of another reason').toBe('inconclusive')
    const forEach = outcomesOf([{ ...refused, count: { min: 1 } }, stops], callsOf(LATE), 0, NO_ROWS, callsOf(control))
    expect(forEach[1]?.state, 'where a refusal is expected').toBe('inconclusive')
  })

  test('is judged by the first one', () => {
    expect(stateOf([close(1, FORBIDDEN), read()], control)).toBe('met')
    expect(stateOf([close(1, FORBIDDEN), read(), close(3, FORBIDDEN)], control)).toBe('unmet')
    expect(stateOf(LATE, control), 'sent before the answer').toBe('met')
  })
})

test('the repetition of an attempt that failed before, beside the lost write, is no further write although it fails again', () => {
  const failed = (more: Partial<Entry>): Step => close(1, { changed: undefined, networkFault: 'status', ...more })
  const [first, lost] = [failed({ status: 503 }), close(2, { networkFault: 'carried-out', status: 504, fault: ['lost/reply'] })]
  const again = failed({ status: 504 })
  const usual = [close(1), close(2)]
  expect(reactionTo(LOOKS, [first, lost, again, read(), close(1)], usual).state).toBe('met')
  expect(reactionTo(LOOKS, [lost, close(3, { ...FAILED, fault: [] }), read()], usual).state, 'of another room').toBe('unmet')
  expect(reactionTo(LOOKS, [first, lost, close(1, TAKEN), read()], usual).state, 'refused').toBe('unmet')
  expect(reactionTo(LOOKS, [close(1), lost, again, read()], usual).state, 'of one that had succeeded').toBe('unmet')
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
    expect(reactionTo(COMPLETES, run, control).state).toBe('met')
  })

  test('a session that ended with an error is of the visitor of the next one', () => {
    const step = (operation: string, session: string, form: Record<string, string>, more: Partial<Entry> = {}): Step => {
      const request = new URLSearchParams(form).toString()
      return (id) => pastCallOf(id, { operation, session, request, path: {}, ...more })
    }
    const ended: Partial<Entry> = { status: 400, refusal: 'no session', refusalCode: 'session_missing', fault: ['day/ended'] }
    const visit = (session: string, email: string): readonly Step[] => [
      step('setDates', session, { arrivalDate: NIGHT }),
      step('choose', session, { room: '1' }),
      step('setAddress', session, { email }),
    ]
    const [dates] = visit('a', 'ann@example.com')
    if (!dates) throw new Error('no dates')
    const left = [dates, step('choose', 'a', { room: '1' }, ended)]
    const control = [...visit('a', 'ann@example.com'), ...visit('b', 'bo@example.com')]
    const [ann, bo] = [visit('c', 'ann@example.com'), visit('b', 'bo@example.com')]
    expect(reactionTo(COMPLETES, [...left, ...ann, ...bo], control).state).toBe('met')
    expect(reactionTo(COMPLETES, [...left, ...bo], control).state, 'not begun again').toBe('unmet')
    const hungUp = [dates, step('choose', 'a', { room: '1' }, { aborted: true, fault: ['day/ended'] })]
    expect(reactionTo(COMPLETES, [...hungUp, ...ann, ...bo], control).state, 'hung up').toBe('met')
    const [ann2, bo2] = [visit('c', 'ann.2@example.com'), visit('b', 'bo.2@example.com')]
    expect(reactionTo(COMPLETES, [...left, ...ann2, ...bo2], control).state, 'addresses are made up').toBe('met')
    expect(reactionTo(COMPLETES, [...left, ...bo2], control).state, 'made up, and not begun again').toBe('unmet')
    expect(reactionTo(COMPLETES, [...left, ...ann2, ...bo], control).state, 'one of them is made up').toBe('met')
  })

  test('a visitor without an address is none of several who arrive on the same day', () => {
    const begin = (session: string, more: Partial<Entry> = {}): Step => {
      return (id) =>
        pastCallOf(id, { operation: 'initialiseSession', method: 'GET', target: '/begin', session, path: {}, ...more })
    }
    const set = (session: string, email: string): Step => {
      const request = new URLSearchParams({ arrivalDate: NIGHT, ...(email && { email }) }).toString()
      return (id) => pastCallOf(id, { operation: 'setAddress', session, request, path: {} })
    }
    const looks = (session: string) => [begin(session), set(session, '')]
    const books = (session: string, email: string) => [begin(session), set(session, email)]
    const [ann, bo] = [books('a', 'ann@example.com'), books('b', 'bo@example.com')]
    const run = [begin('a', FAILED), ...bo, ...looks('c'), ...ann]
    expect(reactionTo(COMPLETES, run, [...bo, ...looks('c'), ...ann]).state).toBe('met')
  })
})

test('the write of a program with another user agent, which had read before, is none of the client', () => {
  const agent = (name: string, token = name): Partial<Entry> => ({ requestHeaders: { 'user-agent': name }, token })
  const lost = close(1, { ...agent('sync'), networkFault: 'cut-after-commit', fault: ['lost/reply'] })
  const refused = (name: string, token = name): Step => close(1, { ...TAKEN, ...agent(name, token) })
  const control = [read(1, agent('desk')), close(1, agent('sync')), read(1, agent('desk'))]
  const run = (name: string, token = name) => [
    read(1, agent('desk')),
    lost,
    refused(name, token),
    read(1, agent('sync')),
    read(1, agent('desk')),
  ]
  expect(reactionTo(LOOKS, run('desk'), control).state).toBe('met')
  expect(reactionTo(LOOKS, run('sync'), control).state).toBe('unmet')
  expect(reactionTo(LOOKS, run('sync worker 2', 'sync'), control).state, 'with the token of the first').toBe('unmet')
})
