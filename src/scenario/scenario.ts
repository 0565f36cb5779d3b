/**
 * A scenario: what is to happen in a sandbox, and what is expected of its client.
 *
 * @module
 */
import { dirname } from 'node:path'
import { FileError, fieldPath, type Path, type Place } from '../base/file-error.ts'
import type { Instant } from '../base/instant.ts'
import type { SchemaProblem } from '../base/schema-check.ts'
import { OPERATIONS } from '../booking-api/contract/index.ts'
import { KINDS, type Kind } from '../conformance/exchange.ts'
import { type CheckedDocument, readDocument } from '../fixtures/checked-document.ts'
import { readSentDocument } from '../fixtures/sent-document.ts'
import { parseAt, parseRun } from '../simulation/clock.ts'
import { faultProblems, scenarioProblems } from './check.ts'
import { EFFECTS, type Effects } from './effects.ts'
import {
  type Expectation,
  type Fault,
  FaultSchema,
  type ScenarioEvent,
  ScenarioSchema,
  type ScenarioText,
  type Selector,
} from './schema.ts'

import type { Traffic } from './traffic/schema.ts'
import type { WebhookFaults } from './webhook-faults.ts'

/** A text that a scenario is read from again, in this process or in another one. */
export interface ScenarioSource {
  /** What to call it in problems. */
  readonly called: string
  readonly text: string
  readonly file?: string | undefined
  readonly sent: boolean
}

/** A scenario that has been checked. */
export interface Scenario {
  readonly name: string
  readonly about: string | undefined
  /** The kinds of clients it is for. */
  readonly kinds: readonly Kind[]
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
  readonly traffic: readonly Traffic[]
  /** When traffic ends, as it is written; undefined: never. */
  readonly until: string | undefined
  /** Network faults on the deliveries of webhooks. */
  readonly webhook: WebhookFaults | undefined
  readonly expect: readonly Expectation[]
  /** The folder that file names in it start from. */
  readonly folder: string
  /** The file it was read from; undefined for one that was sent. */
  readonly file: string | undefined
  /** True where it came over the wire: its fixtures are bundled worlds, or in folders that were named at start. */
  readonly sent: boolean
  /** What it was read from. */
  readonly text: string
  /** The texts it was read from. */
  readonly sources: readonly ScenarioSource[]
  /** The scenarios that are played together; of a single one, itself. */
  readonly parts: readonly Pick<Scenario, 'name' | 'faults' | 'events'>[]
  /** Where a value stands in its text. */
  readonly locate: (path: Path) => Place
  /** What makes it happen. */
  readonly effects: Effects
}

/** True where a hotel acts by itself: only a client that keeps running can show what it does about it. */
export const goesOnByItself = ({ traffic }: Pick<Scenario, 'traffic'>): boolean => traffic.length > 0

/** A scenario that cannot be played. */
export class ScenarioError extends FileError {
  override readonly name = 'ScenarioError'
}

/**
 * Reads a scenario from its text: YAML, or JSON, which is YAML as well.
 *
 * @param name what to call it in problems
 * @param file the file, if it is one
 * @throws ScenarioError with everything that is wrong, each with line, column and field
 */
export function readScenario(name: string, text: string, file?: string): Scenario {
  return scenarioOf(name, readDocument(name, text, ScenarioSchema), { text, file, sent: false })
}

/** Reads a scenario that came over the wire. @throws ScenarioError with everything that is wrong */
export async function readSentScenario(text: string): Promise<Scenario> {
  const name = 'scenario'
  return scenarioOf(name, await readSentDocument(name, text, ScenarioSchema), { text, file: undefined, sent: true })
}

type Origin = Pick<Scenario, 'text' | 'file' | 'sent'>

function scenarioOf(name: string, { data, problems, locate }: CheckedDocument, { text, file, sent }: Origin): Scenario {
  if (problems.length > 0) throw new ScenarioError(problems)
  if (text.trim() === '') requireNone(name, locate, [{ path: [], message: 'the file is empty: a scenario has at least a name' }])
  const written = data as ScenarioText
  requireNone(name, locate, scenarioProblems(written, OPERATIONS))
  return {
    name: written.name,
    about: written.about,
    kinds: written.kinds ?? KINDS,
    seed: written.seed,
    at: written.clock?.at === undefined ? undefined : parseAt(written.clock.at),
    speed: written.clock?.run === undefined ? undefined : parseRun(written.clock.run),
    fixtures: written.fixtures,
    choices: written.choices ?? {},
    tokenLifetime: written.token_lifetime,
    mark: written.mark ?? true,
    faults: written.faults ?? [],
    events: written.events ?? [],
    traffic: written.traffic ?? [],
    until: written.until,
    webhook: written.webhook,
    expect: written.expect ?? [],
    folder: file === undefined ? '.' : dirname(file),
    file,
    sent,
    text,
    locate,
    effects: EFFECTS,
    sources: [{ called: name, text, file, sent }],
    parts: [{ name: written.name, faults: written.faults ?? [], events: written.events ?? [] }],
  }
}

/**
 * Reads a fault that is to be armed at run time: YAML or JSON.
 *
 * @param unknown what of a selector is not there, where it is to be armed
 * @throws ScenarioError with everything that is wrong
 */
export async function readFault(
  text: string,
  unknown: (selector: Selector, path: Path) => readonly SchemaProblem[],
): Promise<{ readonly fault: Fault; readonly effects: Effects }> {
  const { data, problems, locate } = await readSentDocument('fault', text, FaultSchema)
  if (problems.length > 0) throw new ScenarioError(problems)
  const fault = data as Fault
  requireNone('fault', locate, [...faultProblems(fault, [], OPERATIONS), ...unknown(fault.on, ['on'])])
  return { fault, effects: EFFECTS }
}

/** @throws ScenarioError when there are problems */
export function requireNone(
  file: string,
  locate: (path: Path) => Place,
  problems: readonly { readonly path: Path; readonly message: string }[],
): void {
  if (problems.length === 0) return
  const placed = problems.map(({ path, message }) => ({ file, ...locate(path), field: fieldPath(path), message }))
  throw new ScenarioError(placed.sort((a, b) => a.line - b.line || a.column - b.column))
}
