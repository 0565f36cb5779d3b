/**
 * `understay scenarios`: lists and prints the bundled scenarios.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { didYouMean } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { bundledScenarios } from '../scenario/load.ts'
import { readScenario } from '../scenario/scenario.ts'

/** Lists the bundled scenarios, or prints one. @throws UsageError */
export async function runScenarios(args: readonly string[]): Promise<number> {
  const flag = args.find((arg) => arg.startsWith('-'))
  if (flag) throw new UsageError(`understay scenarios takes the name of a scenario, no flags such as ${flag}`)
  const [name, another] = args
  if (another !== undefined) throw new UsageError('understay scenarios takes one name')
  process.stdout.write(name === undefined ? table() : textOf(name))
  return 0
}

function table(): string {
  const pack = bundledScenarios().map(({ name, file }) => ({ name, about: readScenario(name, readFileSync(file, 'utf8')).about }))
  const width = Math.max(...pack.map(({ name }) => name.length)) + 2
  const lines = pack.map(({ name, about }) => `${name.padEnd(width)}${firstSentence(about ?? '')}`.trimEnd())
  return `${[...lines, '', 'understay scenarios NAME prints one; understay run --scenario NAME -- COMMAND plays one.'].join('\n')}\n`
}

/** @throws UsageError with a suggestion */
function textOf(name: string): string {
  const pack = bundledScenarios()
  const known = pack.find((scenario) => scenario.name === name)
  if (known) return readFileSync(known.file, 'utf8')
  const names = pack.map((scenario) => scenario.name)
  const near = didYouMean(name, names)
  throw new UsageError(`there is no scenario "${name}"; ${near ? `did you mean "${near}"?` : 'understay scenarios lists them'}`)
}

const firstSentence = (about: string): string => (about.split(/(?<=[.!?])\s/)[0] ?? '').replace(/\s+/g, ' ')
