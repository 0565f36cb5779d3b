/**
 * The trial of clients: every careful shape on every applicable day, several times, and a table of what came of it.
 *
 *   npm run trial            20 repetitions
 *   npm run trial -- 3       3 of them
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { startUnderstay } from '../src/index.ts'
import { bundledScenarios, loadScenario } from '../src/scenario/load.ts'
import { goesOnByItself } from '../src/scenario/scenario.ts'
import { SHAPES } from '../test/clients/shapes.ts'
import { liveShape, type TrialResult } from '../test/clients/trial.ts'

const repetitions = Number(process.argv[2] ?? 20)
const understay = await startUnderstay()
const pack = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Those that a client meets which works once and ends. */
const days = pack.filter((scenario) => !goesOnByItself(scenario))
const rows: {
  shape: string
  day: string
  runs: number
  failed: number
  warned: readonly string[]
  reasons: readonly string[]
}[] = []
for (const shape of SHAPES) {
  const applicable = days.filter(
    ({ name, kinds }) => kinds.includes(shape.kind ?? 'channel-manager') && shape.not?.[name] === undefined,
  )
  for (const day of [undefined, ...applicable.map(({ name }) => name)]) {
    const results: TrialResult[] = []
    for (let run = 0; run < repetitions; run++) results.push(await liveShape(understay, shape, day))
    const failed = results.filter(({ verdict }) => verdict === 'failed')
    rows.push({
      shape: shape.name,
      day: day ?? '-',
      runs: repetitions,
      failed: failed.length,
      warned: [...new Set(results.flatMap(({ warned }) => warned))],
      reasons: [...new Set(failed.flatMap(({ reasons }) => reasons))].slice(0, 3),
    })
    process.stdout.write(
      `${failed.length === 0 ? 'ok' : 'FAILED'} ${shape.name}, ${day ?? 'no scenario'}: ${failed.length} of ${repetitions} failed\n`,
    )
  }
}
await understay.close()
writeFileSync('docs/trial.json', `${JSON.stringify({ repetitions, rows }, null, 2)}\n`)
process.exitCode = rows.some(({ failed }) => failed > 0) ? 1 : 0
