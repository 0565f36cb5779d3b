/**
 * Finds scenarios: those of the bundled pack by name, and files.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseDocument } from 'yaml'
import { meant } from '../base/likeness.ts'
import { readScenario, type Scenario, ScenarioError } from './scenario.ts'

/** Beside this file when shipped, at the top of the project when run from source. */
const BUNDLED_PLACES = ['./scenarios', '../scenarios', '../../scenarios'] as const

/** No other file is opened: a name may come from elsewhere, and an objection shows some of the text. */
const SCENARIO_FILE = /\.(?:ya?ml|json)$/i

/** A scenario of the bundled pack. */
export interface BundledScenario {
  readonly name: string
  readonly file: string
}

/** The bundled pack, by name. */
export function bundledScenarios(): readonly BundledScenario[] {
  const folder = BUNDLED_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
  if (folder === undefined) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.sort().map((file) => ({ name: basename(file, '.yaml'), file: join(folder, file) }))
}

/**
 * Reads a scenario of the bundled pack by its name, or a file.
 *
 * @param options `from`: the folder that file names start from; by default the current one
 * @throws ScenarioError with everything that is wrong
 */
export async function loadScenario(nameOrFile: string, options: { readonly from?: string } = {}): Promise<Scenario> {
  const bundled = bundledScenarios()
  const known = bundled.find(({ name }) => name === nameOrFile)
  if (known) return readScenario(`${known.name}.yaml`, readFileSync(known.file, 'utf8'), known.file)
  const path = resolve(options.from ?? '.', nameOrFile)
  if (!SCENARIO_FILE.test(path) || !existsSync(path) || statSync(path).isDirectory())
    throw new ScenarioError([notFound(nameOrFile, bundled)])
  return readScenario(nameOrFile, readFileSync(path, 'utf8'), path)
}

function notFound(nameOrFile: string, bundled: readonly BundledScenario[]) {
  const near = meant(
    nameOrFile,
    bundled.map(({ name }) => name),
  )
  const advice = near === undefined ? 'understay scenarios lists the bundled ones' : `did you mean "${near}"?`
  return {
    file: nameOrFile,
    line: 0,
    column: 0,
    field: '',
    message: `no such file (.yaml, .yml or .json), nor a bundled scenario; ${advice}`,
  }
}

/**
 * The scenario that was sent: its text, or the name of a bundled one or a file and nothing else.
 *
 * @param text YAML or JSON
 * @throws ScenarioError with everything that is wrong
 */
export async function sentScenario(text: string): Promise<Scenario> {
  const named = nameAlone(text)
  return named === undefined ? readScenario('scenario', text) : loadScenario(named)
}

function nameAlone(text: string): string | undefined {
  const sent = plainly(text)
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).join() !== 'name' || !('name' in sent)) return undefined
  return typeof sent.name === 'string' ? sent.name : undefined
}

/** What a text says, if that can be read at all; whoever reads it in earnest says what is wrong with it. */
function plainly(text: string): unknown {
  try {
    const document = parseDocument(text)
    return document.errors.length > 0 ? undefined : document.toJS()
  } catch {
    return undefined
  }
}
