/** The types of settings: how texts are parsed, and which option values the library accepts. */
import { inspect } from 'node:util'
import { isHttpUrl, nearUrl } from '../base/http-url.ts'
import { type Instant, parseSpan, SPAN_PATTERN } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { orList, suggestion } from '../base/spelling.ts'
import { choiceProblem } from '../booking-contract/choices/choices.ts'
import { noTimeText, parseAt } from '../simulation/clock.ts'
import { instantText, isPointInTime, POINT_IN_TIME } from './point-in-time.ts'

export interface OptionType {
  /** Its TypeScript type in the published declarations. */
  readonly type: string
  /** The expected value, for error messages. */
  readonly expected: string
  /** The least and the greatest number, for editors. */
  readonly range?: readonly [number, number]
  /** What each text matches, for editors. */
  readonly pattern?: string
  /** An option value as texts; undefined for a value of the wrong type. */
  texts(value: unknown): readonly string[] | undefined
}

export interface SettingType<T> {
  /** Parses the given texts, at least one. @throws InvalidSetting */
  parse(texts: readonly string[]): T
  readonly option: OptionType
  /** True where each text names a file or folder to read. */
  readonly readsFiles?: true
}

/** The reasons a value is invalid, without its source. */
export class InvalidSetting extends Error {
  override readonly name = 'InvalidSetting'
  readonly problems: readonly string[]

  constructor(...problems: readonly string[]) {
    super(problems.join('\n'))
    this.problems = problems
  }
}

/** Parses several values. @throws InvalidSetting with the problems of all */
function parseEach<T>(texts: readonly string[], parse: (text: string) => T): readonly T[] {
  const problems: string[] = []
  const values = texts.flatMap((text) => {
    try {
      return [parse(text)]
    } catch (error) {
      if (!(error instanceof InvalidSetting)) throw error
      problems.push(...error.problems)
      return []
    }
  })
  if (problems.length > 0) throw new InvalidSetting(...problems)
  return values
}

/** A type with one value: the last text counts. @param near ends the message about a text that is no such value */
const lastValue = <T>(
  expected: string,
  option: OptionType,
  read: (text: string) => T | undefined,
  near: (text: string) => string = () => '',
): SettingType<T> => ({
  option,
  parse(texts) {
    const text = texts.at(-1) ?? ''
    const value = read(text)
    if (value === undefined) throw new InvalidSetting(`"${text}" is not ${expected}${near(text)}`)
    return value
  },
})

const primitiveText =
  (type: 'number' | 'string' | 'boolean') =>
  (value: unknown): readonly string[] | undefined =>
    typeof value === type ? [String(value)] : undefined

const TEXT: OptionType = { type: 'string', expected: 'a text', texts: primitiveText('string') }
const NUMBER: OptionType = { type: 'number', expected: 'a number', texts: primitiveText('number') }
const FLAG: OptionType = { type: 'boolean', expected: 'true or false', texts: primitiveText('boolean') }
const TEXTS: OptionType = {
  type: 'string | readonly string[]',
  expected: 'a text or a list of texts',
  texts: (value) => (isTexts(value) ? value : primitiveText('string')(value)),
}
const CHOICES: OptionType = {
  type: '{ readonly [Id in keyof Choices]?: Choices[Id] | undefined }',
  expected: 'an object of choice ids and answers',
  texts: (value) => (isAnswers(value) ? answersOf(value) : undefined),
}
const INSTANT: OptionType = {
  type: 'PointInTime',
  expected: POINT_IN_TIME,
  pattern: '^\\d{4}-\\d{2}-\\d{2}',
  texts: (value) => (isPointInTime(value) ? [instantText(value)] : undefined),
}

/** A text that is not blank, as a pattern. */
const NOT_EMPTY = { pattern: '\\S' }

/** A text that is not empty: an empty flag or key is mostly a variable that is not set. */
export const text: SettingType<string> = {
  option: { ...TEXT, ...NOT_EMPTY },
  parse: (values) => notEmpty(values.at(-1) ?? ''),
}

/** A secret that a header carries; messages do not contain it. */
export const headerText: SettingType<string> = {
  option: text.option,
  parse(values) {
    const value = text.parse(values)
    if (/^[!-~](?:[ -~]*[!-~])?$/.test(value)) return value
    throw new InvalidSetting('is no value of an HTTP header: use visible ASCII characters, with blanks only between them')
  },
}

/** @throws InvalidSetting */
function notEmpty(value: string): string {
  if (value.trim() === '') throw new InvalidSetting('is empty: give it a value, or leave it out')
  return value
}

export const textLike = (pattern: RegExp, expected: string): SettingType<string> =>
  lastValue(expected, { ...TEXT, pattern: pattern.source }, (value) => (pattern.test(value) ? value : undefined))

export const flag: SettingType<boolean> = lastValue('true or false', FLAG, (value) => {
  if (value === 'true' || value === '1') return true
  return value === 'false' || value === '0' ? false : undefined
})

export const wholeNumber = (low: number, high: number): SettingType<number> =>
  lastValue(`a whole number from ${low} to ${high}`, { ...NUMBER, range: [low, high] }, (value) => {
    const number = Number(value)
    return /^\d+$/.test(value) && number >= low && number <= high ? number : undefined
  })

export const oneOf = <const T extends string>(...words: readonly T[]): SettingType<T> =>
  lastValue(
    orList(words),
    { ...TEXT, type: words.map((word) => `'${word}'`).join(' | ') },
    (value) => words.find((word) => word === value),
    (value) => suggestion(value, words),
  )

const HTTP_URL = '^https?://[^/\\s]+'

/** An http or https address, without slashes at its end. */
const httpUrl: SettingType<string> = lastValue(
  'an http or https address such as http://127.0.0.1:8080',
  { ...TEXT, pattern: HTTP_URL },
  (value) => {
    const url = value.replace(/\/+$/, '')
    return isHttpUrl(url) ? url : undefined
  },
  nearUrl,
)

/** One that other addresses begin with. */
export const baseUrl = lastValue(
  'an http or https address, without query and fragment',
  { ...TEXT, pattern: '^https?://[^/\\s?#]+[^?#]*$' },
  (value) => (/[?#]/.test(value) ? undefined : httpUrl.parse([value])),
)

const SPAN: OptionType = { ...TEXT, pattern: SPAN_PATTERN }

/** A span of time above 0, in milliseconds. */
export const span: SettingType<number> = lastValue('a span of time such as 30s, 10m or 2h', SPAN, (value) => {
  const milliseconds = parseSpan(value) ?? 0
  return milliseconds > 0 ? milliseconds : undefined
})

export const instant: SettingType<Instant> = {
  option: INSTANT,
  parse(given) {
    const at = parseAt(given.at(-1) ?? '')
    if (at === undefined) throw new InvalidSetting(noTimeText(given.at(-1) ?? ''))
    return at
  },
}

export const texts: SettingType<readonly string[]> = {
  option: { ...TEXTS, ...NOT_EMPTY },
  parse: (values) => parseEach(values, notEmpty),
}

export const file: SettingType<string> = { ...text, readsFiles: true }
export const files: SettingType<readonly string[]> = { ...texts, readsFiles: true }

/** The names in a text, with commas between them. */
export const namesIn = (text: string): readonly string[] => text.split(',').map((name) => name.trim())

/** Names; one text may hold several. */
export const names: SettingType<readonly string[]> = {
  option: { ...TEXT, ...NOT_EMPTY },
  parse: (values) => parseEach(values, notEmpty).flatMap(namesIn),
}

/** Several hosts, each perhaps with a port. An address or a list in one text would match none. */
export const hosts: SettingType<readonly string[]> = {
  option: { ...TEXTS, pattern: '^[^\\s/,]+$' },
  parse: (values) =>
    parseEach(values, (value) => {
      if (!/[\s/,]/.test(notEmpty(value))) return value
      const advice = 'give several as a list, or the flag several times'
      throw new InvalidSetting(`"${value}" is not one host such as channel.example, without http:// and a path; ${advice}`)
    }),
}

/** Overrides of choices, each as `ID=ANSWER`. */
export const choices: SettingType<Readonly<Record<string, string>>> = {
  option: CHOICES,
  parse: (values) => Object.fromEntries(parseEach(values, parseChoice)),
}

function parseChoice(text: string): readonly [id: string, answer: string] {
  const [id = '', ...rest] = text.split('=')
  const answer = rest.join('=')
  const problem = rest.length === 0 ? `"${text}" is not ID=ANSWER, such as refusal_status=named` : choiceProblem(id, answer)
  if (problem !== undefined) throw new InvalidSetting(problem)
  return [id, answer]
}

/** Formats a value for an error message. */
export const shownValue = (value: unknown): string => (typeof value === 'string' ? `"${value}"` : inspect(value, { depth: 1 }))

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((part) => typeof part === 'string')

const isAnswers = (value: unknown): value is Readonly<Record<string, string | undefined>> =>
  isJsonMap(value) && Object.values(value).every((answer) => answer === undefined || typeof answer === 'string')

const answersOf = (value: Readonly<Record<string, string | undefined>>): string[] =>
  Object.entries(value).flatMap(([id, answer]) => (answer === undefined ? [] : [`${id}=${answer}`]))

export const httpUrls: SettingType<readonly string[]> = {
  option: { ...TEXTS, pattern: HTTP_URL },
  parse: (values) => parseEach(values, (value) => httpUrl.parse([value])),
}
