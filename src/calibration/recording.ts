/** The calls of recordings: which operation each one asked, who asked it, and what it answered. */
import type { Product } from '../api/product.ts'
import { bearerToken, issuedToken } from '../auth/authorization.ts'
import type { Instant } from '../base/instant.ts'
import { isJsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { targetPath, targetQuery } from '../base/request-target.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { responseKey } from '../booking-contract/shared/operation.ts'
import { Matcher, segmentsOf } from '../pipeline/matcher.ts'
import { headerOf } from '../replay/address.ts'
import { type Exchange, readRecording } from '../replay/har.ts'
import { planOfMainHost } from '../replay/main-host.ts'
import { planOf, type Skipped, type Step } from '../replay/plan.ts'
import { asksForToken, requestingClient } from '../replay/token-request.ts'
import { valueAt } from './values.ts'

export type Call = Readonly<ReturnType<typeof readStep>> & {
  /** Its place among the calls of all recordings by time, from 1; shown as `#12`. */
  readonly number: number
  /** The index of its recording. */
  readonly file: number
  /** The client whose token it sent, or that asked for a token. */
  readonly client: string | undefined
}

/** Reads recordings, in the order in which they were made. @throws HarError */
export function readRecordings(texts: readonly string[], product: Product) {
  const calls: Call[] = []
  /** The requests that are not used. */
  const skipped: (Skipped & Pick<Call, 'file'>)[] = []
  const clients = new Map<string, string>()
  /** The host of each file, each once. */
  const ownHosts = new Set<string>()
  /** The calls that were answered as if they had sent a token. */
  let withoutToken = 0
  const all = texts.map((text, file) => {
    const { exchanges, host } = readRecording(text, product.apiPath)
    // A recorder writes a call when it has ended.
    return { file, host, exchanges: exchanges.toSorted((a, b) => (a.note?.real ?? 0) - (b.note?.real ?? 0)) }
  })
  const [files, repeated] = withoutRepeated(all)
  for (const { file, exchanges } of repeated)
    skipped.push(...exchanges.map((exchange) => ({ exchange, reason: 'another file has all calls of this one', file })))
  for (const { file, ...recording } of files.sort((one, other) => timeOf(one.exchanges[0]) - timeOf(other.exchanges[0]))) {
    const plan = planOfMainHost(recording, product.apiPath)
    if (recording.host !== '') ownHosts.add(recording.host)
    skipped.push(...plan.skipped.map((one) => ({ ...one, file })))
    for (const { step, client, wasBare } of withClients(plan.steps, product, clients)) {
      if (wasBare) withoutToken++
      calls.push({ number: calls.length + 1, file, client, ...readStep(step, product) })
    }
  }
  const hasToken = files.some(({ exchanges }) => hasAuthorization(exchanges))
  return { calls, skipped, hosts: ownHosts, withoutToken: hasToken ? 0 : withoutToken }
}

/** False for a file of a tool that removes credentials. */
export const hasAuthorization = (exchanges: readonly Exchange[]): boolean =>
  exchanges.some(({ request }) => headerOf(request.headers, 'authorization'))

/** The steps with the client of each. @param clients the client of each token, to which token requests add */
export function* withClients(steps: readonly Step[], product: Product, clients = new Map<string, string>()) {
  for (const sent of steps) {
    const step = withToken(sent, [...clients.keys()].at(-1) || MASK, product)
    yield { step, client: clientOf(step, clients), /** True when the latest token was added. */ wasBare: step !== sent }
  }
}

const timeOf = (exchange: Exchange | undefined): Instant => exchange?.note?.real ?? exchange?.at ?? 0

/** The files without those of which another one has all exchanges, and these. */
function withoutRepeated<F extends { readonly exchanges: readonly Exchange[] }>(files: readonly F[]): readonly [F[], F[]] {
  if (files.length < 2) return [[...files], []]
  const keys = files.map(({ exchanges }) => new Set(exchanges.map(({ index, ...own }) => JSON.stringify(own))))
  const isRepeated = keys.map((own, at) =>
    keys.some(
      (other, otherAt) =>
        otherAt !== at &&
        (other.size > own.size || (other.size === own.size && otherAt < at)) &&
        [...own].every((key) => other.has(key)),
    ),
  )
  return [files.filter((_, at) => !isRepeated[at]), files.filter((_, at) => isRepeated[at])]
}

/** Some tools remove credentials: a call that was answered as if it had sent a token gets the latest one. */
function withToken(step: Step, token: string, product: Product): Step {
  if (step.exchange.note || tokenOf(step) !== '' || asksForToken(step)) return step
  const { request, response } = step.exchange
  const { operation, ok, message } = readStep(step, product)
  if (operation?.scope === undefined || response.status === 401 || (!ok && /token/i.test(message))) return step
  const headers = request.headers.filter(({ name }) => name !== 'authorization')
  headers.push({ name: 'authorization', value: `Bearer ${token}` })
  return planOf([{ ...step.exchange, request: { ...request, headers } }], product.apiPath).steps[0] ?? step
}

const MATCHER = new Matcher(OPERATIONS)

function readStep(step: Step, { sessionHeader, messageHeader }: Product) {
  const { request, response, at } = step.exchange
  const match = MATCHER.find(request.method.toLowerCase(), segmentsOf(targetPath(step.asked.target)) ?? [])
  const operation = asksForToken(step) ? OPERATIONS.find(({ id }) => id === TOKEN_OPERATION) : match?.operation
  const body = parsedJson(response.text ?? '')
  const message = headerOf(response.headers, messageHeader.toLowerCase())
  return {
    step,
    at,
    operation,
    /** The values of its path, decoded. */
    path: match?.values ?? {},
    form: new URLSearchParams(step.body?.text ?? ''),
    session: headerOf(request.headers, sessionHeader),
    /** True for a successful response. */
    ok: response.status >= 200 && response.status < 300 && !isRefusal(body, message),
    /** The text of a refusal, wherever the deployment writes it. */
    message: `${message ?? ''} ${response.text ?? ''}`,
    /** The body, and the value under the key of the response. */
    body,
    data: operation && dataOf(body, responseKey(operation, match?.values ?? {})),
  }
}

/** The client of a call. @param clients the client of each token, to which a token request adds one */
function clientOf(step: Step, clients: Map<string, string>): string | undefined {
  const { response, note } = step.exchange
  const token = tokenOf(step)
  // A token that no recorded response issued is of the client whose response has no body.
  if (!asksForToken(step))
    return note?.client ?? clients.get(token) ?? (token !== '' && response.status !== 401 ? clients.get('') : undefined)
  const client = requestingClient(step)
  const issued = issuedToken(response.text) ?? ''
  const isIssued = issued !== '' || (response.text === undefined && response.status === 200)
  if (client !== undefined && isIssued) clients.set(issued === MASK ? (note?.token ?? '') : issued, client)
  return client
}

/** Some deployments refuse with a successful status: the message, or the code in the body, tells it. */
const isRefusal = (body: unknown, message: string | undefined): boolean =>
  message !== undefined ||
  [body, valueAt(body, 'meta')].some(
    (one) =>
      isJsonMap(one) &&
      (Number(one['code'] ?? 0) >= 300 || Number(one['code']) === 204 || 'error' in one || 'error_message' in one),
  )

/** The bearer token of a call, or its fingerprint where it is masked. */
function tokenOf({ exchange, asked }: Step): string {
  const bearer = bearerToken(headerOf(exchange.request.headers, 'authorization'))
  const token = bearer ?? new URLSearchParams(targetQuery(asked.target)).get('access_token') ?? ''
  return token === MASK ? (exchange.note?.token ?? '') : token
}

/** The value under a key of the envelope, or of the body without one. */
export const dataOf = (body: unknown, key: string): unknown =>
  valueAt(isJsonMap(valueAt(body, 'data')) ? valueAt(body, 'data') : body, key)

/** What is asked, for calls outside the operations of the interface as well. */
export const nameOf = ({ operation, step }: Call): string =>
  operation?.id ?? `${step.exchange.request.method} ${targetPath(step.asked.target)}`
