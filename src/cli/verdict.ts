/**
 * Reads reports from a server and derives exit codes.
 *
 * @module
 */

import { notOneOfMessage } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { CLIENT_KINDS, type ClientKind } from '../conformance/exchange.ts'

export const REPORT_FORMATS = ['md', 'json', 'junit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Sends a GET request to the control API of a sandbox. */
export type AskControl = (path: string) => Promise<Response>

/** Reads a text from the control API. @throws Error with its message */
export async function controlText(ask: AskControl, path: string): Promise<string> {
  const answer = await ask(path)
  const text = await answer.text()
  if (!answer.ok) throw new Error(errorOf(text) ?? `HTTP ${answer.status} at ${path}`)
  return text
}

/** Reads the report in a format. @throws Error with the message of the control API */
export const reportText = (ask: AskControl, format: ReportFormat): Promise<string> => controlText(ask, `/report?format=${format}`)

/** The exit code of a verdict: 0, 3 when the client failed, 4 when nothing failed but something could not be judged. */
export const exitCodeOf = (verdict: unknown, strict: boolean): number =>
  verdict === 'passed' ? 0 : verdict === 'inconclusive' ? (strict ? EXIT_INCONCLUSIVE : 0) : EXIT_FAILED

const EXIT_FAILED = 3
const EXIT_INCONCLUSIVE = 4

/** The verdict in a JSON report. */
export function verdictOf(report: string): unknown {
  const read: unknown = JSON.parse(report)
  return typeof read === 'object' && read !== null && 'verdict' in read ? read.verdict : undefined
}

/** Parses the kind of client; undefined when every rule applies. @throws UsageError */
export function readKind(text: string | undefined): ClientKind | undefined {
  const kind = CLIENT_KINDS.find((known) => known === text)
  if (text !== undefined && !kind) throw new UsageError(`--kind: ${notOneOfMessage(text, CLIENT_KINDS)}`)
  return kind
}

function errorOf(text: string): string | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && 'error' in read ? String(read.error) : undefined
  } catch {
    return undefined
  }
}
