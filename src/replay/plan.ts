/** Decides which recorded requests are sent again, and what they carry. */
import { CONNECTION_HEADERS } from '../base/connection-headers.ts'
import { targetPath } from '../base/request-target.ts'
import { FAULTS_BEFORE_SERVICE } from '../journal/entry.ts'
import { addressOf, type RequestAddress } from './address.ts'
import { type Body, bodyOf } from './body.ts'
import type { Exchange, NameAndValue, RecordedResponse } from './har.ts'

/** A request to send again. */
export interface Step {
  readonly exchange: Exchange
  readonly asked: RequestAddress
  /** Names in lower case; credentials are still the recorded ones. */
  readonly headers: readonly NameAndValue[]
  readonly body: Body | undefined
  readonly expected: RecordedResponse
  /** How a network fault damaged that response; undefined when it is complete. */
  readonly spoiled: string | undefined
}

export interface Skipped {
  readonly exchange: Exchange
  readonly reason: string
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly skipped: readonly Skipped[]
}

const SENT_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Headers of the connection, of the framing of the body, or of the browser. */
const DROPPED_HEADERS: ReadonlySet<string> = new Set([
  ...CONNECTION_HEADERS,
  ...['content-length', 'content-type', 'host', 'http2-settings'],
  ...['accept-encoding', 'cookie', 'if-modified-since', 'if-none-match', 'origin', 'referer'],
])
const DROPPED_HEADER_PREFIXES = [':', 'proxy-', 'sec-', 'x-understay-'] as const
/** Network faults that damage a response. */
const DAMAGED_RESPONSES: Readonly<Record<string, string>> = {
  'cut-after-commit': 'lost',
  truncated: 'cut short',
  html: 'replaced',
  empty: 'emptied',
  'carried-out': 'replaced',
  'invented-carried-out': 'replaced',
  'extra-fields': 'changed',
  patched: 'changed',
}

/** Plans each exchange. @param apiPath the path of the interface, such as `/service/api` */
export function planOf(exchanges: readonly Exchange[], apiPath: string): Plan {
  const steps: Step[] = []
  const skipped: Skipped[] = []
  for (const exchange of exchanges) {
    const decided = stepOrReason(exchange, apiPath)
    if (typeof decided === 'string') skipped.push({ exchange, reason: decided })
    else steps.push(decided)
  }
  return { steps, skipped }
}

/** The reason for requests outside the interface. */
export const outsideReason = (apiPath: string): string => `not below ${apiPath}`

function stepOrReason(exchange: Exchange, apiPath: string): Step | string {
  const asked = addressOf(exchange, apiPath)
  if (!asked) return outsideReason(apiPath)
  const { request, response, note } = exchange
  if (request.method === 'OPTIONS') return 'a preflight, which browsers ask by themselves'
  if (!SENT_METHODS.includes(request.method)) return `the method ${request.method} is not sent`
  const unsendable = addressProblem(asked.target)
  if (unsendable) return unsendable
  if (FAULTS_BEFORE_SERVICE.has(note?.networkFault)) return `affected by fault ${faultsOf(note)}, it never reached the service`
  if (response.status < 200 && note?.lostStatus === undefined) return `no answer was recorded (status ${response.status})`
  if (response.status >= 300 && response.status < 400 && !note?.networkFault)
    return `redirected, or answered from the cache of the client (status ${response.status})`
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request)
  if (typeof body === 'string') return body
  const headers = request.headers.filter(({ name }) => !isDropped(name))
  return { exchange, asked, headers, body, ...answerOf(exchange) }
}

/** The recorded response; of one that a network fault damaged, only the status is known. */
function answerOf({ response, note }: Exchange): Pick<Step, 'expected' | 'spoiled'> {
  const how = DAMAGED_RESPONSES[note?.networkFault ?? '']
  if (how === undefined) return { expected: response, spoiled: undefined }
  return {
    expected: { status: note?.lostStatus ?? response.status, headers: [], mimeType: '', text: undefined, cut: false },
    spoiled: `body ${how} on the way by ${faultsOf(note)}`,
  }
}

/** The faults of a note; a file of another tool may name none. */
const faultsOf = (note: Exchange['note']): string => note?.fault?.join(', ') || `${note?.networkFault}`

const isDropped = (name: string): boolean =>
  DROPPED_HEADERS.has(name) || DROPPED_HEADER_PREFIXES.some((beginning) => name.startsWith(beginning))

/** HTTP clients resolve such parts of a path themselves. */
function addressProblem(target: string): string | undefined {
  const parts = targetPath(target).split('/')
  if (parts.some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return 'its path would change on the way ("." or "..")'
  return URL.canParse(`http://localhost${target}`) ? undefined : 'its address cannot be sent'
}
