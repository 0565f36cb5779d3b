/** The address of a running server, for verbs that send requests to it. */
import { certificateAdvice, codeOf } from '../base/caught-error.ts'
import { isHttpUrl, nearUrl } from '../base/http-url.ts'
import { UserError } from '../base/user-error.ts'
import type { Config } from '../config/config.ts'
import { UsageError } from '../config/usage-error.ts'
import { type ControlClient, controlAt } from '../control-contract/client.ts'
import { localUrl } from '../server/sockets.ts'

/** The address from a flag, from `run` or from the configuration, without a trailing slash. @throws UsageError */
export function serverAddress(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  config: Config,
): string {
  const [given, from] = flag === undefined ? [env['UNDERSTAY_URL'], 'UNDERSTAY_URL'] : [flag, '--url']
  if (given === undefined || given === '') return localUrl(config, config.port)
  requireHttpUrl(from, given)
  return given.replace(/\/+$/, '')
}

/** @throws UsageError for a text that is no address of a server */
export function requireHttpUrl(from: string, text: string, example = 'http://127.0.0.1:4010'): void {
  if (isHttpUrl(text)) return
  const near = nearUrl(text, example.startsWith('https') ? 'https' : 'http')
  throw new UsageError(`${from}: "${text}" is not an http or https address such as ${example}${near}`)
}

export function connectionProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  const reason = cause instanceof Error ? cause.message || codeOf(cause) : error.message
  return reason === 'bad port' ? 'bad port, one that clients do not call' : `${reason}${certificateAdvice(reason)}`
}

/** Asks a server. @param failed begins the message @throws UserError that says what to do; another one of `ask` as it is */
export const asking = <T>(failed: string, ask: () => Promise<T>): Promise<T> =>
  ask().catch((error: unknown) => {
    throw error instanceof UserError ? error : new UserError(`${failed}: ${connectionAdvice(error)}`)
  })

/** {@link connectionProblem}, with the flag to use. */
function connectionAdvice(error: unknown): string {
  const reason = connectionProblem(error)
  if (reason.startsWith('token')) return `${reason}; give it with --control-token TOKEN or UNDERSTAY_CONTROL_TOKEN`
  if (!/ECONN|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|^bad port|^no answer in time$/.test(reason)) return reason
  return `${reason}; start a server with understay start, or name a running one with --url URL`
}

const REQUEST_TIMEOUT_MS = 30_000

/** The client of the control API of a server or sandbox. */
export const controlOf = (address: string, { controlToken }: Config): ControlClient =>
  controlAt(address, controlToken, (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) }))
