/** The listening sockets of a server: opens them, and closes them without dropping a call. */
import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { UserError } from '../base/user-error.ts'
import { type Config, wantsTls } from '../config/config.ts'
import { clearTimeout, setImmediate, setTimeout } from '../simulation/machine-time.ts'
import { PacedCalls } from '../simulation/paced-calls.ts'
import type { Log } from '../world/world.ts'
import { keepTickShape } from './tick-shape.ts'
import type { Tls } from './tls.ts'

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

const LOOPBACK_HOSTS = ['127.0.0.1', '::1'] as const
const MAX_HEADER_BYTES = 64 * 1024
/**
 * An idle connection is closed after this time. Longer than the 60 seconds of nginx, AWS and other load balancers and of most
 * client pools: if the server closed first, a call that is sent at that moment would fail.
 */
const KEEP_ALIVE_MS = 75_000
/** A request whose head is not complete after this time is answered with 408; a TLS handshake has less. */
const HEAD_MS = 60_000
const HANDSHAKE_MS = 30_000
/** How often connections are looked at for it. */
const CHECK_MS = 5000
/** Limit for the calls in progress when the server stops, and when others take the new calls. */
const DRAIN_MS = 400
const DRAIN_MS_IF_HANDED_OVER = 2000
/**
 * The server stops listening after no connection has come during so many pauses in a row, and waits for no more than the limit.
 * Several short pauses, because a busy process may pass a long one without a turn in which clients of its own could call.
 */
const PAUSE_MS = 10
const QUIET_PAUSES = 10
const MAX_PAUSES = 100

/** True for a host that only this machine can reach. */
export const isLoopback = (host: string | undefined): boolean =>
  host === undefined || host === 'localhost' || host === '::1' || host.startsWith('127.')

export const isWildcardHost = (host: string | undefined): boolean => host !== undefined && /^[0.:]+$/.test(host)

/** The address at which this machine calls a server. */
export function localUrl(config: Pick<Config, 'host' | 'tls' | 'tlsCert' | 'tlsKey'>, port: number): string {
  const { host = '127.0.0.1' } = config
  const name = isWildcardHost(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${wantsTls(config) ? 'https' : 'http'}://${name}:${port}`
}

/** The port is in use, or the address does not belong to this machine. */
export class ListenError extends UserError {
  override readonly name = 'ListenError'
}

export class Sockets {
  readonly #servers: Server[] = []
  readonly #answer: Listener
  readonly #tls: Tls | undefined
  readonly #log: Pick<Log, 'error'>
  readonly #notAccepted = new PacedCalls()

  constructor(answer: Listener, tls: Tls | undefined, log: Pick<Log, 'error'>) {
    this.#answer = answer
    this.#tls = tls
    this.#log = log
  }

  /**
   * Listens on the configured host, or on both loopback addresses under one port.
   *
   * @returns the port
   * @throws ListenError
   */
  async listen(config: Pick<Config, 'host' | 'port'>): Promise<number> {
    const [first, ...others] = config.host === undefined ? LOOPBACK_HOSTS : [config.host]
    const port = await this.#listen(first, config.port)
    for (const host of others) await this.#listen(host, port).catch((error: unknown) => ignoreMissingIpv6(error, config.port))
    return port
  }

  /**
   * Stops listening and continues to answer on open connections. The operating system resets connections that have arrived but
   * are not accepted yet, with the call that a load balancer may have sent on them. So requests are held for some milliseconds:
   * clients that wait for an answer open no connection. It stops listening once no more come. Then the connections on which
   * clients go on calling have such a request, and none of them is closed as an idle one.
   */
  async stopListening(): Promise<void> {
    const held: (() => void)[] = []
    const hold: Listener = (incoming, outgoing) => void held.push(() => this.#answer(incoming, outgoing))
    let connections = 0
    for (const server of this.#servers) {
      server.on('connection', () => connections++)
      server.off('request', this.#answer).on('request', hold)
    }
    for (let pauses = 0, quiet = 0; quiet < QUIET_PAUSES && pauses < MAX_PAUSES; pauses++) {
      const before = connections
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      // what has arrived during the pause is accepted now
      await new Promise((resolve) => setImmediate(resolve))
      quiet = connections === before ? quiet + 1 : 0
    }
    for (const server of this.#servers) {
      // not `close` of the HTTP server, which closes the idle connections as well
      NetServer.prototype.close.call(server)
      server.off('request', hold).on('request', this.#answer)
    }
    for (const answer of held) answer()
  }

  /**
   * Completes the calls in progress and closes all connections.
   *
   * @param handedOver true when others take new calls
   * @param giveUp answers those that take longer than the limit
   */
  async close(handedOver = false, giveUp?: () => void): Promise<void> {
    // what has arrived on a connection that looks idle is read first
    await new Promise((resolve) => setImmediate(resolve))
    const closed = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())))
    for (const server of this.#servers) server.closeIdleConnections()
    const forcedClose = setTimeout(
      () => {
        giveUp?.()
        setImmediate(() => {
          for (const server of this.#servers) server.closeAllConnections()
        })
      },
      handedOver ? DRAIN_MS_IF_HANDED_OVER : DRAIN_MS,
    )
    await Promise.all(closed)
    clearTimeout(forcedClose)
  }

  #listen(host: string, port: number): Promise<number> {
    keepTickShape()
    const options = {
      maxHeaderSize: MAX_HEADER_BYTES,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: HEAD_MS,
      handshakeTimeout: HANDSHAKE_MS,
      connectionsCheckingInterval: CHECK_MS,
    }
    const server = this.#tls ? this.#tls.createServer(options, this.#answer) : createHttpServer(options, this.#answer)
    this.#servers.push(server)
    return new Promise((resolve, reject) => {
      server.on('error', (error: NodeJS.ErrnoException) => {
        if (server.listening)
          return this.#notAccepted.add((connections) =>
            this.#log.error('connections could not be accepted', { connections, error: error.message }),
          )
        this.#servers.splice(this.#servers.indexOf(server), 1)
        reject(listenError(error, host, port))
      })
      server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
    })
  }
}

/** Ignores that the machine has no IPv6; a port in use is an error. */
function ignoreMissingIpv6(error: unknown, asked: number): void {
  if (error instanceof ListenError && error.message.includes('is in use') && asked !== 0) throw error
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): ListenError {
  if (error.code === 'EADDRINUSE')
    return new ListenError(`port ${port} of ${host} is in use; use another port with --port N, or a free one with --port 0`)
  if (error.code === 'EACCES')
    return new ListenError(
      `port ${port} of ${host} needs privileges that this user does not have; use one above 1024 with --port N`,
    )
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ListenError(`${host} is not an address of this machine; see --host`)
  return new ListenError(`cannot listen on ${host} port ${port}: ${error.message}`)
}
