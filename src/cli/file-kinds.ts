/** Distinguishes scenarios, fixtures and configuration files by their content, and names the flag for a file that was given with the other one. */
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { isMap, isScalar, parseDocument } from 'yaml'
import type { Config } from '../config/config.ts'
import { NAMES, settingOf } from '../config/settings.ts'
import { Fixture } from '../fixtures/fixture-schema.ts'
import { fixtureFiles, isBundled } from '../fixtures/source.ts'
import { isStream, readText } from '../fixtures/standard-input.ts'
import { bundledScenarios } from '../scenario/load.ts'
import { ScenarioSchema } from '../scenario/scenario-schema.ts'

const SETTING_KEYS = new Set(NAMES.map((name) => settingOf(name).key))

/** What a file of a kind is called, and the flag that takes it. */
const KINDS = {
  scenario: { what: 'a scenario', as: 'scenario' },
  fixtures: { what: 'a file of fixtures', as: 'fixtures' },
  settings: { what: 'a configuration file', as: 'config' },
} as const

/** The kind of a file by its keys; undefined when none of them is known, and for anything that is not a readable file. */
export function kindOfFile(path: string): keyof typeof KINDS | undefined {
  if (!isStream(path) && (!existsSync(path) || !statSync(path).isFile())) return undefined
  try {
    const parsed = parseDocument(readText(path))
    const { contents } = parsed
    const keys = isMap(contents) ? contents.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : []
    const isOfScenario = (key: string): boolean => Object.hasOwn(ScenarioSchema.properties, key)
    const settings = keys.filter((key) => SETTING_KEYS.has(key))
    const others = keys.filter((key) => !SETTING_KEYS.has(key))
    if (others.some(isOfScenario)) return 'scenario'
    if (others.some((key) => Object.hasOwn(Fixture.properties, key))) return 'fixtures'
    if (settings.length === 0) return undefined
    if (!settings.every(isOfScenario)) return 'settings'
    // Only keys of both: a scenario may lack its name, or have it misspelt.
    const isScenario = others.length > 0 || isInScenarios(path) || isMap(parsed.get('webhook'))
    return isScenario ? 'scenario' : 'settings'
  } catch {
    return undefined
  }
}

/** True for a file in a folder with the name of those of scenarios. */
export const isInScenarios = (path: string): boolean => basename(dirname(resolve(path))) === 'scenarios'

/** The flag for each file that was given with another one. */
export function kindAdvice({ fixtures, scenario }: Pick<Config, 'fixtures' | 'scenario'>): readonly string[] {
  const pack = bundledScenarios().map(({ name }) => name)
  const adviceFor = (name: string, flag: 'fixtures' | 'scenario'): string[] => {
    const kind = isBundled(name) ? 'fixtures' : pack.includes(name) && !existsSync(name) ? 'scenario' : kindOfFile(name)
    if (kind === undefined || kind === flag) return []
    const what = isBundled(name) ? 'a world of fixtures' : KINDS[kind].what
    return [`${name} is ${what}, not ${flag === 'scenario' ? 'a scenario' : flag}: name it with --${KINDS[kind].as} ${name}`]
  }
  return [...fixtures.flatMap((name) => adviceFor(name, 'fixtures')), ...scenario.flatMap((name) => adviceFor(name, 'scenario'))]
}

/** What to do with files of another kind in folders of fixtures. */
export function folderAdvice({ fixtures }: Pick<Config, 'fixtures'>): readonly string[] {
  const advice = 'name the files of fixtures one by one, or move them to a folder of their own'
  return fixtures.flatMap((name) =>
    fixtureFiles(name).flatMap((file) => {
      const kind = isBundled(name) || file === resolve(name) ? 'fixtures' : (kindOfFile(file) ?? 'fixtures')
      return kind === 'fixtures' ? [] : [`${name} has ${basename(file)}, which is ${KINDS[kind].what}: ${advice}`]
    }),
  )
}
