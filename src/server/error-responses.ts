/** Responses to requests that reach no operation: refused by the server itself, or failed outside every API. */
import { RequestError } from '@hono/node-server'
import type { ApiResponse } from '../api/response.ts'
import { noTeam, type Teams, tooManyCalls } from '../auth/teams.ts'
import { stackOf } from '../base/caught-error.ts'
import { bookingApi } from '../booking-api/index.ts'
import type { Refusal } from '../domain/refusal.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import { steadyNow } from '../simulation/clock.ts'
import { DEFAULT_SANDBOX, SandboxError, StorageError, type World } from '../world/world.ts'

/** Makes an error response in the form of the API that was called. */
type MakeError = (status: number, message: string) => ApiResponse

/** Counts a call for the team of its sandbox. @returns the response when the limit is exceeded, or no team has the sandbox */
export function refusedByTeams(teams: Teams, { sandbox }: ApiRequest): ApiResponse | undefined {
  const team = teams.of(sandbox)
  if (!team) return sandbox === DEFAULT_SANDBOX ? undefined : bookingApi.errors.fail(404, noTeam(sandbox))
  const seconds = team.take(steadyNow())
  if (seconds === 0) return undefined
  const response = bookingApi.errors.fail(429, tooManyCalls(team, seconds))
  response.headers['Retry-After'] = String(seconds)
  return response
}

export const invalidHost = (): ApiResponse =>
  bookingApi.errors.fail(400, 'The Host header is missing, invalid or sent several times')

/** The response to a request that @hono/node-server refuses before the app. With a cause, `Invalid URL` is about the host. */
function invalidRequest({ message, cause }: RequestError): ApiResponse {
  if (message === 'Backslash in request path' || cause instanceof RequestError)
    return bookingApi.errors.fail(400, 'The path of the request has a backslash; write it as %5C')
  if (message === 'Invalid absolute URL' || (message === 'Invalid URL' && cause === undefined))
    return bookingApi.errors.fail(400, 'The target of the request is neither a path that begins with / nor a valid URL')
  return invalidHost()
}

/** The response to an error outside every API. The error is logged, not sent. */
export function failureResponse(world: World, error: unknown): ApiResponse {
  if (error instanceof RequestError) return invalidRequest(error)
  const { fail } = bookingApi.errors
  if (error instanceof StorageError && error.reason === 'unavailable') return unavailable(fail, error.message)
  if (error instanceof SandboxError || error instanceof StorageError) return fail(error.status, error.message)
  world.log.error('unexpected failure', { error: stackOf(error) })
  return fail(500, 'Unexpected error in the server; see its log')
}

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
