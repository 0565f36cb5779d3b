/** Reads flags from a command line. */
import { parseArgs } from 'node:util'
import { didYouMean } from '../base/spelling.ts'
import type { Flag } from './setting-declaration.ts'
import { UsageError } from './usage-error.ts'

/** The values of the given flags, by flag; `true` for a flag without a value. */
export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>

export class UnexpectedArgument extends UsageError {
  readonly argument: string

  /** @param advice what to do about it */
  constructor(argument: string, advice: string) {
    super(`"${argument}" is not a flag; ${advice}`)
    this.argument = argument
  }
}

/**
 * Parses flags.
 *
 * @param verb the verb that the flags belong to; empty for `start`
 * @param files gets what is not a flag; undefined when nothing else may be given
 * @throws UsageError for an unknown flag, and a flag without its value
 */
export function parseFlags(args: readonly string[], known: readonly Flag[], verb = '', files?: string[]): FlagValues {
  const options = Object.fromEntries(
    known.map(({ flag, value, many }) => [
      flag,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: many ?? false },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({
      args: withNegatives(args, known),
      options,
      strict: true,
      allowPositionals: files !== undefined,
    })
    files?.push(...positionals)
    return Object.fromEntries(Object.entries(values).map(([flag, value]) => [flag, [value].flat().map(String)]))
  } catch (error) {
    throw flagError(error, known, verb, args)
  }
}

/** Joins a flag and the negative number behind it, which is taken for a flag otherwise. */
function withNegatives(args: readonly string[], known: readonly Flag[]): string[] {
  const joined: string[] = []
  for (const arg of args) {
    const before = joined.at(-1) ?? ''
    const isValue = /^-\d/.test(arg) && known.some(({ flag, value }) => value !== undefined && before === `--${flag}`)
    if (isValue) joined.push(`${joined.pop()}=${arg}`)
    else joined.push(arg)
  }
  return joined
}

function flagError(error: unknown, known: readonly Flag[], verb: string, args: readonly string[]): UsageError {
  const advice = `understay ${verb}${verb && ' '}--help lists the flags`
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const [, problem, named = ''] = PARSE_ERROR.exec(text) ?? []
  const flag = known.find((one) => one.flag === named.replace(/^-+/, '').split(/[ ,=]/)[0])
  switch (problem) {
    case 'Unknown option':
      return new UsageError(`there is no flag ${named}${flagSuggestion(named, known)} ${advice}`)
    case 'Unexpected argument':
      return new UnexpectedArgument(named, repeatAdvice(named, known, args) ?? urlAdvice(named, known) ?? advice)
    default:
      return new UsageError(`${flag ? valueProblem(flag) : text}; ${advice}`)
  }
}

/** The flag for an address that was given without one. */
function urlAdvice(named: string, known: readonly Flag[]): string | undefined {
  const flag = /^https?:/.test(named) && known.find(({ flag: name }) => name === 'upstream' || name === 'url')?.flag
  return flag ? `an address is named with a flag: --${flag} ${named}` : undefined
}

/** How to give several values to the flag that stands before an argument; undefined when it takes one. */
function repeatAdvice(named: string, known: readonly Flag[], args: readonly string[]): string | undefined {
  const at = args.findLastIndex((arg, index) => arg.startsWith('--') && index < args.indexOf(named))
  const flag = known.find(({ flag: name, many }) => many && args[at] === `--${name}`)?.flag
  return flag === undefined ? undefined : `several values: --${flag} ${args[at + 1]} --${flag} ${named}`
}

const valueProblem = ({ flag, value }: Flag): string =>
  value === undefined ? `--${flag} takes no value` : `--${flag} needs a value: --${flag}=${value}`

/** The error messages of `util.parseArgs`. */
const PARSE_ERROR = /^(Unknown option|Unexpected argument|Option) '([^']+)'/

function flagSuggestion(named: string, known: readonly Flag[]): string {
  const word = named.replace(/^-+/, '')
  const flags = known.map(({ flag }) => flag)
  const near = known.find(({ instead }) => instead?.includes(word))?.flag ?? didYouMean(word, flags)
  return named.startsWith('--') && near !== undefined ? `; did you mean --${near}?` : ';'
}
