/**
 * Choices about the steps of a booking session, and the rooms it is offered.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-api/choices/choices.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import type { RowLists } from '../../../src/store/state.ts'
import { aCompleteSession, aQuote, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate, aRoom, aTariffType } from '../../support/small-world.ts'
import type { Got, TestWorld } from '../../support/test-world.ts'
import type { ChoiceCase } from './choice-case.ts'

type Fields = Readonly<Record<string, string>>

/** The visitor of the session calls. */
export const sent = (world: TestWorld, id: string, form?: Fields, path: Fields = {}): Promise<Got> =>
  world.call(id, { headers: IN_SESSION, path, ...(form && { form }) })

/** What stands under the key of the answer. */
export const told = async <T = never>(world: TestWorld, id: string, form?: Fields): Promise<T> =>
  (await sent(world, id, form)).data as T

/** The session as it is stored. */
export const stored = (world: TestWorld): Partial<BookingSession> => world.sandbox.store.db.sessions.get(SESSION_ID) ?? {}

/** A session that lacks nothing but price and validation, and other rows. */
export const inSession = (session: Partial<BookingSession> = {}, rows: Partial<RowLists> = {}): Partial<RowLists> => ({
  sessions: [aCompleteSession(session)],
  ...rows,
})

const untold: Partial<RowLists> = { sessions: [aSession()] }
const DATES = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }

interface Offered {
  readonly room_types: Readonly<
    Record<
      string,
      { readonly room_type_rooms: readonly { readonly hatPairs: readonly string[] }[]; readonly occupancy_levels: object }
    >
  >
  readonly rooms: Readonly<Record<string, { readonly room_type: { readonly room_type_id?: string } }>>
}

const offered = async (world: TestWorld): Promise<readonly string[]> =>
  Object.keys((await told<Offered>(world, 'listSessionRooms')).rooms)

const initialise = (world: TestWorld): Promise<Got> =>
  sent(world, 'initialiseSession', undefined, { property_id: '1', language: 'en-GB' })

/** One room, at this tariff. */
const oneRoom = (rate: Parameters<typeof aRate>[0], session: Partial<BookingSession> = {}): Partial<RowLists> =>
  inSession(session, { rooms: [aRoom()], rates: [aRate(rate)] })

export const SESSION_CASES = {
  session_header: {
    ask: async (world) => (await world.call('listErrorMessages')).status,
    says: { all: 400, exempt: 200 },
  },
  session_header_refusal: {
    ask: async (world) => {
      const { meta } = (await world.call('getOkToBook')).body as { readonly meta: { readonly error_message: unknown } }
      return typeof meta.error_message
    },
    says: { text: 'string', object: 'object' },
  },
  session_refusal_charset: {
    ask: async (world) => (await sent(world, 'getOkToBook')).headers['Content-Type'],
    says: { utf8: 'application/json; charset=utf-8', blank: 'application/json; charset=' },
  },
  session_messages: {
    rows: untold,
    ask: (world) => told(world, 'validateDates'),
    says: {
      plain: { valid: false, reason: 'The arrival date was not supplied. : arrival date empty' },
      recorded: { valid: false, reason: 'Error. Arrival date not sent : arrival date empty' },
    },
  },
  step_order: {
    rows: untold,
    ask: async (world) => {
      await sent(world, 'setGuestNumbers', { adults: '2', children: '0' })
      const { valid } = await told<{ readonly valid: boolean }>(world, 'setNote', { note: 'Late' })
      return { guests: stored(world).adults, note: valid }
    },
    says: {
      needs: { guests: null, note: true },
      as_listed: { guests: null, note: false },
      free: { guests: 2, note: true },
    },
  },
  session_checks: {
    rows: untold,
    ask: (world) => told(world, 'setDates', { ...DATES, departureDate: '2026-05-30' }),
    says: {
      checked: { valid: false, reason: 'The arrival date is not valid. : departure date before arrival date' },
      as_recorded: { valid: true },
    },
  },
  crawler_user_agents: {
    ask: async (world) => {
      const from = (agent: string) =>
        world.call('initialiseSession', {
          headers: { ...IN_SESSION, 'User-Agent': agent },
          path: { property_id: '1', language: 'en-GB' },
        })
      const tool = await from('curl/7.88')
      const says = tool.headers['X-Understay-Hint']?.includes('--choice crawler_user_agents=served')
      return [tool.status, says, (await from('Mozilla/5.0 Firefox/150.0')).status]
    },
    says: { served: [200, undefined, 200], refused: [400, true, 200] },
  },
  format_price_input: {
    rows: inSession(),
    ask: async (world) => {
      const prices: unknown[] = []
      for (const amount of ['x', '12,5', '1e3']) {
        const { status, data } = await sent(world, 'formatPrice', undefined, { amount })
        prices.push(status === 200 ? (data as { readonly price: string }).price : status)
      }
      return prices
    },
    says: { checked: [400, '12.50€', 400], cast: ['0.00€', '12.00€', '1.00€'] },
  },
  rooms_selected_bound: {
    rows: oneRoom({ maxRoomsSelected: 0 }),
    ask: offered,
    says: { inclusive: ['1^1'], exclusive: [] },
  },
  session_extras: {
    rows: inSession(),
    ask: async (world) => {
      await sent(world, 'setGuestNumbers', { adults: '2', children: '0', coupon_code: 'SPRING' })
      return stored(world).couponCode
    },
    says: { accept: 'SPRING', ignore: '' },
  },
  stale_prices: {
    rows: inSession({ quote: aQuote() }),
    ask: async (world) => {
      await sent(world, 'setDates', { ...DATES, departureDate: '2026-06-10' })
      return (await told<{ readonly valid: boolean }>(world, 'validateBooking')).valid
    },
    says: { invalid: false, kept: true },
  },
  weekday_rules: {
    // a Friday to a Sunday
    rows: oneRoom({ allowWeekend: false, dayOfWeek: 5 }, { arrival: '2026-06-05', departure: '2026-06-07' }),
    ask: offered,
    says: { all: [], override: ['1^1'] },
  },
  offer_restrictions: {
    rows: oneRoom({ minDays: 7 }),
    ask: offered,
    says: { applied: [], none: ['1^1'] },
  },
  rooms_free: {
    rows: inSession(
      {},
      {
        rooms: [aRoom(), aRoom({ id: 2 }), aRoom({ id: 3 })],
        bookings: [
          aBooking({ arrival: '2026-06-01', departure: '2026-06-02' }),
          aBooking({ id: 2, arrival: '2026-09-01', departure: '2026-09-02', rooms: [{ roomId: 2, rateId: 1 }] }),
        ],
      },
    ),
    ask: offered,
    says: { nights: ['2^1', '3^1'], any_night: ['3^1'] },
  },
  rate_sets: {
    rows: inSession(
      {},
      {
        rooms: [aRoom()],
        tariffTypes: [aTariffType(), aTariffType({ id: 2, title: 'Twin' })],
        rates: [aRate(), aRate({ id: 2, tariffTypeId: 2, price: 8000 })],
      },
    ),
    ask: async (world) =>
      (await told<Offered>(world, 'listSessionRooms')).room_types['1']?.room_type_rooms.map(({ hatPairs }) => hatPairs),
    says: { apart: [['1^1'], ['1^2']], merged: [['1^1', '1^2']] },
  },
  zero_prices: {
    rows: { rates: [aRate(), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, price: 0 })] },
    ask: async (world) => {
      const { status, message } = await initialise(world)
      return status === 200 ? status : message
    },
    says: { skip: 200, block: 'Price not set' },
  },
  occupancy_levels: {
    rows: inSession({}, { rooms: [aRoom({ maxPeople: 5 })] }),
    ask: async (world) => (await told<Offered>(world, 'listSessionRooms')).room_types['1']?.occupancy_levels,
    says: {
      rooms: { room_type_name: 'Double', room_type_id: 1, max_adults: 5, max_children: 4, max_occupancy: 5 },
      two_adults: { room_type_name: 'Double', room_type_id: 1, max_adults: 2, max_children: 0, max_occupancy: 0 },
    },
  },
  room_capacity: {
    rows: inSession({ adults: 1 }),
    ask: (world) => told(world, 'setPropertyBooking', { selectedRooms: '1^1,2^1' }),
    says: {
      adults: { valid: false, reason: 'there are more rooms (2) than guests (1)' },
      unchecked: { valid: true, hatPair: '1^1,2^1' },
    },
  },
  room_type_id: {
    rows: inSession({}, { rooms: [aRoom(), aRoom({ id: 2 })] }),
    ask: async (world) =>
      Object.values((await told<Offered>(world, 'listSessionRooms')).rooms).map(({ room_type }) => room_type.room_type_id),
    says: { always: ['1', '1'], first_room: ['1', undefined] },
  },
  selection_key: {
    rows: inSession(),
    ask: async (world) =>
      Object.keys(((await sent(world, 'setPropertyBooking', { selectedRooms: '' })).body as { readonly data: object }).data),
    says: { own: ['set_property_booking'], set_rooms: ['set_rooms'] },
  },
  selection_check: {
    rows: inSession(),
    ask: (world) => told(world, 'setPropertyBooking', { selectedRooms: '1^999' }),
    says: {
      offered: { valid: false, reason: '1^999 is not on offer: the rate is not one of this room' },
      room_only: { valid: true, hatPair: '1^999' },
    },
  },
  selection_answer: {
    rows: inSession({ rooms: [] }),
    ask: async (world) => [
      await told(world, 'setPropertyBooking', { selectedRooms: '1^1' }),
      await told(world, 'setPropertyBooking', { selectedRooms: '1^1' }),
    ],
    says: {
      at_once: [
        { valid: true, hatPair: '1^1' },
        { valid: true, hatPair: '1^1' },
      ],
      second_call: [
        { valid: false, reason: null },
        { valid: true, hatPair: '1^1' },
      ],
    },
  },
  allowed_dates: {
    rows: { properties: [aProperty({ settings: { limitAdvanceBookingsYesNo: '1', advanceBookingsLimit: '1' } })] },
    ask: async (world) => {
      const { data } = (await initialise(world)) as unknown as {
        readonly data: { readonly response: { readonly data: { readonly availability: { readonly allowed_dates: unknown } } } }
      }
      return data.response.data.availability.allowed_dates
    },
    says: {
      list: ['2026-05-02', '2026-05-03', '2026-05-04'],
      // the day on which one can only leave is added behind the others
      keyed: { 0: '2026-05-03', 1: '2026-05-04', 2: '2026-05-02' },
    },
  },
  dates_in_range: {
    ask: async (world) =>
      (await sent(world, 'listDatesInRange', undefined, { start_date: '2026-06-01', end_date: '2026-06-02' })).data,
    says: { with_end: { periods: ['2026-06-01', '2026-06-02'] }, without_end: { periods: ['2026-06-01'] } },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
