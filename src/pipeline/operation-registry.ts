/** The operations of an API with their handlers, found by path or by id. */
import type { Match, Operation } from '../api/operation.ts'
import type { PathParameter } from '../api/path-values.ts'
import type { Bound, Handler } from './binder.ts'
import { Matcher } from './matcher.ts'

/** The path parameters of an operation, by name. */
export type NamedPathParameters = readonly (readonly [name: string, parameter: PathParameter<unknown>])[]

/** An operation with its handler. */
export interface ServedOperation<O extends Operation = Operation> {
  readonly operation: O
  readonly run: Handler
  readonly params: NamedPathParameters
  /** The path parameter that holds the guarded property. */
  readonly guarded: string | undefined
}

export class OperationRegistry<O extends Operation, S extends ServedOperation<O>> {
  /** All operations in the order of their declaration. */
  readonly operations: readonly O[]
  readonly #served: ReadonlyMap<string, S>
  readonly #matcher: Matcher<O>

  /**
   * @param complete adds what the API keeps of each operation
   * @throws Error when an operation has no handler, or a handler no operation
   */
  constructor(operations: readonly O[], bound: ReadonlyMap<string, Bound>, complete: (served: ServedOperation<O>) => S) {
    this.operations = operations
    this.#matcher = new Matcher(operations)
    this.#served = new Map(operations.map((operation) => [operation.id, complete(servedOf(operation, bound.get(operation.id)))]))
    for (const id of bound.keys()) if (!this.#served.has(id)) throw new Error(`${id} has a handler but is not declared`)
  }

  /** The operation for a method and the decoded segments of a path. */
  readonly find = (method: string, segments: readonly string[]): Match<O> | undefined =>
    this.#matcher.find(method.toLowerCase(), segments)

  byId(id: string): S | undefined {
    return this.#served.get(id)
  }
}

function servedOf<O extends Operation>(operation: O, bound: Bound | undefined): ServedOperation<O> {
  if (!bound) throw new Error(`${operation.id} has no handler`)
  const params = Object.entries(operation.params)
  return { operation, run: bound.run, params, guarded: params.find(([, parameter]) => parameter.guarded)?.[0] }
}
