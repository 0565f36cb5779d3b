/** Values that may be promises: synchronous where nothing has to be waited for. */

export type MaybePromise<T> = T | Promise<T>

/** Applies a function to a value; synchronously unless the value is a promise. */
export function andThen<T, R>(value: MaybePromise<T>, next: (value: T) => MaybePromise<R>): MaybePromise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
