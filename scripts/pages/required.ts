/**
 * Required languages: a run fails if their blocks cannot be run.
 *
 * @module
 */
import { lacking, PROGRAMS } from './program.ts'

/** The parsed command line. */
export interface DocsArguments {
  readonly pages: readonly string[]
  readonly required: readonly string[]
}

/** Takes `--require php,python` out of the arguments; the rest are pages. */
export function readArguments(args: readonly string[]): DocsArguments {
  const at = args.indexOf('--require')
  if (at < 0) return { pages: args, required: [] }
  return { pages: [...args.slice(0, at), ...args.slice(at + 2)], required: (args[at + 1] ?? '').split(',').filter(Boolean) }
}

/** Why required languages cannot be run here, one line each. */
export function requirementProblems(required: readonly string[]): readonly string[] {
  return required.flatMap((name) => {
    const program = PROGRAMS[name]
    if (program === undefined)
      return [`--require ${name}: there is no such language; there are ${Object.keys(PROGRAMS).join(', ')}`]
    const lacks = lacking(program)
    return lacks === undefined ? [] : [`--require ${name}: ${lacks}`]
  })
}
