/** `understay scenarios`: lists and prints the bundled scenarios. */
import { readFileSync } from 'node:fs'
import { capitalised } from '../base/capitalised.ts'
import { didYouMeanOr, orList } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { CLIENT_KINDS } from '../conformance/exchange.ts'
import { bundledScenarios } from '../scenario/load.ts'
import { hasTraffic, readScenario, type Scenario } from '../scenario/scenario.ts'

/** Lists the bundled scenarios, or prints one. @throws UsageError */
export async function runScenarios(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) throw new UsageError(`understay scenarios takes the name of a scenario, no flags such as ${flag}`)
  const [name, another] = args
  if (another !== undefined) throw new UsageError('understay scenarios takes one name')
  process.stdout.write(name === undefined ? table() : textOf(name))
  return 0
}

const USES = [
  'understay scenarios NAME prints one; understay run --compare --scenario NAME -- COMMAND plays one, and once more without its faults.',
  'understay run --scenario NAME --webhook URL -- COMMAND adds a hook.',
]

function table(): string {
  const pack = bundledScenarios().map(({ name, file }) => readScenario(name, readFileSync(file, 'utf8')))
  const width = Math.max(...pack.map(({ name }) => name.length)) + 2
  const lines = pack.map((scenario) => `${scenario.name.padEnd(width)}${firstSentence(scenario.about ?? '')}${needsOf(scenario)}`)
  return `${[...lines, '', ...USES].join('\n')}\n`
}

/** The kinds of clients that a scenario is for, and what it needs; empty for every client without needs. */
function needsOf(scenario: Scenario): string {
  const { kinds, webhook } = scenario
  const needs = [
    ...(hasTraffic(scenario) ? ['a client that keeps running (certify plays it with --only)'] : []),
    ...(webhook ? ['a hook'] : []),
  ]
  const parts = [
    ...(kinds.length < CLIENT_KINDS.length ? [`for ${orList(kinds)}`] : []),
    ...(needs.length > 0 ? [`needs ${needs.join(' and ')}`] : []),
  ]
  const text = parts.join('; ')
  return text === '' ? '' : ` ${capitalised(text)}.`
}

/** @throws UsageError with a suggestion */
function textOf(name: string): string {
  const pack = bundledScenarios()
  const known = pack.find((scenario) => scenario.name === name)
  if (known) return readFileSync(known.file, 'utf8')
  const names = pack.map((scenario) => scenario.name)
  throw new UsageError(`there is no scenario "${name}"; ${didYouMeanOr(name, names, 'understay scenarios lists them')}`)
}

const firstSentence = (about: string): string => (about.split(/(?<=[.!?])\s/)[0] ?? '').replace(/\s+/g, ' ')
