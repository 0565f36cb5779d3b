import { describe, expect, test } from 'vitest'
import type { Entry } from '../../../src/journal/entry.ts'
import type { Expectation } from '../../../src/scenario/expectations/expectation-schema.ts'
import { NOW } from '../../support/small-world.ts'
import { callsOf, close, FORBIDDEN, LOOKS, NIGHT, reactionTo, read, type Step, TAKEN } from './client-steps.ts'
import { NO_ROWS, outcomesOf } from './outcomes.ts'
import { pastCallOf } from './past-calls.ts'

describe('looks-again', () => {
  const control = [read(), close(1), read(), close(2)]
  const taken = close(1, TAKEN)
  const ELSEWHERE = { ...TAKEN, property: 2, target: `/service/api/blackbookings/2/1/${NIGHT}`, path: { property_id: '2' } }
  test.each<readonly [about: string, run: readonly Step[], state: string]>([
    ['a read more than without the fault, before a further write', [read(), taken, read(), close(3), read(), close(2)], 'met'],
    ['a read that follows this call without the fault, too', [read(), taken, read(), close(2)], 'inconclusive'],
    ['the reads that come without the fault, too', [read(), read(), taken, close(2)], 'unmet'],
    ['the reads that come without the fault, too, later than there', [read(), taken, close(2), read()], 'unmet'],
    ['a further write before the further read', [read(), taken, close(3), read(), read(), close(2)], 'unmet'],
    ['a further read of another property', [read(), taken, read(2), read(), close(2)], 'unmet'],
    ['a write to a random room, of several in that night', [read(), close(9, TAKEN), read(), close(8)], 'inconclusive'],
    ['an affected call that does not come without the fault', [read(2), close(1, ELSEWHERE), read(2), read(2)], 'inconclusive'],
    ['other calls before the fault than without it', [read(4), read(5), read(6), read(), taken, read(), read()], 'inconclusive'],
  ])('%s', (_, run, state) => {
    expect(reactionTo(LOOKS, run, control).state).toBe(state)
  })

  test('a write to a random room is compared by its night, where that has one write', () => {
    const usual = [read(), close(1), read(2)]
    expect(reactionTo(LOOKS, [read(), close(9, TAKEN), read(), read(2)], usual).state).toBe('met')
    expect(reactionTo(LOOKS, [read(), close(9, TAKEN), read(2)], usual).state).toBe('unmet')
  })

  test('says which calls were compared, with method, path and time', () => {
    expect(reactionTo(LOOKS, [read(), taken, close(2), read()], control).text).toBe(
      `after #2 POST /service/api/blackbookings/1/1/${NIGHT} 204 at 09:00:02 the same calls follow, no reaction: without the fault 2 listAvailableRooms of property 1, ${NIGHT}; with it 2 as well`,
    )
  })

  test('closing another room after a write that was carried out is no reaction, even after a read', () => {
    const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
    expect(reactionTo(LOOKS, [read(), lost, read(), read(), close(3)], control)).toEqual({
      state: 'unmet',
      text: expect.stringMatching(/#2 POST .* was carried out, and #5 POST .* did the same again/),
    })
    const target = '/service/api/blackbookings/1/2'
    const removal = close(1, { method: 'DELETE', operation: 'deleteBlackBooking', target, changed: { bookings: [2] } })
    expect(reactionTo(LOOKS, [read(), lost, read(), read(), removal, close(1)], control)).toEqual({
      state: 'unmet',
      text: expect.stringMatching(/#2 POST .* was carried out, #5 DELETE .* removed it, and #6 POST .* did the same again/),
    })
    const undone = close(2, { networkFault: 'cut-before', fault: ['lost/unsent'], changed: undefined, status: 0 })
    const both = [read(), lost, read(), read(), undone, read(), close(2)]
    expect(reactionTo(LOOKS, both, control).state, 'the repetition of another write that was not carried out').toBe('met')
    const late = [read(), close(2, { ...TAKEN, fault: undefined }), lost, close(2), read(), read()]
    expect(reactionTo(LOOKS, late, control).state, 'a write that failed before comes before the check').toBe('met')
    const renewed = close(3, { changed: { bookings: [2] } })
    expect(reactionTo(LOOKS, [read(), lost, read(), read(), renewed], control).state).toBe('met')
    const token: Step = (id) => pastCallOf(id, { method: 'POST', target: '/service/api/oauth/token', operation: 'requestToken' })
    expect(reactionTo(LOOKS, [read(), lost, token, read(), read(), close(2)], control).state).toBe('met')
  })

  test('the same write again after a read, which is refused, takes no notice of what was read', () => {
    const usual = [close(1), close(2)]
    const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
    const again = close(1, { ...TAKEN, fault: undefined })
    expect(reactionTo(LOOKS, [lost, read(), again, close(2)], usual)).toEqual({
      state: 'unmet',
      text: expect.stringMatching(/#1 POST .* was carried out, and #3 POST .* 204 at \S+ tried the same again,/),
    })
    expect(reactionTo(LOOKS, [lost, read(), close(2), again], [...usual, again]).state, 'of another program').toBe('met')
  })

  test('the same write again after a read fails, however it is answered; one that adds nothing may be sent again', () => {
    const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
    const again = close(1, { status: 504, networkFault: 'status', fault: ['lost/again'], changed: undefined })
    expect(reactionTo(LOOKS, [lost, read(), again], [close(1)]).state).toBe('unmet')
    const put = (more: Partial<Entry>): Step =>
      close(1, { method: 'PUT', operation: 'updateTariff', changed: { tariffs: [1] }, ...more })
    const [first, refused] = [
      put({ networkFault: 'cut-after-commit', fault: ['lost/reply'] }),
      put({ ...FORBIDDEN, status: 401 }),
    ]
    expect(reactionTo(LOOKS, [first, read(), refused, put({})], [put({})]).state).toBe('met')
  })

  test('a write that the client gave up is over for it at once, whenever it ends', () => {
    const givenUp = { networkFault: 'delay', fault: ['slow/all'], aborted: true, ms: 60_000, real: NOW } as const
    expect(reactionTo(LOOKS, [read(1, { real: NOW + 500 }), close(1, givenUp)], [close(1)]).state).toBe('met')
    expect(reactionTo(LOOKS, [read(1, { real: NOW - 500 }), close(1, givenUp)], [read(), close(1)]).state).toBe('unmet')
  })

  test('the first attempt at another room of the night, which was not carried out, is no further write', () => {
    const usual = [close(1), close(2), close(3)]
    const lost = close(1, { networkFault: 'cut-after-commit', fault: ['lost/reply'] })
    const undone = close(2, { networkFault: 'cut-before', fault: ['lost/unsent'], changed: undefined, status: 0 })
    expect(
      reactionTo(LOOKS, [lost, undone, close(3), read(), close(2)], usual).state,
      'reads, then repeats what is missing',
    ).toBe('met')
    expect(reactionTo(LOOKS, [lost, undone, close(3), close(1, TAKEN), read(), close(2)], usual).state, 'repeats unread').toBe(
      'unmet',
    )
    expect(reactionTo(LOOKS, [lost, undone, close(3)], usual).state, 'never reads').toBe('unmet')
  })

  describe('visitors at the same time', () => {
    const CHECKS: Expectation = { id: 'checks', same: ['property', 'night'], operation: 'getOkToBook', reaction: 'looks-again' }
    const nights = { from: NIGHT, to: '2027-01-04' } as const
    const visit = (operation: string, session: string, more: Partial<Entry> = {}): Step => {
      const method = operation === 'createBooking' ? 'POST' : 'GET'
      return (id) =>
        pastCallOf(id, { method, operation, session, target: `/${operation}`, subject: { property: 1, nights }, ...more })
    }
    const address = (session: string, email: string): Step =>
      visit('setAddress', session, { method: 'POST', request: new URLSearchParams({ email }).toString() })
    const create = (session: string, more: Partial<Entry> = {}): Step =>
      visit('createBooking', session, { changed: { bookings: [Number(session)] }, ...more })
    const begun = [address('1', 'ada@example.com'), address('2', 'bo@example.com'), address('3', 'ada@example.com')]
    const lost = create('1', { networkFault: 'status', status: 504, fault: ['lost/reply'] })
    const check = visit('getOkToBook', '1')
    const control = [...begun, create('1'), create('2')]

    test('another one who creates twice did not create again', () => {
      expect(reactionTo(CHECKS, [...begun, lost, create('2'), create('2'), check], control).state).toBe('met')
    })

    test('a read of another one is no reaction', () => {
      expect(reactionTo(CHECKS, [...begun, lost, create('2'), visit('getOkToBook', '2')], control).state).toBe('unmet')
    })

    test('a read in a session without an address may be of the same one', () => {
      expect(reactionTo(CHECKS, [...begun, lost, create('2'), visit('getOkToBook', '4')], control).state).toBe('met')
    })

    test('one whose session ends goes on in one that was begun before', () => {
      const begins: Expectation = {
        id: 'begins',
        operation: ['initialiseSession', 'setDates'],
        status: 200,
        reaction: 'looks-again',
      }
      const form = { request: new URLSearchParams({ arrivalDate: NIGHT }).toString() }
      const dates = (session: string, more: Partial<Entry> = {}): Step =>
        visit('setDates', session, { method: 'POST', ...form, ...more })
      const stock = ['1', '2', '3'].map((session) => visit('initialiseSession', session))
      const over = dates('1', {
        status: 400,
        refusal: 'session expired',
        refusalCode: 'session_not_initialised',
        fault: ['gone/session'],
      })
      const [ada, bo] = [address('2', 'ada@example.com'), address('3', 'bo@example.com')]
      const usual = [...stock, dates('1'), address('1', 'ada@example.com'), dates('2'), address('2', 'bo@example.com')]
      expect(reactionTo(begins, [...stock, over, dates('2'), ada, dates('3'), bo], usual).state).toBe('met')
      expect(reactionTo(begins, [...stock, over, dates('2'), address('2', 'bo@example.com')], usual).state, 'leaves her').toBe(
        'unmet',
      )
    })

    test('the same one in another session did', () => {
      expect(reactionTo(CHECKS, [...begun, lost, create('2'), create('3'), check], control).state).toBe('unmet')
    })
  })

  test('says which call is missing, where it need not be about the same', () => {
    const lists: Expectation = { id: 'lists', operation: 'listProperties', status: 200, reaction: 'looks-again' }
    expect(reactionTo(lists, [read(), taken, read(), close(2)], control).text).toMatch(
      /^after #2 POST .* 204 at 09:00:02 the same calls follow, no reaction: no call of listProperties answered 200$/,
    )
  })

  test('where it cannot be told, expectations that stand in for it tell it', () => {
    const elsewhere = { property: 2, target: `/service/api/blackbookings/2/1/${NIGHT}`, path: { property_id: '2' } }
    const lost = close(1, { networkFault: 'cut-after-commit', status: 0, fault: ['day/reply'] })
    const gone = close(1, { ...elsewhere, networkFault: 'cut-before', status: 0, changed: undefined, fault: ['day/gone'] })
    const expectations: readonly Expectation[] = [
      { id: 'lost', fault: 'reply' },
      { ...LOOKS, after: 'lost' },
      { id: 'gone', fault: 'gone', precondition: true, unless: 'looks' },
      { id: 'repeats', after: 'gone', reaction: 'completes', unless: 'looks' },
    ]
    const usual = [close(1), read(), close(1, elsewhere), read(2)]
    const statesOf = (...steps: readonly Step[]) => {
      const [run, control] = [steps, usual].map((all) => all.map((step, index) => step(index + 1)))
      return outcomesOf(expectations, run ?? [], 0, NO_ROWS, control).map(({ state }) => state)
    }
    expect(statesOf(lost, read(), gone, read(2), close(1, elsewhere), read(2))).toEqual(['met', 'met', 'met', 'met'])
    expect(statesOf(lost, read(), gone, read(2))).toEqual(['met', 'inconclusive', 'met', 'unmet'])
    expect(statesOf(lost, read())).toEqual(['met', 'inconclusive', 'inconclusive', 'inconclusive'])
    expect(statesOf(lost, read(), read()), 'is told by itself').toEqual(['met', 'met', 'met', 'met'])
  })

  test('a job that begins again and closes another room for the same night is not shown by what it repeats later', () => {
    const on = (connection: number, step: (more: Partial<Entry>) => Step, more: Partial<Entry> = {}): Step =>
      step({ client: 'desk', connection, ...more })
    const list = (more: Partial<Entry>) => read(3, more)
    const look = (more: Partial<Entry>) => read(1, more)
    const room = (number: number) => (more: Partial<Entry>) => close(number, more)
    const later = (more: Partial<Entry>) =>
      close(1, { property: 2, target: `/service/api/blackbookings/2/1/${NIGHT}`, path: { property_id: '2' }, ...more })
    const lost = on(1, room(1), { networkFault: 'cut-after-commit', status: 0, fault: ['day/reply'] })
    const gone = on(2, later, { networkFault: 'cut-before', status: 0, changed: undefined, fault: ['day/gone'] })
    const begun = (connection: number) => [on(connection, list), on(connection, look), on(connection, look)]
    const expectations: readonly Expectation[] = [
      { id: 'lost', fault: 'reply' },
      { ...LOOKS, after: 'lost' },
      { id: 'gone', fault: 'gone', precondition: true, unless: 'looks' },
      { id: 'repeats', after: 'gone', reaction: 'completes', unless: 'looks' },
    ]
    const usual = callsOf([...begun(1), on(1, room(1)), on(1, later)])
    const statesOf = (...again: readonly Step[]) =>
      outcomesOf(expectations, callsOf([...begun(1), lost, ...begun(2), ...again, gone, on(2, later)]), 0, NO_ROWS, usual).map(
        ({ state }) => state,
      )
    expect(statesOf(on(2, room(2)))).toEqual(['met', 'inconclusive', 'met', 'met'])
    expect(statesOf()).toEqual(['met', 'met', 'met', 'met'])
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
