/**
 * `kill -9` at random moments, with writers at work.
 *
 * @module
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { Stream } from '../../../src/simulation/randomness.ts'
import { startProgram } from '../program.ts'
import { IS_LONG, report, saidTorn, Writers } from './writers.ts'

const ROUNDS = IS_LONG ? 300 : 4
const FIRST_WRITE_ROUNDS = IS_LONG ? 50 : 3
const WRITERS = 40
/** After so many rounds a new folder is used: the events and notes of the writers pile up. */
const ROUNDS_PER_FOLDER = 30
const LIMIT_MS = IS_LONG ? 3_600_000 : 60_000

const folders: string[] = []
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-kills-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

/** Resolves as soon as there is a file of the default sandbox. */
async function untilWritten(data: string): Promise<void> {
  while (!existsSync(join(data, 'default')) || readdirSync(join(data, 'default')).length === 0) await nextTurn()
}

const start = (data: string, ...flags: readonly string[]) =>
  startProgram(['--data', data, '--token-lifetime', '1000000', ...flags])

describe('kill -9', () => {
  test.each([[[]], [['--fsync']]])(
    `with ${WRITERS} writers and ${ROUNDS} kills: every acknowledged change is kept, and none is half done: %j`,
    async (flags) => {
      const moments = new Stream('moments of kills')
      let [acknowledged, torn] = [0, 0]
      for (let round = 0; round < ROUNDS; round += ROUNDS_PER_FOLDER) {
        const data = newFolder()
        const writers = new Writers()
        for (let kill = 0; kill < Math.min(ROUNDS_PER_FOLDER, ROUNDS - round); kill++) {
          const { program, url } = await start(data, ...flags)
          if (saidTorn(program)) torn++
          if (kill === 0) await writers.enter(url)
          else await writers.verify(url)
          const { acknowledged: before } = writers
          const work = writers.work(url, WRITERS)
          await pause(moments.integer(5, 300))
          // on a busy machine nothing may have been answered yet
          while (writers.acknowledged < before + 2) await nextTurn()
          await program.stop('SIGKILL')
          await work
        }
        const { program, url } = await start(data, ...flags)
        await writers.verify(url)
        expect((await program.stop()).code).toBe(0)
        expect(writers.refused).toBe(0)
        acknowledged += writers.acknowledged
      }
      expect(acknowledged).toBeGreaterThan(ROUNDS)
      report(
        `kill -9 ${flags.join()}: ${ROUNDS} rounds, ${acknowledged} acknowledged, 0 lost, ${torn} unfinished changes cut off`,
      )
    },
    LIMIT_MS,
  )

  test(
    `during the first write, ${FIRST_WRITE_ROUNDS} kills: the folder can be opened, also with --fresh`,
    async () => {
      const moments = new Stream('moments of first kills')
      let [acknowledged, written] = [0, 0]
      for (let round = 0; round < FIRST_WRITE_ROUNDS; round++) {
        const data = newFolder()
        const writers = new Writers()
        const first = await start(data)
        // the token is the first write
        const entered = writers.enter(first.url).then(
          () => writers.work(first.url, WRITERS),
          () => undefined,
        )
        // half of them as soon as there is a file
        if (round % 2 === 0) await pause(moments.integer(0, 150))
        else await untilWritten(data)
        await first.program.stop('SIGKILL')
        await entered
        const again = await start(data)
        saidTorn(again.program)
        await writers.verify(again.url)
        await again.program.stop('SIGKILL')
        const fresh = await startProgram(['--data', data, '--fresh'])
        await new Writers().verify(fresh.url)
        expect((await fresh.program.stop()).code).toBe(0)
        acknowledged += writers.acknowledged
        if (writers.acknowledged > 0) written++
      }
      report(
        `kill -9 in the first write: ${FIRST_WRITE_ROUNDS} rounds, ${acknowledged} acknowledged in ${written} of them, 0 lost`,
      )
    },
    LIMIT_MS,
  )
})
