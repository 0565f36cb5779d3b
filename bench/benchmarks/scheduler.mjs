import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { median } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'

const SCHEDULER = fileURLToPath(new URL('../../src/world/scheduler.ts', import.meta.url))
const SANDBOXES = 100
const PIECES_EACH = 20
const WITHIN_MS = 4000
const QUICK_WITHIN_MS = 400

/** Lateness of the scheduler with due work of many sandboxes under its single timer. */
export const scheduler = {
  about: `lateness of due work: ${SANDBOXES} sandboxes with ${PIECES_EACH} pieces each within ${WITHIN_MS / 1000} s`,
  async run({ quick }) {
    const { Scheduler } = await bundled()
    const late = []
    const failures = []
    const due = new Scheduler((_, error) => failures.push(error))
    const begin = Date.now() + 100
    for (let number = 0; number < SANDBOXES; number++)
      due.update(sandboxOf(number, begin, late, quick ? QUICK_WITHIN_MS : WITHIN_MS))
    while (late.length < SANDBOXES * PIECES_EACH) await pause(50)
    due.end()
    if (failures.length > 0) throw failures[0]
    const sorted = late.sort((a, b) => a - b)
    return [
      {
        what: 'lateness of due work, 99 of 100 pieces within',
        unit: 'ms',
        digits: 1,
        value: sorted[Math.ceil(0.99 * sorted.length) - 1],
        details: [`${sorted.length} pieces, median ${median(sorted).toFixed(1)} ms, at most ${sorted.at(-1).toFixed(1)} ms`],
      },
    ]
  },
}

/** A sandbox with a real clock, and work that is due at evenly spread times of its own. */
function sandboxOf(number, begin, late, withinMs) {
  const step = withinMs / PIECES_EACH
  const moments = Array.from({ length: PIECES_EACH }, (_, piece) =>
    Math.round(begin + piece * step + (number * step) / SANDBOXES),
  )
  return {
    name: `w${number}`,
    clock: { state: { at: 0, real: 0, speed: 1 }, now: () => Date.now() },
    get nextDueAt() {
      return moments[0]
    },
    settle() {
      while (moments.length > 0 && moments[0] <= Date.now())
        late.push(performance.timeOrigin + performance.now() - moments.shift())
    },
  }
}

async function bundled() {
  const { outputFiles } = await build({
    entryPoints: [SCHEDULER],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  })
  const file = join(scratchFolder(), 'scheduler.mjs')
  writeFileSync(file, outputFiles[0].text)
  return import(pathToFileURL(file).href)
}
