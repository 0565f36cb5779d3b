/**
 * Choices about the steps of a booking session, and the rooms it is offered.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-contract/choices/choices.ts'
import type { BookingSession } from '../../../src/domain/session/booking-session.ts'
import type { RowLists } from '../../../src/store/state.ts'
import { aCompleteSession, aQuote, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { aBooking, aProperty, aRate, aRoom, aTariffType } from '../../support/small-world.ts'
import type { TestResponse, TestWorld } from '../../support/test-world.ts'
import type { ChoiceCase } from './choice-case.ts'

type Fields = Readonly<Record<string, string>>

/** Calls an operation with the header of the session. */
export const callInSession = (world: TestWorld, id: string, form?: Fields, path: Fields = {}): Promise<TestResponse> =>
  world.call(id, { headers: IN_SESSION, path, ...(form && { form }) })

/** Calls an operation of the session. @returns its data */
export const dataInSession = async <T = never>(world: TestWorld, id: string, form?: Fields): Promise<T> =>
  (await callInSession(world, id, form)).data as T

/** The stored session. */
export const storedSession = (world: TestWorld): Partial<BookingSession> => world.sandbox.store.db.sessions.get(SESSION_ID) ?? {}

/** A session that lacks only price and validation, and other rows. */
export const inSession = (session: Partial<BookingSession> = {}, rows: Partial<RowLists> = {}): Partial<RowLists> => ({
  sessions: [aCompleteSession(session)],
  ...rows,
})

const emptySession: Partial<RowLists> = { sessions: [aSession()] }
const DATES = { arrivalDate: '2026-06-01', departureDate: '2026-06-03' }

interface RoomsResponse {
  readonly room_types: Readonly<
    Record<
      string,
      { readonly room_type_rooms: readonly { readonly hatPairs: readonly string[] }[]; readonly occupancy_levels: object }
    >
  >
  readonly rooms: Readonly<Record<string, { readonly room_type: { readonly room_type_id?: string } }>>
}

const offeredRooms = async (world: TestWorld): Promise<readonly string[]> =>
  Object.keys((await dataInSession<RoomsResponse>(world, 'listSessionRooms')).rooms)

const initialise = (world: TestWorld): Promise<TestResponse> =>
  callInSession(world, 'initialiseSession', undefined, { property_id: '1', language: 'en-GB' })

/** One room, at this tariff. */
const oneRoom = (rate: Parameters<typeof aRate>[0], session: Partial<BookingSession> = {}): Partial<RowLists> =>
  inSession(session, { rooms: [aRoom()], rates: [aRate(rate)] })

const FIXED_PERIODS = {
  fixedPeriodBookings: '1',
  fixedPeriodBookingsNumberOfDays: '7',
  fixedArrivalDateYesNo: '1',
  fixedArrivalDay: '6',
}

export const SESSION_CASES = {
  session_header: {
    observe: async (world) => (await world.call('listErrorMessages')).status,
    expected: { all: 400, exempt: 200 },
  },
  session_header_refusal: {
    observe: async (world) => {
      const { meta } = (await world.call('getOkToBook')).body as { readonly meta: { readonly error_message: unknown } }
      return typeof meta.error_message
    },
    expected: { text: 'string', object: 'object' },
  },
  session_refusal_charset: {
    observe: async (world) => (await callInSession(world, 'getOkToBook')).headers['Content-Type'],
    expected: { utf8: 'application/json; charset=utf-8', blank: 'application/json; charset=' },
  },
  session_messages: {
    rows: emptySession,
    observe: (world) => dataInSession(world, 'validateDates'),
    expected: {
      plain: { valid: false, reason: 'The arrival date was not supplied. : arrival date empty' },
      recorded: { valid: false, reason: 'Error. Arrival date not sent : arrival date empty' },
    },
  },
  step_order: {
    rows: emptySession,
    observe: async (world) => {
      await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0' })
      const { valid } = await dataInSession<{ readonly valid: boolean }>(world, 'setNote', { note: 'Late' })
      return { guests: storedSession(world).adults, note: valid }
    },
    expected: {
      needs: { guests: null, note: true },
      as_listed: { guests: null, note: false },
      free: { guests: 2, note: true },
    },
  },
  session_checks: {
    rows: emptySession,
    observe: (world) => dataInSession(world, 'setDates', { ...DATES, departureDate: '2026-05-30' }),
    expected: {
      checked: { valid: false, reason: 'The arrival date is not valid. : departure date before arrival date' },
      as_recorded: { valid: true },
    },
  },
  crawler_user_agents: {
    observe: async (world) => {
      const from = (agent: string) =>
        world.call('initialiseSession', {
          headers: { ...IN_SESSION, 'User-Agent': agent },
          path: { property_id: '1', language: 'en-GB' },
        })
      const tool = await from('curl/7.88')
      const says = tool.headers['X-Understay-Hint']?.includes('--choice crawler_user_agents=served')
      return [tool.status, says, (await from('Mozilla/5.0 Firefox/150.0')).status]
    },
    expected: { served: [200, undefined, 200], refused: [400, true, 200] },
  },
  format_price_input: {
    rows: inSession(),
    observe: async (world) => {
      const prices: unknown[] = []
      for (const amount of ['x', '12,5', '1e3']) {
        const { status, data } = await callInSession(world, 'formatPrice', undefined, { amount })
        prices.push(status === 200 ? (data as { readonly price: string }).price : status)
      }
      return prices
    },
    expected: { checked: [400, '12.50€', 400], cast: ['0.00€', '12.00€', '1.00€'] },
  },
  rooms_selected_bound: {
    rows: oneRoom({ maxRoomsSelected: 0 }),
    observe: offeredRooms,
    expected: { inclusive: ['1^1'], exclusive: [] },
  },
  session_extras: {
    rows: inSession(),
    observe: async (world) => {
      await callInSession(world, 'setGuestNumbers', { adults: '2', children: '0', coupon_code: 'SPRING' })
      return storedSession(world).couponCode
    },
    expected: { accept: 'SPRING', ignore: '' },
  },
  stale_prices: {
    rows: inSession({ quote: aQuote() }),
    observe: async (world) => {
      await callInSession(world, 'setDates', { ...DATES, departureDate: '2026-06-10' })
      return (await dataInSession<{ readonly valid: boolean }>(world, 'validateBooking')).valid
    },
    expected: { invalid: false, kept: true },
  },
  weekday_rules: {
    // a Friday to a Sunday
    rows: oneRoom({ allowWeekend: false, dayOfWeek: 5 }, { arrival: '2026-06-05', departure: '2026-06-07' }),
    observe: offeredRooms,
    expected: { all: [], override: ['1^1'] },
  },
  offer_restrictions: {
    rows: oneRoom({ minDays: 7 }),
    observe: offeredRooms,
    expected: { applied: [], none: ['1^1'] },
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
    observe: offeredRooms,
    expected: { nights: ['2^1', '3^1'], any_night: ['3^1'] },
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
    observe: async (world) =>
      (await dataInSession<RoomsResponse>(world, 'listSessionRooms')).room_types['1']?.room_type_rooms.map(
        ({ hatPairs }) => hatPairs,
      ),
    expected: { apart: [['1^1'], ['1^2']], merged: [['1^1', '1^2']] },
  },
  zero_prices: {
    rows: { rates: [aRate(), aRate({ id: 2, tariffTypeId: 2, roomTypeId: 2, price: 0 })] },
    observe: async (world) => {
      const { status, message } = await initialise(world)
      return status === 200 ? status : message
    },
    expected: { skip: 200, block: 'Price not set' },
  },
  occupancy_levels: {
    rows: inSession({}, { rooms: [aRoom({ maxPeople: 5 })] }),
    observe: async (world) => (await dataInSession<RoomsResponse>(world, 'listSessionRooms')).room_types['1']?.occupancy_levels,
    expected: {
      rooms: { room_type_name: 'Double', room_type_id: 1, max_adults: 5, max_children: 4, max_occupancy: 5 },
      two_adults: { room_type_name: 'Double', room_type_id: 1, max_adults: 2, max_children: 0, max_occupancy: 0 },
    },
  },
  room_capacity: {
    rows: inSession({ adults: 1 }),
    observe: (world) => dataInSession(world, 'setPropertyBooking', { selectedRooms: '1^1,2^1' }),
    expected: {
      adults: { valid: false, reason: 'there are more rooms (2) than guests (1)' },
      unchecked: { valid: true, hatPair: '1^1,2^1' },
    },
  },
  room_type_id: {
    rows: inSession({}, { rooms: [aRoom(), aRoom({ id: 2 })] }),
    observe: async (world) =>
      Object.values((await dataInSession<RoomsResponse>(world, 'listSessionRooms')).rooms).map(
        ({ room_type }) => room_type.room_type_id,
      ),
    expected: { always: ['1', '1'], first_room: ['1', undefined] },
  },
  selection_key: {
    rows: inSession(),
    observe: async (world) =>
      Object.keys(
        ((await callInSession(world, 'setPropertyBooking', { selectedRooms: '' })).body as { readonly data: object }).data,
      ),
    expected: { own: ['set_property_booking'], set_rooms: ['set_rooms'] },
  },
  selection_check: {
    rows: inSession(),
    observe: (world) => dataInSession(world, 'setPropertyBooking', { selectedRooms: '1^999' }),
    expected: {
      offered: { valid: false, reason: '1^999 is not on offer: the rate is not one of this room' },
      room_only: { valid: true, hatPair: '1^999' },
    },
  },
  selection_answer: {
    rows: inSession({ rooms: [] }),
    observe: async (world) => [
      await dataInSession(world, 'setPropertyBooking', { selectedRooms: '1^1' }),
      await dataInSession(world, 'setPropertyBooking', { selectedRooms: '1^1' }),
    ],
    expected: {
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
    observe: async (world) => {
      const { data } = (await initialise(world)) as unknown as {
        readonly data: { readonly response: { readonly data: { readonly availability: { readonly allowed_dates: unknown } } } }
      }
      return data.response.data.availability.allowed_dates
    },
    expected: {
      list: ['2026-05-03', '2026-05-04'],
      // the day on which one can only leave is added behind the others
      keyed: { 0: '2026-05-03', 1: '2026-05-04', 2: '2026-05-02' },
    },
  },
  fixed_period_numbers: {
    rows: { properties: [aProperty({ settings: FIXED_PERIODS })] },
    observe: async (world) => {
      const { data } = (await initialise(world)) as unknown as {
        readonly data: { readonly response: { readonly data: Readonly<Record<string, unknown>> } }
      }
      const { fixedPeriodBookingsNumberOfDays: days, fixedArrivalDay: day } = data.response.data
      return [days, day]
    },
    expected: { numbers: [7, 6], texts: ['7', '6'] },
  },
  dates_in_range: {
    observe: async (world) =>
      (await callInSession(world, 'listDatesInRange', undefined, { start_date: '2026-06-01', end_date: '2026-06-02' })).data,
    expected: { with_end: { periods: ['2026-06-01', '2026-06-02'] }, without_end: { periods: ['2026-06-01'] } },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
