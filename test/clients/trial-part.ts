/**
 * A part of the trial, one client after the other: parallel clients in one process would share connections, by which rules
 * distinguish threads.
 *
 *   tsx test/clients/trial-part.ts REPETITIONS [correct|faulty]
 *
 * Writes a line of JSON for each client and scenario.
 *
 * @module
 */
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { startComparing } from './comparing.ts'
import { CORRECT_CLIENTS } from './correct-clients.ts'
import { FAULTY_CLIENTS, playCorrect } from './trial.ts'

const repetitions = Number(process.argv[2])
const only = process.argv[3]
const server = await startComparing()
const bundled = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Scenarios for clients that work once and end. */
const scenarios = bundled.filter((scenario) => !hasTraffic(scenario))

async function repeat<T>(once: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let run = 0; run < repetitions; run++) results.push(await once())
  return results
}

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

for (const [index, client] of only === 'faulty' ? [] : CORRECT_CLIENTS.entries()) {
  const { kind = 'channel-manager', not = {} } = client
  const applicable = scenarios.filter(({ name, kinds }) => kinds.includes(kind) && not[name] === undefined)
  for (const scenario of [undefined, ...applicable.map(({ name }) => name)])
    write({ correct: index, scenario: scenario ?? null, results: await repeat(() => playCorrect(server, client, scenario)) })
}
for (const [index, { play }] of only === 'correct' ? [] : FAULTY_CLIENTS.entries())
  write({ faulty: index, results: await repeat(() => play(server)) })
await server.understay.close()
