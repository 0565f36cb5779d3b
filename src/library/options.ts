/**
 * Turns the options of the library into a configuration: the same settings, defaults and checks as on the command line.
 *
 * @module
 */
import { inspect } from 'node:util'
import { isoInstant } from '../base/instant.ts'
import { meant } from '../base/likeness.ts'
import { type Config, resolveConfig } from '../config.ts'
import { LEVELS, type Name, type Raw, UsageError } from '../settings.ts'
import { isLoopback } from '../start.ts'
import type { PointInTime, UnderstayOptions } from './face.ts'

/** How the value of an option becomes the texts of a setting; undefined when it is none. */
type Reading = (value: unknown) => readonly string[] | undefined

const plain =
  (type: 'number' | 'string' | 'boolean'): Reading =>
  (value) =>
    typeof value === type ? [String(value)] : undefined
const number = { expected: 'a number', read: plain('number') }
const text = { expected: 'a text', read: plain('string') }
const flag = { expected: 'true or false', read: plain('boolean') }
const texts = {
  expected: 'a text or a list of texts',
  read: (value: unknown) => (isTexts(value) ? value : plain('string')(value)),
}
const answers = {
  expected: 'an object of answers by the id of the choice',
  read: (value: unknown) => (isAnswers(value) ? answersOf(value) : undefined),
}
const instant = {
  expected: 'an instant such as 2026-03-01T09:00:00Z, epoch milliseconds or a Date',
  read: (value: unknown) => (isPointInTime(value) ? [instantText(value)] : undefined),
}

/** Every option: the setting it stands for, and what its value must be. */
const OPTIONS: Readonly<
  Record<
    Exclude<keyof UnderstayOptions, 'listen' | 'scenario'>,
    { readonly expected: string; readonly read: Reading; readonly of: Name }
  >
> = {
  port: { ...number, of: 'port' },
  host: { ...text, of: 'host' },
  product: { ...text, of: 'product' },
  profile: { ...text, of: 'profile' },
  choices: { ...answers, of: 'choices' },
  fixtures: { ...texts, of: 'fixtures' },
  data: { ...text, of: 'data' },
  fresh: { ...flag, of: 'fresh' },
  seed: { ...number, of: 'seed' },
  at: { ...instant, of: 'at' },
  freeze: { ...flag, of: 'freeze' },
  tokenLifetime: { ...number, of: 'token_lifetime' },
  journal: { ...number, of: 'journal' },
  control: { ...text, of: 'control' },
  controlToken: { ...text, of: 'control_token' },
  publicUrl: { ...text, of: 'public_url' },
  log: { ...text, of: 'log' },
  logLevel: { ...text, of: 'log_level' },
}
const NAMES: readonly string[] = [...Object.keys(OPTIONS), 'listen', 'scenario']

/** The configuration that options make, and whether the server listens. @throws UsageError naming the option */
export function configOf(options: UnderstayOptions): { readonly config: Config; readonly listen: boolean } {
  if (typeof options !== 'object' || options === null) throw new UsageError('startUnderstay takes an object of options')
  const unknown = Object.keys(options).find((name) => !NAMES.includes(name))
  if (unknown !== undefined) throw new UsageError(unknownOption(unknown))
  const { listen = true } = options
  if (typeof listen !== 'boolean') throw wrong('listen', listen, flag.expected)
  const raw: Raw = {
    port: given('port', ['0']),
    log: given('log', ['off']),
    ...(options.data === undefined && { memory: given('data', ['true']) }),
  }
  for (const [name, { expected, read, of }] of Object.entries(OPTIONS)) {
    const value: unknown = options[name as keyof typeof OPTIONS]
    if (value === undefined) continue
    const found = read(value)
    if (!found) throw wrong(name, value, expected)
    raw[of] = given(name, found)
  }
  const { scenario } = options
  if (typeof scenario === 'string') raw.scenario = given('scenario', [scenario])
  else if (scenario !== undefined && (typeof scenario !== 'object' || scenario === null))
    throw wrong('scenario', scenario, 'the name of a scenario, a file, or a scenario itself')
  const resolved = resolveConfig(raw)
  const config = typeof scenario === 'object' ? { ...resolved, scenarioText: JSON.stringify(scenario) } : resolved
  if (listen && !isLoopback(config.host) && config.control !== 'open' && config.controlToken === undefined)
    throw new UsageError(
      `host: ${config.host} is reached from elsewhere: give the control API a token with controlToken, or open it with control: 'open'`,
    )
  return { config, listen }
}

const given = (name: string, found: readonly string[]) => ({ texts: found, from: name, level: LEVELS.flag })

function unknownOption(name: string): string {
  if (name === 'memory') return 'there is no option "memory": without data, everything is kept in memory'
  const near = meant(name, NAMES)
  return `there is no option "${name}"; ${near ? `did you mean "${near}"?` : `there are ${NAMES.join(', ')}`}`
}

const wrong = (name: string, value: unknown, expected: string): UsageError =>
  new UsageError(`${name}: ${typeof value === 'string' ? `"${value}"` : inspect(value, { depth: 1 })} is not ${expected}`)

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

const isAnswers = (value: unknown): value is Readonly<Record<string, string | undefined>> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((answer) => answer === undefined || typeof answer === 'string')

const answersOf = (value: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(value).flatMap(([id, answer]) => (answer === undefined ? [] : [`${id}=${answer}`]))

/** A Date of no time at all says so in JSON only. */
const isPointInTime = (value: unknown): value is PointInTime =>
  typeof value === 'string' ||
  Number.isFinite(value) ||
  (typeof value === 'object' &&
    value !== null &&
    'toISOString' in value &&
    typeof value.toISOString === 'function' &&
    JSON.stringify(value) !== 'null')

/** A point in time as the clock reads it. */
export function instantText(at: PointInTime): string {
  if (typeof at === 'number') return isoInstant(at)
  return typeof at === 'string' ? at : at.toISOString()
}
