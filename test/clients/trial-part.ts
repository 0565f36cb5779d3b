/**
 * A part of the trial.
 *
 *   tsx test/clients/trial-part.ts REPETITIONS PART PARTS [correct|faulty|careful|habits]
 *
 * Writes a line of JSON for each client and scenario. Correct and faulty clients share the connections of this process, so they
 * are played one after the other; careful clients and habits have connections of their own.
 *
 * @module
 */
import { bundledScenarios, loadScenario } from '../../src/scenario/load.ts'
import { hasTraffic } from '../../src/scenario/scenario.ts'
import { prepare, bundled as scenarioOf, startComparing } from './comparing.ts'
import { CORRECT_CLIENTS } from './correct-clients.ts'
import { playCareful, playHabit } from './played.ts'
import { ALL_CAREFUL, ALL_HABITS } from './played-clients.ts'
import { inPool, SHAPES } from './shapes.ts'
import { FAULTY_CLIENTS, playCorrect } from './trial.ts'

/** Clients played at a time, each of which mostly waits. */
const AT_A_TIME = 8

const repetitions = Number(process.argv[2])
const [part, parts] = [Number(process.argv[3]), Number(process.argv[4])]
const only = process.argv[5]
/** The share of this part. */
const shareOf = <T>(all: readonly T[]): readonly T[] => all.filter((_, index) => index % parts === part)
const plays = (group: string): boolean => only === undefined || only === group
const server = await startComparing()
const bundled = await Promise.all(bundledScenarios().map(({ name }) => loadScenario(name)))
/** Scenarios for clients that work once and end. */
const scenarios = bundled.filter((scenario) => !hasTraffic(scenario))
const daysOf = (kind: string): readonly string[] =>
  scenarios.filter(({ kinds }) => kinds.some((one) => one === kind)).map(({ name }) => name)

async function repeat<T>(once: () => Promise<T>): Promise<readonly T[]> {
  const results: T[] = []
  for (let run = 0; run < repetitions; run++) results.push(await once())
  return results
}

const write = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)

for (const [index, client] of plays('correct') ? shareOf([...CORRECT_CLIENTS.entries()]) : []) {
  const { kind = 'channel-manager', not = {} } = client
  const applicable = daysOf(kind).filter((name) => not[name] === undefined)
  for (const scenario of [undefined, ...applicable])
    write({ correct: index, scenario: scenario ?? null, results: await repeat(() => playCorrect(server, client, scenario)) })
}
for (const [index, { play }] of plays('faulty') ? shareOf([...FAULTY_CLIENTS.entries()]) : [])
  write({ faulty: index, results: await repeat(() => play(server)) })

const careful = ALL_CAREFUL.flatMap(({ run, kind, lacks, only: days = [undefined, ...daysOf(kind)] }, index) =>
  (lacks === undefined ? days : []).map(
    (day) => async () =>
      write({ careful: index, scenario: day ?? null, results: await repeat(() => playCareful(server, run, day)) }),
  ),
)
const habits = ALL_HABITS.flatMap((habit, index) =>
  (habit.lacks === undefined ? SHAPES : []).map(
    (shape, shapeIndex) => async () =>
      write({ habit: index, shape: shapeIndex, results: await repeat(() => playHabit(server, habit, habit.runIn(shape))) }),
  ),
)
await prepare(
  server,
  scenarios.map(({ name }) => scenarioOf(name)),
)
await inPool(AT_A_TIME, shareOf([...(plays('careful') ? careful : []), ...(plays('habits') ? habits : [])]), (play) => play())
await server.understay.close()
