/**
 * The server without sockets: a `fetch` function and a request listener for Node.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ApiResponse } from '../api/response.ts'
import type { MaybePromise } from '../base/maybe-promise.ts'
import { bookingApi } from '../booking-api/index.ts'
import { isConsolePath } from '../console/console-path.ts'
import type { ControlRules } from '../control-api/app.ts'
import { CONTROL_PATH } from '../control-api/control-path.ts'
import type { ControlPipeline } from '../control-api/index.ts'
import { Refusal } from '../domain/refusal.ts'
import { realNow } from '../simulation/clock.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'
import { answerLater } from './in-turn.ts'
import {
  addressRequest,
  bodyRefused,
  failureResponse,
  type IncomingRequest,
  invalidHost,
  isForControl,
  type ListenerContext,
  respond,
  unavailable,
} from './listener.ts'
import { NodeRequest, writeResponse } from './node-adapter.ts'
import { type Arrived, arrival, linkedArrival } from './replicas/arrival.ts'
import type { RouteResult, SandboxRouter } from './replicas/sandbox-router.ts'

export interface ServerOptions extends ListenerContext {
  readonly control: ControlRules
  /** Forwards requests to the replica that owns their sandbox; undefined for a single process. */
  readonly router?: (() => SandboxRouter | undefined) | undefined
  /** While it is draining, connections close after their next response. */
  readonly phase?: { readonly draining: boolean } | undefined
}

/** The origin of a web request that does not come from this process. */
export interface RequestOrigin {
  /** The path at which the server is mounted in another app. */
  readonly mountedAt?: string
  /** The address of the client. */
  readonly remoteAddress?: string
}

/** A server without sockets. */
export interface HttpServer {
  /** Responds to a web request. */
  fetch(request: Request, from?: RequestOrigin): Promise<Response>
  /** Responds to a request for a path of this server. */
  request(path: string, init?: RequestInit): Promise<Response>
  /** Responds to a request on a socket. */
  listen(incoming: IncomingMessage, outgoing: ServerResponse): void
  /** Takes the connection of a CONNECT request, over which another replica sends calls; closes any other. */
  connect(incoming: IncomingMessage, socket: Duplex, first: Buffer): void
}

/** Creates the server. The control API and the web adapter are loaded on first use. */
export function createServer(options: ServerOptions): HttpServer {
  const { world, publicUrl, scheme = 'http' } = options
  const address = { publicUrl, scheme }
  const { token, teams } = options.control
  for (const secret of [...(token === undefined ? [] : [token]), ...(teams?.tokens ?? [])]) world.secrets.add(secret)
  const started = realNow()
  const control = lazy(async () => {
    const { createControlPipeline } = await import('../control-api/index.ts')
    return createControlPipeline(bookingApi, { ...options.control, publicUrl, started })
  })
  const web = lazy(() => import('./web-adapter.ts'))
  const access = lazy(() => import('../control-api/access.ts'))

  const respondTo = (request: IncomingRequest): MaybePromise<ApiResponse> => {
    if (!isForControl(request)) return respond(options, request)
    request.path = request.path.slice(CONTROL_PATH.length) || '/'
    return control().then((pipeline) => respondToControl(pipeline, request))
  }

  const respondToControl = async (pipeline: ControlPipeline, request: IncomingRequest): Promise<ApiResponse> => {
    if (!isConsolePath(request)) return pipeline.handle(world, request)
    const { respondWithPage } = await import('./console-response.ts')
    return respondWithPage(world, pipeline, request)
  }

  const respondSafely = async (request: IncomingRequest): Promise<ApiResponse> => {
    try {
      return await respondTo(request)
    } catch (error) {
      return failureResponse(world, error)
    }
  }

  const fetch = async (request: Request, { mountedAt, remoteAddress }: RequestOrigin = {}): Promise<Response> => {
    const { WebRequest, webResponse } = await web()
    const incoming = new WebRequest(request, remoteAddress)
    addressRequest(incoming, address, mountedAt)
    return webResponse(await respondSafely(incoming))
  }

  const listen = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (outgoing.socket) answer(incoming, outgoing)
    else answerLater(incoming, outgoing, answer)
  }

  /** A failed request is never retried: it may have changed something. */
  const fail = (outgoing: ServerResponse, error: unknown): void => {
    const response = failureResponse(world, error)
    if (outgoing.headersSent) outgoing.destroy()
    else writeResponse(outgoing, response)
  }

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    try {
      if (options.phase?.draining) outgoing.shouldKeepAlive = false
      const router = options.router?.()
      if (router) {
        const answered = answerAsReplica(router, arrival(incoming, outgoing, router.clientOf(incoming)))
        if (answered) answered.catch((error: unknown) => fail(outgoing, error))
        return
      }
      const request = new NodeRequest(incoming)
      const response = addressRequest(request, address) ? respondTo(request) : invalidHost()
      if (response instanceof Promise)
        response.then((made) => writeResponse(outgoing, made)).catch((error: unknown) => fail(outgoing, error))
      else writeResponse(outgoing, response)
    } catch (error) {
      fail(outgoing, error)
    }
  }

  /** True for a request that every replica refuses, so no sandbox is opened and no owner is contacted. */
  const isRefused = (request: IncomingRequest, sandbox: string): MaybePromise<boolean> => {
    const { teams } = world.options
    if (!isForControl(request)) return teams !== undefined && sandbox !== DEFAULT_SANDBOX && teams.of(sandbox) === undefined
    return access().then(({ accessProblem }) => accessProblem({ ...options.control, publicUrl }, request, sandbox) !== undefined)
  }

  /** Without a promise for a sandbox that is here, where its response is there at once: as fast as a single process. */
  const answerAsReplica = (
    router: SandboxRouter,
    { request, bufferBody, exchange, reply }: Arrived,
  ): Promise<void> | undefined => {
    if (!addressRequest(request, address)) {
      reply.respond(invalidHost())
      return undefined
    }
    const sandbox = router.sandboxOf(request)
    const answerHere = (): Promise<void> | undefined => {
      const response = respondTo(request)
      if (sandbox !== undefined) router.count(sandbox, response, reply.delivery)
      if (response instanceof Promise) return response.then((answer) => reply.respond(answer))
      reply.respond(response)
      return undefined
    }
    if (sandbox === undefined || router.isHere(sandbox)) return answerHere()
    return route(router, sandbox, { request, bufferBody, exchange }).then((routed) => {
      if (routed === 'here') return answerHere()
      if (routed === 'elsewhere') reply.elsewhere()
      else if (routed !== 'forwarded') reply.respond(routed)
      return undefined
    })
  }

  /** Routes a request for a sandbox that is not here. @returns the response if no replica can answer */
  const route = async (
    router: SandboxRouter,
    sandbox: string,
    { request, bufferBody, exchange }: Omit<Arrived, 'reply'>,
  ): Promise<Exclude<RouteResult, object> | ApiResponse> => {
    const refused = isRefused(request, sandbox)
    if (refused instanceof Promise ? await refused : refused) return 'here'
    const whole = bufferBody && (async () => bufferBody(Math.max(bookingApi.maxBodyBytes, (await control()).api.maxBodyBytes)))
    const routed = await router.route({ sandbox, exchange, bufferBody: whole }).catch(bodyProblem)
    if (typeof routed === 'string') return routed
    const { fail } = (isForControl(request) ? (await control()).api : bookingApi).errors
    if (routed instanceof Refusal) return bodyRefused(fail, routed)
    router.refuse(sandbox, routed.problem)
    return unavailable(fail, routed.problem)
  }

  const connect = (incoming: IncomingMessage, socket: Duplex, first: Buffer): void => {
    const router = options.router?.()
    if (!router) {
      socket.destroy()
      return
    }
    router.links.accept(incoming, socket, first, (call) => {
      const failed = (error: unknown): void => call.respond(failureResponse(world, error))
      try {
        answerAsReplica(router, linkedArrival(call))?.catch(failed)
      } catch (error) {
        failed(error)
      }
    })
  }

  const request = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(new Request(path.startsWith('/') ? `http://localhost${path}` : path, init))
  return { fetch, request, listen, connect }
}

/** @throws every error that is not about the body of a request */
function bodyProblem(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
