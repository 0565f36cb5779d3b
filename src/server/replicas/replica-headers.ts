/** The headers by which replicas recognise and answer each other. */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { ApiResponse } from '../../api/response.ts'
import { CONNECTION_HEADERS } from '../../base/connection-headers.ts'
import { UNKNOWN_ADDRESS } from '../request.ts'

/** The shared secret of the replicas: marks a forwarded request. */
const SECRET_HEADER = 'x-understay-replica'
/** Port and address of the client of a forwarded request. */
const CLIENT_HEADER = 'x-understay-client'
/** Marks a response to another replica, which does not go to the client. */
const ANSWER_HEADER = 'x-understay-answer'
const MISDIRECTED = 421

const DROPPED_HEADERS: ReadonlySet<string> = new Set([...CONNECTION_HEADERS, SECRET_HEADER, CLIENT_HEADER])

/** Methods whose requests Node sends without a body and without chunks. */
const UNCHUNKED: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** `elsewhere`: the replica does not own the sandbox. `cut`: the connection to the client has to be closed. */
export type ReplicaAnswer = 'elsewhere' | 'cut'

/** The client of a request that another replica has forwarded. */
export interface RemoteClient {
  readonly remoteAddress: string | undefined
  readonly remotePort: number | undefined
}

/** The client of a forwarded request; undefined for a request that does not come from a replica. */
export function forwardedClient({ headers }: IncomingMessage, secret: string): RemoteClient | undefined {
  const sent = headers[SECRET_HEADER]
  if (typeof sent !== 'string' || !isSameSecret(sent, secret)) return undefined
  const [port, ...address] = String(headers[CLIENT_HEADER] ?? '').split(' ')
  return { remoteAddress: address.join(' ') || undefined, remotePort: Number(port) || undefined }
}

/** Compares in a time that does not depend on the characters. */
export function isSameSecret(sent: string, secret: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The headers of a request as it is forwarded: names and values in turn. */
export function forwardedHeaders(incoming: IncomingMessage, bodyBytes: number, secret: string): string[] {
  const { remotePort, remoteAddress } = incoming.socket
  const headers = [
    ...endToEndHeaders(incoming.rawHeaders),
    ...[SECRET_HEADER, secret],
    ...[CLIENT_HEADER, `${remotePort ?? ''} ${remoteAddress ?? UNKNOWN_ADDRESS}`],
  ]
  const { 'content-length': length, 'transfer-encoding': encoding } = incoming.headers
  // without a length Node would send an empty body in chunks, which announces a body
  const hasNoBody = encoding === undefined && !UNCHUNKED.has(incoming.method ?? '')
  if (length === undefined && (bodyBytes > 0 || hasNoBody)) headers.push('Content-Length', String(bodyBytes))
  return headers
}

/** Names and values in turn, without the headers of one connection and those that only replicas may send. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const headers: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    if (!DROPPED_HEADERS.has(name.toLowerCase())) headers.push(name, value)
  }
  return headers
}

/** The response to another replica, not to its client. */
const answerOf = (answer: ReplicaAnswer): ApiResponse => ({
  status: MISDIRECTED,
  headers: { [ANSWER_HEADER]: answer },
  body: null,
})
export const CUT_ANSWER = answerOf('cut')
export const ELSEWHERE_ANSWER = answerOf('elsewhere')

/** The answer that is meant for this replica; undefined for a response to the client. */
export function replicaAnswer({ statusCode, headers }: IncomingMessage): ReplicaAnswer | undefined {
  const answer = headers[ANSWER_HEADER]
  if (statusCode !== MISDIRECTED || answer === undefined) return undefined
  return answer === 'cut' ? 'cut' : 'elsewhere'
}
