import { describe, expect, test } from 'vitest'
import { addDays, type Day, parseDay } from '../../../src/base/day.ts'
import { DAY_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { checkConformance } from '../../../src/conformance/conformance.ts'
import type { Facts } from '../../../src/conformance/exchange.ts'
import { call, cases, exchangesOf, FACTS, judgement, type Step, token } from '../exchanges-of.ts'

const SECOND = 1_000
const FROM: Day = parseDay('2026-06-01') ?? expect.unreachable()

const many = (count: number, step: (index: number) => Step): readonly Step[] =>
  Array.from({ length: count }, (_, index) => step(index))
const ids = (count: number, from = 1): readonly number[] => Array.from({ length: count }, (_, index) => from + index)
const nights = (from: number, to: number) => ({ from: addDays(FROM, from), to: addDays(FROM, to) })

describe('sync/delta-only', () => {
  const put = (more: Step = {}): Step => call('updateGuest', 'a', { method: 'PUT', request: 'firstname=Ann', ...more })
  const other = (more: Step = {}): Step => put({ request: 'firstname=Bob', ...more })
  cases('sync/delta-only', [
    ['sends it twice', [put(), put()], 'passed'],
    ['sends it three times', [put(), put(), put()], 'warned', [1, 2, 3]],
    ['sends a tariff three times', many(3, () => put({ operation: 'updateTariff', method: 'POST' })), 'warned', [1, 2, 3]],
    ['posts three times', many(3, () => put({ method: 'POST' })), 'not-exercised'],
    ['sends other values in between', [put(), other(), put(), put()], 'passed'],
    ['sends other values before and after', [other(), put(), put(), put(), other()], 'warned', [2, 3, 4]],
    ['writes to another property in between', [put(), other({ property: 2 }), put(), put()], 'warned', [1, 3, 4]],
    ['reads in between', [put(), call('listGuests', 'a'), put(), put()], 'warned', [1, 3, 4]],
    ['asks for a token in between', [put(), token('b', { property: 1 }), put(), put()], 'warned', [1, 3, 4]],
    ['is refused in between', [put(), other({ status: 400, refusalCode: 'values_invalid' }), put(), put()], 'warned', [1, 3, 4]],
    ['sends it each day', many(3, () => put({ wait: DAY_MS / 2 })), 'passed'],
    ['lost the answers', many(3, () => put({ networkFault: 'truncated' })), 'not-exercised'],
  ])
})

describe('sync/twin-create', () => {
  const guest = (more: Step = {}): Step =>
    call('createGuest', 'a', { method: 'POST', subject: { guest: 'a@b.example' }, ...more })
  const tariff = (form: string, more: Step = {}): Step => call('createTariff', 'a', { method: 'POST', request: form, ...more })
  const FORM = 'rate_title=Flex&roomclass_uid=1&minpeople=1&maxpeople=2'
  const removed: Step = call('deleteGuest', 'a', { method: 'DELETE' })
  cases('sync/twin-create', [
    ['makes one', [guest(), guest({ subject: { guest: 'c@d.example' } })], 'passed'],
    ['makes it again', [guest(), guest()], 'failed', [1, 2]],
    ['makes it for another property', [guest(), guest({ property: 2 })], 'passed'],
    ['removes it in between', [guest(), removed, guest()], 'passed'],
    ['removes something elsewhere', [guest(), { ...removed, property: 2 }, guest()], 'failed', [1, 3]],
    ['fails to remove it', [guest(), { ...removed, status: 404, refusalCode: 'guest_unknown' }, guest()], 'failed', [1, 3]],
    ['removes it afterwards', [guest(), guest(), removed], 'failed', [1, 2]],
    ['names nobody', [guest({ subject: {} }), guest({ subject: {} })], 'not-exercised'],
    ['makes a tariff again', [tariff(FORM), tariff(FORM)], 'failed', [1, 2]],
    ...['rate_title=Flex', 'roomclass_uid=1', 'minpeople=1', 'maxpeople=2'].map(
      (part) => [`makes another tariff: ${part}`, [tariff(FORM), tariff(FORM.replace(part, `${part}9`))], 'passed'] as const,
    ),
    [
      'makes a tariff for other nights',
      [tariff(FORM, { subject: { nights: nights(0, 3) } }), tariff(FORM, { subject: { nights: nights(0, 4) } })],
      'passed',
    ],
    ['was refused', [guest({ status: 400, refusalCode: 'values_invalid' }), guest()], 'passed'],
  ])

  test('names what is the same of guests with different names', () => {
    const { rules } = checkConformance(
      exchangesOf([guest({ target: '/guests/1/Ann' }), guest({ target: '/guests/1/Bob' })]),
      FACTS,
    )
    const [offence] = rules.find(({ id }) => id === 'sync/twin-create')?.offences ?? []
    expect(offence?.what).toMatch(/#1 createGuest .* #2 createGuest .* all created a@b\.example$/)
  })
})

describe('sync/replace-gap', () => {
  const remove = (more: Step = {}): Step => call('deleteTariff', 'a', { method: 'DELETE', ...more })
  const create = (more: Step = {}): Step => call('createTariff', 'a', { method: 'POST', ...more })
  cases('sync/replace-gap', [
    ['makes the new one first', [token('a'), create(), remove()], 'passed'],
    ['removes first', [token('a'), remove(), create()], 'failed', [2, 3]],
    ['removes, and makes one much later', [token('a'), remove(), create({ wait: MINUTE_MS })], 'passed'],
    ['made one long before', [token('a'), create(), remove({ wait: MINUTE_MS }), create()], 'failed', [3, 4]],
    ['makes one for another property', [token('a'), remove(), create({ property: 2 })], 'passed'],
    ['made one for another property before', [token('a'), create({ property: 2 }), remove(), create()], 'failed', [3, 4]],
    ['could not remove', [token('a'), remove({ status: 404, refusalCode: 'tariff_unknown' }), create()], 'not-exercised'],
    ['could not make one', [token('a'), remove(), create({ status: 400, refusalCode: 'values_invalid' })], 'passed'],
    ['removes only', [token('a'), remove()], 'passed'],
    [
      'removes first, in two threads',
      [token('a'), remove({ ms: 50 }), remove({ wait: -45 }), create({ wait: 60 }), create({ wait: 20 })],
      'failed',
      [2, 4],
      [3, 5],
    ],
    [
      'makes the new ones first, in two threads',
      [token('a'), create({ ms: 50 }), create({ wait: -45 }), remove({ wait: 60 }), remove({ wait: 20 })],
      'passed',
    ],
    [
      'removes the one that it made, and makes it again',
      [token('a'), create({ changed: { tariffs: [5] } }), remove({ changed: { tariffs: [5] } }), create()],
      'failed',
      [3, 4],
    ],
    ['makes one for two', [token('a'), create(), remove(), remove(), create()], 'failed', [4, 5]],
  ])
})

describe('sync/check-before-close', () => {
  const subject = { property: 1, rooms: [7], nights: nights(0, 1) }
  const close = (more: Step = {}): Step => call('createBlackBooking', 'a', { method: 'POST', subject, ...more })
  const read = (operation: string, more: Step = {}): Step => call(operation, 'a', { subject, ...more })
  cases('sync/check-before-close', [
    ...['listAvailableRooms', 'getTimeline', 'listBlackBookings', 'listBookings', 'listBookingsBetween'].map(
      (operation) => [`reads ${operation}`, [read(operation), close()], 'passed'] as const,
    ),
    ['reads guests', [read('listGuests'), close()], 'warned', [2]],
    ['does not read', [close(), close()], 'warned', [1, 2]],
    ['reads afterwards', [close(), read('getTimeline')], 'warned', [1]],
    ['reads other nights', [read('getTimeline', { subject: { ...subject, nights: nights(1, 2) } }), close()], 'warned', [2]],
    ['lets another client read', [read('getTimeline', { client: 'b' }), close()], 'warned', [2]],
    ['reads in vain', [read('getTimeline', { status: 503, networkFault: 'status' }), close()], 'warned', [2]],
    ['could not close', [close({ status: 204, refusalCode: 'room_taken' })], 'not-exercised'],
  ])
})

describe('sync/closed-as-sold', () => {
  const sale = { at: 0, property: 1, room: 7, departure: '2027-01-14', nights: ['2027-01-12', '2027-01-13'] } as const
  const sales = [sale, { ...sale, room: 8 }]
  const close = (room: number, ...days: readonly Day[]): readonly Step[] =>
    days.map((from) =>
      call('createBlackBooking', 'a', {
        method: 'POST',
        subject: { property: 1, rooms: [room], nights: { from } },
        target: `/${room}/${from}`,
      }),
    )
  test.each<[string, readonly Step[], ...unknown[]]>([
    ['the nights of both sales', [...close(7, ...sale.nights), ...close(8, ...sale.nights)], 'passed'],
    [
      'the nights of departure, too',
      [...close(7, ...sale.nights, sale.departure), ...close(8, ...sale.nights, sale.departure)],
      'failed',
      [3, 6],
    ],
    ['one night of departure, which may be for another reason', [...close(7, ...sale.nights, sale.departure)], 'passed'],
    ['nights of departure of sales that are not closed', [...close(7, sale.departure), ...close(8, sale.departure)], 'passed'],
    ['rooms that are not sold', close(9, ...sale.nights, sale.departure), 'not-exercised'],
  ])('%s', (_, steps, ...expected) => {
    expect(judgement('sync/closed-as-sold', steps, { sales })).toEqual(expected)
  })

  test('a night of departure that is sold to the next guest', () => {
    const next = sales.map((one) => ({ ...one, departure: '2027-01-15' as Day, nights: [sale.departure] }))
    const steps = [...close(7, ...sale.nights, sale.departure), ...close(8, ...sale.nights, sale.departure)]
    expect(judgement('sync/closed-as-sold', steps, { sales: [...sales, ...next] })).toEqual(['passed'])
  })
})

describe('sync/own-closures-only', () => {
  const start = exchangesOf([{ wait: 0 }])[0]?.at ?? 0
  const room = { property: 1, rooms: [5], nights: nights(0, 1) }
  const repair = { ...room, booking: 50, at: start, real: start }
  const remove = (booking: number, more: Step = {}): Step =>
    call('deleteBlackBooking', 'a', { method: 'DELETE', subject: { property: 1, booking }, ...more })
  const close = (more: Step = {}): Step => call('createBlackBooking', 'a', { method: 'POST', subject: room, ...more })
  const down = { status: 503, networkFault: 'status' } as const
  const taken = { status: 204, refusalCode: 'room_taken' } as const
  test.each<[string, readonly Step[], ...unknown[]]>([
    ['removes what the hotel closed', [remove(50)], 'failed', [1]],
    ['removes it, and loses the response', [remove(50, { status: 0, networkFault: 'cut-after-commit' })], 'failed', [1]],
    ['removes another one', [remove(51)], 'passed'],
    ['is refused', [remove(50, { status: 404, refusalCode: 'black_booking_unknown' })], 'not-exercised'],
    ['removes one with that id before', [remove(50, { real: start - 1 })], 'passed'],
    ['takes it for its own, of which it got no response', [close(down), remove(50)], 'passed'],
    ['was told that the room is taken', [close(taken), remove(50)], 'failed', [2]],
    ['had closed another room', [close({ subject: { ...room, rooms: [6] } }), remove(50)], 'failed', [2]],
  ])('a client that %s', (_, steps, ...expected) => {
    expect(judgement('sync/own-closures-only', steps, { arrivals: [repair] })).toEqual(expected)
  })

  test('needs a closure of the hotel', () => {
    expect(judgement('sync/own-closures-only', [remove(50)])).toEqual(['not-exercised'])
  })
})

describe('sync/booking-picked-up', () => {
  const start = exchangesOf([{ wait: 0 }])[0]?.at ?? 0
  const arrival = { booking: 50, property: 1, at: start, real: start, nights: nights(0, 2) }
  const list = (wait: number, more: Step = {}): Step => call('listBookings', 'a', { wait, ...more })
  const facts = (more: Partial<Facts> = {}): Partial<Facts> => ({ arrivals: [arrival], now: start + 2 * 60 * MINUTE_MS, ...more })
  const said = (steps: readonly Step[], more: Partial<Facts> = {}) => judgement('sync/booking-picked-up', steps, facts(more))

  test.each<[string, readonly Step[], ...unknown[]]>([
    ['lists bookings', [list(30 * MINUTE_MS)], 'passed'],
    ['lists them late', [list(30 * MINUTE_MS + 1)], 'failed', [1]],
    ['lists them before and late', [list(0, { at: start - 1 }), list(40 * MINUTE_MS)], 'failed', [2]],
    [
      'reads the booking',
      [
        list(0, { status: 503, networkFault: 'status' }),
        list(1, { operation: 'getBookingGuest', subject: { booking: 50 } }),
        list(60 * MINUTE_MS),
      ],
      'passed',
    ],
    ['reads another', [list(1, { operation: 'getBookingGuest', subject: { booking: 51 } }), list(60 * MINUTE_MS)], 'failed', [1]],
    ['reads availability', [list(1, { operation: 'listAvailableRooms' }), list(60 * MINUTE_MS)], 'passed'],
    ['reads other nights', [list(1, { subject: { nights: nights(1, 3) } }), list(60 * MINUTE_MS)], 'failed', [1]],
    ['reads another property', [list(1, { property: 2 }), list(60 * MINUTE_MS)], 'failed', [1]],
    ['reads in vain', [list(1, { status: 503, networkFault: 'status' }), list(60 * MINUTE_MS)], 'failed', [1]],
    ['never reads bookings', [call('listGuests', 'a', { wait: 60 * MINUTE_MS })], 'not-exercised'],
    ['had ended', [list(0)], 'not-exercised'],
  ])('%s', (_, steps, ...expected) => {
    expect(said(steps)).toEqual(expected)
  })

  test('names the arrival, which a window of days may leave out', () => {
    const short = exchangesOf([list(0, { subject: { nights: nights(-30, 0) } }), list(60 * MINUTE_MS)])
    const { rules } = checkConformance(short, { ...FACTS, ...facts() })
    expect(rules.find(({ id }) => id === 'sync/booking-picked-up')?.offences.map(({ what }) => what)).toEqual([
      'booking 50 of property 1, arrival 2026-06-01, was made, and no successful read covered it within 30 minutes',
    ])
  })

  test('is not for clients that look at bookings only before they close the nights of a sale', () => {
    const sale = { at: start, property: 1, room: 2, nights: [addDays(FROM, 4), addDays(FROM, 5)], departure: addDays(FROM, 6) }
    const look = (from: number, to: number, more: Step = {}): readonly Step[] => [
      list(40 * MINUTE_MS, { operation: 'getTimeline', subject: { nights: nights(from, to) }, ...more }),
    ]
    for (const [from, to] of [
      [4, 6],
      [5, 6],
      [4, 7],
    ] as const)
      expect(said(look(from, to), { sales: [sale] })).toEqual(['not-exercised'])
    for (const [from, to] of [
      [3, 6],
      [4, 8],
    ] as const)
      expect(said(look(from, to), { sales: [sale] })).toEqual(['failed', [1]])
    expect(said(look(4, 6))).toEqual(['failed', [1]])
    expect(said(look(4, 6), { sales: [{ ...sale, property: 2 }] })).toEqual(['failed', [1]])
    expect(said(look(4, 6), { sales: [{ ...sale, at: start + 50 * MINUTE_MS }] })).toEqual(['failed', [1]])
    expect(said(look(4, 6, { subject: {} }), { sales: [sale] })).not.toEqual(['not-exercised'])
  })

  test('must be read within half an hour of the clock, and at least a minute of real time', () => {
    const steps = [list(90 * MINUTE_MS)]
    expect(said(steps, { now: start + 30 * MINUTE_MS })).toEqual(['not-exercised'])
    expect(said(steps, { now: start + 30 * MINUTE_MS + 1 })).toEqual(['failed', [1]])
    expect(said(steps, { now: start + 90 * MINUTE_MS, speed: 90 })).toEqual(['not-exercised'])
    expect(said(steps, { speed: 90 })).toEqual(['passed'])
    expect(said(steps, { speed: 89 })).toEqual(['failed', [1]])
  })

  test('a move of the clock before the next call is no time of the client, one after it is', () => {
    const moves = (to: number) => ({ moves: [{ from: start - 60 * MINUTE_MS, to: start + to }] })
    const late = list(0, { at: start + 50 * MINUTE_MS })
    expect(said([late])).toEqual(['failed', [1]])
    expect(said([late], moves(50 * MINUTE_MS))).toEqual(['passed'])
    expect(said([late], moves(20 * MINUTE_MS))).toEqual(['passed'])
    expect(said([late], moves(19 * MINUTE_MS))).toEqual(['failed', [1]])
    const seen = call('listGuests', 'a', { wait: 0, at: start + 10 * MINUTE_MS })
    expect(said([seen, late], moves(50 * MINUTE_MS))).toEqual(['failed', [1]])
  })
})

describe('sync/window-not-loop', () => {
  const night = (index: number, more: Step = {}): Step =>
    call('listAvailableRooms', 'a', { subject: { property: 1, nights: nights(index, index + 1) }, ...more })
  cases('sync/window-not-loop', [
    ['asks for six nights', many(6, night), 'passed'],
    ['asks for seven nights', many(7, night), 'warned', ids(7)],
    ['asks for one night again and again', many(20, () => night(0)), 'passed'],
    [
      'asks for seven windows',
      many(7, (index) => night(0, { subject: { property: 1, nights: nights(index, index + 2) } })),
      'passed',
    ],
    [
      'asks for nights without an end',
      many(7, (index) => night(0, { subject: { nights: { from: addDays(FROM, index) } } })),
      'passed',
    ],
    ['takes its time', many(7, (index) => night(index, { wait: 12 * SECOND })), 'passed'],
    ['takes nearly a minute', many(7, (index) => night(index, { wait: 9 * SECOND })), 'warned', ids(7)],
    ['is about two properties', many(8, (index) => night(index, { property: 1 + (index % 2) })), 'passed'],
    ['gets no answers', many(7, (index) => night(index, { status: 503, networkFault: 'status' })), 'not-exercised'],
    ['reads something else', many(7, (index) => night(index, { operation: 'listBookingsBetween' })), 'not-exercised'],
  ])
})

describe('sync/n-plus-one', () => {
  const detail = (index: number, more: Step = {}): Step =>
    call('getBookingGuest', 'a', { path: { contract_id: String(index) }, target: `/service/api/bookings/${index}`, ...more })
  cases('sync/n-plus-one', [
    ['reads fifteen', many(15, detail), 'passed'],
    ['reads sixteen', many(16, detail), 'warned', ids(16)],
    ['reads sixteen invoices', many(16, (index) => detail(index, { path: { invoice_id: '1' } })), 'warned', ids(16)],
    ['reads one again and again', many(16, () => detail(1)), 'passed'],
    [
      'reads two kinds',
      many(16, (index) => detail(index, { operation: index % 2 === 0 ? 'getBookingGuest' : 'getInvoice' })),
      'passed',
    ],
    ['takes its time', many(16, (index) => detail(index, { wait: 10 * SECOND })), 'passed'],
    ['writes', many(16, (index) => detail(index, { method: 'POST' })), 'not-exercised'],
    ['reads lists', many(16, (index) => detail(index, { path: {} })), 'not-exercised'],
    ['reads what it is notified of', many(16, (index) => detail(index, { operation: 'getNotifiedBooking' })), 'not-exercised'],
  ])

  test.each([
    ['getBookingRooms', 'getTimeline returns the rooms of all bookings of a period'],
    ['getBookingNotes', 'read those of bookings whose last_changed in listBookingsBetween is new'],
    ['getBookingGuest', 'listBookingsBetween returns these of all bookings of a period'],
    ['getInvoice', 'listInvoicesBetween returns all invoices of a period'],
  ])('says what returns the details of %s together', (operation, what) => {
    const calls = exchangesOf([token('a'), ...many(16, (index) => detail(index, { operation }))])
    const rule = checkConformance(calls, FACTS).rules.find(({ id }) => id === 'sync/n-plus-one')
    expect(rule?.offences[0]?.what).toMatch(new RegExp(`and 15 more read one record each: ${what}$`))
  })

  test('counts moves of the clock as time', () => {
    const begun = exchangesOf([{ wait: 0 }])[0]?.at ?? 0
    const hourly = many(16, (index) => detail(index, { at: begun + 60 * MINUTE_MS * index, real: begun + index }))
    const moves = (to: number) => ({ moves: [{ from: begun - DAY_MS, to: begun + to }] })
    expect(judgement('sync/n-plus-one', hourly)[0]).toBe('warned')
    expect(judgement('sync/n-plus-one', hourly, moves(DAY_MS))).toEqual(['passed'])
    expect(judgement('sync/n-plus-one', hourly, moves(-1))[0]).toBe('warned')
  })
})

describe('sync/full-once-a-day', () => {
  const full = (more: Step = {}): Step => call('listBookings', 'a', { wait: MINUTE_MS, ...more })
  cases('sync/full-once-a-day', [
    ['reads it four times', many(4, () => full()), 'passed'],
    ['reads it five times', many(5, () => full()), 'warned', ids(5)],
    ['reads invoices five times', many(5, () => full({ operation: 'listInvoices' })), 'warned', ids(5)],
    ['reads it five times in two days', many(5, () => full({ wait: DAY_MS / 4 })), 'passed'],
    [
      'reads it the fifth time a day after the first',
      many(5, (index) => full({ wait: index === 4 ? DAY_MS - 3 * (MINUTE_MS + 5) - 5 : MINUTE_MS })),
      'passed',
    ],
    ['reads it often at once, which counts once', many(20, () => full({ wait: SECOND })), 'passed'],
    ['is about two properties', many(8, (index) => full({ property: 1 + (index % 2) })), 'passed'],
    ['gets no answers', many(5, () => full({ status: 503, networkFault: 'status' })), 'not-exercised'],
    ['reads windows', many(5, () => full({ operation: 'listBookingsBetween' })), 'not-exercised'],
  ])
})

describe('sync/call-rate', () => {
  const quick = (count: number, more: Step = {}) => many(count, () => call('listGuests', 'a', { wait: 10, ms: 1, ...more }))
  cases('sync/call-rate', [
    ['makes 600 a minute', quick(600), 'passed'],
    ['makes 601 a minute', quick(601), 'warned', ids(10)],
    ['makes more, in more time', quick(700, { wait: 110 }), 'passed'],
    ['is two clients', [...quick(400), ...quick(400, { client: 'b' })], 'passed'],
  ])

  test('counts moves of the clock as time', () => {
    const begun = exchangesOf([{ wait: 0 }])[0]?.at ?? 0
    const steps = [...quick(400, { at: begun, real: begun }), ...quick(400, { at: begun + 10 * MINUTE_MS, real: begun + 1 })]
    expect(judgement('sync/call-rate', steps)[0]).toBe('warned')
    expect(judgement('sync/call-rate', steps, { moves: [{ from: begun, to: begun + 10 * MINUTE_MS }] })).toEqual(['passed'])
  })
})
