import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import { examineFolder } from '../../../src/store/files/repair.ts'
import { SandboxFiles } from '../../../src/store/files/sandbox-files.ts'
import { emptyRows } from '../../../src/store/state.ts'

const note = (id: number) => ({ id, bookingId: 1, propertyId: 1, text: '', at: 0 })

test.each([
  ['"line":2', '"line":92', 2, 92],
  ['"line":3', '"line":1', 3, 1],
])('a wrong number (%s, written %s) is one line, not one for each change after it', (right, wrong, wanted, number) => {
  const data = mkdtempSync(join(tmpdir(), 'understay-repair-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
  const storage = new FileStorage(data)
  const { storage: files } = storage.open('w1')
  if (!(files instanceof SandboxFiles)) throw new Error('this storage has no files')
  const state = { seed: 7, clock: { at: 1000, real: 1000, speed: 0 }, counters: {}, collections: emptyRows() }
  files.replace(state)
  for (const id of [1, 2, 3, 4, 5]) files.append({ put: { notes: [note(id)] } }, () => state)
  storage.close()
  const log = join(data, 'w1', 'changes-1.ndjson')
  writeFileSync(log, readFileSync(log, 'utf8').replace(right, wrong))
  const [found] = examineFolder(NODE_DISK, data)
  const problem = `has the number ${number} in place of ${wanted}: it is kept`
  expect(found?.damages).toEqual([{ file: log, line: wanted, problem }])
  expect(found?.changes).toBe(5)
  expect(found?.state?.collections.notes.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5])
})
