/**
 * A part of the trial, one client after the other: clients of one process share its connections, and by those threads are told.
 *
 *   tsx test/clients/trial-part.ts REPETITIONS [shapes|habits]
 *
 * Writes a line of JSON for each client on each day.
 *
 * @module
 */
import { startUnderstay } from '../../src/index.ts'
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { SHAPES } from './shapes.ts'
import { HABITS, playShape } from './trial.ts'

const repetitions = Number(process.argv[2])
const only = process.argv[3]
const understay = await startUnderstay()
const pack = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Those that a client meets which works once and ends. */
const days = pack.filter((scenario) => !hasTraffic(scenario))

async function repeat<T>(once: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let run = 0; run < repetitions; run++) results.push(await once())
  return results
}

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

for (const [index, shape] of only === 'habits' ? [] : SHAPES.entries()) {
  const { kind = 'channel-manager', not = {} } = shape
  const applicable = days.filter((day) => day.kinds.includes(kind) && not[day.name] === undefined)
  for (const day of [undefined, ...applicable.map(({ name }) => name)])
    write({ shape: index, day: day ?? null, results: await repeat(() => playShape(understay, shape, day)) })
}
for (const [index, { play }] of only === 'shapes' ? [] : HABITS.entries())
  write({ habit: index, results: await repeat(() => play(understay)) })
await understay.close()
