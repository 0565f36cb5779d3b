import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, NODE_DISK } from '../../../src/store/files/disk.ts'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import { emptyRows, type WorldState } from '../../../src/store/state.ts'
import type { SandboxStorage } from '../../../src/store/storage.ts'

const note = (id: number) => ({ id, bookingId: 1, propertyId: 1, text: `note ${id}`, at: 0 })
const STATE: WorldState = {
  seed: 1,
  clock: { at: 0, real: 0, speed: 1 },
  counters: {},
  collections: { ...emptyRows(), notes: [note(1)] },
}

/** A disk whose flushes end when a test lets them. */
class SlowDisk {
  readonly flushes: { readonly end: (error?: Error) => void }[] = []
  closed = 0
  readonly disk: Disk = {
    ...NODE_DISK,
    flush: () =>
      new Promise<void>((resolve, reject) => this.flushes.push({ end: (error) => (error ? reject(error) : resolve()) })),
    close: (descriptor) => {
      this.closed++
      NODE_DISK.close(descriptor)
    },
  }
}

describe('changes that are forced to the disk', () => {
  let folder = ''
  let slow: SlowDisk
  let storage: FileStorage
  let files: SandboxStorage
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'understay-flush-'))
    slow = new SlowDisk()
    storage = new FileStorage(folder, { disk: slow.disk, force: true })
    files = storage.open('w1').storage
    files.replace(STATE)
  })
  afterEach(() => {
    files.close()
    storage.close()
    rmSync(folder, { recursive: true })
  })

  /** Appends a change. @returns what became of it so far */
  function append(id: number): { state: string } {
    const seen = { state: 'waiting' }
    const done = files.append({ put: { notes: [note(id)] } }, () => STATE)
    if (!done) throw new Error('nothing waits for the disk')
    done.then(
      () => (seen.state = 'stored'),
      (error: Error) => (seen.state = error.message),
    )
    return seen
  }

  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

  test('changes written during a flush share the next one, and are acknowledged after it', async () => {
    const first = append(2)
    const others = [3, 4, 5, 6].map(append)
    expect(slow.flushes).toHaveLength(1)
    slow.flushes[0]?.end()
    await settled()
    expect([first, ...others].map(({ state }) => state)).toEqual(['stored', 'waiting', 'waiting', 'waiting', 'waiting'])
    expect(slow.flushes).toHaveLength(2)
    slow.flushes[1]?.end()
    await settled()
    expect(others.map(({ state }) => state)).toEqual(['stored', 'stored', 'stored', 'stored'])
    expect(readFileSync(join(folder, 'w1', 'changes-1.ndjson'), 'utf8').split('\n')).toHaveLength(6)
  })

  test('a failed flush fails all waiting changes', async () => {
    const both = [append(2), append(3)]
    slow.flushes[0]?.end(new Error('EIO: i/o error'))
    await settled()
    const message = `${folder}/w1 could not be forced to the disk: EIO: i/o error; look at the disk`
    expect(both.map(({ state }) => state)).toEqual([message, message])
  })

  test('a replaced log is closed after its flush has ended', async () => {
    append(2)
    const before = slow.closed
    files.replace(STATE)
    // the state file alone
    expect(slow.closed - before).toBe(2)
    slow.flushes[0]?.end()
    await settled()
    expect(slow.closed - before).toBe(3)
  })

  test('without --fsync, no change waits', () => {
    const other = new FileStorage(join(folder, 'other'), { disk: slow.disk })
    const { storage: plain } = other.open('w1')
    plain.replace(STATE)
    expect(plain.append({ put: { notes: [note(2)] } }, () => STATE)).toBeUndefined()
    expect(slow.flushes).toHaveLength(0)
    plain.close()
    other.close()
  })
})
