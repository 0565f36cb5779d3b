/**
 * The journal entry of a request: opened when it comes in, closed when its response leaves.
 *
 * @module
 */
import { type Entry, LargeAnswer, openEntry } from '../../journal/journal.ts'
import { keptHeaders } from '../../journal/kept-headers.ts'
import {
  cutBody,
  cutList,
  MAX_BODY,
  maskedAnswer,
  maskedEcho,
  maskedHeaders,
  maskedNames,
  maskedQuery,
  maskedTouched,
  mergedTouched,
} from '../../journal/masking.ts'
import { noteCommit } from '../../journal/row-changes.ts'
import { realNow } from '../../simulation/clock.ts'
import type { Sandbox } from '../../world/world.ts'
import { EMPTY_FORM } from '../form.ts'
import type { ApiResponse } from '../response.ts'
import type { ApiRequest } from './api-request.ts'
import { correlationOf } from './correlation.ts'
import type { RequestContext } from './request-context.ts'

/** Characters from which a response is kept as the value it was made of. */
const LARGE_RESPONSE = 8192

/** The entry of a request that has just come in. @param real when, by the machine's clock */
export function openRequestEntry(sandbox: Sandbox, request: ApiRequest, real: number): Entry {
  const { product } = sandbox.world
  return openEntry({
    at: sandbox.clock.now(),
    real,
    method: request.method,
    target: request.query ? `${request.path}?${maskedQuery(request.query)}` : request.path,
    session: request.header(product.sessionHeader),
    correlation: correlationOf(request),
    requestHeaders: keptHeaders(request, product.noEnvelopeHeader),
  })
}

/** Collects the rows that a request changes. @returns ends that */
export function recordCommits(context: RequestContext): () => void {
  return context.sandbox.store.onCommit((commit) => {
    if (context.entry) noteCommit(context.entry, commit)
    context.touched = mergedTouched(context.touched, commit.touched)
  })
}

/** Notes which fields of the form nothing read. */
export function noteUnread(context: RequestContext, entry: Entry): void {
  if (context.form !== EMPTY_FORM) entry.unread = cutList(maskedNames(unreadFields(context, entry)))
}

/** Fields that nothing read. A refused request was not read to its end: fields that the operation accepts do not count there. */
function unreadFields({ form, operation }: RequestContext, entry: Entry): readonly string[] {
  const { fields = {}, maps = {} } = operation?.form ?? {}
  const isAccepted = (name: string): boolean => Object.hasOwn(fields, name) || Object.hasOwn(maps, name)
  const unread = form.unread()
  return entry.refusal === undefined ? unread : unread.filter((name) => !isAccepted(name))
}

/** Completes an entry with the response and adds it to journal and log. */
export function closeEntry(context: RequestContext, entry: Entry, response: ApiResponse): void {
  const { sandbox, request, started, operation, touched } = context
  entry.responseHeaders = maskedHeaders(response.headers, request.query)
  entry.status = response.status
  entry.ms = realNow() - started
  entry.response = keptBody(response, request, operation?.secretResponse === true)
  entry.touched = touched && maskedTouched(touched)
  if (entry.id === 0) entry.id = sandbox.journal.nextId()
  sandbox.journal.add(entry)
  const body = typeof response.body === 'string' ? response.body : null
  sandbox.scenarioRun.watch?.answered({ entry, body, at: sandbox.clock.now(), real: realNow() })
  sandbox.world.log.request(sandbox.name, entry)
}

/** What the journal keeps of a body: no tokens, and of large ones not the text. */
function keptBody({ body, value }: ApiResponse, request: ApiRequest, isSecret: boolean): Entry['response'] {
  if (typeof body !== 'string') return undefined
  if (isSecret) return maskedAnswer(cutBody(body))
  // a response may repeat the address of the request
  if (request.query && maskedQuery(request.query) !== request.query) return cutBody(maskedEcho(body, request.query))
  const keepsValue = body.length > LARGE_RESPONSE && body.length <= MAX_BODY && value !== undefined
  return keepsValue ? new LargeAnswer(value, body.length) : cutBody(body)
}
