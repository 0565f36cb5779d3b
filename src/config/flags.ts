/**
 * Reads flags from a command line.
 *
 * @module
 */
import { parseArgs } from 'node:util'
import { closest } from '../base/spelling.ts'
import type { Flag } from './settings.ts'
import { UsageError } from './usage-error.ts'

/** The values of the given flags, by flag; `true` for a flag without a value. */
export type FlagValues = Readonly<Record<string, readonly string[] | undefined>>

/**
 * Parses flags.
 *
 * @param verb the verb that the flags belong to; empty for `start`
 * @throws UsageError for an unknown flag, a flag without its value, and anything that is not a flag
 */
export function parseFlags(args: readonly string[], known: readonly Flag[], verb = ''): FlagValues {
  const options = Object.fromEntries(
    known.map(({ flag, value, many }) => [
      flag,
      { type: value ? ('string' as const) : ('boolean' as const), multiple: many ?? false },
    ]),
  )
  try {
    const { values } = parseArgs({ args: [...args], options, strict: true, allowPositionals: false })
    return Object.fromEntries(Object.entries(values).map(([flag, value]) => [flag, [value].flat().map(String)]))
  } catch (error) {
    throw new UsageError(flagProblem(error, known, verb))
  }
}

function flagProblem(error: unknown, known: readonly Flag[], verb: string): string {
  const advice = `understay ${verb}${verb && ' '}--help lists the flags`
  const text = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
  const unknown = /^Unknown option '--([^']+)'/.exec(text)?.[1]
  if (unknown === undefined) return `${text}; ${advice}`
  const flags = known.map(({ flag }) => flag)
  return `there is no flag --${unknown}; did you mean --${closest(unknown, flags)}? ${advice}`
}
