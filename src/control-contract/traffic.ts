/** The operation on traffic: generated bookings and other acts of a scenario. */
import { Count, Id, InstantText, OrNull, Text, Type } from '../api/schema.ts'
import { Subject } from './operation.ts'
import { Since } from './parts.ts'

export const TRAFFIC = new Subject('traffic', 'Guests, the front desk and other channels that act during a scenario')

const Day = Type.String({ format: 'date' })

/** How often the acts of one kind of traffic happened. */
export const ActCounts = {
  acts: Type.Array(
    Type.Object({
      do: Text,
      happened: Count,
      blocked: { ...Count, description: 'How often it could not happen, such as a booking when the property is full' },
    }),
    { description: 'Its own act first, then the later acts on bookings' },
  ),
  lastBlocked: OrNull({ ...Text, description: 'Why the last blocked act could not happen' }),
  lastFailed: Type.Optional({ ...Text, description: 'The error of the last act that failed by one of Understay' }),
}

export const Source = Type.Object({
  id: Text,
  do: Text,
  next: OrNull({ ...InstantText, description: 'The time of the next act; null once the traffic has ended' }),
  ...ActCounts,
  reasons: Type.Array(Type.Object({ reason: Text, blocked: Count }), {
    description: 'How often acts could not happen, by reason, the most frequent first. Ids and numbers are N, days DAY',
  }),
})

export const Sale = Type.Object({
  id: { ...Id, description: 'For `since`' },
  at: InstantText,
  property: Id,
  room: Id,
  arrival: Day,
  departure: { ...Day, description: 'The day of departure, which is not a night of the stay' },
  nights: Type.Array(Day),
})

export const Act = Type.Object({
  id: Id,
  traffic: { ...Text, description: 'The id of the traffic' },
  number: { ...Id, description: 'The number of the act, counted from 1' },
  do: Text,
  at: InstantText,
  property: OrNull(Id),
  booking: OrNull({ ...Id, description: 'The contract uid of the booking' }),
  room: OrNull(Id),
  arrival: OrNull(Day),
  departure: OrNull(Day),
  blocked: OrNull({ ...Text, description: 'Why it could not happen' }),
})

export const TrafficShown = Type.Object({
  traffic: Type.Array(Source),
  acts: Type.Array(Act, { description: 'The last acts, oldest first' }),
  sales: Type.Array(Sale, { description: 'Sales of other channels, oldest first; no list of the service contains them' }),
})

export const readTraffic = TRAFFIC.operation({
  id: 'readTraffic',
  method: 'get',
  path: '/traffic',
  summary: 'The traffic of the sandbox: counts, the last acts, and the sales of other channels',
  description: 'No list of the service contains the sales of other channels: a client reads them here.',
  query: {
    since: Type.Optional({ ...Since, description: 'the id of the sale after which the list begins' }),
  },
  answer: {
    means: 'Each kind of traffic, the last 1,000 acts, and the sales of other channels, oldest first',
    schema: TrafficShown,
    example: {
      traffic: [
        {
          id: 'guests',
          do: 'guest_books',
          next: '2026-06-01T09:04:11.020Z',
          acts: [
            { do: 'guest_books', happened: 12, blocked: 1 },
            { do: 'guest_cancels', happened: 1, blocked: 0 },
          ],
          reasons: [{ reason: 'room: property N is full: none of its rooms is free every night from DAY to DAY', blocked: 1 }],
          lastBlocked: 'room: property 1 is full: none of its rooms is free every night from 2026-06-03 to 2026-06-05',
        },
      ],
      acts: [
        {
          id: 14,
          traffic: 'guests',
          number: 13,
          do: 'guest_books',
          at: '2026-06-01T08:58:02.311Z',
          property: 1,
          booking: 31,
          room: 2,
          arrival: '2026-06-09',
          departure: '2026-06-11',
          blocked: null,
        },
      ],
      sales: [
        {
          id: 1,
          at: '2026-06-01T08:40:57.004Z',
          property: 1,
          room: 3,
          arrival: '2026-06-05',
          departure: '2026-06-06',
          nights: ['2026-06-05'],
        },
      ],
    },
  },
  example: { query: { since: 2 } },
})
