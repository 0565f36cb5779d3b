import { text as pathText } from '../api/path-values.ts'
import { Count, Day, Id, InstantText, OrNull, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'

export const SESSIONS = new Subject('sessions', 'Booking sessions and their price calculations')

const Money = Type.String({ description: 'An amount in the currency, as 166.67', pattern: '^-?\\d+\\.\\d\\d$' })
const Exact = Type.String({ description: 'The exact amount, as a whole number or a fraction' })

const SessionShown = Type.Object({
  session: Type.String({ description: 'The session id chosen by the client' }),
  property_uid: OrNull(Count),
  arrival: OrNull(Day),
  departure: OrNull(Day),
  adults: OrNull(Count),
  address: Type.Boolean({ description: 'Whether an address was sent' }),
  rooms: Type.Array(Type.Object({ room: Id, rate: Id })),
  total: OrNull(Money),
  ok_to_book: Type.Boolean(),
  contract_uid: OrNull(Id),
  used_at: InstantText,
})

export const listSessions = SESSIONS.operation({
  id: 'listSessions',
  method: 'get',
  path: '/sessions',
  summary: 'The booking sessions and their progress',
  answer: {
    means: 'The sessions that have not expired',
    schema: Type.Array(SessionShown),
    example: [
      {
        session: 'visit-1',
        property_uid: 1,
        arrival: '2026-06-01',
        departure: '2026-06-03',
        adults: 2,
        address: false,
        rooms: [{ room: 1, rate: 1 }],
        total: '200.00',
        ok_to_book: false,
        contract_uid: null,
        used_at: '2026-03-01T09:00:00.000Z',
      },
    ],
  },
})

export const priceSession = SESSIONS.operation({
  id: 'explainSessionPrice',
  method: 'get',
  path: '/sessions/{id}/price',
  summary: 'The price calculation of a booking session',
  params: { id: pathText('The id of a booking session') },
  query: {
    call: Type.Optional(
      Type.Integer({
        description: 'The id of a journal entry: the session as it was after that call. By default the current session',
        minimum: 1,
      }),
    ),
  },
  answer: {
    means: 'Every applied rule with its amount, exact and rounded to cents',
    schema: Type.Object({
      session: Type.String(),
      property_uid: Id,
      contract_uid: OrNull(Id),
      engine: Type.String(),
      currency: Type.String(),
      nights: Type.Integer({ minimum: 1 }),
      lines: Type.Array(Type.Object({ rule: Type.String(), text: Type.String(), exact: Exact, amount: Money })),
      total: Type.Object({ exact: Exact, amount: Money }),
      deposit: Type.Object({ text: Type.String(), exact: Exact, amount: Money }),
    }),
    example: {
      session: 'visit-1',
      property_uid: 1,
      contract_uid: null,
      engine: 'classic',
      currency: 'EUR',
      nights: 2,
      lines: [{ rule: 'nightly_rates', text: 'room 1: 2 nights x 100', exact: '200', amount: '200.00' }],
      total: { exact: '200', amount: '200.00' },
      deposit: { text: '20 % of 200.00', exact: '40', amount: '40.00' },
    },
  },
  refusals: { 404: 'The booking session, the call or the sandbox does not exist, or the session has no price' },
  example: { path: { id: 'visit-1' }, query: { call: 1 } },
})
