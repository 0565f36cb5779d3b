/**
 * The headers by which replicas recognise and answer each other.
 *
 * @module
 */
import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { UNKNOWN_ADDRESS } from '../request-target.ts'

/** The shared secret of the replicas: marks a forwarded request. */
const SECRET_HEADER = 'x-understay-replica'
/** Port and address of the client of a forwarded request. */
const CLIENT_HEADER = 'x-understay-client'
/** Marks a response to another replica, which does not go to the client. */
const ANSWER_HEADER = 'x-understay-answer'
const MISDIRECTED = 421
/** The target of the request that opens a link; the number is the version of its frames. */
export const LINK_TARGET = 'understay-link:1'

/** Headers that belong to one connection. */
const HOP_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'transfer-encoding',
  'proxy-connection',
  'upgrade',
  'expect',
])

/** `elsewhere`: the replica does not own the sandbox. `cut`: the connection to the client has to be closed. */
export type ReplicaAnswer = 'elsewhere' | 'cut'

/** The client of a request that another replica has forwarded. */
export interface RemoteClient {
  readonly address: string | undefined
  readonly port: number | undefined
}

/** The client of a forwarded request; undefined for a request that does not come from a replica. */
export function forwardedClient({ headers }: IncomingMessage, secret: string): RemoteClient | undefined {
  if (!isSecret(headers[SECRET_HEADER], secret)) return undefined
  const [port, ...address] = String(headers[CLIENT_HEADER] ?? '').split(' ')
  return { address: address.join(' ') || undefined, port: Number(port) || undefined }
}

/** Compares in a time that does not depend on the characters. */
function isSecret(sent: string | string[] | undefined, secret: string): boolean {
  if (typeof sent !== 'string') return false
  const [one, other] = [Buffer.from(sent), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** The header by which another replica recognises a request of this one. */
export const secretHeader = (secret: string): readonly [string, string] => [SECRET_HEADER, secret]

/** True for a CONNECT request by which another replica opens a link. */
export const opensLink = ({ url, headers }: IncomingMessage, secret: string): boolean =>
  url === LINK_TARGET && isSecret(headers[SECRET_HEADER], secret)

/** The headers of a request as it is forwarded: names and values in turn. */
export function forwardedHeaders(incoming: IncomingMessage, bodyBytes: number, secret: string): string[] {
  const { remotePort, remoteAddress } = incoming.socket
  const headers = [
    ...endToEndHeaders(incoming.rawHeaders),
    ...secretHeader(secret),
    ...[CLIENT_HEADER, `${remotePort ?? ''} ${remoteAddress ?? UNKNOWN_ADDRESS}`],
  ]
  if (bodyBytes > 0 && incoming.headers['content-length'] === undefined) headers.push('Content-Length', String(bodyBytes))
  return headers
}

/** Names and values in turn, without the headers of one connection and those that only replicas may send. */
export function endToEndHeaders(raw: readonly string[]): string[] {
  const headers: string[] = []
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const [name = '', value = ''] = [raw[index], raw[index + 1]]
    const lower = name.toLowerCase()
    if (!HOP_HEADERS.has(lower) && lower !== SECRET_HEADER && lower !== CLIENT_HEADER) headers.push(name, value)
  }
  return headers
}

/** Answers another replica, not its client. */
export function answerReplica(outgoing: ServerResponse, answer: ReplicaAnswer): void {
  outgoing.writeHead(MISDIRECTED, { [ANSWER_HEADER]: answer }).end()
}

/** The answer that is meant for this replica; undefined for a response to the client. */
export function replicaAnswer({ statusCode, headers }: IncomingMessage): ReplicaAnswer | undefined {
  const answer = headers[ANSWER_HEADER]
  if (statusCode !== MISDIRECTED || answer === undefined) return undefined
  return answer === 'cut' ? 'cut' : 'elsewhere'
}
