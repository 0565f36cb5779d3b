/**
 * Binds operations to their handlers, so that a handler of the wrong shape does not compile.
 *
 * @module
 */
import type { Operation, Typed } from '../contract/operation.ts'
import type { Ctx } from './context.ts'

type Primitive = string | number | boolean | null | undefined
type KeyIn<A> = A extends unknown ? keyof A : never
type In<A, K> = A extends unknown ? (K extends keyof A ? A[K] : never) : never

/** R, with `never` wherever it has a field that A does not know. */
export type Exactly<A, R> = R extends Primitive
  ? R
  : R extends readonly (infer E)[]
    ? readonly Exactly<Extract<A, readonly unknown[]>[number], E>[]
    : { readonly [K in keyof R]: K extends KeyIn<A> ? Exactly<In<A, K>, R[K]> : never }

/** An operation bound to its handler, without its types. */
export interface Bound {
  readonly operation: Operation
  readonly run: (input: Readonly<Record<string, unknown>>, ctx: Ctx) => unknown
}

/** Collects what the route files bind. */
export class Binder {
  readonly bound = new Map<string, Bound>()

  /** Binds one operation. Handlers are synchronous: they read, or run one change. */
  readonly on = <I, A, const R extends A>(operation: Typed<I, A>, handler: (input: I, ctx: Ctx) => R & Exactly<A, R>): void => {
    if (this.bound.has(operation.id)) throw new Error(`${operation.id} is bound twice`)
    this.bound.set(operation.id, { operation, run: (input, ctx) => handler(input as I, ctx) })
  }
}

/** What a route file is given. */
export type On = Binder['on']
