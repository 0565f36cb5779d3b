/**
 * Trouble on the way between client and service: what a gateway answers, and what a bad line does to an answer.
 * None of it is the service's own words.
 *
 * @module
 * @source PRODUCT "Scenarios"
 */
import type { Trouble } from '../play/play.ts'
import type { Answer } from './envelope.ts'
import type { EdgeKind } from './journal.ts'

const REASONS: Readonly<Record<number, string>> = {
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** An answer that never comes: the connection is cut. */
export const hungUp = (): Answer => ({ status: 0, headers: {}, body: null, cut: true })

const HTML = 'text/html; charset=utf-8'

/** What of a trouble ends a call, as the journal names it. */
export function edgeKind({ status, cut, body }: Trouble): EdgeKind {
  if (status !== undefined) return 'status'
  if (cut !== undefined) return `cut-${cut}`
  return body ?? 'delay'
}

/** The answer of whoever stands before the service; undefined when the call gets through to it. */
export function turnedAway({ status, retry_after: seconds, cut }: Trouble): Answer | undefined {
  if (cut === 'before') return hungUp()
  if (status === undefined) return undefined
  const reason = REASONS[status] ?? 'Error'
  const headers: Record<string, string> = { 'Content-Type': HTML }
  if (seconds !== undefined) headers['Retry-After'] = String(seconds)
  return { status, headers, body: page(`${status} ${reason}`, 'The gateway could not pass your request on.') }
}

/** What arrives of an answer. */
export function onTheWay(answer: Answer, { cut, body }: Trouble): Answer {
  if (cut === 'after-commit') return hungUp()
  if (body === undefined) return answer
  const { status, headers } = answer
  if (body === 'html')
    return { status: 200, headers: { ...headers, 'Content-Type': HTML }, body: page('Please wait', 'Checking your connection.') }
  if (answer.body === null) return answer
  return { status, headers, body: body === 'empty' ? '' : answer.body.slice(0, Math.floor(answer.body.length / 2)) }
}

const page = (title: string, text: string): string =>
  `<!doctype html>\n<html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`
