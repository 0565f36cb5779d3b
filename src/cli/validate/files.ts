/** Distinguishes scenarios, fixtures and configuration files, by name and content. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isConfigFile } from '../../base/config-files.ts'
import { didYouMean } from '../../base/spelling.ts'
import { fixtureFiles, isBundled } from '../../fixtures/source.ts'
import { bundledScenarios } from '../../scenario/load.ts'
import { isInScenarios, kindOfFile } from '../file-kinds.ts'

/** The named files: fixtures of one world, scenarios, and configuration files. */
export interface NamedFiles {
  readonly fixtures: readonly string[]
  readonly scenarios: readonly string[]
  readonly settings: readonly string[]
}

const YAML = /^[^.].*\.ya?ml$/
const JSON_FILE = /^[^.].*\.json$/

/** Sorts names of bundled worlds and scenarios, files and folders by what they are. */
export function sortNames(names: readonly string[]): NamedFiles {
  const pack = bundledScenarios().map(({ name }) => name)
  const sorted: Record<keyof NamedFiles, string[]> = { fixtures: [], scenarios: [], settings: [] }
  for (const name of names) {
    if (pack.includes(name) || isMisspelt(name, pack)) sorted.scenarios.push(name)
    else for (const file of filesOf(name)) sorted[listOf(file)].push(file)
  }
  return sorted
}

/** The files of a folder. Its fixtures are one source, in which ids must be unique, if `start` can read the folder. */
function filesOf(name: string): readonly string[] {
  if (!existsSync(name) || !statSync(name).isDirectory()) return [name]
  const inside = [...filesIn(name, YAML), ...filesIn(name, JSON_FILE).filter((file) => kindOfFile(file) === 'scenario')]
  const others = inside.filter((file) => listOf(file) !== 'fixtures')
  const isSource = others.length < inside.length && fixtureFiles(name).every((file) => listOf(file) === 'fixtures')
  return isSource || inside.length === 0 ? [name, ...others] : inside
}

/** True for a misspelt scenario name; reading it reports the suggestion. */
const isMisspelt = (name: string, pack: readonly string[]): boolean =>
  !existsSync(name) && !isBundled(name) && didYouMean(name, pack) !== undefined

function filesIn(folder: string, names: RegExp): readonly string[] {
  const files = readdirSync(folder).filter((file) => names.test(file) && isFile(join(folder, file)))
  return files.sort().map((file) => join(folder, file))
}

/** Decides by the name of a configuration file and by the keys of a file; without a known one, by its folder. */
function listOf(path: string): keyof NamedFiles {
  if (isConfigFile(basename(path))) return 'settings'
  const kind = kindOfFile(path) ?? (isFile(path) && isInScenarios(path) ? 'scenario' : 'fixtures')
  return kind === 'scenario' ? 'scenarios' : kind
}

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
