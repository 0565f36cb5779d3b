import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { NODE_DISK } from '../../../src/store/files/disk.ts'
import { SnapshotError } from '../../../src/store/snapshots.ts'
import { StorageError } from '../../../src/store/storage.ts'
import { FAULTS, type Fault, FaultyDisk } from './faulty-disk.ts'
import { FileSandbox, type StoredTexts } from './file-sandbox.ts'

/** All points with `npm run torture`; otherwise every thirteenth, beginning at another one for each fault. */
const EVERY = process.env['TORTURE'] === undefined ? 13 : 1

/** Everything that a sandbox goes through, in one order. */
const STEPS: readonly ((sandbox: FileSandbox) => unknown)[] = [
  (sandbox) => sandbox.change('first'),
  (sandbox) => sandbox.change('second'),
  (sandbox) => sandbox.take('one'),
  (sandbox) => sandbox.change('third'),
  (sandbox) => sandbox.compact(),
  (sandbox) => sandbox.change('fourth'),
  (sandbox) => sandbox.changeInCompaction('while the state is written', 2),
  (sandbox) => sandbox.changeInCompaction('after the state was written', 4),
  (sandbox) => sandbox.change('after both'),
  (sandbox) => sandbox.beginCompaction(),
  (sandbox) => sandbox.restore('one'),
  (sandbox) => sandbox.change('fifth'),
  (sandbox) => sandbox.beginCompaction(),
  (sandbox) => sandbox.reset(),
  (sandbox) => sandbox.change('after a reset'),
  (sandbox) => sandbox.take('two'),
  (sandbox) => sandbox.forget('one'),
  (sandbox) => sandbox.reset(),
  (sandbox) => sandbox.restore('two'),
  (sandbox) => sandbox.change('sixth'),
  (sandbox) => sandbox.beginCompaction(),
  (sandbox) => sandbox.remove(),
  (sandbox) => sandbox.change('after a removal'),
  (sandbox) => sandbox.change('last'),
  (sandbox) => sandbox.compact(),
]

/** Each look at the clock ends a slice, so that calls come between any two steps of a compaction. */
beforeAll(() => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
})
afterAll(() => void vi.restoreAllMocks())

interface Outcome {
  readonly disk: FaultyDisk
  /** What is wrong; undefined when all is well. */
  readonly problem: string | undefined
}

/** Plays all steps on a disk with one fault. @param states what is held before the first step, and after each */
async function play(fault: Fault | undefined, at: number, force: boolean, states: readonly StoredTexts[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-faults-'))
  const disk = new FaultyDisk(fault, at)
  try {
    return { disk, problem: await problemOf(folder, disk, force, states) }
  } catch (error) {
    return { disk, problem: error instanceof Error ? error.stack : String(error) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What is found afterwards is what was acknowledged; after a crash, the step that was under way has happened wholly or not at all. */
async function problemOf(
  folder: string,
  disk: FaultyDisk,
  force: boolean,
  states: readonly StoredTexts[],
): Promise<string | undefined> {
  const sandbox = opened(folder, disk, force)
  let done = 0
  for (const step of sandbox ? STEPS : []) {
    const before = sandbox?.notes
    try {
      if (sandbox) await step(sandbox)
    } catch (error) {
      if (disk.crashed) break
      // a step that failed may have left out the snapshot that a later one asks for
      if (error instanceof SnapshotError && disk.struck !== undefined) continue
      if (sandbox?.hasFailed) break
      if (!(error instanceof StorageError)) return `not an error of the storage: ${error instanceof Error ? error.stack : error}`
      if (sandbox?.notes !== before) return `memory was changed by a step that failed: ${error.message}`
    }
    if (disk.crashed) break
    done++
  }
  const isAhead = disk.crashed || sandbox?.hasFailed
  const expected = isAhead ? undefined : await sandbox?.held().catch(() => undefined)
  if (!disk.crashed) await sandbox?.close()
  const again = new FileSandbox(folder, NODE_DISK)
  const found = await again.held()
  await again.close()
  const left = readdirSync(folder).concat(existsSync(join(folder, 'w1')) ? readdirSync(join(folder, 'w1')) : [])
  const litter = left.filter((name) => name.startsWith('.'))
  if (litter.length > 0) return `left behind: ${litter.join(', ')}`
  const allowed = expected ? [expected] : states.slice(done, done + 2)
  if (allowed.some(({ notes, snapshots }) => notes === found.notes && snapshots === found.snapshots)) return undefined
  return `after step ${done}: found ${JSON.stringify(found)}, expected ${allowed.map((one) => JSON.stringify(one)).join(' or ')}`
}

/** The sandbox; a fault at opening is over when it is opened again. Undefined after a crash. */
function opened(folder: string, disk: FaultyDisk, force: boolean): FileSandbox | undefined {
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      return new FileSandbox(folder, disk, force)
    } catch (error) {
      if (disk.crashed) return undefined
      if (attempt > 0) throw error
    }
  }
  return undefined
}

/** What is held before the first step and after each, on a disk without faults. */
async function statesOf(): Promise<readonly StoredTexts[]> {
  const folder = mkdtempSync(join(tmpdir(), 'understay-faults-'))
  const sandbox = new FileSandbox(folder, NODE_DISK)
  const states = [await sandbox.held()]
  for (const step of STEPS) {
    await step(sandbox)
    states.push(await sandbox.held())
  }
  await sandbox.close()
  rmSync(folder, { recursive: true })
  return states
}

describe.each([
  ['written', false],
  ['forced to the disk', true],
])('a file storage whose changes are %s', (_, force) => {
  test.each(FAULTS)(
    'holds what was acknowledged, and nothing by halves, whichever operation fails: %s',
    async (fault) => {
      const states = await statesOf()
      const whole = await play(undefined, 0, force, states)
      expect(whole.problem).toBeUndefined()
      const problems: string[] = []
      let points = 0
      for (let at = 1 + (FAULTS.indexOf(fault) % EVERY); at <= whole.disk.operations; at += EVERY) {
        const { disk, problem } = await play(fault, at, force, states)
        points++
        if (problem) problems.push(`${fault} at operation ${at} (${disk.struck}): ${problem}`)
      }
      expect(problems).toEqual([])
      expect(points).toBeGreaterThan(whole.disk.operations / EVERY - 1)
      if (EVERY === 1) process.stdout.write(`  fault injection, ${fault}: ${points} points, 0 lost, 0 half done\n`)
    },
    EVERY === 1 ? 900_000 : 120_000,
  )
})
