/**
 * Converts a recording to calls for the conformance rules: completely for our own HAR files, as far as possible for those of
 * other tools.
 */

import { subjectOf } from '../../api/subject.ts'
import { bearerToken, issuedToken } from '../../auth/authorization.ts'
import { countText } from '../../base/count-text.ts'
import { getOrInsert } from '../../base/get-or-insert.ts'
import { groupBy } from '../../base/group-by.ts'
import { MASK } from '../../base/mask.ts'
import { withQuery } from '../../base/request-target.ts'
import { refusalsWorded } from '../../booking-api/refusal-table.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { operationAt } from '../../booking-contract/operation-at.ts'
import { type Exchange as Call, type FactName, isRead } from '../../conformance/exchange.ts'
import { REFUSALS } from '../../domain/refusal.ts'
import { entryOf, NETWORK_FAULT_KINDS } from '../../journal/entry.ts'
import { FINGERPRINT_LENGTH, maskedQuery } from '../../journal/masking.ts'
import { addressOf } from '../../replay/address.ts'
import { type Exchange, isJournal, NO_ENTRIES, type Recording } from '../../replay/har.ts'
import { clientNamed } from '../../replay/token-request.ts'

/** The statuses that lead a client to the same call at another address. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** The calls to the service in a recording, the facts that it does not contain, and notes for the report. */
export function gradedRun({ exchanges: written, none }: Recording, apiPath: string) {
  const exchanges = withoutDoubled(written)
  const doubled = written.length - exchanges.length
  const sessions = new Map<string, number>()
  const connections = new Map<string, number>()
  const places = new Map(written.map((exchange, place) => [exchange, place]))
  const isRedirect = ({ response, note }: Exchange): boolean => REDIRECTS.has(response.status) && !note?.networkFault
  const answered = exchanges.filter((exchange) => !isRedirect(exchange))
  const recorded = answered.flatMap((exchange) => callOf(exchange, { apiPath, sessions, connections, places }) ?? [])
  const ours = isJournal(exchanges)
  const told = ours ? undefined : withRefusalCodes(recorded)
  const calls = told ?? recorded
  const wanting = calls.filter(needsToken)
  const bare = wanting.filter(({ requestHeaders, token }) => requestHeaders['authorization'] === undefined && token === undefined)
  const missing: FactName[] = ours
    ? (['arrivals', 'deliveries'] as const).filter((fact) => !none.includes(fact))
    : ['rows', 'unread-fields', 'warnings', 'arrivals', 'deliveries', 'sandbox-clock']
  if (!ours && !told) missing.unshift('refusal-codes')
  const untold = told ? 'changed rows' : 'refusal codes or changed rows'
  if (bare.length > 0) missing.push('tokens')
  if (ours && exchanges.some(({ note }) => note?.real === undefined)) missing.push('sandbox-clock')
  if (calls.some(({ connection }) => connection === undefined)) missing.push('connections')
  const left = answered.length - calls.length
  const redirected = exchanges.length - answered.length
  return {
    calls,
    missing,
    speed: speedOf(calls),
    notes: [
      ...(bare.length > 0 ? [bareText(bare, wanting.length)] : []),
      ...(ours ? [] : [`This file is not a journal of Understay: rules that depend on ${untold} cannot be judged.`]),
      ...(exchanges.length === 0 ? [`${NO_ENTRIES}.`] : []),
      ...(redirected > 0 ? [`Left out: ${countText(redirected, 'redirect')}; the call that follows is counted.`] : []),
      ...(doubled > 0
        ? [`Counted once: ${countText(doubled, 'request')} that the file has again, with the same start and response.`]
        : []),
      ...(left > 0 ? [`Left out: ${countText(left, 'request')} to other addresses than ${apiPath}.`] : []),
    ],
  }
}

/** Each exchange once: some proxies write an entry twice. */
function withoutDoubled(exchanges: readonly Exchange[]): readonly Exchange[] {
  const textOf = ({ index: _, ...exchange }: Exchange): string => JSON.stringify(exchange)
  const groups = [...groupBy(exchanges, ({ at, request }) => `${at} ${request.method} ${request.url}`).values()]
  const kept = new Set(
    groups.flatMap((same) =>
      same.length === 1 ? same : [...new Map(same.toReversed().map((one) => [textOf(one), one])).values()],
    ),
  )
  return exchanges.filter((exchange) => kept.has(exchange))
}

/** The calls with the codes of their refusals by the words of the interface; undefined when one cannot be told. */
function withRefusalCodes(calls: readonly Call[]): readonly Call[] | undefined {
  // What the same write took, if it was carried out without an answer, is the client's own.
  const lost = calls.filter((call) => !isRead(call) && (call.status === 0 || call.status >= 500))
  const unanswered = new Set(lost.map(({ method, target }) => `${method} ${target}`))
  const coded = calls.map((call) => {
    const { status, method, target, networkFault, response, responseHeaders = {} } = call
    const [, inHeader] = Object.entries(responseHeaders).find(([name]) => name.endsWith('-error-message')) ?? []
    const inBody = /"(?:error_message|error_description)":\s*"((?:[^"\\]|\\.)*)"/.exec(response ?? '')?.[1] ?? ''
    const text = inHeader || inBody.replace(/\\(.)/g, '$1')
    // A write whose response was not recorded may have been refused; 408, 425 and 429 come from what stands before the service.
    const isDone = status < 400 && status !== 204 && text === '' && (response !== undefined || status === 0 || isRead(call))
    if (isDone || status >= 500 || [408, 425, 429].includes(status) || networkFault || method === 'OPTIONS') return call
    const [refusalCode, another] = refusalsWorded(text)
    return refusalCode && !another && !unanswered.has(`${method} ${target}`) ? { ...call, refusalCode } : undefined
  })
  return coded.every((call) => call !== undefined) ? coded : undefined
}

const bareText = ([first, ...others]: readonly Call[], of: number): string =>
  `${others.length + 1 === of ? 'This recording has no Authorization headers' : `${others.length + 1} of the ${of} calls that need a token have no Authorization header, first #${first?.id} ${first?.method} ${first?.target}`}: rules about tokens cannot be judged.`

/** Clocks that differ by less than this factor run at the same speed. */
const SAME_SPEED_FACTOR = 1.5

function speedOf(calls: readonly Call[]): number {
  const [first, last] = [calls[0], calls.at(-1)]
  const speed = first && last && last.real > first.real ? (last.at - first.at) / (last.real - first.real) : 1
  return speed > SAME_SPEED_FACTOR ? speed : 1
}

const OPERATIONS_WITH_SCOPE = new Set(OPERATIONS.filter(({ scope }) => scope).map(({ id }) => id))
const needsToken = ({ operation = '', status }: Call): boolean => OPERATIONS_WITH_SCOPE.has(operation) && status < 400

interface ReadingState {
  readonly apiPath: string
  /** The property of each booking session. */
  readonly sessions: Map<string, number>
  readonly connections: Map<string, number>
  /** The place of each exchange in time. */
  readonly places: ReadonlyMap<Exchange, number>
}

function callOf(exchange: Exchange, { apiPath, sessions, connections, places }: ReadingState): Call | undefined {
  const { request, response, note, at, connection } = exchange
  const asked = addressOf(exchange, apiPath)
  if (!asked) return undefined
  // Some tools write the headers that they add themselves as the type of the body only.
  const type = note ? '' : request.postData?.mimeType
  const sent = request.headers.map(({ name, value }) => [name, value] as const)
  const headers = Object.fromEntries([...(type ? [['content-type', type] as const] : []), ...sent])
  const header = (ending: string): string | undefined => request.headers.find(({ name }) => name.endsWith(ending))?.value
  const match = operationAt(request.method, asked.target)
  const { text: posted = '', params = [] } = request.postData ?? {}
  const form = new URLSearchParams(posted)
  if (posted === '') for (const { name, value } of params) form.append(name, value)
  const session = header('-booking-session-id')
  const property = Number(match?.values['property_id']) || (session === undefined ? undefined : sessions.get(session))
  if (match?.operation.id === 'initialiseSession' && session !== undefined && property) sessions.set(session, property)
  const operation = note?.operation ?? match?.operation.id
  const granted = operation === TOKEN_OPERATION ? issuedToken(response.text) : undefined
  const given = (granted ?? bearerToken(headers['authorization']))?.slice(0, FINGERPRINT_LENGTH)
  // As the journal encodes a form: a plus sign is not a space there.
  const text = request.postData === undefined ? undefined : form.toString().replaceAll('+', '%20')
  const entry = entryOf({
    ...note,
    id: note?.id ?? (places.get(exchange) ?? 0) + 1,
    at,
    real: note?.real ?? at,
    method: request.method,
    target: withQuery(asked.target, shownQuery),
    operation,
    path: match?.values,
    client: operation === TOKEN_OPERATION ? clientNamed(exchange, form) : note?.client,
    token: note?.token ?? (given?.startsWith('[') ? undefined : given),
    property,
    subject: subjectOf({
      operation,
      method: request.method,
      path: match?.values,
      property,
      field: (name) => form.get(name) ?? undefined,
      fields: () => form.keys(),
    }),
    session,
    channel: header('-channel-name'),
    status: response.status,
    ms: exchange.ms,
    refusalCode: REFUSALS.find((code) => code === note?.refusalCode),
    fault: note?.fault?.length ? note.fault : undefined,
    networkFault: NETWORK_FAULT_KINDS.find((kind) => kind === note?.networkFault),
    connection: connection === undefined ? undefined : getOrInsert(connections, connection, () => connections.size + 1),
    requestHeaders: headers,
    responseHeaders: Object.fromEntries(response.headers.map(({ name, value }) => [name, value])),
    request: text,
    response: response.text,
  })
  return exchange.bodyMs ? { ...entry, bodyMs: exchange.bodyMs } : entry
}

/** A query with masked secrets. The recording may contain secrets, or the mask percent-encoded. */
const shownQuery = (query: string): string => maskedQuery(query.replaceAll(encodeURIComponent(MASK), MASK))
