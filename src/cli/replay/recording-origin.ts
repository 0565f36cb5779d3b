/** The scenario and seed of the sandbox that a recording was made in, as a journal's HAR names them. */
import { isJsonMap } from '../../base/json-map.ts'
import { parsedJson } from '../../base/parsed-json.ts'
import type { Config } from '../../config/config.ts'
import { bundledScenarios } from '../../scenario/load.ts'

/** The sandbox of a recording; empty for recordings of other tools. */
export interface RecordingOrigin {
  readonly scenario?: string | undefined
  readonly seed?: number | undefined
}

/** The fields of a log before its entries. */
const ORIGIN_FIELD = /"_understay"\s*:\s*(\{[^{}]*\})/

/** The origin of a recording that can be read. */
export function originOf(text: string): RecordingOrigin {
  const head = text.slice(0, Math.max(0, text.indexOf('"entries"')))
  const read = parsedJson(ORIGIN_FIELD.exec(head)?.[1] ?? '')
  const { scenario, seed } = isJsonMap(read) ? read : {}
  return { ...(typeof scenario === 'string' && { scenario }), ...(typeof seed === 'number' && { seed }) }
}

/** Advice for a replay in which responses differ: the flags for the world of the recording. */
export function originNotes({ scenario, seed }: RecordingOrigin, config: Pick<Config, 'scenario' | 'seed'>): readonly string[] {
  if (config.scenario !== undefined) return []
  if (scenario !== undefined) return [`the recording was made with the scenario ${scenario}; ${scenarioFlag(scenario)}`]
  return seed === undefined || seed === config.seed
    ? []
    : [`the recording was made with the seed ${seed}, this world with ${config.seed}: add --seed ${seed}`]
}

/** The flag for a scenario by its name; for one of a file, what to name. */
function scenarioFlag(scenario: string): string {
  const pack = bundledScenarios().map(({ name }) => name)
  const parts = scenario.split('+')
  return parts.every((name) => pack.includes(name))
    ? `add --scenario ${parts.join(',')}`
    : 'add --scenario FILE with the file it was made with'
}
