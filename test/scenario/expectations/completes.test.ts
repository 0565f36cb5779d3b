import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { close, FAILED, FORBIDDEN, LOST, reactionTo, read, type Step } from './client-steps.ts'

const TORN: Partial<Entry> = { networkFault: 'truncated', fault: ['garbled/half'] }

const COMPLETES: Expectation = { id: 'completes', reaction: 'completes' }

describe('completes', () => {
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
    ['left to the next round', [read(1, FAILED), close(1), read(), read(), read()], 'met'],
    ['left to the next round, without the write that followed it', [read(1, FAILED), read(2), read(), read(), read()], 'unmet'],
    ['left to the next round, of which there are fewer', [read(1, FAILED), close(1), read(), read()], 'unmet'],
    ['refused, and left to the next round', [read(1, LOST), close(1), read(), read(), read()], 'unmet'],
    ['unreadable, and left to the next round', [read(1, TORN), close(1), read(), read(), read()], 'inconclusive'],
    ['unreadable, and left to the next round, of which there are fewer', [read(1, TORN), close(1), read(), read()], 'unmet'],
    ['given up', [read(1, FAILED), close(1)], 'unmet'],
  ])('a poll that is %s', (_, run, state) => {
    const control = [read(), close(1), read(), read(), read()]
    expect(reactionTo(COMPLETES, run, control).state).toBe(state)
  })

  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['and is repeated with success', [close(7, FAILED), close(7)], 'met'],
    ['and is not repeated', [close(7, FAILED), close(8)], 'inconclusive'],
    ['only by being slow', [close(7, { networkFault: 'delay', fault: ['slow/late'] })], 'met'],
    ['by being slow, and is given up', [read(7, { networkFault: 'delay', aborted: true, fault: ['slow/late'] })], 'inconclusive'],
  ])('a call that does not come without the fault, as of a random room, fails %s', (_, run, state) => {
    expect(reactionTo(COMPLETES, run, [close(1), close(2)]).state).toBe(state)
  })

  test('a call that is repeated with success is complete where too little of the calls before it is known, unless it is a poll', () => {
    const before = [read(4), read(5), read(6)]
    expect(reactionTo(COMPLETES, [...before, close(1, FAILED), close(1)], [close(1)]).state).toBe('met')
    const polls = [read(), read(), read(), read()]
    expect(reactionTo(COMPLETES, [...before, read(1, FAILED), read()], polls).state).toBe('inconclusive')
  })

  test('a poll that comes less often says why that is enough', () => {
    const polls = [read(), close(1), read(), read(), read()]
    const { text } = reactionTo(COMPLETES, [read(1, FAILED), close(1), read(), read(), read()], polls)
    expect(text).toMatch(/succeeded 4 times without the fault and 3 times with it; #3 GET .* 200 .* came in its place$/)
    const slow = reactionTo(COMPLETES, [read(1, { networkFault: 'delay', fault: ['slow/late'] }), read(), read()], polls)
    expect(slow.text).toMatch(/4 times without the fault and 3 times with it: its client had time for fewer rounds$/)
  })

  test('a call whose response came after the client had hung up says so', () => {
    const late: Partial<Entry> = { aborted: true, ms: 1100, abortedMs: 1003, networkFault: 'delay', fault: ['slow/late'] }
    expect(reactionTo(COMPLETES, [read(1, late), close(1), read(2)], [read(), close(1), read(2)])).toEqual({
      state: 'unmet',
      text: expect.stringMatching(
        /^#1 GET \S+ given up at \S+ succeeded 1 time without .* 0 times with it: the client hung up after 1 s; give it a timeout of several seconds$/,
      ),
    })
  })

  test('a write that the client gave up is complete only if it looks, whichever attempt was carried out', () => {
    const givenUp = { aborted: true, networkFault: 'delay', fault: ['slow/late'], ms: 900, abortedMs: 200 } as const
    const at = (ms: number, more: Partial<Entry> = {}) => close(1, { real: NOW + ms, ...givenUp, ...more })
    const taken = { status: 204, refusal: 'taken', refusalCode: 'room_taken', changed: undefined } as const
    const blind = [at(400, { ms: 300 }), at(0, taken), at(200, taken)]
    expect(reactionTo(COMPLETES, blind, [close(1)]).state).toBe('unmet')
    expect(reactionTo(COMPLETES, [at(0)], [close(1)]).state, 'never asks').toBe('unmet')
    expect(reactionTo(COMPLETES, [at(0), read(2, { real: NOW + 950 })], [close(1)]).state, 'asks elsewhere').toBe('unmet')
    expect(reactionTo(COMPLETES, [at(0), read(1, { real: NOW + 950 })], [close(1)]).state, 'looks').toBe('met')
    expect(reactionTo(COMPLETES, [at(0), close(1, { real: NOW + 1000 })], [close(1)]).state, 'is told').toBe('met')
    expect(reactionTo(COMPLETES, [at(0)], [close(1, { aborted: true })]).state, 'never waits').toBe('met')
    const shown = (more: Partial<Entry>) =>
      reactionTo(COMPLETES, [at(0), read(1, { real: NOW + 950, ...more })], [close(1)]).state
    expect(shown({ operation: 'listGuests' }), 'reads what does not show it').toBe('unmet')
    expect(shown({ real: NOW + 100 }), 'read before it gave up').toBe('unmet')
    expect(shown({ client: 'monitor' }), 'another client looks').toBe('unmet')
    const remove = { method: 'DELETE', operation: 'deleteBlackBooking', target: '/service/api/blackbookings/1/7' }
    const gone = { status: 204, refusal: 'gone', refusalCode: 'black_booking_unknown', changed: undefined } as const
    const removed = [at(0, remove), close(1, { ...remove, ...gone, real: NOW + 950 })]
    expect(reactionTo(COMPLETES, removed, [close(1, remove)]).state, 'is told that it is gone').toBe('met')
  })

  test('a poll of a round that ended early, at another poll, is left to the next round', () => {
    const [first, second] = [read(1), read(2)]
    const control = [first, second, first, second, first, second, first, second]
    const down = read(2, FAILED)
    const run = [first, down, read(1, FAILED), first, second, first, second]
    expect(reactionTo(COMPLETES, run, control).state).toBe('met')
    expect(reactionTo(COMPLETES, [first, down, read(1, FAILED), first, second, first], control).state, 'given up').toBe('unmet')
    const failed = [read(1, FAILED), read(2, FAILED), read(3, FAILED)]
    const round = [first, second, read(3)]
    expect(reactionTo(COMPLETES, [...failed, ...round], [...round, ...round, ...round, ...round]).state, 'half').toBe('unmet')
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
      text: expect.stringMatching(/^cannot tell: the client ended soon after #3 GET \S+ given up .*, and began again$/),
    })
    const again = [...begun, wanted({ connection: 2 }), wanted({ connection: 2 }), ...resumed]
    expect(reactionTo(COMPLETES, run, again), 'two are missing, of which one was cut').toEqual({
      state: 'unmet',
      text: expect.stringMatching(/succeeded 3 times without the fault and 1 time with it$/),
    })
  })

  test('a failed read is complete where a later one, which does not come without the fault, covers it and more', () => {
    const list = (end: string, more: Partial<Entry> = {}): Step =>
      read(1, {
        target: `/service/api/properties/1/availabilities/2027-01-03/${end}`,
        path: { property_id: '1', start: '2027-01-03', end },
        ...more,
      })
    const control = [list('2027-01-10'), list('2027-01-17'), close(1)]
    const failed = list('2027-01-10', FAILED)
    expect(reactionTo(COMPLETES, [failed, list('2027-02-10'), close(1)], control)).toEqual({
      state: 'met',
      text: expect.stringMatching(/#2 GET \S+2027-02-10 200 .* covers it$/),
    })
    expect(reactionTo(COMPLETES, [failed, list('2027-01-17'), close(1)], control).state, 'comes without it, too').toBe('unmet')
    expect(reactionTo(COMPLETES, [failed, list('2027-01-05'), close(1)], control).state, 'covers less').toBe('unmet')
  })

  test('one of several programs that begin together may be killed before its call: that cannot be told', () => {
    const first = (ms: number, more: Partial<Entry> = {}): Step => read(1, { real: NOW + ms, ...more })
    const end = (ms: number): Step => close(1, { real: NOW + ms })
    const slow = first(1, { networkFault: 'delay', fault: ['slow/late'], ms: 300 })
    const control = [first(0), first(1), first(2), first(300), end(600)]
    expect(reactionTo(COMPLETES, [first(0), slow, end(900)], control).state).toBe('inconclusive')
    expect(reactionTo(COMPLETES, [first(0), slow, end(500)], control).state, 'ends too early').toBe('unmet')
    const other = read(2, { real: NOW + 900 })
    expect(reactionTo(COMPLETES, [first(0), slow, other], control).state, 'without its write').toBe('unmet')
  })

  describe('another call, which is to succeed after the affected one', () => {
    const BOOKS: Expectation = { id: 'books', same: ['property'], method: 'POST', refused: false, reaction: 'completes' }
    const down = read(1, FAILED)
    test.each<readonly [about: string, run: readonly Step[], control: readonly Step[] | undefined, state: string]>([
      ['succeeds', [down, read(), close(1)], [read(), close(1)], 'met'],
      ['does not come', [down, read()], [read(), close(1)], 'unmet'],
      ['does not come without the fault either', [down, read()], [read()], 'inconclusive'],
      ['comes before, without the fault', [down, read()], [close(1), read()], 'inconclusive'],
      ['is refused without the fault as well', [down, read()], [read(), close(1, FORBIDDEN)], 'inconclusive'],
      ['is about another property without the fault', [down, read()], [read(), close(2, { property: 2 })], 'inconclusive'],
      ['succeeds, without a run to compare with', [down, read(), close(1)], undefined, 'met'],
      ['does not come, without a run to compare with', [down, read()], undefined, 'unmet'],
    ])('%s', (_, run, control, state) => {
      expect(reactionTo(BOOKS, run, control).state).toBe(state)
    })

    test('is none for a lost property', () => {
      const others: Expectation = { id: 'others', operation: 'listAvailableRooms', status: '2xx', reaction: 'completes' }
      const lost = read(1, { ...FORBIDDEN, refusalCode: 'property_not_administrable', fault: ['withdrawn/lost'] })
      expect(reactionTo(others, [lost], [read(), read()]).state).toBe('inconclusive')
      expect(reactionTo(others, [lost], [read(), read(2)]).state).toBe('unmet')
      expect(reactionTo(others, [lost, read(2)], [read(), read(2)]).state).toBe('met')
    })
  })

  test('a call that is refused without the fault as well, and is repeated with success in both, shows a reaction', () => {
    const over: Partial<Entry> = { status: 401, refusal: 'invalid_token', refusalCode: 'token_unknown', changed: undefined }
    const stale = read(1, { ...over, fault: ['token/over'] })
    expect(reactionTo(COMPLETES, [stale, read()], [read(1, over), read()]).state).toBe('met')
    expect(reactionTo(COMPLETES, [stale], [read(1, over), read()]).state).toBe('unmet')
    expect(reactionTo(COMPLETES, [stale], [read(1, over)]).state).toBe('inconclusive')
  })
})
