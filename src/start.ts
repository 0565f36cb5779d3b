/**
 * Puts a server together from a configuration: fixtures, world, service, sockets.
 *
 * @module
 */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from './config.ts'
import { productOf } from './contract/product.ts'
import { Service } from './http/service.ts'
import { faultAnswer } from './place.ts'
import { ConfiguredPremises } from './premise.ts'
import { boundOperations } from './routes/index.ts'
import type { createServer, ServerOptions } from './server.ts'
import { send, shortWay } from './short-way.ts'
import { DEFAULT_SANDBOX, type Log, World } from './world.ts'

/** A server without a socket. */
export interface Inside {
  readonly world: World
  /** Answers a request in this process. */
  fetch(request: Request): Promise<Response>
  /** Writes what is left. */
  close(): Promise<void>
}

/** A server that runs. */
export interface Running extends Inside {
  /** Server and default sandbox: `http://127.0.0.1:4010`. */
  readonly url: string
  readonly port: number
  /** Stops taking calls, finishes those under way, writes what is left. */
  close(): Promise<void>
}

const LOOPBACK_HOSTS = ['127.0.0.1', '::1'] as const
const MAX_HEADER_BYTES = 64 * 1024
const DRAIN_MS = 400

/** True when an address is reached from this machine only. */
export const isLoopback = (host: string | undefined): boolean =>
  host === undefined || host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The port is taken, or the address is none of this machine's. */
export class ListenError extends Error {
  override readonly name = 'ListenError'
  /** What is the matter, without the flag that would help. */
  readonly problem: string

  constructor(problem: string, advice?: string) {
    super(advice ? `${problem}; ${advice}` : problem)
    this.problem = problem
  }
}

/** Makes the world of a configuration, its default sandbox opened. */
export async function openWorld(config: Config, log: Log): Promise<World> {
  const premises = new ConfiguredPremises(config)
  const world = new World({
    ...(await premises.first()),
    premises,
    product: productOf(config.product),
    data: config.data,
    fresh: config.fresh,
    secureTokens: !isLoopback(config.host) && !config.seedGiven,
    journal: config.journal,
    log,
  })
  try {
    world.sandbox(DEFAULT_SANDBOX)
  } catch (error) {
    world.close()
    throw error
  }
  return world
}

/**
 * Starts a server; resolves when it listens.
 *
 * @throws ListenError naming the port
 */
export async function start(config: Config, log: Log): Promise<Running> {
  const world = await openWorld(config, log)
  let ready = false
  const options = serverOptions(world, config, () => ready)
  const fetch = shellOf(options)
  const answer = listener(options, fetch)
  const sockets: Server[] = []
  try {
    const port = await listenOnAll(answer, config, sockets)
    ready = true
    const shown = config.host === undefined || config.host === '0.0.0.0' || config.host === '::' ? '127.0.0.1' : config.host
    const url = `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}`
    return { world, port, url, fetch, close: () => stop(world, sockets) }
  } catch (error) {
    await stop(world, sockets)
    throw error
  }
}

/** Starts a server that is reached from this process only. */
export async function startInside(config: Config, log: Log): Promise<Inside> {
  const world = await openWorld(config, log)
  const options = serverOptions(world, config, () => true)
  return { world, fetch: shellOf(options), close: () => stop(world, []) }
}

const serverOptions = (world: World, config: Config, ready: () => boolean): ServerOptions => ({
  world,
  service: new Service(boundOperations()),
  publicUrl: config.publicUrl,
  control: { open: config.control === 'open', token: config.controlToken, ready },
})

type Fetch = (...call: Parameters<ReturnType<typeof createServer>['fetch']>) => Promise<Response>
type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

/** The server as a function from request to response; loaded when it is first called. */
function shellOf(options: ServerOptions): Fetch {
  const shell = once(async () => {
    const { createServer, isCut } = await import('./server.ts')
    return { app: createServer(options), isCut }
  })
  return async (request, env, context) => {
    const { app, isCut } = await shell()
    const response = await app.fetch(request, env, context)
    // Without a socket there is nothing to cut: the call fails as a client's would.
    if (env === undefined && isCut(response)) throw cutOff()
    return response
  }
}

/** How `fetch` fails when the other side hangs up. */
function cutOff(): TypeError {
  const cause = Object.assign(new Error('other side closed'), { code: 'ECONNRESET' })
  return new TypeError('fetch failed', { cause })
}

/** Answers calls: the short way where there is one, else through the shell, which is loaded when it is first needed. */
function listener(options: ServerOptions, fetch: Fetch): Listener {
  const direct = shortWay(options)
  const shell = once(async () => (await import('@hono/node-server')).getRequestListener(fetch, { autoCleanupIncoming: true }))
  return (incoming, outgoing) => {
    // A call that failed is never tried again: it may have changed something.
    const fail = (error: unknown): void => {
      const answer = faultAnswer(options.world, error)
      if (outgoing.headersSent) outgoing.destroy()
      else send(outgoing, answer)
    }
    try {
      const answer = direct(incoming)
      if (answer instanceof Promise) answer.then((made) => send(outgoing, made)).catch(fail)
      else if (answer) send(outgoing, answer)
      else
        shell()
          .then((answerIt) => answerIt(incoming, outgoing))
          .catch(fail)
    } catch (error) {
      fail(error)
    }
  }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Listens on the configured host, or on both loopback addresses under one port. */
async function listenOnAll(answer: Listener, config: Config, sockets: Server[]): Promise<number> {
  const [first, ...others] = config.host === undefined ? LOOPBACK_HOSTS : [config.host]
  const port = await listen(answer, first, config.port, sockets)
  for (const host of others)
    await listen(answer, host, port, sockets).catch((error: unknown) => demandHarmless(error, config.port))
  return port
}

/** A machine without IPv6 is no fault; another program on the asked-for port is. */
function demandHarmless(error: unknown, asked: number): void {
  if (error instanceof ListenError && error.message.includes('is in use') && asked !== 0) throw error
}

function listen(answer: Listener, host: string, port: number, sockets: Server[]): Promise<number> {
  const server = createHttpServer({ maxHeaderSize: MAX_HEADER_BYTES }, answer)
  sockets.push(server)
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      sockets.splice(sockets.indexOf(server), 1)
      reject(listenError(error, host, port))
    })
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  if (error.code === 'EADDRINUSE')
    return new ListenError(`port ${port} of ${host} is in use`, 'take another with --port N, or a free one with --port 0')
  if (error.code === 'EACCES')
    return new ListenError(`port ${port} of ${host} may not be used by this user`, 'take one above 1024 with --port N')
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ListenError(`${host} is no address of this machine`, 'see --host')
  return new ListenError(`cannot listen on ${host} port ${port}: ${error.message}`)
}

async function stop(world: World, sockets: readonly Server[]): Promise<void> {
  world.pauses.end()
  const closed = sockets.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
  for (const server of sockets) server.closeIdleConnections()
  const impatient = setTimeout(() => {
    for (const server of sockets) server.closeAllConnections()
  }, DRAIN_MS)
  await Promise.all(closed)
  clearTimeout(impatient)
  // Calls that were held up go on now: each is answered, and written down, before the world closes.
  await new Promise((resolve) => setImmediate(resolve))
  world.close()
}
