/**
 * Which replica owned a sandbox when it was last asked about: the database is asked again where that is not known.
 *
 * @module
 */

/** So many are remembered; then the oldest is forgotten. */
const MOST = 10_000

export class KnownOwners {
  readonly #addresses = new Map<string, string>()
  readonly #most: number

  constructor(most = MOST) {
    this.#most = most
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
    if (this.#addresses.size > this.#most && oldest !== undefined) this.#addresses.delete(oldest)
  }

  /** Forgets the owner. @param address only where it is this one */
  delete(sandbox: string, address = this.#addresses.get(sandbox)): void {
    if (this.#addresses.get(sandbox) === address) this.#addresses.delete(sandbox)
  }

  /** Forgets owners that are gone. */
  keepOnly(alive: ReadonlySet<string>): void {
    for (const [sandbox, address] of this.#addresses) if (!alive.has(address)) this.#addresses.delete(sandbox)
  }
}
