/** Combines several scenarios into one; faults, events and expectations keep the names of their scenarios. */

import { fileProblem } from '../base/file-error.ts'
import type { Expectation } from './expectations/expectation-schema.ts'
import { type Scenario, ScenarioError } from './scenario.ts'

/** Settings that two scenarios may not set differently, with their keys in a file. */
const SINGLE_SETTINGS = [
  ['seed', 'seed'],
  ['at', 'clock.at'],
  ['speed', 'clock.run'],
  ['clockFrom', 'clock.from'],
  ['fixtures', 'fixtures'],
  ['tokenLifetime', 'token_lifetime'],
  ['until', 'until'],
  ['webhook', 'webhook'],
] as const
type SingleSetting = (typeof SINGLE_SETTINGS)[number][0]

/**
 * Combines scenarios. Ids of expectations are prefixed with the name of their scenario: `rate-limited/repeats`.
 *
 * @throws ScenarioError when two have the same name or the same id of traffic, or set the same thing differently
 */
export function combineScenarios(scenarios: readonly [Scenario, ...(readonly Scenario[])]): Scenario {
  const [first, ...others] = scenarios
  if (others.length === 0) return first
  const problems = [
    ...nameProblems(scenarios),
    ...SINGLE_SETTINGS.flatMap(([setting, key]) => settingProblems(scenarios, setting, key)),
    ...choiceProblems(scenarios),
    ...trafficProblems(scenarios),
  ]
  if (problems.length > 0) throw new ScenarioError(problems.map(({ scenario, message }) => fileProblem(scenario.name, message)))
  const agreed = Object.fromEntries(
    SINGLE_SETTINGS.map(([key]) => [key, scenarios.find((scenario) => scenario[key] !== undefined)?.[key]]),
  ) as Pick<Scenario, SingleSetting>
  return {
    ...first,
    ...agreed,
    name: scenarios.map(({ name }) => name).join('+'),
    about: scenarios.flatMap(({ about }) => about ?? []).join(' ') || undefined,
    folder: scenarios.find(({ fixtures }) => fixtures !== undefined)?.folder ?? first.folder,
    choices: Object.assign({}, ...scenarios.map(({ choices }) => choices)),
    mark: scenarios.every(({ mark }) => mark),
    faults: scenarios.flatMap(({ faults }) => faults),
    events: scenarios.flatMap(({ events }) => events),
    traffic: scenarios.flatMap(({ traffic }) => traffic),
    expect: scenarios.flatMap(({ name, expect }) =>
      expect.map((expectation, index) => withScenarioName(name, expectation, index)),
    ),
    file: undefined,
    text: scenarios.map(({ text, file }) => `${file ?? ''}\n${text}`).join('\n'),
    sources: scenarios.flatMap(({ sources }) => sources),
    parts: scenarios.flatMap(({ parts }) => parts),
  }
}

/** The keys of an expectation that name another one, or a fault. */
const REFERENCES = ['after', 'before', 'unless', 'fault'] as const

function withScenarioName(scenario: string, expectation: Expectation, index: number): Expectation {
  const { id = `expect-${index + 1}` } = expectation
  const named = REFERENCES.filter((key) => expectation[key] !== undefined)
  const references = Object.fromEntries(named.map((key) => [key, `${scenario}/${expectation[key]}`]))
  return { ...expectation, ...references, id: `${scenario}/${id}` }
}

interface Problem {
  readonly scenario: Scenario
  readonly message: string
}

function nameProblems(scenarios: readonly Scenario[]): readonly Problem[] {
  return scenarios.flatMap((scenario, index) =>
    scenarios.findIndex(({ name }) => name === scenario.name) < index
      ? [{ scenario, message: `there are two scenarios named "${scenario.name}"` }]
      : [],
  )
}

function settingProblems(scenarios: readonly Scenario[], setting: SingleSetting, key: string): readonly Problem[] {
  const [first, ...others] = scenarios.filter((scenario) => scenario[setting] !== undefined)
  return others.flatMap((scenario) =>
    JSON.stringify(scenario[setting]) === JSON.stringify(first?.[setting])
      ? []
      : [{ scenario, message: `sets ${key} otherwise than ${first?.name}: scenarios that run together must agree on it` }],
  )
}

function choiceProblems(scenarios: readonly Scenario[]): readonly Problem[] {
  const known = new Map<string, { readonly answer: string; readonly by: string }>()
  return scenarios.flatMap((scenario) =>
    Object.entries(scenario.choices).flatMap(([id, answer]) => {
      const before = known.get(id)
      known.set(id, before ?? { answer, by: scenario.name })
      return before && before.answer !== answer
        ? [{ scenario, message: `answers the choice ${id} with ${answer}, and ${before.by} with ${before.answer}` }]
        : []
    }),
  )
}

function trafficProblems(scenarios: readonly Scenario[]): readonly Problem[] {
  const known = new Map<string, Scenario>()
  return scenarios.flatMap((scenario) =>
    scenario.traffic.flatMap(({ id }) => {
      const other = known.get(id)
      known.set(id, other ?? scenario)
      return other ? [{ scenario, message: `has traffic "${id}", as ${other.name} has: give one of them another id` }] : []
    }),
  )
}
