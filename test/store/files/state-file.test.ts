import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Disk, NODE_DISK, storageErrorOf } from '../../../src/store/files/disk.ts'
import { StateAdapter } from '../../../src/store/files/state-adapter.ts'
import { readState } from '../../../src/store/files/state-file.ts'
import { StorageError } from '../../../src/store/storage.ts'
import { NOW, smallRows } from '../../support/small-world.ts'

const HEAD = { version: 2, line: 7, log: 'changes-3.ndjson', taken: undefined }
const STATE = { seed: 5, clock: { at: NOW, real: NOW, speed: 1 }, ...smallRows() }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-state-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const path = () => join(folder, 'state.json')
function write(): number {
  let size = 0
  const aroundRename = (rename: () => void, bytes: number) => {
    rename()
    size = bytes
  }
  const adapter = new StateAdapter(NODE_DISK, folder, 'state.json', { force: false, aroundRename })
  adapter.sync.write(() => ({ ...STATE, ...HEAD }))
  return size
}
const read = () => readState(NODE_DISK, path())

/** Changes the text of a written state. */
function edit(change: (text: string) => string): void {
  write()
  writeFileSync(path(), change(readFileSync(path(), 'utf8')))
}

describe('a state file', () => {
  test('is read as it was written', () => {
    const size = write()
    expect(read()).toMatchObject({ ...STATE, ...HEAD })
    expect(readFileSync(path())).toHaveLength(size)
    expect(readdirSync(folder)).toEqual(['state.json'])
  })

  test('above the length of a string is read row by row', () => {
    write()
    const large: Disk = { ...NODE_DISK, stat: () => ({ isFolder: false, size: 2 ** 30, identity: '' }) }
    expect(readState(large, path())).toEqual(read())
    edit((text) => text.replace('Harbour', 'Harbor!'))
    expect(() => readState(large, path())).toThrow(/is damaged: its content does not match its checksum$/)
  })

  test('of the first version needs no checksum', () => {
    edit((text) => text.replace(/"version": \d+/, '"version": 1').replace(/,\n {2}"sum": "[0-9a-f]+"/, ''))
    expect(read()).toMatchObject(STATE)
  })

  test.each<[about: string, change: (text: string) => string, message: RegExp]>([
    [
      'another format',
      (text) => text.replace(/"format": "[^"]*"/, '"format": "x"'),
      /state\.json is not a state file: format is not "/,
    ],
    ['a text that is not JSON', () => 'root:x:0:0', /state\.json is damaged: it is not JSON, or is cut off$/],
    ['no object', () => '[]', /state\.json is not a state file: format is not "/],
    [
      'a newer version',
      (text) => text.replace(/"version": \d+/, '"version": 99'),
      /was written by a newer version \(format 99, this one reads \d+\); start that version, or restore a backup$/,
    ],
    ['no version', (text) => text.replace(/"version": \d+/, '"version": 0'), /: version should be \d+, not 0$/],
    ['a version in words', (text) => text.replace(/"version": \d+/, '"version": "two"'), /: version should be \d+, not "two"$/],
    ['another value', (text) => text.replace('Harbour', 'Harbor!'), /is damaged: its content does not match its checksum$/],
    [
      'no checksum',
      (text) => text.replace(/,\n {2}"sum": "[0-9a-f]+"/, ''),
      /is damaged: its content does not match its checksum$/,
    ],
    ['a seed in words', (text) => text.replace('"seed": 5', '"seed": "five"'), /is damaged: seed should be a number$/],
    ['half of it', (text) => text.slice(0, text.length / 2), /is damaged: /],
    ['nothing', () => '', /is damaged: /],
  ])('with %s is refused', (_, change, message) => {
    edit(change)
    expect(read).toThrow(message)
  })

  test('that is missing is distinguished from a folder', () => {
    expect(read).toThrow(/state\.json is damaged: it is missing$/)
    expect(() => readState(NODE_DISK, folder)).toThrow(/is damaged: it is a folder$/)
  })
})

describe('an error of the disk', () => {
  const error = (code: string) => Object.assign(new Error(`${code}: something`), { code })

  test.each([
    ['ENOSPC', 'full', 'nothing was changed: the disk of /data is full; make room on it'],
    ['EDQUOT', 'full', 'nothing was changed: the disk of /data is full; make room on it'],
    ['EROFS', 'read-only', 'nothing was changed: /data cannot be written (EROFS); make it writable'],
    ['EACCES', 'read-only', 'nothing was changed: /data cannot be written (EACCES); make it writable'],
    ['EPERM', 'read-only', 'nothing was changed: /data cannot be written (EPERM); make it writable'],
    ['EIO', 'unavailable', 'nothing was changed: /data cannot be written: EIO: something'],
  ])('%s says what to do', (code, reason, message) => {
    const cause = error(code)
    expect(storageErrorOf(cause, '/data')).toMatchObject({ reason, message, cause })
  })

  test('that is not an error object is converted', () => {
    expect(storageErrorOf('odd', '/data').message).toBe('nothing was changed: /data cannot be written: odd')
  })

  test('that is a storage error is unchanged', () => {
    const told = new StorageError('lost', 'the lock was lost')
    expect(storageErrorOf(told, '/data')).toBe(told)
  })
})
