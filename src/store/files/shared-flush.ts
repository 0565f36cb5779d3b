/** Forces the written data of a file to the disk. Changes that wait at the same time share one flush. */
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
   * Resolves when all data written before this call is on the disk. After a failure it is unknown what is on the disk, so all
   * waiting calls reject.
   */
  flush(): Promise<void> {
    // the running flush may have started before the last write
    if (this.#running) return (this.#next ??= this.#running.then(() => this.#start()))
    return this.#start()
  }

  /** Resolves when no flush is running or waiting, after success or failure; undefined when none is. */
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
