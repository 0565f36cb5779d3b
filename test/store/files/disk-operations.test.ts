import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, NODE_DISK } from '../../../src/store/files/disk.ts'
import { SandboxFiles } from '../../../src/store/files/sandbox-files.ts'
import { emptyRows } from '../../../src/store/state.ts'
import { flushTimes } from '../../../src/store/storage-metrics.ts'

const note = (id: number) => ({ id, bookingId: 1, propertyId: 1, text: `note ${id}`, at: 0 })
const STATE = {
  ...{ seed: 1, clock: { at: 0, real: 0, speed: 1 }, counters: { notes: 1 } },
  collections: { ...emptyRows(), notes: [note(1)] },
}

let root = ''
let folder = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understay-operations-'))
  folder = join(root, 'w1')
})
afterEach(() => rmSync(root, { recursive: true }))

describe('a compaction that fails', () => {
  test('is tried again when the log has grown by half', async () => {
    const failed: string[] = []
    let fails = false
    const rename: Disk['rename'] = (from, to) => {
      if (fails && basename(to) === 'state.json') throw new Error('full')
      NODE_DISK.rename(from, to)
    }
    const never = (): void => undefined
    const own = new SandboxFiles(folder, {
      ...{ disk: { ...NODE_DISK, rename }, force: false, flushes: flushTimes() },
      ...{ requireOwner: never, onTorn: never, isWorth: (log: number) => log > 0 },
      onCompactionFailed: (_, error) => void failed.push(String(error)),
    })
    const tries = async (times: number): Promise<number> => {
      failed.length = 0
      for (let time = 0; time < times; time++) {
        own.compact(() => STATE, 'worth')
        await own.compacting
      }
      return failed.length
    }
    const grow = (changes: number): void => {
      for (let id = 2; id < 2 + changes; id++) void own.append({ put: { notes: [note(id)] } }, () => STATE)
    }
    own.replace(STATE)
    fails = true
    grow(4)
    expect(await tries(3)).toBe(1)
    grow(1)
    expect(await tries(3)).toBe(0)
    grow(1)
    expect(await tries(3)).toBe(1)
    fails = false
    grow(3)
    expect(await tries(1)).toBe(0)
    fails = true
    grow(1)
    expect(await tries(3)).toBe(1)
    own.close()
  })
})

/** A disk that notes what is done, with the name of the file. */
function noting() {
  const done: string[] = []
  const open = new Map<number, string>()
  const at = (descriptor: number): string => open.get(descriptor) ?? 'a closed file'
  const disk: Disk = {
    ...NODE_DISK,
    open: (path, mode) => {
      const descriptor = NODE_DISK.open(path, mode)
      open.set(descriptor, basename(path))
      return descriptor
    },
    close: (descriptor) => {
      open.delete(descriptor)
      NODE_DISK.close(descriptor)
    },
    sync: (descriptor) => {
      done.push(`sync ${at(descriptor)}`)
      NODE_DISK.sync(descriptor)
    },
    flush: (descriptor) => {
      done.push(`flush ${at(descriptor)}`)
      return NODE_DISK.flush(descriptor)
    },
    rename: (from, to) => {
      done.push(`rename ${basename(to)}`)
      NODE_DISK.rename(from, to)
    },
    remove: (path) => {
      done.push(`remove ${basename(path)}`)
      NODE_DISK.remove(path)
    },
  }
  const never = (): void => undefined
  const files = (force: boolean): SandboxFiles =>
    new SandboxFiles(folder, {
      ...{ disk, force, flushes: flushTimes() },
      ...{ requireOwner: never, onTorn: never, onCompactionFailed: never },
    })
  /** What was done since the last time. */
  const since = (): readonly string[] => done.splice(0)
  return { files, open, since }
}

describe('fsync', () => {
  test('a state: the new log and the state before the name is given, the folder after it, then the old log goes', () => {
    const { files, since } = noting()
    const own = files(true)
    own.replace(STATE)
    expect(since()).toEqual([
      'sync .state.json.new',
      'sync changes-1.ndjson',
      'rename state.json',
      'remove changes-0.ndjson',
      'sync w1',
    ])
    own.replace(STATE)
    expect(since()).toEqual([
      'sync .state.json.new',
      'sync changes-2.ndjson',
      'rename state.json',
      'remove changes-1.ndjson',
      'sync w1',
    ])
    own.close()
  })

  test('a change: its line, before it is acknowledged', async () => {
    const { files, since } = noting()
    const own = files(true)
    own.replace(STATE)
    since()
    await own.append({ put: { notes: [note(2)] } }, () => STATE)
    expect(since()).toEqual(['flush changes-1.ndjson'])
    own.close()
  })

  test('nothing, where that was not asked for', async () => {
    const { files, since } = noting()
    const own = files(false)
    own.replace(STATE)
    expect(own.append({ put: { notes: [note(2)] } }, () => STATE)).toBeUndefined()
    own.snapshots.writeAtOnce('before', { state: STATE, taken: 0 })
    expect(since().filter((one) => /^(sync|flush)/.test(one))).toEqual([])
    own.close()
  })
})

test.each([true, false])('every file that was opened is closed again (forced to the disk: %s)', async (force) => {
  const { files, open } = noting()
  const own = files(force)
  for (let round = 0; round < 3; round++) {
    own.replace(STATE)
    await own.append({ put: { notes: [note(2)] } }, () => STATE)
    own.snapshots.writeAtOnce(`s${round}`, { state: STATE, taken: 0 })
    own.snapshots.read(`s${round}`)
    expect([...open.values()]).toEqual([`changes-${round + 1}.ndjson`])
  }
  own.close()
  expect([...open.values()]).toEqual([])
  const again = files(force)
  expect(again.read()?.collections.notes).toHaveLength(2)
  await again.append({ put: { notes: [note(3)] } }, () => STATE)
  again.clear()
  expect([...open.values()]).toEqual([])
  expect(again.read()).toBeUndefined()
})

test('after it was closed nothing is written', async () => {
  const { files, since } = noting()
  const own = files(false)
  own.replace(STATE)
  own.close()
  since()
  expect(() => own.replace(STATE)).toThrow('nothing was changed: the files of')
  expect(() => own.append({ put: { notes: [note(2)] } }, () => STATE)).toThrow('are closed')
  expect(since()).toEqual([])
})

test('a log that cannot be opened again is an error of the storage, and the change is not made', async () => {
  const { files, open } = noting()
  const first = files(false)
  first.replace(STATE)
  first.close()
  const disk: Disk = {
    ...NODE_DISK,
    open: (path, mode) => {
      if (mode === 'a') throw Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' })
      return NODE_DISK.open(path, mode)
    },
  }
  const never = (): void => undefined
  const again = new SandboxFiles(folder, {
    ...{ disk, force: false, flushes: flushTimes() },
    ...{ requireOwner: never, onTorn: never, onCompactionFailed: never },
  })
  expect(again.read()?.collections.notes).toHaveLength(1)
  expect(() => again.append({ put: { notes: [note(2)] } }, () => STATE)).toThrow(
    expect.objectContaining({
      reason: 'read-only',
      message: expect.stringContaining('changes-1.ndjson cannot be written (EACCES)'),
    }),
  )
  again.close()
  expect([...open.values()]).toEqual([])
  expect(files(false).read()?.collections.notes).toHaveLength(1)
})
