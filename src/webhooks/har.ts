/**
 * Deliveries as HAR 1.2, which the developer tools of browsers open.
 * @source http://www.softwareishard.com/blog/har-12-spec/
 */
import { isoInstant } from '../base/instant.ts'
import type { Delivery } from './delivery.ts'

/** Deliveries as one log. Only the status of responses is known. */
export function harOfDeliveries(deliveries: readonly Delivery[], version: string) {
  return { log: { version: '1.2', creator: { name: 'Understay', version }, pages: [], entries: deliveries.map(entryOf) } }
}

function entryOf(delivery: Delivery) {
  const { id, hook, url, task, at, real, sentAt, body, status, ms, state, error, fault, repeats, attempt, raisedBy } = delivery
  const mimeType = 'application/json'
  const { method, headers } = delivery.request ?? { method: 'POST', headers: { 'Content-Type': mimeType } }
  return {
    startedDateTime: isoInstant(sentAt ?? real),
    time: ms ?? 0,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      queryString: [...new URL(url).searchParams].map(([name, value]) => ({ name, value })),
      postData: { mimeType, params: [], text: body },
      headersSize: -1,
      bodySize: Buffer.byteLength(body),
    },
    response: {
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [],
      content: { size: 0, mimeType: '', text: '' },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms ?? 0, receive: 0 },
    _understay: { id, hook, task, at: isoInstant(at), state, error, fault, repeats, attempt, raisedBy },
  }
}
