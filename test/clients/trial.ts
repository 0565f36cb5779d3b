/**
 * The trial: correct clients with every scenario, and clients with one mistake that a rule or an expectation detects.
 *
 * @module
 */
import { RULES } from '../../src/conformance/rules/index.ts'
import { CORRECT } from './behaviour.ts'
import { bundled, type ComparingServer, compare } from './comparing.ts'
import type { CorrectClient } from './correct-clients.ts'
import { RawClient, type RuleClient } from './rules/raw-client.ts'
import { TRIALS } from './rules/trials.ts'
import { playCase, rulesWith, type ScenarioCase, unmetOf } from './scenario-case.ts'
import { SCENARIO_CASES } from './scenario-cases.ts'

/** The result of a correct client. */
export interface CorrectResult {
  readonly verdict: 'passed' | 'failed' | 'inconclusive'
  /** Why it failed; empty when it did not. */
  readonly reasons: readonly string[]
  /** Rules of severity `should` that warned. */
  readonly warned: readonly string[]
  /** Reactions that cannot be told. */
  readonly untold: readonly string[]
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
  readonly play: (server: ComparingServer) => Promise<FaultyResult>
}

const BROKEN = { must: 'failed', should: 'warned', info: 'noted' } as const

let worlds = 0
const nextName = (): string => `trial-${++worlds}`

/** Plays a scenario, or none, with a correct client. */
export async function playCorrect(
  server: ComparingServer,
  { run }: CorrectClient,
  scenario: string | undefined,
): Promise<CorrectResult> {
  const about = { name: nextName(), scenario: scenario === undefined ? undefined : bundled(scenario) }
  const report = await compare(server, about, (world) => run(world).catch(() => undefined))
  const { verdict, reasons, expectations } = report
  return {
    verdict,
    reasons: verdict === 'failed' ? reasons : [],
    warned: rulesWith(report, 'warned'),
    untold: expectations.flatMap(({ id, expectation, state, difference = '' }) =>
      expectation.reaction !== undefined && state === 'inconclusive' ? [`${id}: ${difference}`] : [],
    ),
  }
}

const inScenario = (
  scenarioCase: ScenarioCase,
  { does, mistake, caughtBy, also = [] }: ScenarioCase['faulty'][number],
): FaultyClient => ({
  name: does,
  scenario: scenarioCase.scenario,
  caughtBy,
  play: async (server) => {
    const { report } = await playCase(scenarioCase, server, nextName(), { ...CORRECT, ...mistake })
    const found = [...unmetOf(report), ...rulesWith(report, 'failed')]
    return {
      caught: caughtBy.every((one) => found.includes(one)),
      others: found.filter((one) => !caughtBy.includes(one) && !also.includes(one)),
    }
  },
})

const breaking = (id: string, { does, run, also = [] }: RuleClient): FaultyClient => ({
  name: does,
  scenario: undefined,
  caughtBy: [id],
  play: async (server) => {
    const report = await compare(server, { name: nextName(), scenario: undefined }, async (world) => {
      await world.clock.freeze()
      await run(new RawClient(world))
    })
    const rule = report.conformance.rules.find((one) => one.id === id)
    return {
      caught: rule !== undefined && rule.outcome === BROKEN[rule.severity],
      others: rulesWith(report, 'failed').filter((other) => other !== id && !also.includes(other)),
    }
  },
})

/** Every client with a mistake: those of the scenarios, and for each rule the one that breaks it. */
export const FAULTY_CLIENTS: readonly FaultyClient[] = [
  ...SCENARIO_CASES.flatMap((one) => one.faulty.map((client) => inScenario(one, client))),
  ...RULES.flatMap(({ id }) => {
    const trial = TRIALS[id]
    return trial ? [breaking(id, trial.breaks)] : []
  }),
]
