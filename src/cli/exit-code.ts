import { tell } from './tell.ts'

const EXIT_FAILED = 3
const EXIT_INCONCLUSIVE = 4

/** The exit code of a verdict: 0, 3 when the client failed, 4 when nothing failed but something could not be judged. */
export const exitCodeOf = (verdict: string | undefined, strict: boolean): number =>
  verdict === 'passed' ? 0 : verdict === 'inconclusive' ? (strict ? EXIT_INCONCLUSIVE : 0) : EXIT_FAILED

/** The same; where a pipeline takes an inconclusive run for one that passed, stderr says so. */
export function endWith(verdict: string | undefined, strict: boolean): number {
  if (verdict === 'inconclusive' && !strict) tell(`inconclusive: the exit code is 0, and ${EXIT_INCONCLUSIVE} with --strict`)
  return exitCodeOf(verdict, strict)
}
