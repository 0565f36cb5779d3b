/**
 * A request as the listener hands it to an API, and its body.
 *
 * @module
 */

import { Refusal } from '../../domain/refusal.ts'
import type { Operation } from '../operation.ts'

/** A request, independent of where it came from: a socket, or a web `Request`. */
export interface ApiRequest {
  readonly method: string
  /** The name of the sandbox it is addressed to. */
  readonly sandbox: string
  /** Raw path behind the prefix of the API, beginning with `/`. */
  readonly path: string
  /** Raw query without `?`. */
  readonly query: string
  readonly header: (name: string) => string | undefined
  /** True when a body was announced. */
  readonly hasBody: boolean
  /** Reads the body, of at most so many bytes. @throws Refusal `body_too_large`, `body_broken` */
  readonly readBody: (maxBytes: number) => Promise<Uint8Array>
  /** True once the client has closed the connection. */
  readonly gone: () => boolean
  /** A number for the connection it came on; undefined where there is none. */
  readonly connection?: number | undefined
  /** Aborts when the client closes the connection before the response is complete. */
  readonly signal: () => AbortSignal
  /** Address of server and sandbox as the client reaches them, without a slash at the end. */
  readonly root: string
  /** The address of the client; undefined for a request of this process, which is trusted. */
  readonly remoteAddress: string | undefined
}

/** A body that is too large is read up to so many times its limit: a client that still writes sees no response. */
const DRAINED = 16

/**
 * Reads a body up to its limit. A larger one is read on and thrown away, so that the refusal reaches the client.
 *
 * @throws Refusal `body_too_large`
 */
export async function readLimited(
  stream: AsyncIterable<Uint8Array> | readonly Uint8Array[],
  maxBytes: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= maxBytes) chunks.push(chunk)
    else if (size > DRAINED * maxBytes) break
  }
  if (size > maxBytes) throw new Refusal('body_too_large', { what: String(maxBytes) })
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** A body that did not arrive whole is refused everywhere, one that is no form only where a form is expected. */
export function requireBody(operation: Operation, problem: unknown): void {
  if (problem === undefined) return
  const broken = problem instanceof Refusal && (problem.code === 'body_broken' || problem.code === 'body_too_large')
  if (operation.form || broken || !(problem instanceof Refusal)) throw problem
}
