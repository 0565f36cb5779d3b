/**
 * Reports of a server, and what they come to.
 *
 * @module
 */

export const REPORT_FORMATS = ['md', 'json', 'junit'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

/** Asks the control API of a sandbox. */
export type AskControl = (path: string) => Promise<Response>

/** The answer of the control API as text. @throws Error in its own words */
export async function controlText(ask: AskControl, path: string): Promise<string> {
  const answer = await ask(path)
  const text = await answer.text()
  if (!answer.ok) throw new Error(errorOf(text) ?? `HTTP ${answer.status} at ${path}`)
  return text
}

/** A report in a format. @throws Error in the words of the control API */
export const reportText = (ask: AskControl, format: ReportFormat): Promise<string> => controlText(ask, `/report?format=${format}`)

/** True when a report, as JSON, says that the client passed. */
export function hasPassed(report: string): boolean {
  const read: unknown = JSON.parse(report)
  return typeof read === 'object' && read !== null && 'verdict' in read && read.verdict === 'passed'
}

function errorOf(text: string): string | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && 'error' in read ? String(read.error) : undefined
  } catch {
    return undefined
  }
}
