/**
 * Where a running server is, for the verbs that ask it something.
 *
 * @module
 */
import type { Config } from '../config/config.ts'
import { wantsTls } from '../config/tls.ts'
import { UsageError } from '../config/usage-error.ts'

/** The address of a server as its configuration says; a server that is reached from everywhere is asked here. */
export function configuredAddress(config: Config): string {
  const { host, port } = config
  const wide = host === undefined || host === '0.0.0.0' || host === '::'
  const name = wide ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${wantsTls(config) ? 'https' : 'http'}://${name}:${port}`
}

/** The address given by a flag, by `run` or by the configuration, without a slash at its end. @throws UsageError */
export function serverAddress(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
  config: Config,
): string {
  const [given, from] = flag === undefined ? [env['UNDERSTAY_URL'], 'UNDERSTAY_URL'] : [flag, '--url']
  if (given === undefined || given === '') return configuredAddress(config)
  if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new UsageError(`${from}: "${given}" is not an http or https address, such as http://127.0.0.1:4010`)
  return given.replace(/\/+$/, '')
}

/** Why nothing answered, in a few words. */
export function silence(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return 'no answer in time'
  const { cause } = error
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return cause instanceof Error ? cause.message || code : error.message
}
