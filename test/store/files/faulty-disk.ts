/**
 * A disk on which any single operation can be made to fail, to be done in part, or to be the last one before a crash.
 *
 * @module
 */
import { type Disk, NODE_DISK } from '../../../src/store/files/disk.ts'

/** What happens at one operation: see {@link FaultyDisk}. */
export const FAULTS = ['full', 'broken', 'torn', 'done-but-failed', 'crash-before', 'crash-after', 'crash-within'] as const
export type Fault = (typeof FAULTS)[number]

/** The process has ended: nothing that comes after it reaches the disk. */
export class Crash extends Error {}

const systemError = (code: string): Error => Object.assign(new Error(`${code}: injected`), { code })

/**
 * Passes operations on to the real disk, and counts them. At operation number `at`:
 * `full` and `broken` fail without an effect (ENOSPC, EIO); `torn` writes half of what it should and fails;
 * `done-but-failed` has its effect and fails; `crash-before`, `crash-after` and `crash-within` end the process there.
 */
export class FaultyDisk implements Disk {
  operations = 0
  /** The operation at which the fault happened; undefined when it has not. */
  struck: keyof Disk | undefined
  readonly #fault: Fault | undefined
  readonly #at: number
  #crashed = false

  constructor(fault?: Fault, at = 0) {
    this.#fault = fault
    this.#at = at
  }

  get crashed(): boolean {
    return this.#crashed
  }

  #do<T>(name: keyof Disk, work: () => T, half?: () => unknown): T {
    if (this.#crashed) throw new Crash()
    if (++this.operations !== this.#at) return work()
    this.struck = name
    switch (this.#fault) {
      case 'full':
        throw systemError('ENOSPC')
      case 'broken':
        throw systemError('EIO')
      case 'torn':
        half?.()
        throw systemError('EIO')
      case 'done-but-failed':
        work()
        throw systemError('EIO')
      case 'crash-before':
        this.#crashed = true
        throw new Crash()
      case 'crash-after':
        work()
        this.#crashed = true
        throw new Crash()
      case 'crash-within':
        half?.()
        this.#crashed = true
        throw new Crash()
      case undefined:
        return work()
    }
  }

  open: Disk['open'] = (path, mode) => this.#do('open', () => NODE_DISK.open(path, mode))
  read: Disk['read'] = (descriptor, into, position) => this.#do('read', () => NODE_DISK.read(descriptor, into, position))
  write: Disk['write'] = (descriptor, bytes, offset) =>
    this.#do(
      'write',
      () => NODE_DISK.write(descriptor, bytes, offset),
      () => NODE_DISK.write(descriptor, bytes.subarray(0, offset + Math.ceil((bytes.length - offset) / 2)), offset),
    )
  truncate: Disk['truncate'] = (descriptor, length) => this.#do('truncate', () => NODE_DISK.truncate(descriptor, length))
  sync: Disk['sync'] = (descriptor) => this.#do('sync', () => NODE_DISK.sync(descriptor))
  flush: Disk['flush'] = async (descriptor) => {
    // the call takes effect some time after it was made
    await NODE_DISK.flush(descriptor)
    this.#do('flush', () => undefined)
  }
  // a descriptor is closed also when the call that should do it is the one that fails: the tests must not run out of them
  close: Disk['close'] = (descriptor) => {
    const open = !this.#crashed
    try {
      this.#do('close', () => undefined)
    } finally {
      if (open) NODE_DISK.close(descriptor)
    }
  }
  fstat: Disk['fstat'] = (descriptor) => this.#do('fstat', () => NODE_DISK.fstat(descriptor))
  stat: Disk['stat'] = (path) => this.#do('stat', () => NODE_DISK.stat(path))
  list: Disk['list'] = (folder) => this.#do('list', () => NODE_DISK.list(folder))
  makeFolder: Disk['makeFolder'] = (path) => this.#do('makeFolder', () => NODE_DISK.makeFolder(path))
  rename: Disk['rename'] = (from, to) => this.#do('rename', () => NODE_DISK.rename(from, to))
  remove: Disk['remove'] = (path) => this.#do('remove', () => NODE_DISK.remove(path))
  removeFolder: Disk['removeFolder'] = (path) => this.#do('removeFolder', () => NODE_DISK.removeFolder(path))
}
