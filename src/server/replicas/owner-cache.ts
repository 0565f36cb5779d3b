/** The addresses of the replicas that own sandboxes, as last seen. The database is asked again about others. */

/** Maximum number of entries; then the oldest is removed. */
const MAX_ENTRIES = 10_000

export class OwnerCache {
  readonly #addresses = new Map<string, string>()
  readonly #maxEntries: number

  constructor(maxEntries = MAX_ENTRIES) {
    this.#maxEntries = maxEntries
  }

  get size(): number {
    return this.#addresses.size
  }

  /** The address of the owner; undefined where it is not known. */
  get(sandbox: string): string | undefined {
    return this.#addresses.get(sandbox)
  }

  set(sandbox: string, address: string): void {
    this.#addresses.delete(sandbox)
    this.#addresses.set(sandbox, address)
    const [oldest] = this.#addresses.keys()
    if (this.#addresses.size > this.#maxEntries && oldest !== undefined) this.#addresses.delete(oldest)
  }

  /** Removes the entry of a sandbox. @param address only if it is the owner in the entry */
  delete(sandbox: string, address = this.#addresses.get(sandbox)): void {
    if (this.#addresses.get(sandbox) === address) this.#addresses.delete(sandbox)
  }

  /** Removes the entries of all other owners. */
  keepOnly(alive: ReadonlySet<string>): void {
    for (const [sandbox, address] of this.#addresses) if (!alive.has(address)) this.#addresses.delete(sandbox)
  }
}
