/**
 * Which operation a call is for, and what is known of each.
 *
 * @module
 */
import type { Operation } from '../contract/operation.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Bound } from './binder.ts'
import { type Call, NOT_PLACED, type Placed, TOKEN_OPERATION } from './call.ts'
import { nearestOperation } from './hint.ts'
import { type Match, Matcher, segmentsOf } from './matcher.ts'
import type { NamedWords } from './words.ts'

/** What every call for an operation needs to know of it. */
export interface Served {
  readonly run: Bound['run']
  readonly words: NamedWords
  /** The path parameter that holds the guarded property. */
  readonly guarded: string | undefined
}

export class Directory {
  /** Every operation that is served. */
  readonly operations: readonly Operation[]
  readonly #bound: ReadonlyMap<string, Bound>
  readonly #served = new Map<Operation, Served>()
  readonly #matcher: Matcher
  /** First words of paths that are open without a token. */
  readonly #open: ReadonlySet<string>

  constructor(bound: ReadonlyMap<string, Bound>) {
    this.#bound = bound
    const operations = [...bound.values()].map(({ operation }) => operation)
    this.operations = operations
    this.#matcher = new Matcher(operations)
    const firstWord = (path: string): string => path.split('/')[1] ?? ''
    const closed = new Set(operations.filter(({ scope }) => scope).map(({ path }) => firstWord(path)))
    this.#open = new Set(operations.map(({ path }) => firstWord(path)).filter((word) => !closed.has(word) && word !== 'oauth'))
  }

  /** True when calls below this first word need no token. */
  isOpen(segments: readonly string[]): boolean {
    return this.#open.has(segments[0] ?? '')
  }

  /** What a call seems to be for, before anything of it has been checked. */
  place(call: Call): Placed {
    const { request, method } = call
    const segments = segmentsOf(request.path)
    if (!segments) return { ...NOT_PLACED, problem: new Refusal('encoding_broken', { what: 'path' }) }
    try {
      const match = this.#tokenRequest(call, segments)
      if (match) return { segments, match, asksForToken: true, problem: undefined }
    } catch (error) {
      if (error instanceof Refusal) return { ...NOT_PLACED, segments, problem: error }
      throw error
    }
    const match = request.method === 'HEAD' ? undefined : this.#matcher.find(method.toLowerCase(), segments)
    return { segments, match, asksForToken: false, problem: undefined }
  }

  /**
   * The token operation, where this call is for it.
   *
   * @throws Refusal `token_method`
   */
  #tokenRequest(call: Call, segments: readonly string[]): Match | undefined {
    const { request, form, params, sandbox } = call
    if (sandbox.choices.token_requests === 'endpoint') {
      const at = segments[0] === 'oauth' ? this.#matcher.find('post', segments) : undefined
      if (at?.operation.id !== TOKEN_OPERATION) return undefined
      if (call.method !== 'POST') throw new Refusal('token_method')
      return at
    }
    const operation = this.#bound.get(TOKEN_OPERATION)?.operation
    if (!operation || this.isOpen(segments)) return undefined
    if (params?.has('client_id')) {
      if (request.method !== 'POST') throw new Refusal('token_method')
      return { operation, values: {} }
    }
    const grant = form.get('grant_type')
    const known = grant === 'client_credentials' || grant === 'authorization_code'
    return request.method === 'POST' && known ? { operation, values: {} } : undefined
  }

  served(operation: Operation): Served {
    let served = this.#served.get(operation)
    if (!served) {
      const words = Object.entries(operation.params)
      const run = this.#bound.get(operation.id)?.run ?? (() => undefined)
      served = { run, words, guarded: words.find(([, word]) => word.guarded)?.[0] }
      this.#served.set(operation, served)
    }
    return served
  }

  /** The refusal of a call that is for no operation, with the nearest one in its entry. */
  unknown({ entry, request, method }: Call, segments: readonly string[]): Refusal {
    entry.hint = nearestOperation(this.operations, method.toLowerCase(), segments)
    const url = `${request.path}${request.query && `?${request.query}`}`
    return new Refusal('operation_unknown', { what: segments[0] === 'core' ? 'Request unknown' : ` Request ${url} unknown` })
  }
}
