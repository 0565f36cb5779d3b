/**
 * The trial: correct clients with every scenario, and clients with one mistake that a rule or an expectation detects.
 *
 * @module
 */
import type { Conformance } from '../../src/conformance/conformance.ts'
import { RULES } from '../../src/conformance/rules/index.ts'
import type { Understay, UnderstaySandbox } from '../../src/index.ts'
import { CORRECT } from './behaviour.ts'
import type { CorrectClient } from './correct-clients.ts'
import { RawClient, type RuleClient } from './rules/raw-client.ts'
import { TRIALS } from './rules/trials.ts'
import { playCase, type ScenarioCase } from './scenario-case.ts'
import { SCENARIO_CASES } from './scenario-cases.ts'

/** The result of a correct client. */
export interface CorrectResult {
  readonly verdict: 'passed' | 'failed' | 'inconclusive'
  /** Why it failed; empty when it did not. */
  readonly reasons: readonly string[]
  /** Rules of severity `should` that warned. */
  readonly warned: readonly string[]
}

/** The result of a client with a mistake. */
export interface FaultyResult {
  /** True when all rules and expectations named for the mistake detected it. */
  readonly caught: boolean
  /** Broken rules and unmet expectations that the mistake does not list. */
  readonly others: readonly string[]
}

/** A client that differs from a correct one in one mistake. */
export interface FaultyClient {
  readonly name: string
  /** The scenario it is played in; undefined: none. */
  readonly scenario: string | undefined
  readonly caughtBy: readonly string[]
  readonly play: (understay: Understay) => Promise<FaultyResult>
}

const BROKEN = { must: 'failed', should: 'warned', info: 'noted' } as const

let worlds = 0

async function inWorld<T>(understay: Understay, use: (world: UnderstaySandbox) => Promise<T>): Promise<T> {
  const world = await understay.sandbox(`trial-${++worlds}`)
  try {
    return await use(world)
  } finally {
    await world.delete()
  }
}

/** Rules with an outcome, by id. */
export async function rulesOf(world: UnderstaySandbox): Promise<ReadonlyMap<string, Conformance['rules'][number]>> {
  const { rules } = (await world.report())['conformance'] as Conformance
  return new Map(rules.map((rule) => [rule.id, rule]))
}

type Rules = Awaited<ReturnType<typeof rulesOf>>
const withOutcome = (rules: Rules, wanted: string): readonly string[] =>
  [...rules.values()].filter(({ outcome }) => outcome === wanted).map(({ id }) => id)

/** Plays a scenario, or none, with a correct client. */
export const playCorrect = (understay: Understay, { run }: CorrectClient, scenario: string | undefined): Promise<CorrectResult> =>
  inWorld(understay, async (world) => {
    if (scenario !== undefined) await world.play(scenario)
    await run(world).catch(() => undefined)
    const { verdict, reasons } = await world.report()
    return {
      verdict,
      reasons: verdict === 'failed' ? reasons : [],
      warned: withOutcome(await rulesOf(world), 'warned'),
    }
  })

const inScenario = (
  scenarioCase: ScenarioCase,
  { does, mistake, caughtBy, also = [] }: ScenarioCase['faulty'][number],
): FaultyClient => ({
  name: does,
  scenario: scenarioCase.scenario,
  caughtBy,
  play: (understay) =>
    inWorld(understay, async (world) => {
      const { unmet } = await playCase(scenarioCase, world, { ...CORRECT, ...mistake })
      const found = [...unmet, ...withOutcome(await rulesOf(world), 'failed')]
      return {
        caught: caughtBy.every((one) => found.includes(one)),
        others: found.filter((one) => !caughtBy.includes(one) && !also.includes(one)),
      }
    }),
})

const breaking = (id: string, { does, run, also = [] }: RuleClient): FaultyClient => ({
  name: does,
  scenario: undefined,
  caughtBy: [id],
  play: (understay) =>
    inWorld(understay, async (world) => {
      await world.clock.freeze()
      await run(new RawClient(world))
      const rules = await rulesOf(world)
      const rule = rules.get(id)
      return {
        caught: rule !== undefined && rule.outcome === BROKEN[rule.severity],
        others: withOutcome(rules, 'failed').filter((other) => other !== id && !also.includes(other)),
      }
    }),
})

/** Every client with a mistake: those of the scenarios, and for each rule the one that breaks it. */
export const FAULTY_CLIENTS: readonly FaultyClient[] = [
  ...SCENARIO_CASES.flatMap((one) => one.faulty.map((client) => inScenario(one, client))),
  ...RULES.flatMap(({ id }) => {
    const trial = TRIALS[id]
    return trial ? [breaking(id, trial.breaks)] : []
  }),
]
