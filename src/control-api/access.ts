/** Who may use the control API. */
import type { Guard } from '../api/define-api.ts'
import { type Team, tooManyCalls } from '../auth/teams.ts'
import type { ControlOperation } from '../control-contract/operation.ts'
import type { ApiRequest } from '../pipeline/api-request.ts'
import { steadyNow } from '../simulation/clock.ts'
import type { ControlContext, ControlRules } from './app.ts'
import { ControlRefusal } from './control-refusal.ts'

/** Checks the origin, host name and token of a request. */
export const accessGuard = (rules: ControlRules): Guard<ControlContext, ControlOperation, unknown> => ({
  describe: ({ open }) => (open ? { security: [] } : {}),
  check: (context) => {
    if (context.operation?.open) return
    const { request, operation } = context
    const problem = requestProblem(request, rules)
    if (problem) throw problem
    const team = teamOf(request, rules)
    if (!team) return
    context.team = team
    if (operation?.wholeServer) throw new ControlRefusal(403, OPERATORS_ONLY)
    if (operation?.sandbox !== false) requireOwnSandbox(team, request.sandbox)
    const seconds = team.take(steadyNow())
    if (seconds > 0) throw new ControlRefusal(429, tooManyCalls(team, seconds), {}, seconds)
  },
})

/** True for a caller that may use the control API for a sandbox. No call is counted. */
export const hasAccess = (rules: ControlRules, request: ApiRequest, sandbox: string): boolean =>
  requestProblem(request, rules) === undefined && (teamOf(request, rules)?.has(sandbox) ?? true)

/** True when every caller needs a token. */
export const requiresToken = ({ token, teams }: Pick<ControlRules, 'token' | 'teams'>): boolean =>
  token !== undefined || teams !== undefined

/** Requires that a sandbox belongs to the team. @throws ControlRefusal 403, whether the sandbox exists or not */
export function requireOwnSandbox(team: Team | undefined, sandbox: string): void {
  if (!team || team.has(sandbox)) return
  const { label, prefixes } = team
  throw new ControlRefusal(
    403,
    `the sandbox ${sandbox} is not one of the team ${label}, whose token this is: its sandboxes begin with ${prefixes.join(' or ')}, as in /@${prefixes[0]}w1/_understay/`,
  )
}

const OPERATORS_ONLY = 'this operation covers the whole server: send the token of --control-token'

const bearerOf = (request: ApiRequest): string => /^Bearer (.*)$/i.exec(request.headers['authorization'] ?? '')?.[1] ?? ''

const teamOf = (request: ApiRequest, { token, teams }: ControlRules): Team | undefined => {
  const sent = bearerOf(request)
  return teams && sent !== token ? teams.withToken(sent) : undefined
}

const forbidden = (message: string): ControlRefusal => new ControlRefusal(403, message)
/** @param teams true when teams have tokens too */
const tokenMissing = (teams: boolean): ControlRefusal =>
  new ControlRefusal(
    401,
    `token missing or wrong: send Authorization: Bearer TOKEN with the value of --control-token${teams ? ' or the token of your team' : ''}`,
  )
const OTHER_ORIGIN = 'pages of another origin may not use the control API'
const NOT_LOOPBACK = 'the control API is open on loopback only; start with --control-token, --control-tokens or --control open'

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** The reason a request is refused; undefined when it is allowed. */
function requestProblem(request: ApiRequest, rules: ControlRules): ControlRefusal | undefined {
  const { host = '', origin, 'sec-fetch-site': site, 'sec-fetch-mode': mode } = request.headers
  // a link on a page of another port of this host may lead here
  const isLink = mode === 'navigate' && request.method === 'GET'
  if (site === 'cross-site' || (site === 'same-site' && !isLink)) return forbidden(OTHER_ORIGIN)
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) return forbidden(OTHER_ORIGIN)
  if (requiresToken(rules)) {
    const isOperator = rules.token !== undefined && bearerOf(request) === rules.token
    return isOperator || teamOf(request, rules) ? undefined : tokenMissing(rules.teams !== undefined)
  }
  if (request.remoteAddress === undefined) return undefined
  // DNS rebinding: a foreign page can point its own host name at this server, and browsers then send no Origin header.
  if (rules.open) return isOwnName(host, rules) ? undefined : foreignHost(host)
  if (!LOOPBACK.test(request.remoteAddress)) return forbidden(NOT_LOOPBACK)
  if (LOOPBACK_HOST.test(host)) return undefined
  return forbidden(
    `the control API is not open under the name ${host}; use 127.0.0.1 or localhost, or behind a proxy --control-token`,
  )
}

const foreignHost = (host: string): ControlRefusal =>
  forbidden(
    `the control API is not open under the name ${host}: use an address, the name of the container or that of --public-url, name it with --control-hosts, or use --control-token`,
  )

/**
 * True for host names that a foreign web page cannot have: IP addresses, names without a dot (containers), private zones, the
 * public URL of the server, and the hosts allowed at start.
 */
function isOwnName(host: string, { publicUrl, hosts = [] }: ControlRules): boolean {
  const name = withoutPort(host)
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  if (name === own || hosts.some((known) => withoutPort(known) === name)) return true
  return name.startsWith('[') ? IPV6_ADDRESS.test(name) : !name.includes('.') || PRIVATE_NAME.test(name)
}

const withoutPort = (host: string): string => host.replace(/:\d+$/, '').toLowerCase()

const IPV6_ADDRESS = /^\[[\da-f:.]+\]$/
/** IPv4 addresses and reserved zones. */
const PRIVATE_NAME = /^(?:\d+(?:\.\d+){3}|.*\.(?:localhost|local|internal|test|lan|svc|cluster\.local|home\.arpa))$/
