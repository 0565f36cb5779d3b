/**
 * What is kept of a sandbox beside its rows: how far its scenario has come, its armed faults, its deliveries. Small values by key,
 * stored with the change that they belong to.
 *
 * @module
 */

/** Values by key, as JSON. A key that is removed has the value null in a change. */
export type ProgressValues = Readonly<Record<string, unknown>>

/** The values of one sandbox; where they are not kept, it stays empty. */
export class Progress {
  readonly #values: Map<string, unknown>
  readonly #keeps: boolean
  #changed = new Set<string>()
  /** Called before changes are taken, to set what goes along with each of them. */
  beforeTaken: (() => void) | undefined

  /** @param found what is stored */
  constructor(keeps: boolean, found: ProgressValues = {}) {
    this.#keeps = keeps
    this.#values = new Map(keeps ? Object.entries(found) : [])
  }

  /** True where values outlive the process. */
  get keeps(): boolean {
    return this.#keeps
  }

  /** A value, as it was set. */
  get<T>(key: string): T | undefined {
    return this.#values.get(key) as T | undefined
  }

  /** Keys below a prefix and their values, in the order in which they were first set; keys are without the prefix. */
  below<T>(prefix: string): readonly (readonly [key: string, value: T])[] {
    return [...this.#values].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value as T] as const] : [],
    )
  }

  /** Keeps a value; undefined removes it. It must not change any more. */
  set(key: string, value: unknown): void {
    if (!this.#keeps) return
    if (value !== undefined) this.#values.set(key, value)
    else if (!this.#values.delete(key)) return
    this.#changed.add(key)
  }

  /** Removes what is below a prefix. */
  clear(prefix: string): void {
    for (const key of [...this.#values.keys()]) if (key.startsWith(prefix)) this.set(key, undefined)
  }

  /** What changed since it was last taken; undefined where nothing did. */
  takeChanges(): ProgressValues | undefined {
    if (this.#keeps) this.beforeTaken?.()
    if (this.#changed.size === 0) return undefined
    const changes = Object.fromEntries([...this.#changed].map((key) => [key, this.#values.get(key) ?? null]))
    this.#changed = new Set()
    return changes
  }

  /** True while a change has not been taken. */
  get isChanged(): boolean {
    return this.#changed.size > 0
  }

  /** All values; undefined where there are none. */
  all(): ProgressValues | undefined {
    return this.#values.size === 0 ? undefined : Object.fromEntries(this.#values)
  }
}

/** Keeps nothing. */
export const NO_PROGRESS = new Progress(false)
