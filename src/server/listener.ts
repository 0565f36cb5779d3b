/**
 * Reads target, sandbox, host and headers of a request and dispatches it to an API. Every request passes here.
 *
 * @module
 */

import type { RequestHeaders } from '../api/request-headers.ts'
import type { ApiResponse } from '../api/response.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { bookingApi } from '../booking-api/index.ts'
import type { BookingPipeline } from '../booking-api/pipeline.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import { steadyNow } from '../simulation/clock.ts'
import { DEFAULT_SANDBOX, noTeam, SandboxError, StorageError, type Teams, tooManyCalls, type World } from '../world/world.ts'
import { originOf, type PublicAddress, parseRequestTarget } from './request-target.ts'
import { siteResponse } from './site.ts'

/** What the listener needs to respond. */
export interface ListenerContext extends PublicAddress {
  readonly world: World
  readonly booking: BookingPipeline
}

/** Names the sandbox, for clients that cannot put it in their base URL. */
const SANDBOX_HEADER = 'x-understay-sandbox'

/** A request from an adapter. {@link addressRequest} fills in what its target says. */
export abstract class IncomingRequest implements ApiRequest {
  readonly method: string
  /** Path and query as sent, or an absolute URL. */
  readonly target: string
  sandbox: string = DEFAULT_SANDBOX
  /** The part before the path: mount path and `/@w1`. */
  prefix = ''
  path = '/'
  query = ''
  root = ''

  constructor(method: string, target: string) {
    this.method = method
    this.target = target
  }

  abstract readonly hasBody: boolean
  abstract readonly remoteAddress: string | undefined
  abstract readonly connection: number | undefined
  abstract readonly turn: number | undefined
  abstract readonly headers: RequestHeaders
  abstract readBody(maxBytes: number): Promise<Uint8Array>
  abstract gone(): boolean
  abstract signal(): AbortSignal
}

/** Host headers that are valid without parsing a URL. */
const PLAIN_HOST = /^[a-z0-9._-]+(?::(?:[1-5]?\d{1,4}|6[0-4]\d{3}))?$/

const isHost = (host: string): boolean => PLAIN_HOST.test(host) || URL.canParse(`http://${host}`)

/**
 * Reads the target of a request: sandbox, path, query and root.
 *
 * @param mountedAt the path at which the server is mounted; empty for the root
 * @returns false when the Host header is invalid
 */
export function addressRequest(request: IncomingRequest, address: PublicAddress, mountedAt = ''): boolean {
  const { path, query, sandbox, prefix } = parseRequestTarget(request.target, mountedAt)
  const host = request.headers['host']
  request.path = path
  request.query = query
  request.sandbox = sandbox ?? (request.headers[SANDBOX_HEADER] || DEFAULT_SANDBOX)
  request.prefix = `${mountedAt}${prefix}`
  request.root = `${originOf(address, host)}${request.prefix}`
  return host !== undefined && isHost(host)
}

/** True for requests of the control API. */
export const isForControl = ({ path }: IncomingRequest): boolean =>
  path.startsWith(CONTROL_PATH) && (path.length === CONTROL_PATH.length || path[CONTROL_PATH.length] === '/')

/** Responds to a request for the service interface or the site, after {@link addressRequest}. */
export function respond({ world, booking }: ListenerContext, request: IncomingRequest): MaybePromise<ApiResponse> {
  const { apiPath } = world.product
  const { path } = request
  const refused = world.options.teams && refusedFor(world.options.teams, request)
  if (refused) return refused
  if (path.startsWith(apiPath) && (path.length === apiPath.length || path[apiPath.length] === '/')) {
    request.path = path.slice(apiPath.length) || '/'
    return booking.handle(world, request)
  }
  try {
    const opened = world.openSandbox(request.sandbox)
    return opened instanceof Promise ? opened.then((sandbox) => siteResponse(sandbox, request)) : siteResponse(opened, request)
  } catch (error) {
    if (error instanceof SandboxError) return bookingApi.errors.fail(error.status, error.message)
    throw error
  }
}

/** Counts a call for the team of its sandbox. @returns the response when the limit is exceeded */
function refusedFor(teams: Teams, { sandbox }: IncomingRequest): ApiResponse | undefined {
  const team = teams.of(sandbox)
  if (!team) return sandbox === DEFAULT_SANDBOX ? undefined : bookingApi.errors.fail(404, noTeam(sandbox))
  const seconds = team.take(steadyNow())
  if (seconds === 0) return undefined
  const response = bookingApi.errors.fail(429, tooManyCalls(team, seconds))
  response.headers['Retry-After'] = String(seconds)
  return response
}

/** The response to an error outside every API. The error is logged, not sent. */
export function failureResponse(world: World, error: unknown): ApiResponse {
  if (error instanceof StorageError) return bookingApi.errors.fail(error.status, error.message)
  const isKnown = error instanceof Error && error.name === 'StateFileError'
  world.log.error('unexpected failure', { error: error instanceof Error ? (error.stack ?? error.message) : String(error) })
  return bookingApi.errors.fail(500, isKnown ? error.message : 'Unexpected error in the server; see its log')
}

/** Makes an error response in the form of the API that was called. */
type MakeError = (status: number, message: string) => ApiResponse

/** A 503 response with Retry-After. */
export function unavailable(fail: MakeError, message: string): ApiResponse {
  const response = fail(503, message)
  response.headers['Retry-After'] = '1'
  return response
}

/** The response to an invalid body that is not forwarded to another replica. */
export function bodyRefused(fail: MakeError, { code, detail: { what = code } }: Refusal): ApiResponse {
  if (code === 'body_too_large') return fail(413, `The body is larger than ${what} bytes`)
  return fail(400, `The body cannot be read: ${what}`)
}

export const invalidHost = (): ApiResponse =>
  bookingApi.errors.fail(400, 'The Host header is missing, invalid or sent several times')
