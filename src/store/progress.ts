/**
 * The data of a sandbox besides its rows: progress of its scenario, armed faults, deliveries. Small values by key, stored with
 * the change they belong to.
 */

/** Values by key, as JSON. In a change, a removed key has the value null. */
export type ProgressValues = Readonly<Record<string, unknown>>

/** The values of one sandbox. Without a storage that keeps them, it is always empty. */
export class Progress {
  readonly #values: Map<string, unknown>
  /** True when values are stored. */
  readonly keeps: boolean
  #changed = new Set<string>()
  /** Called before each {@link takeChanges}, to set values that are stored with every change. */
  beforeTaken: (() => void) | undefined

  /** @param found the stored values */
  constructor(isStored: boolean, found: ProgressValues = {}) {
    this.keeps = isStored
    this.#values = new Map(isStored ? Object.entries(found) : [])
  }

  get<T>(key: string): T | undefined {
    return this.#values.get(key) as T | undefined
  }

  /** The entries whose keys have a prefix, in order of insertion; the keys are returned without the prefix. */
  entriesWithPrefix<T>(prefix: string): readonly (readonly [key: string, value: T])[] {
    return [...this.#values].flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value as T] as const] : [],
    )
  }

  /** Sets a value, which must not be modified later; undefined removes it. */
  set(key: string, value: unknown): void {
    if (!this.keeps) return
    if (value !== undefined) this.#values.set(key, value)
    else if (!this.#values.delete(key)) return
    this.#changed.add(key)
  }

  clear(prefix: string): void {
    for (const key of [...this.#values.keys()]) if (key.startsWith(prefix)) this.set(key, undefined)
  }

  /** The changes since the last call; undefined without any. */
  takeChanges(): ProgressValues | undefined {
    if (this.keeps) this.beforeTaken?.()
    if (this.#changed.size === 0) return undefined
    const changes = Object.fromEntries([...this.#changed].map((key) => [key, this.#values.get(key) ?? null]))
    this.#changed = new Set()
    return changes
  }

  /** Passes the changes since the last call on; when they cannot be stored, they remain changes. */
  storeChanges(store: (changes: ProgressValues | undefined) => void): void {
    const changes = this.takeChanges()
    try {
      store(changes)
    } catch (error) {
      for (const key of Object.keys(changes ?? {})) this.#changed.add(key)
      throw error
    }
  }

  /** True when there are changes since the last {@link takeChanges}. */
  get isChanged(): boolean {
    return this.#changed.size > 0
  }

  all(): ProgressValues | undefined {
    return this.#values.size === 0 ? undefined : Object.fromEntries(this.#values)
  }
}

export const NO_PROGRESS = new Progress(false)
