/** The operation on the calendar: which room is occupied on which night. */
import { Count, Day, Id, OneOf, OrNull, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'

export const CALENDAR = new Subject('calendar', 'The stays in the rooms of a property')

/** The days that are shown by default. */
export const DEFAULT_NIGHTS = 60
export const DAYS_BEFORE_TODAY = 7

export const STAY_STATES = [
  'enquiry',
  'booked',
  'in house',
  'left',
  'no show',
  'rejected',
  'black',
  'session',
  'other channel',
  'cancelled',
] as const

const Stay = Type.Object({
  key: Type.String({ description: 'Unique in the calendar' }),
  room: Id,
  arrival: Day,
  departure: Type.String({ description: 'The day of departure, which is not a night of the stay', format: 'date' }),
  state: OneOf(STAY_STATES),
  booking: OrNull(Id),
  session: OrNull(Type.String()),
  guest: Type.String({ description: 'Surname; empty when there is none' }),
  call: OrNull(Type.Integer({ description: 'The latest call of the journal that changed the booking', minimum: 1 })),
  cause: OrNull(
    Type.Object(
      {
        kind: OneOf(['event', 'fault', 'traffic']),
        id: Type.String({ description: 'Of the event or fault; of traffic `<id>/<act>`' }),
      },
      { description: 'What changed the booking last, where it was no call; null after a restart of the server' },
    ),
  ),
})

export const readCalendar = CALENDAR.operation({
  id: 'readCalendar',
  method: 'get',
  path: '/calendar',
  summary: 'The rooms of a property with their stays by night',
  description:
    'Bookings, black bookings, the rooms selected by open booking sessions, and sales of other channels. `stays` has no cancelled ones.',
  query: {
    property: Type.Optional(Type.Integer({ description: 'A property uid; by default the first', minimum: 1 })),
    from: Type.Optional(
      Type.String({ description: 'The first night, YYYY-MM-DD; by default a week before today', format: 'date' }),
    ),
    nights: Type.Optional(
      Type.Integer({ description: `The number of nights: ${DEFAULT_NIGHTS} by default, at most 366`, minimum: 1, maximum: 366 }),
    ),
    rates: Type.Optional(Type.Boolean({ description: 'Whether to include tariffs and minimum stays' })),
  },
  answer: {
    means: 'The calendar',
    schema: Type.Object({
      property: OrNull(Type.Object({ id: Id, name: Type.String(), currency: Type.String() })),
      properties: Type.Array(
        Type.Object({
          id: Id,
          name: Type.String(),
          sold_twice: { ...Count, description: 'Nights of its rooms that are sold twice, in the days of the calendar' },
        }),
      ),
      from: Day,
      nights: Type.Integer({ minimum: 1 }),
      today: Type.String({ description: 'By the clock of the sandbox', format: 'date' }),
      rooms: Type.Array(Type.Object({ id: Id, name: Type.String(), type: Type.String() })),
      stays: Type.Array(Stay),
      cancelled: Type.Array(Stay, { description: 'Of cancelled bookings, those that a call of the journal changed' }),
      figures: Type.Array(
        Type.Object({
          day: Day,
          taken: {
            ...Count,
            description: 'Rooms that a booking, a black booking or a sale of another channel takes in this night',
          },
          arrivals: { ...Count, description: 'Bookings of guests who arrive' },
          rate: OrNull(Type.String({ description: 'The mean price of the rooms of guests in this night, such as 120.00' })),
        }),
        { description: 'One entry for each night' },
      ),
      sold_twice: Type.Array(Type.Object({ room: Id, night: Day, stays: Type.Array(Type.String(), { minItems: 2 }) }), {
        description: 'Nights of a room that more than one booking or sale has, with the keys of their stays',
      }),
      rates: Type.Optional(
        Type.Array(
          Type.Object({
            id: Id,
            tariff: Type.String(),
            room_type: Type.String(),
            from: Day,
            to: Type.String({ description: 'The last night', format: 'date' }),
            price: Type.String({ description: 'Price per night, such as 120.00' }),
            min_nights: Count,
          }),
        ),
      ),
    }),
    example: {
      property: { id: 1, name: 'Harbour House', currency: 'EUR' },
      properties: [{ id: 1, name: 'Harbour House', sold_twice: 0 }],
      from: '2026-05-01',
      nights: 60,
      today: '2026-05-08',
      rooms: [{ id: 1, name: '101', type: 'Double' }],
      figures: [{ day: '2026-05-01', taken: 1, arrivals: 1, rate: '120.00' }],
      stays: [
        {
          key: 'booking-7-1',
          room: 1,
          arrival: '2026-05-09',
          departure: '2026-05-11',
          state: 'booked',
          booking: 7,
          session: null,
          guest: 'Moreno',
          call: 12,
          cause: null,
        },
      ],
      cancelled: [],
      sold_twice: [],
    },
  },
  refusals: { 404: 'The property or the sandbox does not exist' },
  example: { query: { property: 1, nights: 30, from: '2026-05-01', rates: false } },
})
