/** The calls of recordings: which operation each one asked, who asked it, and what it answered. */
import type { Product } from '../api/product.ts'
import { basicCredentials } from '../auth/basic.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { type BookingOperation, responseKey } from '../booking-contract/shared/operation.ts'
import { Matcher, segmentsOf } from '../pipeline/matcher.ts'
import { headerOf } from '../replay/address.ts'
import { readHar } from '../replay/har.ts'
import { readJson } from '../replay/json-text.ts'
import { planOf, type Skipped, type Step } from '../replay/plan.ts'
import { asksForToken, issuedToken } from '../replay/token-request.ts'

/** A recorded call. */
export interface Call {
  /** Its place in all recordings, from 1; shown as `#12`. */
  readonly number: number
  /** The index of its recording. */
  readonly file: number
  readonly step: Step
  readonly at: Instant
  readonly operation: BookingOperation | undefined
  /** The values of its path, decoded. */
  readonly path: Readonly<Record<string, string>>
  readonly form: URLSearchParams
  /** The client whose token it sent, or that asked for a token. */
  readonly client: string | undefined
  readonly session: string | undefined
  /** True for a successful response. */
  readonly ok: boolean
  /** The text of a refusal, wherever the deployment writes it. */
  readonly message: string
  /** The body, and the value under the key of the response. */
  readonly body: unknown
  readonly data: unknown
}

/** All calls of some recordings. */
export interface Recordings {
  readonly calls: readonly Call[]
  readonly skipped: readonly Skipped[]
}

/** Reads recordings, in the order in which they were made. @throws HarError */
export function readRecordings(texts: readonly string[], product: Product): Recordings {
  const calls: Call[] = []
  const skipped: Skipped[] = []
  for (const [file, text] of texts.entries()) {
    const plan = planOf(readHar(text), product.apiPath)
    skipped.push(...plan.skipped)
    const clients = new Map<string, string>()
    for (const step of plan.steps) calls.push(callOf(step, { number: calls.length + 1, file, product, clients }))
  }
  return { calls, skipped }
}

interface Reading {
  readonly number: number
  readonly file: number
  readonly product: Product
  /** The client of each token. */
  readonly clients: Map<string, string>
}

const MATCHER = new Matcher(OPERATIONS)

function callOf(step: Step, { number, file, product, clients }: Reading): Call {
  const { exchange, asked, body } = step
  const { request, response, note } = exchange
  const [path = ''] = asked.target.split('?', 1)
  const match = MATCHER.find(request.method.toLowerCase(), segmentsOf(path) ?? [])
  const token = asksForToken(step)
  const form = new URLSearchParams(body?.text ?? '')
  const read = readJson(response.text ?? '')
  const answer = 'value' in read ? read.value : undefined
  const operation = token ? OPERATIONS.find(({ id }) => id === TOKEN_OPERATION) : match?.operation
  const client = token ? (form.get('client_id') ?? basicId(step) ?? undefined) : (note?.client ?? clients.get(tokenOf(step)))
  const issued = token ? (issuedToken(exchange) ?? '') : ''
  if (client !== undefined && token) clients.set(issued === MASK ? (note?.token ?? '') : issued, client)
  return {
    number,
    file,
    step,
    at: exchange.at,
    operation,
    path: match?.values ?? {},
    form,
    client,
    session: headerOf(request.headers, product.sessionHeader),
    ok:
      response.status >= 200 &&
      response.status < 300 &&
      !isRefusal(answer, headerOf(response.headers, product.messageHeader.toLowerCase())),
    message: `${headerOf(response.headers, product.messageHeader.toLowerCase()) ?? ''} ${response.text ?? ''}`,
    body: answer,
    data: operation && dataOf(answer, responseKey(operation, match?.values ?? {})),
  }
}

/** Some deployments refuse with a successful status: the message, or the code in the body, tells it. */
const isRefusal = (body: unknown, message: string | undefined): boolean =>
  message !== undefined || [body, isJsonMap(body) ? body['meta'] : undefined].some(isRefusedBody)

const isRefusedBody = (body: unknown): boolean =>
  isJsonMap(body) &&
  (Number(body['code'] ?? 0) >= 300 || Number(body['code']) === 204 || 'error' in body || 'error_message' in body)

const basicId = ({ exchange }: Step): string | undefined =>
  basicCredentials(headerOf(exchange.request.headers, 'authorization'))?.id

/** The bearer token of a call, or its fingerprint where it is masked. */
function tokenOf({ exchange, asked }: Step): string {
  const bearer = /^bearer\s+(\S+)/i.exec(headerOf(exchange.request.headers, 'authorization') ?? '')?.[1]
  const token = bearer ?? new URLSearchParams(asked.target.split('?').slice(1).join('?')).get('access_token') ?? ''
  return token === MASK ? (exchange.note?.token ?? '') : token
}

/** The value under a key of the envelope, or of the body without one. */
function dataOf(body: unknown, key: string): unknown {
  if (!isJsonMap(body)) return undefined
  const around = isJsonMap(body['data']) ? body['data'] : body
  return Object.hasOwn(around, key) ? around[key] : undefined
}

/** What is asked, for calls outside the operations of the interface as well. */
export const nameOf = ({ operation, step }: Call): string =>
  operation?.id ?? `${step.exchange.request.method} ${step.asked.target.split('?', 1)[0]}`
