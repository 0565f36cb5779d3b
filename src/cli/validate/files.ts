/** Distinguishes scenarios from fixtures, by name and content. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { didYouMean } from '../../base/spelling.ts'
import { BUNDLED_FIXTURES } from '../../fixtures/source.ts'
import { bundledScenarios } from '../../scenario/load.ts'
import { kindOfFile } from '../file-kinds.ts'

/** The named files: fixtures of one world, and scenarios. */
export interface NamedFiles {
  readonly fixtures: readonly string[]
  readonly scenarios: readonly string[]
}

const YAML = /^[^.].*\.ya?ml$/
const JSON_FILE = /^[^.].*\.json$/

/** Sorts names of bundled worlds and scenarios, files and folders into fixtures and scenarios. */
export function sortNames(names: readonly string[]): NamedFiles {
  const pack = bundledScenarios().map(({ name }) => name)
  const fixtures: string[] = []
  const scenarios: string[] = []
  for (const name of names) {
    if (pack.includes(name) || isMisspelt(name, pack)) scenarios.push(name)
    else if (existsSync(name) && statSync(name).isDirectory()) {
      const inside = filesIn(name, YAML)
      const played = [
        ...inside.filter(isScenarioFile),
        ...filesIn(name, JSON_FILE).filter((file) => kindOfFile(file) === 'scenario'),
      ]
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

function filesIn(folder: string, names: RegExp): readonly string[] {
  const files = readdirSync(folder).filter((file) => names.test(file) && isFile(join(folder, file)))
  return files.sort().map((file) => join(folder, file))
}

/** Decides by the keys of a file; without a known one, by its folder. */
function isScenarioFile(path: string): boolean {
  const kind = kindOfFile(path)
  return kind === 'scenario' || (kind === undefined && isFile(path) && basename(dirname(path)) === 'scenarios')
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
