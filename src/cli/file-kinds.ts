/** Distinguishes scenarios from fixtures by their content, and names the flag for a file that was given with the other one. */
import { existsSync, statSync } from 'node:fs'
import { isMap, isScalar, parseDocument } from 'yaml'
import type { Config } from '../config/config.ts'
import { Fixture } from '../fixtures/fixture-schema.ts'
import { BUNDLED_FIXTURES } from '../fixtures/source.ts'
import { isStream, readText } from '../fixtures/standard-input.ts'
import { bundledScenarios } from '../scenario/load.ts'
import { ScenarioSchema } from '../scenario/scenario-schema.ts'

/** The kind of a file by its keys; undefined when none of them is known, and for anything that is not a readable file. */
export function kindOfFile(path: string): 'scenario' | 'fixtures' | undefined {
  if (!isStream(path) && (!existsSync(path) || !statSync(path).isFile())) return undefined
  try {
    const { contents } = parseDocument(readText(path))
    const keys = isMap(contents) ? contents.items.map(({ key }) => String(isScalar(key) ? key.value : key)) : []
    if (keys.some((key) => Object.hasOwn(ScenarioSchema.properties, key))) return 'scenario'
    return keys.some((key) => Object.hasOwn(Fixture.properties, key)) ? 'fixtures' : undefined
  } catch {
    return undefined
  }
}

/** The flag for each scenario among the fixtures, and for fixtures among the scenarios. */
export function kindAdvice({ fixtures, scenario }: Pick<Config, 'fixtures' | 'scenario'>): readonly string[] {
  const pack = bundledScenarios().map(({ name }) => name)
  const played = fixtures.filter((name) => kindOfFile(name) === 'scenario' || (pack.includes(name) && !existsSync(name)))
  const named = (scenario?.split(',') ?? []).map((name) => name.trim())
  const isBundled = (name: string): boolean => BUNDLED_FIXTURES.some((known) => known === name)
  return [
    ...played.map((name) => `${name} is a scenario, not fixtures: name it with --scenario ${name}`),
    ...named.flatMap((name) => {
      const what = isBundled(name) ? 'a world of fixtures' : kindOfFile(name) === 'fixtures' ? 'a file of fixtures' : undefined
      return what === undefined ? [] : [`${name} is ${what}, not a scenario: name it with --fixtures ${name}`]
    }),
  ]
}
