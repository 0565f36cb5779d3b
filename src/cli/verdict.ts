/** Exit codes of verdicts, and the kind of client. */

import { notOneOfMessage } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { CLIENT_KINDS, type ClientKind } from '../conformance/exchange.ts'

export const REPORT_FORMATS = ['text', 'md', 'html', 'json', 'junit'] as const
/** The exit code of a verdict: 0, 3 when the client failed, 4 when nothing failed but something could not be judged. */
export const exitCodeOf = (verdict: string | undefined, strict: boolean): number =>
  verdict === 'passed' ? 0 : verdict === 'inconclusive' ? (strict ? EXIT_INCONCLUSIVE : 0) : EXIT_FAILED

const EXIT_FAILED = 3
const EXIT_INCONCLUSIVE = 4

/** Parses the kind of client; undefined when every rule applies. @throws UsageError */
export function readKind(text: string | undefined): ClientKind | undefined {
  const kind = CLIENT_KINDS.find((known) => known === text)
  if (text !== undefined && !kind) throw new UsageError(`--kind: ${notOneOfMessage(text, CLIENT_KINDS)}`)
  return kind
}
