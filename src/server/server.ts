/**
 * The server without sockets: a `fetch` function and a request listener for Node.
 *
 * @module
 */

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ApiResponse } from '../api/response.ts'
import { bookingApi } from '../booking-api/index.ts'
import { isConsolePath } from '../console/console-path.ts'
import type { ControlRules } from '../control-api/app.ts'
import { CONTROL_PATH } from '../control-api/control-path.ts'
import type { ControlPipeline } from '../control-api/index.ts'
import { Refusal } from '../domain/refusal.ts'
import { DEFAULT_SANDBOX } from '../world/world.ts'
import { answerInTurn } from './in-turn.ts'
import {
  addressRequest,
  bodyRefused,
  failureResponse,
  type IncomingRequest,
  invalidHost,
  isForControl,
  respond,
  type Serving,
  unavailable,
} from './listener.ts'
import { NodeRequest, writeResponse } from './node-adapter.ts'
import type { SandboxRouter } from './replicas/sandbox-router.ts'

export interface ServerOptions extends Serving {
  readonly control: ControlRules
  /** Forwards requests to the replica that owns their sandbox; undefined for a single process. */
  readonly router?: (() => SandboxRouter | undefined) | undefined
  /** True while the server shuts down: connections close after their next response. */
  readonly draining?: (() => boolean) | undefined
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
}

/** Creates the server. The control API and the web adapter are loaded on first use. */
export function createServer(options: ServerOptions): HttpServer {
  const { world, publicUrl, scheme = 'http' } = options
  const address = { publicUrl, scheme }
  const { token, teams } = options.control
  for (const secret of [...(token === undefined ? [] : [token]), ...(teams?.tokens ?? [])]) world.secrets.add(secret)
  const control = lazy(async () => {
    const { createControlPipeline } = await import('../control-api/index.ts')
    return createControlPipeline(bookingApi, { ...options.control, publicUrl })
  })
  const web = lazy(() => import('./web-adapter.ts'))
  const access = lazy(() => import('../control-api/access.ts'))
  const replicas = lazy(async () => ({
    ...(await import('./replicas/replica-headers.ts')),
    ...(await import('./replicas/sandbox-router.ts')),
  }))

  const respondTo = (request: IncomingRequest): ApiResponse | Promise<ApiResponse> => {
    if (!isForControl(request)) return respond(options, request)
    request.path = request.path.slice(CONTROL_PATH.length) || '/'
    return control().then((pipeline) => respondToControl(pipeline, request))
  }

  const respondToControl = async (pipeline: ControlPipeline, request: IncomingRequest): Promise<ApiResponse> => {
    if (!isConsolePath({ path: request.path, method: request.method, header: (name) => request.header(name) }))
      return pipeline.handle(world, request)
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

  const listen = (incoming: IncomingMessage, outgoing: ServerResponse): void => answerInTurn(incoming, outgoing, answer)

  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const write = (response: ApiResponse): void => writeResponse(outgoing, response)
    // A failed request is never retried: it may have changed something.
    const fail = (error: unknown): void => {
      const response = failureResponse(world, error)
      if (outgoing.headersSent) outgoing.destroy()
      else write(response)
    }
    try {
      if (options.draining?.()) outgoing.shouldKeepAlive = false
      const router = options.router?.()
      if (router) {
        listenAsReplica(router, incoming, outgoing).catch(fail)
        return
      }
      const request = new NodeRequest(incoming)
      const response = addressRequest(request, address) ? respondTo(request) : invalidHost()
      if (response instanceof Promise) response.then(write).catch(fail)
      else write(response)
    } catch (error) {
      fail(error)
    }
  }

  /** True for a request that every replica refuses, so that no sandbox is opened and no owner is asked. */
  const isRefused = async (request: IncomingRequest, sandbox: string): Promise<boolean> => {
    const { teams } = world.options
    if (!isForControl(request)) return teams !== undefined && sandbox !== DEFAULT_SANDBOX && teams.of(sandbox) === undefined
    const { accessProblem } = await access()
    return accessProblem({ ...options.control, publicUrl }, request, sandbox) !== undefined
  }

  const listenAsReplica = async (router: SandboxRouter, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const { answerReplica, sandboxOf } = await replicas()
    const client = router.clientOf(incoming)
    const request = new NodeRequest(incoming, client)
    const write = (response: ApiResponse): void => {
      if (client && response.cut) answerReplica(outgoing, 'cut')
      else writeResponse(outgoing, response)
    }
    if (!addressRequest(request, address)) {
      write(invalidHost())
      return
    }
    const sandbox = sandboxOf(request)
    if (sandbox !== undefined && !router.isHere(sandbox) && !(await isRefused(request, sandbox))) {
      const bufferBody = async (): Promise<Uint8Array> =>
        request.bufferBody(Math.max(bookingApi.maxBodyBytes, (await control()).api.maxBodyBytes))
      const routed = await router
        .route({ sandbox, incoming, outgoing, isForwarded: client !== undefined, bufferBody })
        .catch(bodyProblem)
      if (routed instanceof Refusal) {
        write(bodyRefused(routed))
        return
      }
      if (routed === 'forwarded') return
      if (routed !== 'here') {
        router.refuse(sandbox, routed.problem)
        write(unavailable(routed.problem))
        return
      }
    }
    const ended = sandbox === undefined ? undefined : router.begin(sandbox, outgoing)
    try {
      write(await respondTo(request))
    } finally {
      ended?.()
    }
  }
  const request = (path: string, init?: RequestInit): Promise<Response> =>
    fetch(new Request(path.startsWith('/') ? `http://localhost${path}` : path, init))
  return { fetch, request, listen }
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
