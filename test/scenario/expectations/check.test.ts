import { describe, expect, test } from 'vitest'
import { fieldPath } from '../../../src/base/file-error.ts'
import { schemaProblems } from '../../../src/base/schema-check.ts'
import type { SchemaNode } from '../../../src/base/schema-node.ts'
import { OPERATIONS } from '../../../src/booking-contract/index.ts'
import { expectationProblems } from '../../../src/scenario/expectations/check.ts'
import { type Expectation, ExpectationSchema } from '../../../src/scenario/expectations/expectation-schema.ts'

const problems = (...expectations: readonly Expectation[]): readonly string[] =>
  [...expectationProblems(expectations, ['expect'], OPERATIONS)].map(({ path, message }) => `${fieldPath(path)}: ${message}`)

const renewed: Expectation = { id: 'renewed', operation: 'requestToken', count: 2 }

describe('what can be met is taken', () => {
  test.each<[string, Expectation]>([
    ['an operation', { operation: 'requestToken' }],
    ['several', { operation: ['listBookings', 'listProperties'], count: { min: 2, max: 5 } }],
    ['a status alone', { status: '5xx', never: true }],
    ['an answer that never came', { status: 0 }],
    ['a group', { tag: 'tariffs', method: 'POST', property: 1 }],
    ['a header', { where: { header: { 'User-Agent': { matches: 'sync' }, Authorization: { present: true } } } }],
    ['a header with the product word', { where: { header: { 'X-ACME-channel-name': 'north' } } }],
    ['a secret that is there', { operation: 'requestToken', where: { form: { client_secret: { present: true } } } }],
    ['rows', { state: { bookings: { where: { kind: 'internet', 'rooms.0.roomId': 4 }, count: 1 }, invoices: {} } }],
    [
      'parts of rows',
      {
        state: {
          bookings: { where: { rooms: { present: true }, 'rooms.0': { present: true }, total: 12345 } },
        },
      },
    ],
    [
      'decimals',
      {
        state: {
          properties: { where: { latitude: 51.5 } },
          sessions: { where: { 'quote.total': 1 } },
          lineItems: { where: { price: { matches: '^1' } } },
        },
      },
    ],
    ['calls and rows', { operation: 'listBookings', count: 0, state: { sessions: { where: { 'address.town': 'Westby' } } } }],
  ])('%s', (_, expectation) => {
    expect(schemaProblems(ExpectationSchema as SchemaNode, expectation)).toEqual([])
    expect(problems(expectation)).toEqual([])
  })

  test('one after another', () => {
    expect(problems(renewed, { operation: 'listBookings', after: 'renewed' })).toEqual([])
  })

  test.each<Expectation>([
    { operation: 'createGuest', after: 'seldom', reaction: 'stops' },
    { after: 'seldom', reaction: 'completes' },
  ])('any number before a reaction that is compared: %o', (reaction) => {
    expect(problems({ id: 'seldom', status: '5xx', count: { min: 0 } }, reaction)).toEqual([])
  })
})

describe('what cannot be met, or has no condition, is reported', () => {
  test.each<[problem: string, Expectation]>([
    ['expect[0].operation: there is no operation "listBooking"; did you mean "listBookings"?', { operation: 'listBooking' }],
    ['expect[0].operation: there is no operation "zzz"; GET /_understay/operations lists them', { operation: 'zzz' }],
    ['expect[0].tag: there is no tag "zzz"; there are ', { tag: 'zzz' }],
    ['expect[0].tag: there is no tag "booking"; did you mean "bookings"?', { tag: 'booking' }],
    [
      'expect[0].where.path.room: listBookings has no "room" in its path (there are property_id',
      { operation: 'listBookings', where: { path: { room: 1 } } },
    ],
    [
      'expect[0].where.form.secret: requestToken takes no field "secret"',
      { operation: 'requestToken', where: { form: { secret: 'x' } } },
    ],
    ['expect[0].where.path.x.matches: not a regular expression', { where: { path: { x: { matches: '(' } } } }],
    ['expect[0]: no operation has tag oauth and method GET', { tag: 'oauth', method: 'GET' }],
    ['expect[0]: says neither which calls nor which rows: give it operation, tag,', { count: 3 }],
    ['expect[0].count: goes without never, which is a count of 0', { operation: 'requestToken', never: true, count: 1 }],
    ['expect[0].count: min 3 is above max 2', { operation: 'requestToken', count: { min: 3, max: 2 } }],
    ['expect[0].count: is met by any number', { operation: 'requestToken', count: { min: 0 } }],
    ['expect[0].count: is met by any number', { operation: 'requestToken', count: {} }],
    [
      'expect[0].where.header.x-colour: the journal does not keep this header; it keeps accept, user-agent,',
      { where: { header: { 'x-colour': 'red' } } },
    ],
    [
      'expect[0].where.header.Authorization: the journal keeps the scheme only: write { matches: "^Bearer " }',
      { where: { header: { Authorization: 'Bearer abc' } } },
    ],
    [
      'expect[0].where.form.client_secret: the journal masks secrets: only { present: true }',
      { operation: 'requestToken', where: { form: { client_secret: 'demo-secret' } } },
    ],
    ['expect[0].state: names no collection; there are users, clients,', { state: {} }],
    ['expect[0].state.bookings.count: min 2 is above max 1', { state: { bookings: { count: { min: 2, max: 1 } } } }],
    [
      'expect[0].state.bookings.where.canceled: rows of bookings have no field "canceled"; did you mean "cancelled"?',
      { state: { bookings: { where: { canceled: true } } } },
    ],
    [
      'expect[0].state.favourites.where.colour: rows of favourites have no field "colour"; there are id, userId, propertyId',
      { state: { favourites: { where: { colour: 'red' } } } },
    ],
    [
      'expect[0].state.bookings.where.kind.name: "kind" of bookings has nothing inside; ask for it as a whole',
      { state: { bookings: { where: { 'kind.name': 'x' } } } },
    ],
    [
      'expect[0].state.bookings.where.rooms.0.roomid: "rooms" of bookings has no "roomid" inside; did you mean "roomId"?',
      { state: { bookings: { where: { 'rooms.0.roomid': 1 } } } },
    ],
    [
      'expect[0].state.bookings.where.rooms.roomId: "rooms" is a list: name an item, such as rooms.0',
      { state: { bookings: { where: { 'rooms.roomId': 1 } } } },
    ],
    [
      'expect[0].state.bookings.where.rooms.0.roomId: "rooms.0.roomId" of bookings is a number, never "one"',
      { state: { bookings: { where: { 'rooms.0.roomId': 'one' } } } },
    ],
    [
      'expect[0].state.bookings.where.total: "total" of bookings is in hundredths, without decimals: 12.50 is 1250',
      { state: { bookings: { where: { total: 123.45 } } } },
    ],
    [
      'expect[0].state.bookings.where.tag.matches: not a regular expression',
      { state: { bookings: { where: { tag: { matches: '[' } } } } },
    ],
    [
      'expect[0].count: is about calls, and this names none: give it an own count inside state, or an operation',
      { count: 2, state: { bookings: {} } },
    ],
    ['expect[0].never: is about calls, and this names none', { never: true, state: { bookings: {} } }],
  ])('%s', (problem, expectation) => {
    const said = problems(expectation)
    expect(said).toHaveLength(1)
    expect(said[0]).toContain(problem)
  })

  test.each<[problem: string, readonly Expectation[]]>([
    ['expect[1].id: an earlier expectation is called "renewed" already', [renewed, renewed]],
    [
      'expect[0].after: no earlier expectation is called "renewed"; no earlier one has an id',
      [{ operation: 'listBookings', after: 'renewed' }],
    ],
    [
      'expect[1].after: no earlier expectation is called "renewd"; did you mean "renewed"?',
      [renewed, { operation: 'listBookings', after: 'renewd' }],
    ],
    [
      'expect[1].after: no earlier expectation is called "zzz"; there are renewed',
      [renewed, { operation: 'listBookings', after: 'zzz' }],
    ],
    [
      'expect[0].after: "renewed" does not stand before this one; move it there',
      [{ operation: 'listBookings', after: 'renewed' }, renewed],
    ],
    ['expect[0].after: "renewed" does not stand before this one; move it there', [{ ...renewed, after: 'renewed' }]],
    ['expect[0].count: min 3 is above max 2, so it can never be met', [{ ...renewed, count: { min: 3, max: 2 } }]],
    [
      'expect[1].after: "seldom" holds without any call, so nothing comes after it',
      [
        { id: 'seldom', status: '5xx', count: { min: 0 } },
        { operation: 'listBookings', after: 'seldom' },
      ],
    ],
    [
      'expect[1].after: "seldom" holds without any call, so nothing comes after it',
      [
        { id: 'seldom', status: '5xx', count: { min: 0 } },
        { operation: 'listBookings', after: 'seldom', reaction: 'completes' },
      ],
    ],
    [
      'expect[0].count: is met by any number: give it a min from 1, or a max',
      [
        { id: 'seldom', status: '5xx', count: { min: 0 } },
        { operation: 'listBookings', unless: 'seldom' },
      ],
    ],
    ['expect[0].count: is met by any number: give it a min from 1, or a max', [{ ...renewed, count: { min: 0 } }]],
    [
      'expect[1].after: "quiet" holds without any call, so nothing comes after it',
      [
        { id: 'quiet', status: '5xx', never: true },
        { operation: 'listBookings', after: 'quiet' },
      ],
    ],
    [
      'expect[1].after: "booked" is about the state: no call meets it, so nothing comes after it',
      [
        { id: 'booked', state: { bookings: {} } },
        { operation: 'listBookings', after: 'booked' },
      ],
    ],
    ...(['after', 'before', 'unless'] as const).map((key): [string, readonly Expectation[]] => [
      `expect[1].${key}: "closes" is judged act by act while the scenario runs; name an expectation on calls`,
      [
        { id: 'closes', each: 'other-channel', operation: 'createBlackBooking' },
        { operation: 'listBookings', [key]: 'closes' },
      ],
    ]),
    [
      'expect[1].after: is about calls, and this names none: give it an operation',
      [renewed, { after: 'renewed', state: { bookings: {} } }],
    ],
  ])('%s', (problem, expectations) => {
    expect(problems(...expectations)).toEqual([problem])
  })
})
