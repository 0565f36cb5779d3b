import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import { LockedError, requireUnused } from '../../../src/store/files/lock.ts'
import { type ExaminedSandbox, examineFolder, writeRecovered } from '../../../src/store/files/repair.ts'
import { SandboxFiles } from '../../../src/store/files/sandbox-files.ts'
import { type CollectionName, emptyRows, type RowLists, type WorldState } from '../../../src/store/state.ts'
import { TestWorld } from '../../support/test-world.ts'

let root = ''
let data = ''
let file = (_: string): string => ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'understay-repair-'))
  data = join(root, 'data')
  file = (name) => join(data, 'w1', name)
})
afterEach(() => rmSync(root, { recursive: true }))

const note = (id: number, text = `note ${id}`) => ({ id, bookingId: 1, propertyId: 1, text, at: 0 })

/** A sandbox with three notes in its state, four changes after it, and a snapshot; its server was killed. */
function write(rows: Partial<RowLists> = {}): void {
  const storage = new FileStorage(data)
  const { storage: files } = storage.open('w1')
  if (!(files instanceof SandboxFiles)) throw new Error('this storage has no files')
  const state: WorldState = {
    seed: 7,
    clock: { at: 1000, real: 1000, speed: 0 },
    counters: { notes: 3 },
    collections: { ...emptyRows(), notes: [note(1), note(2), note(3)], ...rows },
  }
  files.replace(state)
  files.snapshots.writeAtOnce('before', { state, taken: 1000 })
  const never = () => state
  files.append({ put: { notes: [note(4)] }, counters: { notes: 4 } }, never)
  files.append({ patch: { notes: [{ id: 1, set: { text: 'changed' } }] } }, never)
  files.append({ removed: { notes: [2] } }, never)
  files.append({ put: { notes: [note(5)] }, counters: { notes: 5 } }, never)
  storage.close()
}

/** Changes a file by its text. */
function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')))
}

function only(): ExaminedSandbox {
  const [one] = examineFolder(NODE_DISK, data)
  if (!one) throw new Error('there is no sandbox')
  return one
}

const problemsOf = ({ damages }: ExaminedSandbox): readonly string[] =>
  damages.map(({ file: path, line, problem }) => `${path.slice(`${data}/w1/`.length)}${line ? `:${line}` : ''}: ${problem}`)

const ids = (state: WorldState | undefined, name: CollectionName = 'notes') => state?.collections[name].map(({ id }) => id)

/** All files below a folder, to compare. */
function contentOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  return Object.fromEntries(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name), 'latin1')]),
  )
}

/** What a server finds in a copy of what can be kept. The original is as it was. */
function reopened(found: ExaminedSandbox): WorldState | undefined {
  const before = contentOf(data)
  const copy = join(root, 'copy')
  writeRecovered(NODE_DISK, copy, found)
  expect(contentOf(data)).toEqual(before)
  const storage = new FileStorage(copy)
  const { state } = storage.open('w1')
  storage.close()
  expect(examineFolder(NODE_DISK, copy).map(({ damages }) => damages)).toEqual([[]])
  return state
}

describe('repair', () => {
  test('finds no damage in valid files, and copies them', () => {
    write()
    const found = only()
    expect(problemsOf(found)).toEqual([])
    expect(found.changes).toBe(4)
    expect(reopened(found)).toEqual(found.state)
    expect(ids(found.state)).toEqual([1, 3, 4, 5])
    expect([...found.snapshots.keys()]).toEqual(['before'])
  })

  test('an incomplete last line is not damage: it was never acknowledged', () => {
    write()
    const log = file('changes-1.ndjson')
    truncateSync(log, statSync(log).size - 5)
    const found = only()
    expect(problemsOf(found)).toEqual([])
    expect(ids(reopened(found))).toEqual([1, 3, 4])
  })

  test('a damaged change is reported with its line, and later changes are kept', () => {
    write()
    edit(file('changes-1.ndjson'), (text) => text.replace('note 4', 'note 9'))
    const found = only()
    expect(problemsOf(found)).toEqual(['changes-1.ndjson:1: does not match its checksum: the change is lost'])
    expect(ids(reopened(found))).toEqual([1, 3, 5])
    expect(found.state?.collections.notes[0]?.text).toBe('changed')
    expect(found.state?.counters).toEqual({ notes: 5 })
  })

  test('zeros at the end of the change log, as after a power failure, are reported', () => {
    write()
    appendFileSync(file('changes-1.ndjson'), Buffer.alloc(100))
    expect(problemsOf(only())).toEqual(['changes-1.ndjson:5: is not the beginning of a change: it is lost'])
  })

  test('missing changes in the middle are counted', () => {
    write()
    edit(file('changes-1.ndjson'), (text) =>
      text
        .split('\n')
        .filter((_, line) => line !== 1 && line !== 2)
        .join('\n'),
    )
    const found = only()
    expect(problemsOf(found)).toEqual(['changes-1.ndjson:2: changes 2 to 3 are missing'])
    expect(ids(reopened(found))).toEqual([1, 2, 3, 4, 5])
  })

  test('a change of a missing row is reported, and its other parts are applied', () => {
    write()
    edit(file('state.json'), (text) => text.replace('"id":1,"bookingId"', '"id":1,"bookingI'))
    const found = only()
    const line =
      readFileSync(file('state.json'), 'utf8')
        .split('\n')
        .findIndex((text) => text.includes('bookingI"') || text.includes('"bookingI:')) + 1
    expect(problemsOf(found)).toEqual([
      `state.json:${line}: notes: a row cannot be read: it is lost`,
      'changes-1.ndjson:2: notes: there is no row 1 to change: this part of the change is lost',
    ])
    expect(ids(reopened(found))).toEqual([3, 4, 5])
  })

  test('changes of two concurrent servers are kept and reported', () => {
    write()
    edit(file('changes-1.ndjson'), (text) => text + (text.split('\n')[3] ?? '').concat('\n'))
    expect(problemsOf(only())).toEqual(['changes-1.ndjson:5: is a second change 4: two servers have written; both are kept'])
  })

  test('a missing change log is reported', () => {
    write()
    rmSync(file('changes-1.ndjson'))
    const found = only()
    expect(problemsOf(found)).toEqual(['changes-1.ndjson: is missing: the changes in it are lost'])
    expect(ids(reopened(found))).toEqual([1, 2, 3])
  })

  test('snapshots are kept without a state', () => {
    write()
    rmSync(file('state.json'))
    const found = only()
    expect(problemsOf(found)).toEqual([
      'state.json: is missing: without it, the changes of changes-1.ndjson say nothing, and are lost',
    ])
    expect(reopened(found)).toBeUndefined()
    expect(ids(found.snapshots.get('before')?.state)).toEqual([1, 2, 3])
  })

  test('all rows are kept when a value was changed', () => {
    write()
    edit(file('state.json'), (text) => text.replace('note 3', 'note 8'))
    const found = only()
    expect(problemsOf(found)).toEqual([
      'state.json: does not match its checksum: which row was changed is unknown; every row can be read and is kept, and may be altered',
    ])
    expect(reopened(found)?.collections.notes.map(({ text }) => text)).toEqual(['changed', 'note 8', 'note 4', 'note 5'])
  })

  test('of a truncated state, the readable rows are kept and the others are reported', () => {
    write({ events: [{ id: 1, at: 0, task: 'x', data: {} }] as never })
    edit(file('state.json'), (text) => text.slice(0, text.indexOf('note 3')))
    const found = only()
    expect(problemsOf(found)[0]).toMatch(/^state\.json:\d+: notes: a row cannot be read: it is lost$/)
    expect(problemsOf(found)[1]).toMatch(/^state\.json: .*events.*: missing, their rows are lost$/)
    expect(ids(reopened(found))).toEqual([1, 4, 5])
  })

  test('an unreadable head is replaced by default seed and clock, and the newest log', () => {
    write()
    edit(file('state.json'), (text) =>
      text.replace('"seed"', '"sXXd"').replace('"log"', '"l#g"').replace('"line"', '"l~ne"').replace('"counters"', '"c"'),
    )
    const found = only()
    expect(problemsOf(found)).toEqual(
      expect.arrayContaining([
        'state.json: seed cannot be read',
        'state.json: line cannot be read',
        'state.json: counters cannot be read',
      ]),
    )
    expect(found.state?.counters).toEqual({ notes: 5 })
    expect(ids(reopened(found))).toEqual([1, 3, 4, 5])
  })

  test('rows with references to missing rows are removed, transitively', () => {
    write({
      bookings: [],
      roomNights: [{ id: 5, roomId: 1, propertyId: 1, bookingId: 77, day: '2026-05-02' as Day }],
      lineItems: [],
    })
    const found = only()
    expect(problemsOf(found)).toEqual([
      'state.json: roomNights 5: roomId: there is no 1 in rooms: it is left out',
      'snapshots/before.json: roomNights 5: roomId: there is no 1 in rooms: it is left out',
    ])
    expect(ids(reopened(found), 'roomNights')).toEqual([])
  })

  test('a damaged snapshot is reported besides a valid state', () => {
    write()
    edit(file('snapshots/before.json'), (text) => text.replace('"text":"note 2"', '"text":2'))
    const found = only()
    expect(problemsOf(found)[0]).toMatch(/^snapshots\/before\.json:\d+: notes: a row \.text should be a text, not 2: it is lost$/)
    expect(reopened(found)).toEqual(found.state)
    expect(ids(found.snapshots.get('before')?.state)).toEqual([1, 3])
  })

  test('the files of a world are valid after a stop and after a kill', () => {
    const world = new TestWorld({ data })
    world.advance(0)
    expect(examineFolder(NODE_DISK, data).map(({ name, damages }) => [name, damages])).toEqual([['default', []]])
    void world.world.close()
    expect(examineFolder(NODE_DISK, data).map(({ name, damages }) => [name, damages])).toEqual([['default', []]])
  })

  test('a folder in use is refused and not changed', () => {
    const world = new TestWorld({ data })
    expect(() => requireUnused(data)).toThrow(LockedError)
    void world.world.close()
    const before = contentOf(data)
    requireUnused(data)
    expect(contentOf(data)).toEqual(before)
  })
})
