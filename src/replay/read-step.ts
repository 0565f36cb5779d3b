/** The steps of a recording: which operation each one asks, with whose token, and what it was answered. */
import type { Product } from '../api/product.ts'
import { bearerToken, issuedToken } from '../auth/authorization.ts'
import { isJsonMap } from '../base/json-map.ts'
import { MASK } from '../base/mask.ts'
import { parsedJson } from '../base/parsed-json.ts'
import { targetQuery } from '../base/request-target.ts'
import { OPERATIONS } from '../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { operationAt } from '../booking-contract/operation-at.ts'
import { headerOf, type NameAndValue } from './address.ts'
import type { Exchange } from './har.ts'
import type { Step } from './plan.ts'
import { asksForToken, requestingClient } from './token-request.ts'

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

/** Some tools remove credentials: a call that was answered as if it had sent a token gets the latest one. */
function withToken(step: Step, token: string, product: Product): Step {
  if (step.exchange.note || tokenOf(step) !== '' || asksForToken(step)) return step
  const { request, response } = step.exchange
  const { operation, ok, message } = readStep(step, product)
  if (operation?.scope === undefined || response.status === 401 || (!ok && /token/i.test(message))) return step
  const added = (headers: readonly NameAndValue[]): readonly NameAndValue[] => [
    ...headers.filter(({ name }) => name !== 'authorization'),
    { name: 'authorization', value: `Bearer ${token}` },
  ]
  const exchange = { ...step.exchange, request: { ...request, headers: added(request.headers) } }
  return { ...step, exchange, headers: added(step.headers) }
}

/** What a step asks, and what it was answered. */
export function readStep(step: Step, { sessionHeader, messageHeader }: Product) {
  const { request, response, at } = step.exchange
  const match = operationAt(request.method, step.asked.target)
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
    body,
  }
}

/** The booking sessions that were opened before the recording began, with a property: no recorded call opened them. */
export function openedBefore(calls: readonly ReturnType<typeof readStep>[]): ReadonlyMap<string, number> {
  const opened = new Set<string>()
  const missing = new Map<string, number>()
  const first = calls.find(({ operation, ok }) => operation?.session === 'begins' && ok)?.path['property_id']
  for (const { operation, session, ok, message } of calls) {
    if (session === undefined || operation?.session === undefined) continue
    if (operation.session === 'begins') opened.add(session)
    else if (operation.session === 'bound' && ok && !opened.has(session) && message.includes('valid'))
      missing.set(session, missing.get(session) ?? Number(first ?? 1))
  }
  return missing
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
  [body, isJsonMap(body) && body['meta']].some(
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
