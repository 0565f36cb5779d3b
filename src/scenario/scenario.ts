/** A scenario: what happens in a sandbox, and what is expected of the client. */
import { dirname } from 'node:path'
import { FileError, type FixtureProblem, fieldPath, inOrder, type Path, type Place } from '../base/file-error.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { firstProblems, type SchemaProblem } from '../base/schema-check.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { CLIENT_KINDS, type ClientKind } from '../conformance/exchange.ts'
import { type CheckedDocument, MAX_PROBLEMS, readDocument } from '../fixtures/checked-document.ts'
import type { FixtureData } from '../fixtures/fixture-set.ts'
import { readFileDocument, readSentDocument } from '../fixtures/sent-document.ts'
import { parseAt, parseRun } from '../simulation/clock.ts'
import { actProblems, faultProblems, scenarioProblems } from './check.ts'
import { EFFECTS } from './effects.ts'
import type { Expectation } from './expectations/expectation-schema.ts'
import { type Fault, FaultSchema } from './faults/fault-schema.ts'
import type { WebhookFaults } from './faults/webhook-faults.ts'
import { useEffects } from './loaded-effects.ts'
import {
  type ClockFrom,
  type EventAct,
  EventActSchema,
  type ScenarioEvent,
  ScenarioSchema,
  type ScenarioText,
} from './scenario-schema.ts'
import type { Selector } from './selectors/selector-schema.ts'
import type { Traffic } from './traffic/traffic-schema.ts'

useEffects(EFFECTS)

/** The text of a scenario, to read it again in this or another process. */
export interface ScenarioSource {
  /** Its name in problems. */
  readonly called: string
  readonly text: string
  readonly file?: string | undefined
  readonly sent: boolean
}

/** A scenario that has been checked. */
export interface Scenario {
  readonly name: string
  readonly about: string | undefined
  readonly kinds: readonly ClientKind[]
  readonly seed: number | undefined
  /** Start time of its clock; undefined for that of the server. */
  readonly at: Instant | undefined
  /** Speed of its clock: 1 real, 0 frozen, 60 one minute per second; undefined for that of the server. */
  readonly speed: number | undefined
  /** When its clock begins to run; undefined: at the start. */
  readonly clockFrom: ClockFrom | undefined
  /** Names, and rows of its own; undefined for those of the server. File names are relative to {@link folder}. */
  readonly fixtures: readonly (string | FixtureData)[] | undefined
  readonly choices: Readonly<Record<string, string>>
  /** Seconds; undefined for the setting of the server. */
  readonly tokenLifetime: number | undefined
  /** True when responses name the applied faults in a header. */
  readonly mark: boolean
  readonly faults: readonly Fault[]
  readonly events: readonly ScenarioEvent[]
  readonly traffic: readonly Traffic[]
  /** When traffic ends, as it is written; undefined: never. */
  readonly until: string | undefined
  /** Network faults on the deliveries of webhooks. */
  readonly webhook: WebhookFaults | undefined
  readonly expect: readonly Expectation[]
  /** The folder of relative file names. */
  readonly folder: string
  /** Undefined for a scenario that was sent. */
  readonly file: string | undefined
  /** True when it was sent over HTTP: its fixtures must be bundled ones, or in folders that were allowed at start. */
  readonly sent: boolean
  /** Its YAML. */
  readonly text: string
  /** The texts of its parts. */
  readonly sources: readonly ScenarioSource[]
  /** The combined scenarios; for a single scenario, itself. */
  readonly parts: readonly ScenarioPart[]
}

/** One of the combined scenarios. */
export interface ScenarioPart extends Pick<Scenario, 'name' | 'fixtures' | 'faults' | 'events' | 'traffic' | 'expect'> {
  /** Its name in problems. */
  readonly called: string
  /** Where a value is in its text. */
  readonly locate: (path: Path) => Place
}

/** True when a scenario has traffic, so that only a client that keeps running can be judged. */
export const hasTraffic = ({ traffic }: Pick<Scenario, 'traffic'>): boolean => traffic.length > 0

export class ScenarioError extends FileError {
  override readonly name = 'ScenarioError'
  /** What is well formed, for the checks that follow. */
  readonly sound?: Scenario
}

/**
 * Reads a scenario from YAML or JSON.
 *
 * @param name its name in problems
 * @param file the file, if it is one
 * @throws ScenarioError with all problems, each with line, column and field
 */
export function readScenario(name: string, text: string, file?: string): Scenario {
  return scenarioOf(name, readDocument(name, text, ScenarioSchema), { text, file, sent: false })
}

/** {@link readScenario}, while others may be answered. */
export async function readScenarioFile(name: string, text: string, file?: string): Promise<Scenario> {
  return scenarioOf(name, await readFileDocument(name, text, ScenarioSchema), { text, file, sent: false })
}

/** Reads a scenario that was sent over HTTP. @throws ScenarioError with all problems */
export async function readSentScenario(text: string): Promise<Scenario> {
  const name = 'scenario'
  return scenarioOf(name, await readSentDocument(name, text, ScenarioSchema), { text, file: undefined, sent: true })
}

type Origin = Pick<Scenario, 'text' | 'file' | 'sent'>

function scenarioOf(name: string, { data, problems, locate }: CheckedDocument, { text, file, sent }: Origin): Scenario {
  const written = problems.length > 0 ? soundParts(data, problems) : (data as ScenarioText)
  const found = [...problems, ...placedProblems({ called: name, locate }, firstProblems(scenarioProblems(written, OPERATIONS)))]
  const common = {
    name: written.name ?? '',
    fixtures: written.fixtures === undefined ? undefined : [written.fixtures].flat(),
    faults: written.faults ?? [],
    events: written.events ?? [],
    traffic: written.traffic ?? [],
    expect: written.expect ?? [],
  }
  const scenario: Scenario = {
    ...common,
    about: written.about,
    kinds: written.kinds ?? CLIENT_KINDS,
    seed: written.seed,
    at: written.clock?.at === undefined ? undefined : parseAt(written.clock.at),
    speed: written.clock?.run === undefined ? undefined : parseRun(written.clock.run),
    clockFrom: written.clock?.from,
    // `204` and `false` are answers.
    choices: Object.fromEntries(Object.entries(written.choices ?? {}).map(([id, answer]) => [id, String(answer)])),
    tokenLifetime: written.token_lifetime,
    mark: written.mark ?? true,
    until: written.until,
    webhook: written.webhook,
    folder: file === undefined ? '.' : dirname(file),
    file,
    sent,
    text,
    sources: [{ called: name, text, file, sent }],
    parts: [{ ...common, called: name, locate }],
  }
  if (found.length === 0) return scenario
  const isWorldKnown = !problems.some(({ field }) => /^(?:fixtures|$)/.test(field))
  throw Object.assign(new ScenarioError(inOrder(found)), isWorldKnown && { sound: { ...scenario, choices: {} } })
}

/** What no check objects to, in the place of a broken item of a list. */
const STAND_INS: Readonly<Record<string, object>> = {
  faults: { on: { operation: 'listProperties' }, network: { status: 503 } },
  expect: { operation: 'listProperties' },
  events: { at: '+1m', do: 'guest_cancels', with: { booking: 'latest' } },
  traffic: { do: 'guest_books', every: '1d' },
}

/** Parts of which expectations do not speak. */
const APART = new Set(['about', 'kinds', 'seed', 'clock', 'token_lifetime', 'mark', 'webhook'])

/** The parts of a scenario without problems of form. Parts that name something in a broken part are left out as well. */
function soundParts(data: unknown, problems: readonly FixtureProblem[]): Partial<ScenarioText> {
  // Problems are cut at the maximum, so a part without one may have some.
  const parts: Record<string, unknown> = isJsonMap(data) && problems.length < MAX_PROBLEMS ? { ...data } : {}
  for (const { field } of problems) {
    const [, part = '', index, isInside] = /^(\w*)(?:\[(\d+)\](\.\w+[.[])?)?/.exec(field) ?? []
    // only expectations name traffic
    if (part === 'traffic') parts['expect'] = undefined
    const list = index === undefined ? undefined : withStandIn(parts[part], part, Number(index), isInside !== undefined)
    if (list) parts[part] = list
    else
      for (const name of APART.has(part) ? [part] : [part, 'expect', ...(part === 'traffic' ? ['until'] : [])])
        parts[name] = undefined
  }
  return parts as Partial<ScenarioText>
}

/** A list with a stand-in for its broken item; undefined where an unknown key may be a misspelt id, by which others name the item. */
function withStandIn(list: unknown, part: string, index: number, isInside: boolean): readonly unknown[] | undefined {
  const standIn = STAND_INS[part]
  if (!standIn || !Array.isArray(list)) return undefined
  const item: unknown = list[index]
  const id = isJsonMap(item) && typeof item['id'] === 'string' ? { id: item['id'] } : undefined
  const isNamed = part !== 'events' && part !== 'traffic'
  if (isNamed && !id && !isInside) return undefined
  return list.with(index, { ...(part === 'traffic' && { id: `[${index}]` }), ...standIn, ...id })
}

/**
 * Reads a fault to arm at run time, from YAML or JSON.
 *
 * @param unknown the problems of a selector in the sandbox where it is armed
 * @throws ScenarioError with everything that is wrong
 */
export const readFault = (text: string, unknown: (on: Selector, path: Path) => readonly SchemaProblem[]): Promise<Fault> =>
  readSent('fault', text, FaultSchema, (fault: Fault) => [...faultProblems(fault, [], OPERATIONS), ...unknown(fault.on, ['on'])])

/** Reads an event to perform at once, from YAML or JSON. @throws ScenarioError with everything that is wrong */
export const readEvent = (text: string): Promise<EventAct> =>
  readSent('event', text, EventActSchema, (event: EventAct) => actProblems(event, []))

/** @param check the problems of a value that is valid by its schema */
async function readSent<T>(
  called: string,
  text: string,
  schema: object,
  check: (sent: T) => Iterable<SchemaProblem>,
): Promise<T> {
  const { data, problems: ofForm, locate } = await readSentDocument(called, text, schema)
  const problems = ofForm.length > 0 ? ofForm : placedProblems({ called, locate }, firstProblems(check(data as T)))
  // Objects are sent as one line, of which their authors know no columns.
  const isOneLine = !text.trimEnd().includes('\n')
  if (problems.length > 0) throw new ScenarioError(isOneLine ? problems.map((problem) => ({ ...problem, line: 0 })) : problems)
  return data as T
}

/** Problems with their positions, in the order of the text. */
export function placedProblems(
  { called: file, locate }: Pick<ScenarioPart, 'called' | 'locate'>,
  problems: readonly { readonly path: Path; readonly message: string }[],
): FixtureProblem[] {
  return inOrder(problems.map(({ path, message }) => ({ file, ...locate(path), field: fieldPath(path), message })))
}
