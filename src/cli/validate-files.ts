/**
 * Distinguishes scenarios from fixtures, by name and content.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { isMap, isScalar, parseDocument } from 'yaml'
import { didYouMean } from '../base/spelling.ts'
import { BUNDLED_FIXTURES } from '../fixtures/source.ts'
import { bundledScenarios } from '../scenario/load.ts'

/** The named files: fixtures of one world, and scenarios. */
export interface Named {
  readonly fixtures: readonly string[]
  readonly scenarios: readonly string[]
}

/** Keys of scenarios that fixtures do not have. */
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

/** Sorts names of bundled worlds and scenarios, files and folders into fixtures and scenarios. */
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
      // A folder with fixtures only is one source: ids must be unique in it.
      if (played.length === 0) fixtures.push(name)
      else fixtures.push(...inside.filter((file) => !played.includes(file)))
    } else (isScenarioFile(name) ? scenarios : fixtures).push(name)
  }
  return { fixtures, scenarios }
}

/** True for a misspelt scenario name; reading it reports the suggestion. */
const isMisspelt = (name: string, pack: readonly string[]): boolean =>
  !existsSync(name) && !BUNDLED_FIXTURES.some((known) => known === name) && didYouMean(name, pack) !== undefined

function yamlFiles(folder: string): readonly string[] {
  const files = readdirSync(folder).filter((file) => YAML.test(file))
  return files.sort().map((file) => join(folder, file))
}

/** Decides by the keys of a file; without keys, by its folder. */
function isScenarioFile(path: string): boolean {
  if (!existsSync(path) || !YAML.test(basename(path))) return false
  const { contents } = parseDocument(readFileSync(path, 'utf8'))
  const keys = isMap(contents) ? contents.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : []
  return keys.some((key) => SCENARIO_KEYS.has(key)) || basename(dirname(path)) === 'scenarios'
}
