/** Finds scenarios: bundled ones by name, and files. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { orUndefined } from '../base/caught-error.ts'
import { fileProblem } from '../base/file-error.ts'
import { didYouMeanOr } from '../base/spelling.ts'
import { unreadProblem, utf8Text } from '../base/text-file.ts'
import type { AllowedFiles } from '../fixtures/allowed-files.ts'
import { inputName, isStream, readText } from '../fixtures/standard-input.ts'
import { parseWithin, SENT_LIMITS } from '../fixtures/text-limits.ts'
import { combineScenarios } from './combine.ts'
import {
  readScenario,
  readScenarioFile,
  readSentScenario,
  type Scenario,
  ScenarioError,
  type ScenarioSource,
} from './scenario.ts'

/** Beside this file when shipped, at the top of the project when run from source. */
const BUNDLED_PLACES = ['./scenarios', '../scenarios', '../../scenarios'] as const

/** Other files are not opened, because error messages show parts of the text. */
const SCENARIO_FILE = /\.(?:ya?ml|json)$/i

interface BundledScenario {
  readonly name: string
  readonly file: string
}

export function bundledScenarios(): readonly BundledScenario[] {
  const folder = BUNDLED_PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
  if (folder === undefined) return []
  const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'))
  return files.sort().map((file) => ({ name: basename(file, '.yaml'), file: join(folder, file) }))
}

/** Reads a bundled scenario by its name, a file, a pipe, or standard input (`-`). @throws ScenarioError with all that is wrong */
export async function loadScenario(nameOrFile: string): Promise<Scenario> {
  const bundled = bundledScenarios()
  const known = bundled.find(({ name }) => name === nameOrFile)
  if (known) return readBundled(known)
  const read = (path: string): string => textOf(inputName(nameOrFile), () => readText(path))
  if (isStream(nameOrFile)) return readScenario(inputName(nameOrFile), wholeText(inputName(nameOrFile), read(nameOrFile)))
  const path = resolve(nameOrFile)
  if (!SCENARIO_FILE.test(path) || !existsSync(path) || statSync(path).isDirectory())
    throw new ScenarioError([notFound(nameOrFile, bundled)])
  return readScenario(nameOrFile, wholeText(nameOrFile, read(path)), path)
}

/** The text of a file; where it has only a name, as of a scenario that is sent, that of the bundled scenario. */
function wholeText(file: string, text: string): string {
  const named = nameOnly(text)
  if (named === undefined) return text
  const bundled = bundledScenarios().find(({ name }) => name === named)
  if (bundled) return readFileSync(bundled.file, 'utf8')
  const { name } = readScenario(file, text)
  const advice = 'add faults, events, traffic, expect or about'
  throw new ScenarioError([fileProblem(file, `has only a name, and no bundled scenario is called "${name}": ${advice}`)])
}

/** The bundled scenarios that were read, by file. */
const readBefore = new Map<string, Scenario>()

function readBundled({ name, file }: BundledScenario): Scenario {
  const text = readFileSync(file, 'utf8')
  const known = readBefore.get(file)
  if (known?.text === text) return known
  const scenario = readScenario(`${name}.yaml`, text, file)
  readBefore.set(file, scenario)
  return scenario
}

function textOf(name: string, read: () => string): string {
  try {
    return read()
  } catch (error) {
    throw new ScenarioError([unreadProblem(name, error)])
  }
}

function notFound(nameOrFile: string, bundled: readonly BundledScenario[], problem = NOT_FOUND, list = BUNDLED_LIST) {
  const names = bundled.map(({ name }) => name)
  return fileProblem(nameOrFile, `${problem}; ${didYouMeanOr(nameOrFile, names, list)}`)
}

const LIST = 'understay scenarios'
const BUNDLED_LIST = `${LIST} lists the bundled ones`
/** The same for one who may have no program, only the address of a server. */
const SENT_LIST = 'GET /_understay/scenarios'
const NOT_FOUND = 'no such file (.yaml, .yml or .json), nor a bundled scenario'
/** The same whether the file exists or not. */
const NOT_ALLOWED = 'not a bundled scenario, nor a file in a folder that this server was started with (--scenarios)'

/** Reads scenarios and combines them. @throws ScenarioError with everything that is wrong */
export async function loadScenarios([first = '', ...others]: readonly string[]): Promise<Scenario> {
  return combineScenarios([await loadScenario(first), ...(await Promise.all(others.map(loadScenario)))])
}

/** Reads a scenario again. @throws ScenarioError with everything that is wrong */
export async function reloadScenario(sources: readonly ScenarioSource[]): Promise<Scenario> {
  const read = ({ called, text, file, sent }: ScenarioSource): Promise<Scenario> =>
    sent ? readSentScenario(text) : readScenarioFile(called, text, file)
  const [first, ...others] = sources
  if (!first) throw new Error('a scenario has at least one text')
  return combineScenarios([await read(first), ...(await Promise.all(others.map(read)))])
}

/**
 * Reads a scenario that was passed as text in the process: its YAML, or only the name of a bundled one or of a file.
 *
 * @param text YAML or JSON
 * @throws ScenarioError with everything that is wrong
 */
export async function loadGivenScenario(text: string): Promise<Scenario> {
  const named = nameOnly(text)
  return named === undefined ? notBundled(readScenario('scenario', text)) : loadScenario(named)
}

/** @throws ScenarioError for a bundled name with settings only, which are meant for the bundled scenario */
function notBundled(scenario: Scenario, print = `${LIST} ${scenario.name} prints it`): Scenario {
  const { name, about, webhook, text, faults, events, traffic, expect } = scenario
  const own = [about, webhook, ...faults, ...events, ...traffic, ...expect].some((part) => part !== undefined)
  if (own || text.length > MAX_NAME_TEXT || !bundledScenarios().some((bundled) => bundled.name === name)) return scenario
  const advice = `send {"name":"${name}"} alone, or its whole text with your changes: ${print}`
  throw new ScenarioError([fileProblem(name, `a bundled scenario takes no other keys; ${advice}`)])
}

/**
 * Reads a scenario that was sent over HTTP: its YAML, or only the name of a bundled one or of an allowed file.
 *
 * @param text YAML or JSON
 * @param within the allowed files
 * @throws ScenarioError with everything that is wrong
 */
export async function loadSentScenario(text: string, within: AllowedFiles): Promise<Scenario> {
  const named = nameOnly(text)
  if (named === undefined) {
    const scenario = await readSentScenario(text).catch((error: unknown) => {
      throw !text.includes('\n') && JOINED_LINES.test(text) ? new ScenarioError([fileProblem('scenario', JOINED)]) : error
    })
    return notBundled(scenario, `${SENT_LIST}/${scenario.name} has it`)
  }
  const bundled = bundledScenarios()
  if (bundled.some(({ name }) => name === named)) return loadScenario(named)
  const file = within.findFile(named)
  if (file === undefined) throw new ScenarioError([notFound(named, bundled, NOT_ALLOWED, `${SENT_LIST} lists them`)])
  const name = basename(file.path)
  const sent = textOf(name, () => utf8Text(file.bytes))
  return readScenarioFile(name, wholeText(name, sent), file.path)
}

/** Several keys in one line, or in a comment; those of a map or list in one line follow a bracket. Takes linear time. */
const JOINED_LINES = /^(?:#.*: .*: |[\w-][^[{"'#]*: [^[{"'#]*: )/
const JOINED = 'several keys in one line: curl joins the lines of a file with -d @FILE, and keeps them with --data-binary @FILE'

/** Maximum length of a text that is only a name. */
const MAX_NAME_TEXT = 1000

function nameOnly(text: string): string | undefined {
  if (text.length > MAX_NAME_TEXT) return undefined
  const sent = parsedOrUndefined(text)
  if (typeof sent !== 'object' || sent === null || Object.keys(sent).join() !== 'name' || !('name' in sent)) return undefined
  return typeof sent.name === 'string' ? sent.name : undefined
}

/** The value of a text, if it can be parsed; the complete reader reports problems. */
function parsedOrUndefined(text: string): unknown {
  return orUndefined(() => {
    const document = parseWithin(text, SENT_LIMITS)
    return 'message' in document || document.errors.length > 0 ? undefined : document.toJS()
  })
}
