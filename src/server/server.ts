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
import type { ControlPipeline } from '../control-api/index.ts'
import { CONTROL_PATH } from '../control-contract/control-path.ts'
import { Refusal } from '../domain/refusal.ts'
import { realNow } from '../simulation/clock.ts'
import { DEFAULT_SANDBOX, type World } from '../world/world.ts'
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
  /** Answers another replica that asks whether a replica answers here; false for any other request. */
  readonly answersCheck?: ((incoming: IncomingMessage, outgoing: ServerResponse) => boolean) | undefined
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
export const createServer = (options: ServerOptions): HttpServer => new RequestServer(options)

/** Its public members are functions of their own, because they are handed on without it. */
class RequestServer implements HttpServer {
  readonly #options: ServerOptions
  readonly #world: World
  readonly #address: Pick<ListenerContext, 'publicUrl'> & { readonly scheme: 'http' | 'https' }
  readonly #started = realNow()
  readonly #control = lazy(async () => {
    const { createControlPipeline } = await import('../control-api/index.ts')
    const { control, publicUrl } = this.#options
    return createControlPipeline(bookingApi, { ...control, publicUrl, started: this.#started })
  })
  readonly #web = lazy(() => import('./web-adapter.ts'))
  readonly #access = lazy(() => import('../control-api/access.ts'))

  constructor(options: ServerOptions) {
    const { world, publicUrl, scheme = 'http', control } = options
    const { token, teams } = control
    for (const secret of [...(token === undefined ? [] : [token]), ...(teams?.tokens ?? [])]) world.secrets.add(secret)
    this.#options = options
    this.#world = world
    this.#address = { publicUrl, scheme }
  }

  readonly fetch = async (request: Request, { mountedAt, remoteAddress }: RequestOrigin = {}): Promise<Response> => {
    const { WebRequest, webResponse } = await this.#web()
    const incoming = new WebRequest(request, remoteAddress)
    addressRequest(incoming, this.#address, mountedAt)
    return webResponse(await this.#respondSafely(incoming))
  }

  readonly request = (path: string, init?: RequestInit): Promise<Response> =>
    this.fetch(new Request(path.startsWith('/') ? `http://localhost${path}` : path, init))

  readonly listen = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    if (outgoing.socket) this.#answer(incoming, outgoing)
    else answerLater(incoming, outgoing, this.#answer)
  }

  readonly connect = (incoming: IncomingMessage, socket: Duplex, first: Buffer): void => {
    const router = this.#options.router?.()
    if (!router) {
      socket.destroy()
      return
    }
    router.links.accept(incoming, socket, first, (call) => {
      const failed = (error: unknown): void => call.respond(failureResponse(this.#world, error))
      try {
        this.#answerAsReplica(router, linkedArrival(call))?.catch(failed)
      } catch (error) {
        failed(error)
      }
    })
  }

  #respondTo(request: IncomingRequest): MaybePromise<ApiResponse> {
    if (!isForControl(request)) return respond(this.#options, request)
    request.path = request.path.slice(CONTROL_PATH.length) || '/'
    return this.#control().then((pipeline) => this.#respondToControl(pipeline, request))
  }

  async #respondToControl(pipeline: ControlPipeline, request: IncomingRequest): Promise<ApiResponse> {
    if (!isConsolePath(request)) return pipeline.handle(this.#world, request)
    const { respondWithPage } = await import('./console-response.ts')
    return respondWithPage(this.#world, pipeline, request)
  }

  async #respondSafely(request: IncomingRequest): Promise<ApiResponse> {
    try {
      return await this.#respondTo(request)
    } catch (error) {
      return failureResponse(this.#world, error)
    }
  }

  readonly #answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { router: routerOf, phase } = this.#options
    try {
      if (phase?.draining) outgoing.shouldKeepAlive = false
      const router = routerOf?.()
      if (router) {
        if (this.#options.answersCheck?.(incoming, outgoing)) return
        const answered = this.#answerAsReplica(router, arrival(incoming, outgoing, router.clientOf(incoming)))
        if (answered) answered.catch((error: unknown) => this.#fail(outgoing, error))
        return
      }
      const request = new NodeRequest(incoming)
      const response = addressRequest(request, this.#address) ? this.#respondTo(request) : invalidHost()
      if (response instanceof Promise)
        response.then((made) => writeResponse(outgoing, made)).catch((error: unknown) => this.#fail(outgoing, error))
      else writeResponse(outgoing, response)
    } catch (error) {
      this.#fail(outgoing, error)
    }
  }

  /** A failed request is never retried: it may have changed something. */
  #fail(outgoing: ServerResponse, error: unknown): void {
    const response = failureResponse(this.#world, error)
    if (outgoing.headersSent) outgoing.destroy()
    else writeResponse(outgoing, response)
  }

  /** True for a request that every replica refuses, so no sandbox is opened and no owner is contacted. */
  #isRefused(request: IncomingRequest, sandbox: string): MaybePromise<boolean> {
    const { teams } = this.#world.options
    if (!isForControl(request)) return teams !== undefined && sandbox !== DEFAULT_SANDBOX && teams.of(sandbox) === undefined
    const { control, publicUrl } = this.#options
    return this.#access().then(({ accessProblem }) => accessProblem({ ...control, publicUrl }, request, sandbox) !== undefined)
  }

  /** Without a promise for a sandbox that is here, where its response is there at once: as fast as a single process. */
  #answerAsReplica(router: SandboxRouter, { request, bufferBody, exchange, reply }: Arrived): Promise<void> | undefined {
    if (!addressRequest(request, this.#address)) {
      reply.respond(invalidHost())
      return undefined
    }
    const sandbox = router.sandboxOf(request)
    const answerHere = (): Promise<void> | undefined => {
      const response = this.#respondTo(request)
      if (sandbox !== undefined) router.count(sandbox, response, reply.delivery)
      if (response instanceof Promise) return response.then((answer) => reply.respond(answer))
      reply.respond(response)
      return undefined
    }
    if (sandbox === undefined || router.isHere(sandbox)) return answerHere()
    return this.#route(router, sandbox, { request, bufferBody, exchange }).then((routed) => {
      if (routed === 'here') return answerHere()
      if (routed === 'elsewhere') reply.elsewhere()
      else if (routed !== 'forwarded') reply.respond(routed)
      return undefined
    })
  }

  /** Routes a request for a sandbox that is not here. @returns the response if no replica can answer */
  async #route(
    router: SandboxRouter,
    sandbox: string,
    { request, bufferBody, exchange }: Omit<Arrived, 'reply'>,
  ): Promise<Exclude<RouteResult, object> | ApiResponse> {
    const refused = this.#isRefused(request, sandbox)
    if (refused instanceof Promise ? await refused : refused) return 'here'
    const whole =
      bufferBody && (async () => bufferBody(Math.max(bookingApi.maxBodyBytes, (await this.#control()).api.maxBodyBytes)))
    const routed = await router.route({ sandbox, exchange, bufferBody: whole }).catch(bodyProblem)
    if (typeof routed === 'string') return routed
    const { fail } = (isForControl(request) ? (await this.#control()).api : bookingApi).errors
    if (routed instanceof Refusal) return bodyRefused(fail, routed)
    router.refuse(sandbox, routed.problem)
    return unavailable(fail, routed.problem)
  }
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
