/**
 * A booking made by an event, and the read that finds it.
 *
 * @module
 */
import type { RawClient, Reply } from './raw-client.ts'

export const ARRIVAL = {
  name: 'arrival',
  clock: { run: 'frozen' as const },
  events: [{ at: '+5m', do: 'guest_books' as const, with: { property: 1, arrival: 'today+20', departure: 'today+22' } }],
}

export const watchBookings = (client: RawClient): Promise<Reply> =>
  client.get(`/listbooking/1/${client.night(0)}/${client.night(60)}`)
