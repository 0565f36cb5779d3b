/**
 * A request as it comes in, and its body.
 *
 * @module
 */
import type { Operation } from '../contract/operation.ts'
import { Refusal } from '../domain/refusal.ts'
import { MAX_BODY_BYTES } from './form.ts'

/** A request, as far as the service interface sees it. */
export interface Incoming {
  readonly method: string
  /** Raw path behind the interface's base, beginning with `/`. */
  readonly path: string
  /** Raw query without `?`. */
  readonly query: string
  readonly header: (name: string) => string | undefined
  /** True when a body was announced. */
  readonly hasBody: boolean
  /** Reads the body. @throws Refusal `body_too_large`, `body_broken` */
  readonly readBody: () => Promise<Uint8Array>
  /** True once the caller has hung up. */
  readonly gone: () => boolean
  /** Server and sandbox as the caller reaches them, without a slash at the end. */
  readonly root: string
}

/** What is read of a body that is too large before the connection is given up: a client that still writes sees no answer. */
const DRAINED_BYTES = 16 * MAX_BODY_BYTES

/**
 * Reads a body up to its limit. A larger one is read on and thrown away, so that the refusal reaches the client.
 *
 * @throws Refusal `body_too_large`
 */
export async function readLimited(stream: AsyncIterable<Uint8Array> | readonly Uint8Array[]): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= MAX_BODY_BYTES) chunks.push(chunk)
    else if (size > DRAINED_BYTES) break
  }
  if (size > MAX_BODY_BYTES) throw new Refusal('body_too_large', { what: String(MAX_BODY_BYTES) })
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** A body that did not arrive whole is refused everywhere, one that is no form where a form is expected. */
export function demandBody(operation: Operation, problem: unknown): void {
  if (problem === undefined) return
  const broken = problem instanceof Refusal && (problem.code === 'body_broken' || problem.code === 'body_too_large')
  if (operation.form || broken || !(problem instanceof Refusal)) throw problem
}
