/**
 * One request under way, and how it ends: refused, failed, written down.
 *
 * @module
 */
import type { Refusal } from '../domain/refusal.ts'
import { realNow } from '../sim/clock.ts'
import type { Sandbox } from '../world.ts'
import { echoCorrelation } from './correlation.ts'
import { type Answer, allowOrigin, FAULT_HEADER, HINT_HEADER, headerText, json, type Site, siteOf } from './envelope.ts'
import { failureAnswer } from './failures.ts'
import { EMPTY_FORM, type Form } from './form.ts'
import { nextStep } from './hint.ts'
import type { Incoming } from './incoming.ts'
import { type Entry, LargeAnswer } from './journal.ts'
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
} from './mask.ts'
import type { Match } from './matcher.ts'

/** One request under way. */
export interface Call {
  readonly sandbox: Sandbox
  readonly request: Incoming
  readonly entry: Entry
  readonly params: URLSearchParams | undefined
  form: Form
  formProblem: unknown
  method: string
  placed: Placed
}

/** What a call seems to be for, before anything of it has been checked. */
export interface Placed {
  /** Undefined where the address is not encoded as addresses are. */
  readonly segments: readonly string[] | undefined
  readonly match: Match | undefined
  /** True for a request for a token, which needs none. */
  readonly asksForToken: boolean
  /** Why it is for nothing, where that is known already. */
  readonly problem: Refusal | undefined
}

/** What is known of a call that has not been looked at. */
export const NOT_PLACED: Placed = { segments: undefined, match: undefined, asksForToken: false, problem: undefined }

/** The operation whose answers hold a token. */
export const TOKEN_OPERATION = 'requestToken'
/** Characters from which an answer is kept as the value it was made of. */
const LARGE_ANSWER = 8192

/** What `meta.site` says of a call. */
export function siteFor({ sandbox, request, method }: Call): Site {
  const url = request.query ? `${request.path}?${request.query}` : request.path
  return { base: sandbox.world.product.apiPath, url: url.replaceAll('@', '%40'), method }
}

/** The answer to a call that is refused, under the choices in force. */
export function refusedAnswer(call: Call, refusal: Refusal): Answer {
  const { sandbox, request, entry } = call
  const { choices } = sandbox
  const { product } = sandbox.world
  const site = siteFor(call)
  const failure = failureAnswer(refusal, {
    choices,
    site: siteOf(site, undefined),
    siteLive: siteOf(site, request.root),
    realm: product.title,
    basic: /^basic/i.test(request.header('authorization') ?? ''),
  })
  entry.refusalCode = refusal.code
  entry.refusal = request.query ? maskedEcho(failure.text, request.query) : failure.text
  entry.hint ??= refusal.detail.hint ?? nextStep(refusal.code, `${pathOf(request.root)}${product.apiPath}`)
  const answer = json(failure.status, failure.body)
  Object.assign(answer.headers, failure.headers)
  if ('Cache-Control' in failure.headers) answer.headers['Content-Type'] = 'application/json'
  if (answer.body === null || failure.status === 200 || request.method === 'HEAD')
    answer.headers[product.messageHeader] = headerText(failure.text)
  return answer
}

/** The answer to a call that met a fault of ours: no trace of it reaches the client. */
export function failedAnswer(call: Call, error: unknown): Answer {
  const { sandbox, entry } = call
  entry.id = sandbox.journal.nextId()
  const id = `${sandbox.name}-${entry.id}`
  sandbox.world.log.error('unexpected failure', { request: id, error: error instanceof Error ? error.stack : String(error) })
  entry.refusal = 'unexpected failure'
  return json(500, {
    meta: {
      code: 500,
      error_message: `Unexpected failure. This is a fault of the server; its log names it under request ${id}`,
    },
  })
}

/** Ends a call: the headers every answer has, and its entry in journal and log. */
export function finish(call: Call, answer: Answer, started: number): Answer {
  const { sandbox, request, entry, form } = call
  const { product } = sandbox.world
  const origin = request.header('origin')
  if (origin) allowOrigin(answer.headers, origin, product)
  if (form !== EMPTY_FORM) entry.unread = cutList(maskedNames(unreadOf(call)))
  const unread = entry.unread?.length ? `nothing reads ${entry.unread.join(', ')}` : undefined
  const hint = entry.hint ?? entry.warnings?.[0] ?? unread
  if (hint) answer.headers[HINT_HEADER] = headerText(hint)
  const marks = entry.fault && sandbox.play.shown(entry.fault)
  if (marks?.length) answer.headers[FAULT_HEADER] = marks.join(', ')
  if (!sandbox.clock.isReal) answer.headers['Date'] = sandbox.httpDate()
  if (entry.correlation !== undefined) echoCorrelation(answer.headers, request.header)
  entry.responseHeaders = maskedHeaders(answer.headers, request.query)
  entry.status = answer.status
  entry.ms = realNow() - started
  entry.response = keptAnswer(answer, call)
  const { lastTouched } = sandbox.store
  entry.touched = lastTouched && maskedTouched(lastTouched)
  sandbox.store.lastTouched = undefined
  if (entry.id === 0) entry.id = sandbox.journal.nextId()
  sandbox.journal.add(entry)
  sandbox.world.log.request(sandbox.name, entry)
  return request.method === 'HEAD' ? { ...answer, body: null } : answer
}

/** Fields that nothing reads. A call that was refused was not read to its end: there, fields the operation takes are none of them. */
function unreadOf({ form, entry, placed }: Call): readonly string[] {
  const { fields = {}, maps = {} } = placed.match?.operation.form ?? {}
  const isTaken = (name: string): boolean => Object.hasOwn(fields, name) || Object.hasOwn(maps, name)
  const unread = form.unread()
  return entry.refusal === undefined ? unread : unread.filter((name) => !isTaken(name))
}

/** What the journal keeps of an answer: no tokens, and of large ones not the text. */
function keptAnswer({ body, value }: Answer, { entry, request }: Call): Entry['response'] {
  if (body === null) return undefined
  if (entry.operation === TOKEN_OPERATION) return maskedAnswer(cutBody(body))
  // an answer may repeat the address it was asked at
  if (request.query && maskedQuery(request.query) !== request.query) return cutBody(maskedEcho(body, request.query))
  const keepsValue = body.length > LARGE_ANSWER && body.length <= MAX_BODY && value !== undefined
  return keepsValue ? new LargeAnswer(value, body.length) : cutBody(body)
}

/** What stands behind the host in an address: the sandbox. */
const pathOf = (root: string): string => root.replace(/^https?:\/\/[^/]*/, '')
