/**
 * The program as a Hono app: three mounts that do not overlap.
 *
 *   /service/api/*   the service interface: the pipeline of `bookingApi`
 *   /_understay/*    the control API and the console: the pipeline of `controlApi`, and its pages
 *   anything else    the site: start page, pictures, JSON 404
 *
 * Hono gets paths without the prefix of a sandbox. Operations are matched by the pipelines.
 * @source docs/decisions/0044
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { Hono } from 'hono/tiny'
import type { ApiResponse } from '../api/response.ts'
import { isPromise, type MaybePromise } from '../base/maybe-promise.ts'
import type { BookingPipeline } from '../booking-api/pipeline.ts'
import type { ControlRules } from '../control-api/app.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import { steadyNow } from '../simulation/clock.ts'
import type { World } from '../world/world.ts'
import { ControlMount } from './control-mount.ts'
import { failureResponse, invalidHost, refusedByTeams } from './error-responses.ts'
import { NodeRequest } from './node-request.ts'
import { answerLater } from './pipelined-requests.ts'
import { CHECK_PATH } from './replicas/address-check.ts'
import { routedAnswer } from './replicas/routed-answers.ts'
import type { SandboxRouter } from './replicas/sandbox-router.ts'
import type { PublicAddress, ServerRequest } from './request.ts'
import { siteResponse } from './site.ts'
import { ConnectionReset, type RequestOrigin, WebRequest, webResponse } from './web-request.ts'

export interface AppOptions extends PublicAddress {
  readonly world: World
  readonly booking: BookingPipeline
  readonly control: ControlRules
  /** Forwards requests to the replica that owns their sandbox; undefined for a single process. */
  readonly router?: SandboxRouter | undefined
}

export interface App {
  fetch(request: Request, from?: RequestOrigin): Promise<Response>
  /** Responds to a request on a socket. */
  listen(incoming: IncomingMessage, outgoing: ServerResponse): void
}

/** Creates the app; control API and console are loaded on first use. */
export function createApp(options: AppOptions): App {
  const { world, booking, router } = options
  const { apiPath } = world.product
  const { token } = options.control
  const { teams } = world.options
  for (const secret of [...(token === undefined ? [] : [token]), ...(teams?.tokens ?? [])]) world.secrets.add(secret)
  const control = new ControlMount(world, { ...options.control, publicUrl: options.publicUrl, started: steadyNow() })
  const routed = router && routedAnswer(router, world, control)

  const service = (request: ServerRequest): MaybePromise<ApiResponse> => {
    request.path = request.path.slice(apiPath.length) || '/'
    return (teams && refusedByTeams(teams, request)) ?? booking.handle(world, request)
  }
  const site = (request: ServerRequest): MaybePromise<ApiResponse> =>
    (teams && refusedByTeams(teams, request)) ?? siteResponse(world, request)
  const reply = (request: ServerRequest, answer: (request: ServerRequest) => MaybePromise<ApiResponse>) => {
    const response = routed && request instanceof NodeRequest ? routed(request, answer) : answer(request)
    return isPromise(response) ? response.then((made) => request.reply(made)) : request.reply(response)
  }

  const app = new Hono<{ Bindings: ServerRequest }>({ getPath: (_, of) => of?.env?.path ?? '/' })
  if (router)
    app.get(CHECK_PATH, ({ env }, next) => {
      const response = router.checkResponse(env)
      return response ? env.reply(response) : next()
    })
  app.all(`${apiPath}/*`, ({ env }) => reply(env, service))
  app.all(`${CONTROL_PATH}/*`, ({ env }) => reply(env, control.answer))
  app.notFound(({ env }) => reply(env, site))
  app.onError((error, { env }) => {
    if (error instanceof ConnectionReset) throw error
    return env.reply(failureResponse(world, error))
  })

  const listener = getRequestListener(
    (request, env) => {
      if (!isHttp1(env)) throw new Error('HTTP/2 is not served')
      const asked = new NodeRequest(env.incoming, env.outgoing, options, router?.clientOf(env.incoming))
      return asked.hasHost ? app.fetch(request, asked) : asked.reply(invalidHost())
    },
    {
      overrideGlobalObjects: false,
      autoCleanupIncoming: false,
      errorHandler: (error) => webResponse(failureResponse(world, error)),
    },
  )
  return {
    fetch: async (request, from = {}) => app.fetch(request, new WebRequest(request, options, from)),
    listen: (incoming, outgoing) => {
      if (options.phase?.draining) outgoing.shouldKeepAlive = false
      if (outgoing.socket) void listener(incoming, outgoing)
      else answerLater(incoming, outgoing, listener)
    },
  }
}

const isHttp1 = (env: HttpBindings | Http2Bindings): env is HttpBindings => env.incoming.httpVersionMajor < 2
