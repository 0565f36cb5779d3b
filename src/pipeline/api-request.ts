/** A request as APIs receive it, and the limits of its body. */

import type { Operation } from '../api/operation.ts'
import type { RequestHeaders } from '../api/request-headers.ts'
import { Refusal } from '../domain/refusal.ts'

/** A request, independent of its source: a socket or a web `Request`. */
export interface ApiRequest {
  readonly method: string
  /** The name of the addressed sandbox. */
  readonly sandbox: string
  /** The raw path after the prefix of the API, beginning with `/`. */
  readonly path: string
  /** Raw query without `?`. */
  readonly query: string
  readonly headers: RequestHeaders
  readonly hasBody: boolean
  /** Reads the body up to `maxBytes`. @throws Refusal `body_too_large`, `body_broken`, and what `hold` throws */
  readonly readBody: (maxBytes: number, hold?: Hold) => Promise<Uint8Array>
  /** True after the client has closed the connection. */
  readonly gone: () => boolean
  /** A number that identifies the connection; undefined without one. */
  readonly connection?: number | undefined
  /** The turn of the event loop in which it was received; undefined without one. */
  readonly turn?: number | undefined
  /** Aborts when the client closes the connection before the response is complete. */
  readonly signal: () => AbortSignal
  /** Base URL of the sandbox as the client reaches it, without a trailing slash. */
  readonly root: string
  /** The address of the client; undefined for a trusted request of this process. */
  readonly remoteAddress: string | undefined
}

/** Called before a part of a body is kept. @throws when there is no room for it */
export type Hold = (bytes: number) => void

/** True with `If-Match: *`: the call creates no sandbox, so that a page that refreshes itself does not bring one back. */
export const needsExisting = ({ headers }: ApiRequest): boolean => headers['if-match'] === '*'

/**
 * A body that is too large is drained up to this multiple of its limit: a client that is still writing would not see the
 * response.
 */
const MAX_DRAIN_FACTOR = 16

/** Collects a body up to its limit. The rest of one that is refused is discarded, so that the client can read the refusal. */
export class LimitedBody {
  readonly #maxBytes: number
  readonly #hold: Hold | undefined
  #chunks: Uint8Array[] = []
  #size = 0
  #refusal: unknown

  constructor(maxBytes: number, hold?: Hold) {
    this.#maxBytes = maxBytes
    this.#hold = hold
  }

  /** Takes the next chunk. @returns false when the body is too large to continue */
  take(chunk: Uint8Array): boolean {
    this.#size += chunk.length
    if (this.#size <= this.#maxBytes && !this.#refusal) this.#keep(chunk)
    return this.#size <= MAX_DRAIN_FACTOR * this.#maxBytes
  }

  #keep(chunk: Uint8Array): void {
    try {
      this.#hold?.(chunk.length)
      this.#chunks.push(chunk)
    } catch (error) {
      this.#refusal = error
      this.#chunks = []
    }
  }

  /** The whole body. @throws Refusal `body_too_large`, and what the holder of its parts has thrown */
  bytes(): Uint8Array {
    if (this.#refusal) throw this.#refusal
    if (this.#size > this.#maxBytes) throw new Refusal('body_too_large', { what: String(this.#maxBytes) })
    const [first, ...others] = this.#chunks
    return first && others.length === 0 ? first : Buffer.concat(this.#chunks)
  }
}

/** Throws the problem of a body: an incomplete body always, an invalid form only when the operation expects a form. */
export function requireBody(operation: Operation, problem: unknown): void {
  const broken = problem instanceof Refusal && (problem.code === 'body_broken' || problem.code === 'body_too_large')
  if (operation.form || broken || !(problem instanceof Refusal)) throw problem
}
