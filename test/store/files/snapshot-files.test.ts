import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, NODE_DISK } from '../../../src/store/files/disk.ts'
import { SnapshotFiles } from '../../../src/store/files/snapshot-files.ts'
import { emptyRows } from '../../../src/store/state.ts'
import { StorageError } from '../../../src/store/storage.ts'

const STATE = { seed: 1, clock: { at: 0, real: 0, speed: 1 }, counters: {}, collections: emptyRows() }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-snapshots-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const filesOn = (disk: Disk = NODE_DISK): SnapshotFiles => new SnapshotFiles(disk, folder, false)
const write = (...names: readonly string[]): void => {
  for (const name of names) filesOn().writeAtOnce(name, { state: STATE, taken: 7 })
}

/** A disk that removes no file. */
const STUCK: Disk = {
  ...NODE_DISK,
  remove: () => {
    throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS' })
  },
}

describe('files of snapshots', () => {
  test('are listed by name, other files are not', () => {
    expect(filesOn().list()).toEqual([])
    write('a', 'b')
    writeFileSync(join(folder, 'snapshots', '.c.json.new'), '')
    writeFileSync(join(folder, 'snapshots', 'notes.txt'), '')
    expect([...filesOn().list()].sort()).toEqual(['a', 'b'])
    expect(filesOn().read('a')).toEqual({ state: STATE, taken: 7 })
  })

  test('that cannot be removed are an error; missing ones are not', () => {
    write('a')
    expect(() => filesOn(STUCK).remove('a')).toThrow(StorageError)
    expect(filesOn().list()).toEqual(['a'])
    filesOn(STUCK).remove('never-there')
    filesOn().remove('a')
    filesOn().remove('a')
    expect(filesOn().list()).toEqual([])
  })

  test('of a folder that another process has taken are neither written nor removed', async () => {
    write('a')
    let isTaken = false
    const files = new SnapshotFiles(NODE_DISK, folder, false, () => {
      if (isTaken) throw new StorageError('lost', 'taken by another process')
    })
    const begun = files.write('b', { state: STATE, taken: 7 })
    await turn()
    isTaken = true
    await expect(begun).rejects.toThrow('taken')
    await expect(files.write('a', { state: STATE, taken: 8 })).rejects.toThrow('taken')
    expect(() => files.writeAtOnce('a', { state: STATE, taken: 8 })).toThrow('taken')
    expect(() => files.remove('a')).toThrow('taken')
    expect(filesOn().read('a').taken).toBe(7)
    expect(readdirSync(join(folder, 'snapshots'))).toEqual(['a.json'])
  })

  test('that are being written stay when leftovers are removed, and are not written once the sandbox is closed', async () => {
    const files = filesOn()
    const written = files.write('a', { state: STATE, taken: 7 })
    await turn()
    files.removeLeftovers()
    await written
    expect(files.read('a')).toEqual({ state: STATE, taken: 7 })
    const stopped = files.write('b', { state: STATE, taken: 8 })
    files.stop()
    await expect(stopped).rejects.toThrow('b.json was not written: the sandbox was closed meanwhile')
    expect(readdirSync(join(folder, 'snapshots'))).toEqual(['a.json'])
  })

  test.each(['makeFolder', 'open', 'write', 'close', 'rename'] as const)(
    'that cannot be written leave nothing behind: %s',
    async (operation) => {
      const failing: Disk = {
        ...NODE_DISK,
        [operation]: () => {
          throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
        },
      }
      await expect(filesOn(failing).write('a', { state: STATE, taken: 7 })).rejects.toMatchObject({ reason: 'full' })
      expect(existsSync(join(folder, 'snapshots')) ? readdirSync(join(folder, 'snapshots')) : []).toEqual([])
    },
  )

  test.skipIf(process.platform === 'win32')('that are named pipes are damaged, and are not waited for', () => {
    write('a')
    execFileSync('mkfifo', [join(folder, 'snapshots', 'b.json')])
    expect(() => filesOn().read('b')).toThrow(`${folder}/snapshots/b.json is damaged: it is not a regular file`)
  })

  test('are removed together, with temporary files and the folder', () => {
    write('a', 'b')
    writeFileSync(join(folder, 'snapshots', '.c.json.new'), '')
    filesOn().removeAll()
    expect(readdirSync(folder)).toEqual([])
  })

  test('leave a folder with other content', () => {
    mkdirSync(join(folder, 'snapshots'))
    writeFileSync(join(folder, 'snapshots', 'notes.txt'), '')
    write('a')
    filesOn().removeAll()
    expect(existsSync(join(folder, 'snapshots', 'notes.txt'))).toBe(true)
    expect(filesOn().list()).toEqual([])
  })
})
