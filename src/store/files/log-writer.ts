/** Writes a change log. */

import { messageOf } from '../../base/caught-error.ts'
import type { Histogram } from '../../base/metrics.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { StorageError } from '../storage.ts'
import { type Disk, type FileStatus, onDisk, storageErrorOf, tryQuietly, writeAll } from './disk.ts'
import type { SandboxFolder } from './sandbox-folder.ts'

export interface LogOptions {
  readonly disk: Disk
  readonly flushes: Histogram
  /** Forces each change to the disk before it is acknowledged. */
  readonly force: boolean
}

/** A change log as it was read. */
interface LogFile {
  readonly name: string
  /** The size of its complete lines. */
  readonly bytes: number
  /** True when it may end with an incomplete line. */
  readonly torn: boolean
}

/** The change log of a sandbox. The file is opened by the first write. */
export class LogWriter {
  /** The size of its complete lines. */
  bytes: number
  readonly #folder: SandboxFolder
  readonly #options: LogOptions
  readonly #disk: Disk
  readonly #path: string
  #descriptor: number | undefined
  #identity = ''
  /** The flush of the file; undefined when changes are not forced to the disk. */
  #flush: SharedFlush | undefined
  #torn: boolean

  constructor(folder: SandboxFolder, options: LogOptions, { name, bytes, torn }: LogFile) {
    this.#folder = folder
    this.#options = options
    this.#disk = options.disk
    this.#path = folder.file(name)
    this.bytes = bytes
    this.#torn = torn
  }

  /** A new log with some lines, all on the disk where changes are forced to it. @throws errors of the disk; the file is removed then */
  static create(folder: SandboxFolder, options: LogOptions, name: string, lines: readonly Buffer[]): LogWriter {
    const { disk, force } = options
    const log = new LogWriter(folder, options, { name, bytes: 0, torn: false })
    const descriptor = disk.open(log.#path, 'a')
    log.#descriptor = descriptor
    try {
      disk.truncate(descriptor, 0)
      log.#useDescriptor(descriptor)
      for (const line of lines) writeAll(disk, descriptor, line)
      if (force) disk.sync(descriptor)
      log.bytes = lines.reduce((sum, line) => sum + line.length, 0)
      return log
    } catch (error) {
      log.discard()
      throw error
    }
  }

  /**
   * Adds the line of a change.
   *
   * @returns false when another program has changed the size of the file: a change after that could not be read
   * @throws StorageError; the line is not in the log then
   */
  write(line: Buffer): boolean {
    const { size } = this.requireWritable()
    if (!this.#torn && size !== this.bytes) return false
    const descriptor = this.#descriptor ?? onDisk(this.#path, () => this.#useDescriptor(this.#disk.open(this.#path, 'a')))
    try {
      this.#truncateIncompleteLine(descriptor)
      this.#torn = true
      writeAll(this.#disk, descriptor, line)
      this.#torn = false
    } catch (error) {
      tryQuietly(() => this.#truncateIncompleteLine(descriptor))
      throw storageErrorOf(error, this.#folder.path)
    }
    this.bytes += line.length
    return true
  }

  /** Resolves when the lines are on the disk; undefined when changes are not forced to it. */
  flush(): Promise<void> | undefined {
    return this.#flush?.flush().catch((error: unknown) => {
      throw flushErrorOf(error, this.#folder.path)
    })
  }

  /** Closes the file after a running flush. */
  close(): void {
    const descriptor = this.#descriptor
    const flushed = this.#flush?.idle
    this.#descriptor = undefined
    this.#flush = undefined
    if (descriptor === undefined) return
    const close = (): void => tryQuietly(() => this.#disk.close(descriptor))
    // a descriptor closed during a flush could be reused for another file
    if (flushed) void flushed.then(close)
    else close()
  }

  /** Closes and removes the file. */
  discard(): void {
    this.close()
    tryQuietly(() => this.#disk.remove(this.#path))
  }

  /** The status of the file. @throws StorageError when a change written now would be lost: the file was removed or replaced */
  requireWritable(): FileStatus {
    const found = onDisk(this.#folder.path, () => this.#disk.stat(this.#path))
    if (found === undefined || (this.#descriptor !== undefined && found.identity !== this.#identity))
      throw new StorageError('lost', `nothing was changed: ${this.#path} is gone; restore the data folder and start again`)
    return found
  }

  #useDescriptor(descriptor: number): number {
    const { identity } = this.#disk.fstat(descriptor)
    this.#descriptor = descriptor
    this.#identity = identity
    if (this.#options.force) this.#flush = new SharedFlush(this.#disk, descriptor, this.#options.flushes)
    return descriptor
  }

  /** Removes the incomplete line of a failed write. */
  #truncateIncompleteLine(descriptor: number): void {
    if (!this.#torn) return
    this.#disk.truncate(descriptor, this.bytes)
    this.#torn = false
  }
}

/** The error of a failed flush: it is unknown whether the change is on the disk. */
function flushErrorOf(error: unknown, folder: string): StorageError {
  return new StorageError('unavailable', `${folder} could not be forced to the disk: ${messageOf(error)}; look at the disk`, {
    cause: error,
  })
}

class SharedFlush {
  readonly #disk: Disk
  readonly #descriptor: number
  readonly #times: Histogram
  #running: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(disk: Disk, descriptor: number, times: Histogram) {
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
