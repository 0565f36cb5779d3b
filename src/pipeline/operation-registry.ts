/** The operations of an API with their handlers, found by path or by id. */
import { Matcher } from '../api/matcher.ts'
import type { Match, Operation } from '../api/operation.ts'
import type { PathParameter } from '../api/path-values.ts'
import type { Handler } from './binder.ts'

export type NamedPathParameters = readonly (readonly [name: string, parameter: PathParameter<unknown>])[]

export interface ServedOperation<O extends Operation> {
  readonly operation: O
  readonly run: Handler
  readonly params: NamedPathParameters
}

export class OperationRegistry<O extends Operation> {
  readonly #served: ReadonlyMap<string, ServedOperation<O>>
  readonly #matcher: Matcher<O>

  /** @throws Error when an operation has no handler, or a handler no operation */
  constructor(operations: readonly O[], handlers: ReadonlyMap<string, Handler>) {
    this.#matcher = new Matcher(operations)
    this.#served = new Map(operations.map((operation) => [operation.id, servedOf(operation, handlers.get(operation.id))]))
    for (const id of handlers.keys()) if (!this.#served.has(id)) throw new Error(`${id} has a handler but is not declared`)
  }

  /** The operation for a method and the decoded segments of a path. */
  readonly find = (method: string, segments: readonly string[]): Match<O> | undefined =>
    this.#matcher.find(method.toLowerCase(), segments)

  byId(id: string): ServedOperation<O> | undefined {
    return this.#served.get(id)
  }
}

function servedOf<O extends Operation>(operation: O, run: Handler | undefined): ServedOperation<O> {
  if (!run) throw new Error(`${operation.id} has no handler`)
  return { operation, run, params: Object.entries(operation.params) }
}
