/** Values that may be promises: synchronous where nothing has to be waited for. */

export type MaybePromise<T> = T | Promise<T>

/** Not by its class: a test may replace the global `Promise`, as zone.js does, and async functions keep that of the language. */
export const isPromise = <T>(value: MaybePromise<T>): value is Promise<T> =>
  typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function'

/** Applies a function to a value; synchronously unless the value is a promise. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return isPromise(value) ? value.then(next) : next(value)
}
