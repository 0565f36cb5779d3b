/**
 * Forces to the disk what was written to a file. All changes that wait at the same time share one flush.
 *
 * @module
 */
import { steadyNow } from '../../simulation/clock.ts'
import type { FlushTimes } from '../storage-metrics.ts'
import type { Disk } from './disk.ts'

export class SharedFlush {
  readonly #disk: Disk
  readonly #descriptor: number
  readonly #times: FlushTimes
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(disk: Disk, descriptor: number, times: FlushTimes) {
    this.#disk = disk
    this.#times = times
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
    const began = steadyNow()
    const running = this.#disk.flush(this.#descriptor).finally(() => {
      this.#times.add(steadyNow() - began)
      if (this.#running === running) this.#running = undefined
    })
    this.#running = running
    return running
  }
}
