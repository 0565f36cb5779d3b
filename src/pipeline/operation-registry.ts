/** The operations of an API with their handlers, found by path or by id. */
import { type Api, type Guard, guardsOf } from '../api/define-api.ts'
import { Matcher } from '../api/matcher.ts'
import type { Match, Operation } from '../api/operation.ts'
import type { PathParameter } from '../api/path-values.ts'
import type { Handler } from './binder.ts'

export type NamedPathParameters = readonly (readonly [name: string, parameter: PathParameter<unknown>])[]

export interface ServedOperation<C, O extends Operation, S> {
  readonly operation: O
  readonly run: Handler
  readonly params: NamedPathParameters
  /** The guards that check its requests besides those that check every request. */
  readonly guards: readonly Guard<C, O, S>[]
}

export class OperationRegistry<C, O extends Operation, S> {
  readonly #served: ReadonlyMap<string, ServedOperation<C, O, S>>
  readonly #matcher: Matcher<O>

  /** @throws Error when an operation has no handler, or a handler no operation */
  constructor(api: Api<C, O, S>, handlers: ReadonlyMap<string, Handler>) {
    const { operations } = api
    this.#matcher = new Matcher(operations)
    this.#served = new Map(operations.map((operation) => [operation.id, servedOf(api, operation, handlers.get(operation.id))]))
    for (const id of handlers.keys()) if (!this.#served.has(id)) throw new Error(`${id} has a handler but is not declared`)
  }

  /** The operation for a method and the decoded segments of a path. */
  readonly find = (method: string, segments: readonly string[]): Match<O> | undefined =>
    this.#matcher.find(method.toLowerCase(), segments)

  byId(id: string): ServedOperation<C, O, S> | undefined {
    return this.#served.get(id)
  }
}

function servedOf<C, O extends Operation, S>(
  api: Api<C, O, S>,
  operation: O,
  run: Handler | undefined,
): ServedOperation<C, O, S> {
  if (!run) throw new Error(`${operation.id} has no handler`)
  const guards = guardsOf(api, operation).filter(({ checksUnmatched }) => !checksUnmatched)
  return { operation, run, params: Object.entries(operation.params), guards }
}
