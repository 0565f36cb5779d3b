/**
 * Decides which recorded requests are sent again, and what they carry.
 *
 * @module
 */
import { type Asked, askedOf } from './address.ts'
import { type Body, bodyOf } from './body.ts'
import type { Exchange, Pair } from './har.ts'

/** A request that is sent again. */
export interface Step {
  readonly exchange: Exchange
  readonly asked: Asked
  /** Names in lower case; credentials are still the recorded ones. */
  readonly headers: readonly Pair[]
  readonly body: Body | undefined
  /** Why its answer is not compared; undefined when it is. */
  readonly uncompared: string | undefined
}

/** A request that is not sent, or not compared, and why. */
export interface Skipped {
  readonly exchange: Exchange
  readonly reason: string
}

export interface Plan {
  readonly steps: readonly Step[]
  readonly skipped: readonly Skipped[]
}

const SENT_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Headers that belong to the connection, to the body as it was framed then, or to the browser. */
const DROPPED: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'content-type',
  'cookie',
  'expect',
  'host',
  'http2-settings',
  'if-modified-since',
  'if-none-match',
  'keep-alive',
  'origin',
  'referer',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
const DROPPED_BEGINNINGS = [':', 'proxy-', 'sec-', 'x-understay-'] as const
/** What trouble on the way looks like. */
const TROUBLE: ReadonlySet<number> = new Set([0, 429, 500, 502, 503, 504])

/** What becomes of each exchange. @param apiPath where the interface begins, such as `/service/api` */
export function planOf(exchanges: readonly Exchange[], apiPath: string): Plan {
  const steps: Step[] = []
  const skipped: Skipped[] = []
  for (const exchange of exchanges) {
    const decided = decide(exchange, apiPath)
    if (typeof decided === 'string') skipped.push({ exchange, reason: decided })
    else steps.push(decided)
  }
  return { steps, skipped }
}

/** The reason of whatever lies outside the interface. */
export const elsewhere = (apiPath: string): string => `not below ${apiPath}`

function decide(exchange: Exchange, apiPath: string): Step | string {
  const asked = askedOf(exchange, apiPath)
  if (!asked) return elsewhere(apiPath)
  const { request, response, note } = exchange
  if (request.method === 'OPTIONS') return 'a preflight, which browsers ask by themselves'
  if (!SENT_METHODS.includes(request.method)) return `the method ${request.method} is not sent`
  const unsendable = addressProblem(asked.target)
  if (unsendable) return unsendable
  const struck = note?.fault.length ? note.fault.join(', ') : undefined
  const troubled = struck !== undefined && TROUBLE.has(response.status)
  if (troubled && !note?.touched) return `struck on the way by ${struck}, it never reached the service`
  if (response.status === 0 && !troubled) return 'no answer was recorded (status 0)'
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request)
  if (typeof body === 'string') return body
  const headers = request.headers.filter(({ name }) => !isDropped(name))
  const uncompared = troubled ? `sent without comparing, its answer was lost on the way by ${struck}` : undefined
  return { exchange, asked, headers, body, uncompared }
}

const isDropped = (name: string): boolean =>
  DROPPED.has(name) || DROPPED_BEGINNINGS.some((beginning) => name.startsWith(beginning))

/** Clients for HTTP work such parts of a path out by themselves. */
function addressProblem(target: string): string | undefined {
  const path = target.split('?', 1)[0] ?? ''
  if (path.split('/').some((part) => /^(?:\.|%2e){1,2}$/i.test(part))) return 'its path would change on the way ("." or "..")'
  return URL.canParse(`http://localhost${target}`) ? undefined : 'its address cannot be sent'
}
