/** Exit codes of verdicts, and the kind of client. */

import { notOneOfMessage } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { CLIENT_KINDS, type ClientKind } from '../conformance/exchange.ts'

export const REPORT_FORMATS = ['text', 'md', 'html', 'json', 'junit'] as const
/** The exit code of a verdict: 0, 3 when the client failed, 4 when nothing failed but something could not be judged. */
export const exitCodeOf = (verdict: string | undefined, strict: boolean): number =>
  verdict === 'passed' ? 0 : verdict === 'inconclusive' ? (strict ? EXIT_INCONCLUSIVE : 0) : EXIT_FAILED

/** The same; where a pipeline takes an inconclusive run for one that passed, stderr says so. */
export function endWith(verdict: string | undefined, strict: boolean): number {
  if (verdict === 'inconclusive' && !strict)
    process.stderr.write(`understay: inconclusive: the exit code is 0, and ${EXIT_INCONCLUSIVE} with --strict\n`)
  return exitCodeOf(verdict, strict)
}

const EXIT_FAILED = 3
const EXIT_INCONCLUSIVE = 4

/** The value of a flag that takes one of some words. @throws UsageError naming them */
export function readWord<W extends string>(flag: string, text: string, words: readonly W[]): W {
  const word = words.find((known) => known === text)
  if (word === undefined) throw new UsageError(`--${flag}: ${notOneOfMessage(text, words)}`)
  return word
}

/** Parses the kind of client; undefined when every rule applies. @throws UsageError */
export const readKind = (text: string | undefined): ClientKind | undefined =>
  text === undefined ? undefined : readWord('kind', text, CLIENT_KINDS)
