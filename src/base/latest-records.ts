/** The latest records of a list that grows, and those who listen for more. */

export class LatestRecords<R extends { readonly id: number }> {
  #records: (R | undefined)[] = []
  /** The place of the oldest record; those before it are dropped. */
  #first = 0
  #ended = false
  readonly #listeners = new Set<() => void>()
  /** The latest id that was given. */
  protected last = 0

  get size(): number {
    return this.#records.length - this.#first
  }

  /** The latest id; 0 before the first. */
  get lastId(): number {
    return this.last
  }

  /** The id of the oldest record; the next id when there is none. */
  get oldestId(): number {
    return this.#records[this.#first]?.id ?? this.last + 1
  }

  /** The records after the one with id `since`, oldest first. */
  kept(since = 0): readonly R[] {
    let from = this.#records.length
    // Ids ascend, so new records are at the end.
    while (from > this.#first && (this.#records[from - 1]?.id ?? 0) > since) from--
    return this.#records.slice(from).filter((record) => record !== undefined)
  }

  /** The record with this id; undefined when it has been dropped. */
  find(id: number): R | undefined {
    return this.#records.find((record) => record?.id === id)
  }

  /** True once no more records will be added. */
  get ended(): boolean {
    return this.#ended
  }

  /** Ends the list: no more records will be added. */
  end(): void {
    this.#ended = true
    this.notify()
  }

  /** Calls back for each new record and at the end. @returns a function that unsubscribes */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  get listeners(): number {
    return this.#listeners.size
  }

  protected notify(): void {
    for (const listener of this.#listeners) listener()
  }

  protected push(record: R): void {
    this.#records.push(record)
  }

  /** Drops the oldest record. */
  protected shift(): R | undefined {
    const oldest = this.#records[this.#first]
    this.#records[this.#first++] = undefined
    if (this.#first > 1024 && this.#first * 2 > this.#records.length) this.replace(this.kept())
    return oldest
  }

  protected replace(records: readonly R[]): void {
    this.#records = [...records]
    this.#first = 0
  }
}
