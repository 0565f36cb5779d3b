/**
 * Who may use the control API.
 *
 * @module
 */
import type { Guard } from '../api/define-api.ts'
import type { ControlContext, ControlRules, ControlSettings } from './app.ts'
import { ControlError } from './control-error.ts'
import type { ControlOperation } from './operation.ts'

type ControlGuard = Guard<ControlContext, ControlOperation, ControlSettings>

/** Checks the origin, host name and token of a request. */
export const accessGuard = (rules: ControlRules): ControlGuard => ({
  name: 'control access',
  checksUnmatched: true,
  describe: ({ open }) => (open ? { security: [] } : {}),
  check: (context) => {
    if (context.operation?.open) return
    const problem = objection(context, rules)
    if (problem) throw new ControlError(problem.status, problem.message)
  },
})

interface Objection {
  readonly status: 401 | 403
  readonly message: string
}

const forbidden = (message: string): Objection => ({ status: 403, message })
const NO_TOKEN: Objection = { status: 401, message: 'token missing or wrong: send Authorization: Bearer CONTROL_TOKEN' }
const OTHER_ORIGIN = forbidden('pages of another origin may not use the control API')
const ELSEWHERE = forbidden('the control API is open on loopback only; start with --control-token or --control open')

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])(?::\d+)?$/i

/** The reason a request is refused; undefined when it is allowed. */
function objection({ request }: ControlContext, rules: ControlRules): Objection | undefined {
  const read = (name: string): string | undefined => request.header(name)
  const host = read('host') ?? ''
  const origin = read('origin')
  if (read('sec-fetch-site') === 'cross-site') return OTHER_ORIGIN
  if (origin !== undefined && origin.replace(/^https?:\/\//, '') !== host) return OTHER_ORIGIN
  if (rules.token !== undefined) return read('authorization') === `Bearer ${rules.token}` ? undefined : NO_TOKEN
  if (request.remoteAddress === undefined) return undefined
  // DNS rebinding: a foreign page can point its own host name at this server, and browsers then send no Origin header.
  if (rules.open) return isOwnName(host, rules) ? undefined : foreignName(host)
  if (!LOOPBACK.test(request.remoteAddress)) return ELSEWHERE
  if (LOOPBACK_HOST.test(host)) return undefined
  return forbidden(`the control API is not open under the name ${host}; use 127.0.0.1 or localhost`)
}

const foreignName = (host: string): Objection =>
  forbidden(
    `the control API is not open under the name ${host}: use an address, the name of the container or that of --public-url, name it with --control-hosts, or use --control-token`,
  )

/**
 * True for host names that a foreign web page cannot have: IP addresses, names without a dot (containers), private zones, the
 * public URL of the server, and the hosts allowed at start.
 */
function isOwnName(host: string, { publicUrl, hosts = [] }: ControlRules): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  const own = publicUrl === undefined ? undefined : new URL(publicUrl).hostname
  if (name === own || hosts.some((known) => known.toLowerCase() === name)) return true
  return name.startsWith('[') ? ADDRESS_6.test(name) : !name.includes('.') || PRIVATE_NAME.test(name)
}

const ADDRESS_6 = /^\[[\da-f:.]+\]$/
/** IPv4 addresses and reserved zones. */
const PRIVATE_NAME = /^(?:\d+(?:\.\d+){3}|.*\.(?:localhost|local|internal|test|lan|svc|cluster\.local|home\.arpa))$/
