/**
 * The journal as HAR 1.2, which the developer tools of browsers open.
 * @source http://www.softwareishard.com/blog/har-12-spec/
 */

import { STATUS_CODES } from 'node:http'
import { mapLazily } from '../api/json-parts.ts'
import type { Product } from '../api/product.ts'
import { isoInstant } from '../base/instant.ts'
import { MASK } from '../base/mask.ts'
import { URLENCODED } from '../base/media-type.ts'
import { targetQuery } from '../base/request-target.ts'
import type { Entry } from './entry.ts'
import { CUT_MARK } from './masking.ts'

/** The addresses of the requests. */
export interface HarPlace extends Pick<Product, 'apiPath' | 'sessionHeader' | 'channelHeader'> {
  /** Server and sandbox, without a slash at the end. */
  readonly address: string
  readonly sandbox: string
  readonly version: string
  /** The world of the sandbox; absent in recordings of a deployment. */
  readonly world?: HarWorld | undefined
}

/** What a replay needs to create the same world, and what no call of it shows. */
export interface HarWorld {
  readonly seed: number
  readonly scenario?: string | undefined
  /** Bookings that were made, and deliveries of webhooks that were sent, without a call. */
  readonly arrivals?: number | undefined
  readonly deliveries?: number | undefined
}

/** The note of the journal on a body that is not a form. */
const UNREAD_BODY = /^\d+ bytes of (.*)$/

/** The entries as a HAR log, with times of the sandbox's clock and masked secrets. */
export const harOf = (entries: readonly Entry[], place: HarPlace) =>
  logOf(
    place,
    entries.map((entry) => harEntry(entry, place)),
  )

/** As {@link harOf}, with each entry made on demand. */
export const harInParts = (entries: readonly Entry[], place: HarPlace) =>
  logOf(
    place,
    mapLazily(entries, (entry) => harEntry(entry, place)),
  )

/** The note on the world comes before the entries, where it is found without reading them. */
const logOf = <E>({ version, world }: HarPlace, entries: E) => ({
  log: { version: '1.2', creator: { name: 'Understay', version }, ...(world && { _understay: world }), pages: [], entries },
})

/** What the journal notes besides. */
const NOTED = [
  ...(['operation', 'client', 'token', 'refusalCode', 'refusal', 'hint', 'warnings', 'fault', 'networkFault'] as const),
  ...(['aborted', 'abortedMs', 'lostStatus', 'unread', 'changed', 'correlation'] as const),
]

function harEntry(entry: Entry, place: HarPlace) {
  const { id, real, turn, connection } = entry
  const noted = Object.fromEntries(NOTED.map((name) => [name, entry[name]]))
  return {
    startedDateTime: isoInstant(entry.at),
    time: entry.ms,
    request: harRequest(entry, place),
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: entry.ms, receive: 0 },
    ...(connection !== undefined && { connection: String(connection) }),
    _resourceType: 'fetch',
    _understay: { id, real, turn, sandbox: place.sandbox, ...noted },
  }
}

function harRequest(entry: Entry, { address, apiPath, sessionHeader, channelHeader }: HarPlace) {
  const { requestHeaders, session, channel, correlation, request } = entry
  const headers = {
    ...requestHeaders,
    [sessionHeader]: session,
    [channelHeader]: channel,
    'x-request-id': correlation,
  }
  return {
    method: entry.method,
    url: `${address}${`${apiPath}${entry.target}`.replaceAll('[', '%5B').replaceAll(']', '%5D')}`,
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headerList(headers),
    queryString: pairsOf(targetQuery(entry.target)),
    ...(request !== undefined && { postData: postDataOf(request) }),
    headersSize: -1,
    bodySize: request === undefined ? 0 : -1,
  }
}

/** Shows a form as it was parsed, whatever its encoding; of other bodies only the size is known. */
function postDataOf(request: string) {
  const type = UNREAD_BODY.exec(request)?.[1]
  if (type !== undefined) return { mimeType: type, params: [], text: '', comment: request }
  return { mimeType: URLENCODED, params: pairsOf(request), text: request, ...cutComment(request) }
}

function harResponse({ method, status, response, responseHeaders = {}, bytes = 0 }: Entry) {
  const text = method === 'HEAD' || response === undefined ? '' : response
  const content = { size: text === '' ? bytes : Buffer.byteLength(text), mimeType: responseHeaders['Content-Type'] ?? '', text }
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: headerList(responseHeaders),
    content: { ...content, ...cutComment(text) },
    redirectURL: '',
    headersSize: -1,
    bodySize: content.size,
  }
}

const cutComment = (text: string) => (text.endsWith(CUT_MARK) ? { comment: 'cut at 64 KiB' } : {})

/** Headers; secrets in addresses in them are masked. */
function headerList(headers: Readonly<Record<string, string | undefined>>): { readonly name: string; readonly value: string }[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value: value.replace(/\b((?:access_token|client_secret)=)[^&\s"',;]+/g, `$1${MASK}`) }],
  )
}

function pairsOf(text: string): { readonly name: string; readonly value: string }[] {
  return [...new URLSearchParams(text)].map(([name, value]) => ({ name, value }))
}
