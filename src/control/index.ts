/**
 * The control API at `/_understay`: never journalled, never struck.
 *
 * @module
 */
import { Hono } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Service } from '../http/service.ts'
import { type Sandbox, SandboxError, type World } from '../world.ts'
import { controlClock } from './clock.ts'
import { asksForPage, CONSOLE_PARTS, consoleOf, controlConsole, lockedConsole } from './console.ts'
import { controlContract } from './contract.ts'
import { controlCredentials } from './credentials.ts'
import { controlHealth } from './health.ts'
import { controlJournal } from './journal.ts'
import { controlReport } from './report.ts'
import { controlSandboxes } from './sandboxes.ts'
import { controlScenario } from './scenario.ts'
import { controlSessions } from './sessions.ts'
import { controlSnapshots } from './snapshots.ts'
import { controlState } from './state.ts'
import { controlVerify } from './verify.ts'

/** Who may use the control API. */
export interface ControlRules {
  /** True where it is open to whoever reaches the server. */
  readonly open: boolean
  readonly token: string | undefined
  /** Scheme and host by which the server is reached, where that is not what calls name. */
  readonly publicUrl?: string | undefined
  /** True once the socket listens. */
  readonly ready: () => boolean
}

/** What a control route works with. */
export interface ControlEnv {
  readonly Bindings: {
    readonly sandbox: () => Sandbox
    /** `/@w1`, or empty. */
    readonly root: string
    /** Scheme and host that addresses in answers begin with. */
    readonly origin: string
  }
}

export type ControlApp = Hono<ControlEnv>

interface Place {
  readonly sandbox: string
  readonly prefix: string
  readonly path: string
  readonly query: string
}

type ControlFetch = (request: Request, place: Place, remote: string | undefined) => Response | Promise<Response>

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/

/** Answers for the control API. `remote` is the caller's address; undefined for calls without a socket. */
export function controlApi(world: World, service: Service, rules: ControlRules): ControlFetch {
  const app: ControlApp = new Hono<ControlEnv>()
  controlHealth(app, world, rules)
  controlClock(app)
  controlConsole(app)
  controlContract(app, world, service, rules)
  controlCredentials(app)
  controlJournal(app, service)
  controlReport(app, service)
  controlSandboxes(app, world)
  controlScenario(app)
  controlSessions(app)
  controlState(app)
  controlSnapshots(app)
  controlVerify(app)
  const all: string[] = []
  app.get('/', async (c): Promise<Response> => {
    if (asksForPage(c.req.raw)) return consoleOf(c.env, new URL(c.req.url).searchParams, service)
    const { name } = c.env.sandbox()
    return c.json({ sandbox: name, endpoints: all, documents: documentsAt(c.env.root) }, 200, { Vary: 'Accept' })
  })
  all.push(...new Set(app.routes.map(({ method, path }) => `${method} /_understay${path}`)))
  app.notFound((c) => c.json({ error: `there is no ${c.req.method} /_understay${c.req.path}`, endpoints: all }, 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ error: error.message }, error.status)
    if (error instanceof SandboxError) return c.json({ error: error.message }, error.status)
    world.log.error('unexpected failure in the control API', { error: error.stack })
    return c.json({ error: 'unexpected failure, see the log of the server' }, 500)
  })
  return (request, place, remote) => {
    const path = place.path.slice('/_understay'.length) || '/'
    const refusal = OPEN.includes(path) ? undefined : objection(request, rules, remote)
    if (refusal?.startsWith('token') && path === '/' && asksForPage(request))
      return lockedConsole(place.prefix, originOf(request, rules))
    if (refusal) return Response.json({ error: refusal }, { status: refusal.startsWith('token') ? 401 : 403 })
    const url = `http://control${path}${place.query && `?${place.query}`}`
    const inner = new Request(url, {
      method: request.method,
      headers: request.headers,
      signal: request.signal,
      ...bodyOf(request),
    })
    return app.fetch(inner, {
      sandbox: () => settled(world.sandbox(place.sandbox)),
      root: place.prefix,
      origin: originOf(request, rules),
    })
  }
}

/** What answers whoever asks: it says nothing about any sandbox. */
const OPEN: readonly string[] = ['/health', '/ready', ...CONSOLE_PARTS]

/** A sandbox in which everything has happened that is due. */
function settled(sandbox: Sandbox): Sandbox {
  sandbox.settle()
  return sandbox
}

/** Where the OpenAPI documents are. */
const documentsAt = (root: string) => ({
  service: `${root}/_understay/openapi.json`,
  control: `${root}/_understay/control-openapi.json`,
})

const originOf = ({ headers }: Request, { publicUrl }: ControlRules): string =>
  publicUrl ?? `http://${headers.get('host') ?? 'localhost'}`

function bodyOf(request: Request): RequestInit {
  return request.method === 'GET' || request.method === 'HEAD' || !request.body ? {} : { body: request.body, duplex: 'half' }
}

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** Why a caller may not; undefined when it may. */
function objection(request: Request, rules: ControlRules, remote: string | undefined): string | undefined {
  const host = request.headers.get('host') ?? ''
  const origin = request.headers.get('origin')
  if (request.headers.get('sec-fetch-site') === 'cross-site') return 'pages of another origin may not use the control API'
  if (origin !== null && origin.replace(/^https?:\/\//, '') !== host) return 'pages of another origin may not use the control API'
  if (rules.token !== undefined)
    return hasToken(request, rules.token) ? undefined : 'token missing or wrong: send Authorization: Bearer CONTROL_TOKEN'
  if (remote === undefined) return undefined
  // A page can have its own name point anywhere; programs say no origin, and may use any name.
  if (rules.open) return origin === null || isOwnName(host, rules) ? undefined : strangeName(host)
  if (!LOOPBACK.test(remote)) return 'the control API is open on loopback only; start with --control-token or --control open'
  // A page whose name was pointed at this machine sends its own name here.
  return LOOPBACK_HOST.test(host) ? undefined : `the control API is not open under the name ${host}; use 127.0.0.1 or localhost`
}

const strangeName = (host: string): string =>
  `pages may not use the control API under the name ${host}: use an address, the name of the container, or that of --public-url; with --control-token any name will do`

/**
 * True for names that no page of a stranger can have: addresses, names without a dot such as those of containers, names of
 * private zones, and the server's public one.
 */
function isOwnName(host: string, { publicUrl }: ControlRules): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  return name === own || !name.includes('.') || PRIVATE_NAME.test(name)
}

/** Addresses (IPv6 has no dot), and zones that no public name lies in. */
const PRIVATE_NAME =
  /^(?:\d+(?:\.\d+){3}|\[[\da-f:.]+\]|.*\.(?:localhost|local|internal|test|lan|svc|cluster\.local|home\.arpa))$/

const hasToken = (request: Request, token: string): boolean => request.headers.get('authorization') === `Bearer ${token}`
