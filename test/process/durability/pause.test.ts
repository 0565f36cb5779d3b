/**
 * A server that is stopped for a while, and a second one that wants its folder.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runProgram, startProgram } from '../program.ts'
import { HAS_KERNEL_LOCK } from './kernel-lock.ts'
import { IS_LONG, report, saidTorn, Writers } from './writers.ts'

/** A lock without a lock of the kernel would count as left over after five seconds. */
const PAUSES_MS = IS_LONG ? [100, 6500, 12_000] : [100]

test.runIf(HAS_KERNEL_LOCK)(
  'a paused server keeps its folder: a second one is refused, so that both never write',
  async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-pause-'))
    const writers = new Writers()
    const { program, url } = await startProgram(['--data', data, '--token-lifetime', '1000000'])
    await writers.enter(url)
    for (const span of PAUSES_MS) {
      await writers.work(url, 10, 3)
      const underWay = writers.work(url, 10, 6)
      program.child.kill('SIGSTOP')
      await pause(span)
      const second = await runProgram(['start', '--port', '0', '--data', data])
      expect(second.code).toBe(1)
      expect(second.err).toBe(
        `understay: ${data} is in use by process ${program.child.pid}; stop it, or give this one another folder with --data\n`,
      )
      program.child.kill('SIGCONT')
      await underWay
      await writers.verify(url)
    }
    await program.stop('SIGKILL')
    const again = await startProgram(['--data', data])
    saidTorn(again.program)
    await writers.verify(again.url)
    await again.program.stop()
    expect(writers.refused).toBe(0)
    rmSync(data, { recursive: true })
    report(`SIGSTOP: ${PAUSES_MS.length} pauses up to ${Math.max(...PAUSES_MS)} ms, ${writers.acknowledged} acknowledged, 0 lost`)
  },
  60_000,
)
