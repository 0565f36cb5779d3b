/**
 * A scenario: what is to happen in a sandbox, and what is expected of its client.
 *
 * @module
 */
import { dirname } from 'node:path'
import type { Instant } from '../base/instant.ts'
import { OPERATIONS } from '../contract/index.ts'
import { parseAt, parseRun } from '../sim/clock.ts'
import { readDocument } from '../store/checked-document.ts'
import { FileError, fieldPath, type Path, type Place } from '../store/fixture-error.ts'
import type { SchemaProblem } from '../store/schema-check.ts'
import { EFFECTS } from './effects.ts'
import type { Effects } from './play.ts'
import { faultProblems, scenarioProblems } from './scenario-check.ts'
import {
  type Expectation,
  type Fault,
  FaultSchema,
  type ScenarioEvent,
  ScenarioSchema,
  type ScenarioText,
  type Selector,
} from './scenario-schema.ts'

/** A scenario that has been checked. */
export interface Scenario {
  readonly name: string
  readonly about: string | undefined
  readonly seed: number | undefined
  /** Where its clock begins; undefined: as the server's. */
  readonly at: Instant | undefined
  /** How its clock runs: 1 real, 0 frozen, 60 a minute a second; undefined: as the server's. */
  readonly speed: number | undefined
  /** Undefined: those of the server. Files start from {@link folder}. */
  readonly fixtures: readonly string[] | undefined
  readonly choices: Readonly<Record<string, string>>
  /** Seconds a token lives; undefined: as the server says. */
  readonly tokenLifetime: number | undefined
  /** Whether struck answers say so in a header. */
  readonly mark: boolean
  readonly faults: readonly Fault[]
  readonly events: readonly ScenarioEvent[]
  readonly expect: readonly Expectation[]
  /** The folder that file names in it start from. */
  readonly folder: string
  /** The file it was read from; undefined for one that was sent. */
  readonly file: string | undefined
  /** What it was read from. */
  readonly text: string
  /** Where a value stands in its text. */
  readonly locate: (path: Path) => Place
  /** What makes it happen. */
  readonly effects: Effects
}

/** A scenario that cannot be played. */
export class ScenarioError extends FileError {
  override readonly name = 'ScenarioError'
}

/**
 * Reads a scenario from its text: YAML, or JSON, which is YAML as well.
 *
 * @param name what to call it in problems
 * @param file where it stands, if it is a file
 * @throws ScenarioError with everything that is wrong, each with line, column and field
 */
export function readScenario(name: string, text: string, file?: string): Scenario {
  const { data, problems, locate } = readDocument(name, text, ScenarioSchema)
  if (problems.length > 0) throw new ScenarioError(problems)
  const written = data as ScenarioText
  demandNone(name, locate, scenarioProblems(written, OPERATIONS))
  return {
    name: written.name,
    about: written.about,
    seed: written.seed,
    at: written.clock?.at === undefined ? undefined : parseAt(written.clock.at),
    speed: written.clock?.run === undefined ? undefined : parseRun(written.clock.run),
    fixtures: written.fixtures,
    choices: written.choices ?? {},
    tokenLifetime: written.token_lifetime,
    mark: written.mark ?? true,
    faults: written.faults ?? [],
    events: written.events ?? [],
    expect: written.expect ?? [],
    folder: file === undefined ? '.' : dirname(file),
    file,
    text,
    locate,
    effects: EFFECTS,
  }
}

/**
 * Reads a fault that is to be armed at run time: YAML or JSON.
 *
 * @param unknown what of a selector is not there, where it is to be armed
 * @throws ScenarioError with everything that is wrong
 */
export function readFault(
  text: string,
  unknown: (selector: Selector, path: Path) => readonly SchemaProblem[],
): { readonly fault: Fault; readonly effects: Effects } {
  const { data, problems, locate } = readDocument('fault', text, FaultSchema)
  if (problems.length > 0) throw new ScenarioError(problems)
  const fault = data as Fault
  demandNone('fault', locate, [...faultProblems(fault, [], OPERATIONS), ...unknown(fault.on, ['on'])])
  return { fault, effects: EFFECTS }
}

/** @throws ScenarioError when there are problems */
export function demandNone(
  file: string,
  locate: (path: Path) => Place,
  problems: readonly { readonly path: Path; readonly message: string }[],
): void {
  if (problems.length === 0) return
  const placed = problems.map(({ path, message }) => ({ file, ...locate(path), field: fieldPath(path), message }))
  throw new ScenarioError(placed.sort((a, b) => a.line - b.line || a.column - b.column))
}
