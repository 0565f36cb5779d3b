/**
 * Tells scenarios from fixtures, by name and by what is in a file.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isMap, isScalar, parseDocument } from 'yaml'
import { didYouMean } from '../base/spelling.ts'
import { BUNDLED_FIXTURES } from '../fixtures/source.ts'
import { bundledScenarios } from '../scenario/load.ts'

/** What was named: fixtures make one world together, scenarios stand for themselves. */
export interface Named {
  readonly fixtures: readonly string[]
  readonly scenarios: readonly string[]
}

/** Keys that scenarios have and fixtures have not. */
const SCENARIO_KEYS: ReadonlySet<string> = new Set([
  'name',
  'about',
  'clock',
  'faults',
  'events',
  'expect',
  'token_lifetime',
  'mark',
])
const YAML = /^[^.].*\.ya?ml$/

/** Sorts names of bundled worlds and scenarios, files and folders. */
export function sortNames(names: readonly string[]): Named {
  const pack = bundledScenarios().map(({ name }) => name)
  const fixtures: string[] = []
  const scenarios: string[] = []
  for (const name of names) {
    if (pack.includes(name) || isMisspelt(name, pack)) scenarios.push(name)
    else if (existsSync(name) && statSync(name).isDirectory()) {
      const inside = yamlFiles(name)
      const played = inside.filter(isScenarioFile)
      scenarios.push(...played)
      // A folder of fixtures alone is one source, in which an id is used once.
      if (played.length === 0) fixtures.push(name)
      else fixtures.push(...inside.filter((file) => !played.includes(file)))
    } else (isScenarioFile(name) ? scenarios : fixtures).push(name)
  }
  return { fixtures, scenarios }
}

/** Nothing that is there, but nearly the name of a scenario: reading it will say which. */
const isMisspelt = (name: string, pack: readonly string[]): boolean =>
  !existsSync(name) && !BUNDLED_FIXTURES.some((known) => known === name) && didYouMean(name, pack) !== undefined

function yamlFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => YAML.test(file))
  return files.sort().map((file) => join(folder, file))
}

/** By its keys; a file that has none is what its folder says. */
function isScenarioFile(path: string): boolean {
  if (!existsSync(path) || !YAML.test(basename(path))) return false
  const { contents } = parseDocument(readFileSync(path, 'utf8'))
  const keys = isMap(contents) ? contents.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : []
  return keys.some((key) => SCENARIO_KEYS.has(key)) || basename(dirname(path)) === 'scenarios'
}
