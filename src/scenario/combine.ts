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
    ...contradictions(scenarios, ({ name }) => [{ key: name, problem: () => `there are two scenarios named "${name}"` }]),
    ...SINGLE_SETTINGS.flatMap(([setting, key]) => {
      const problem = (first: string) => `sets ${key} otherwise than ${first}: scenarios that run together must agree on it`
      const settings = scenarios.filter((one) => one[setting] !== undefined)
      return contradictions(settings, (one) => [{ key, value: JSON.stringify(one[setting]), problem }])
    }),
    ...contradictions(scenarios, ({ choices }) =>
      Object.entries(choices).map(([key, value]) => {
        return { key, value, problem: (first, other) => `answers the choice ${key} with ${value}, and ${first} with ${other}` }
      }),
    ),
    ...contradictions(scenarios, ({ traffic }) =>
      traffic.map(({ id: key }) => {
        return { key, problem: (first) => `has traffic "${key}", as ${first} has: give one of them another id` }
      }),
    ),
  ]
  if (problems.length > 0) throw new ScenarioError(problems)
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

interface Statement {
  readonly key: string
  /** Undefined for what only one scenario may say. */
  readonly value?: string
  /** What is wrong with it after another scenario has said it first. */
  readonly problem: (first: string, value: string | undefined) => string
}

/** The problems of what scenarios say again, otherwise than the first that says it. */
function contradictions(scenarios: readonly Scenario[], saidBy: (scenario: Scenario) => readonly Statement[]) {
  const known = new Map<string, { readonly by: string; readonly value: string | undefined }>()
  return scenarios.flatMap((scenario) =>
    saidBy(scenario).flatMap(({ key, value, problem }) => {
      const first = known.get(key)
      known.set(key, first ?? { by: scenario.name, value })
      const isProblem = first && (value === undefined || value !== first.value)
      return isProblem ? [fileProblem(scenario.name, problem(first.by, first.value))] : []
    }),
  )
}
