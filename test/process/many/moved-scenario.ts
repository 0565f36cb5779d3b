/**
 * A scenario for sandboxes that move from one replica to another, and calls to them.
 *
 * @module
 */

import { until } from '../../support/until.ts'
import { whenInContact } from '../when-in-contact.ts'

/** Faults with counts, events, traffic, and expectations of every kind. */
export const SCENARIO = JSON.stringify({
  name: 'moved',
  clock: { at: '2030-03-01T09:00:00Z', run: 'frozen' },
  token_lifetime: 86_400,
  faults: [
    { id: 'second-fails', on: { operation: 'listFavourites' }, after: 1, times: 2, network: { status: 503 } },
    { on: { operation: 'requestToken' }, after: 9, network: { status: 500 } },
  ],
  events: [
    { at: '+1h', do: 'guest_books', with: { property: 1, arrival: 'today+5', nights: 2 } },
    { at: '+3h', do: 'guest_books', with: { property: 1, arrival: 'today+9', nights: 2 } },
  ],
  traffic: [{ id: 'sales', do: 'channel_sells', every: '30m' }],
  expect: [
    { id: 'reads', operation: 'listFavourites', count: { min: 4 } },
    { id: 'seen', each: 'sales', operation: 'listFavourites', same: 'property', within: '12h' },
    { id: 'no-double', invariant: 'no-overbooking' },
  ],
})

const JSON_TYPE = { 'content-type': 'application/json' }

export async function request(
  url: string,
  method = 'GET',
  body?: string,
  token?: string,
): Promise<{ status: number; text: string }> {
  const headers = { ...(body !== undefined && JSON_TYPE), ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const response = await whenInContact(() => fetch(url, { method, headers, ...(body !== undefined && { body }) }))
  return { status: response.status, text: await response.text() }
}

/** Repeats a GET until it gets 200. */
export async function untilAnswered(url: string): Promise<string> {
  let last = { status: 0, text: '' }
  await until(async () => {
    last = await request(url).catch(() => ({ status: 0, text: '' }))
    return last.status === 200
  })
  return last.text
}
