/** Binds operations to their handlers, so that a handler of the wrong shape does not compile. */

import type { Operation, Typed } from '../api/operation.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import type { RequestContext } from './request-context.ts'

type Primitive = string | number | boolean | null | undefined
type KeyIn<A> = A extends unknown ? keyof A : never
type In<A, K> = A extends unknown ? (K extends keyof A ? A[K] : never) : never

/** R, with type `never` for every field that A does not have. */
export type Exactly<A, R> = R extends Primitive
  ? R
  : R extends readonly (infer E)[]
    ? readonly Exactly<Extract<A, readonly unknown[]>[number], E>[]
    : { readonly [K in keyof R]: K extends KeyIn<A> ? Exactly<In<A, K>, R[K]> : never }

/** A handler with erased types. The envelope receives its result, after awaiting a promise. */
export type Handler = (input: Readonly<Record<string, unknown>>, context: RequestContext) => unknown

/** Collects handlers by the ids of their operations. `C` is their view of the context. */
export class Binder<C> {
  readonly bound = new Map<string, Handler>()

  /** Binds an operation to a synchronous handler. @throws Error when it is bound already */
  readonly on = <I, A, const R extends A>(
    operation: Typed<Operation, I, A>,
    handler: (input: I, context: C) => R & Exactly<A, R>,
  ): void => {
    this.#bind(operation, handler)
  }

  /** Binds an operation to a handler that may be asynchronous. @throws Error when it is bound already */
  readonly onAsync = <I, A>(operation: Typed<Operation, I, A>, handler: (input: I, context: C) => MaybePromise<A>): void => {
    this.#bind(operation, handler)
  }

  #bind<I>(operation: Operation, handler: (input: I, context: C) => unknown): void {
    if (this.bound.has(operation.id)) throw new Error(`${operation.id} is bound twice`)
    this.bound.set(operation.id, handler as Handler)
  }
}

export type On<C> = Binder<C>['on']
export type OnAsync<C> = Binder<C>['onAsync']
