/**
 * Forces to the disk what was written to a file. All changes that wait at the same time share one flush.
 *
 * @module
 */
import type { Disk } from './disk.ts'

export class SharedFlush {
  readonly #disk: Disk
  readonly #descriptor: number
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(disk: Disk, descriptor: number) {
    this.#disk = disk
    this.#descriptor = descriptor
  }

  /**
   * Resolves when what was written before this call is on the disk. Once one has failed, nobody knows what is on the disk: the
   * rejection is that of all who wait.
   */
  flush(): Promise<void> {
    // what runs already may have begun before the last write
    if (this.#running) return (this.#next ??= this.#running.then(() => this.#start()))
    return this.#start()
  }

  /** Resolves when nothing is under way any more, whatever became of it. */
  get idle(): Promise<unknown> | undefined {
    return (this.#next ?? this.#running)?.catch(() => undefined)
  }

  #start(): Promise<void> {
    this.#next = undefined
    const running = this.#disk.flush(this.#descriptor).finally(() => {
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
