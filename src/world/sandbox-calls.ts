/** Calls outside the interface. */

/** The longest path that is kept. */
const MAX_PATH = 200

export interface CallsOutside {
  readonly count: number
  /** Method and path of the first one. */
  readonly first: string | undefined
}

export const NO_CALLS_OUTSIDE: CallsOutside = { count: 0, first: undefined }

export function withCall({ count, first }: CallsOutside, method: string, path: string): CallsOutside {
  return { count: count + 1, first: first ?? `${method} ${path.slice(0, MAX_PATH)}` }
}
