/**
 * The trial of demand: a house of 60 rooms for two years, and figures of the stays that arrive in the second, over all seeds.
 *
 *   npm run season:trial            all kinds with 20 seeds; exit code 1 if a figure is outside its band
 *   npm run season:trial -- 4 ski   4 seeds, one kind
 *
 * @module
 */
import { type ChildProcess, fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { DEMAND_KINDS, type DemandKind } from '../src/scenario/demand/demand-schema.ts'
import { BANDS, type Counts, FIGURES, figuresOf, noCounts, together } from './season/figures.ts'
import { countsOf } from './season/play.ts'

interface Job {
  readonly kind: DemandKind
  readonly seed: number
}

const seeds = Number(process.argv[2] ?? 20)
const kinds = DEMAND_KINDS.filter((kind) => process.argv[3] === undefined || process.argv[3] === kind)
const jobs: Job[] = kinds.flatMap((kind) => Array.from({ length: seeds }, (_, index) => ({ kind, seed: index + 1 })))
const sums = new Map<DemandKind, Counts>()

/** Gives jobs to another process until none is left. */
const work = (child: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    let current: Job | undefined
    const next = () => {
      current = jobs.shift()
      if (current) child.send(current)
      else child.disconnect()
    }
    child.on('message', (counts: Counts) => {
      if (current) sums.set(current.kind, together(sums.get(current.kind) ?? noCounts(), counts))
      next()
    })
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a player ended with ${code}`))))
    next()
  })

function report(kind: DemandKind): boolean {
  const figures = figuresOf(sums.get(kind) ?? noCounts())
  const rows = FIGURES.map((name, index) => {
    const [lowest, highest] = BANDS[kind][index] ?? [0, 0]
    const figure = figures[index] ?? Number.NaN
    return { name, figure, lowest, highest, isGood: figure >= lowest && figure <= highest }
  })
  process.stdout.write(`${kind}: ${seeds} seeds, ${sums.get(kind)?.leads.length} bookings\n`)
  for (const { name, figure, lowest, highest, isGood } of rows)
    process.stdout.write(
      `  ${isGood ? 'ok     ' : 'OUTSIDE'} ${name.padEnd(38)} ${figure.toFixed(1).padStart(6)}   ${lowest} to ${highest}\n`,
    )
  return rows.every(({ isGood }) => isGood)
}

if (process.send) {
  process.on('message', async ({ kind, seed }: Job) => process.send?.(await countsOf(kind, seed)))
} else {
  const begun = performance.now()
  const children = Array.from({ length: Math.min(availableParallelism(), jobs.length) }, () =>
    fork(fileURLToPath(import.meta.url), { execArgv: [...process.execArgv, '--max-semi-space-size=64'] }),
  )
  await Promise.all(children.map(work))
  const isGood = kinds.map(report).every(Boolean)
  process.stdout.write(`${((performance.now() - begun) / 1000).toFixed(0)} s\n`)
  process.exitCode = isGood ? 0 : 1
}
