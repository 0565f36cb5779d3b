/** The command of `run`, `certify` and `record`, and the variables that it gets. */
import type { Client } from '../auth/client.ts'
import { parseSpan } from '../base/instant.ts'
import type { Config } from '../config/config.ts'
import { ignoredText } from '../config/environment.ts'
import { UsageError } from '../config/usage-error.ts'
import type { RunningServer } from '../server/start.ts'
import { tell } from './tell.ts'

/** The arguments before and after `--`. */
export function splitAtDashes(args: readonly string[]) {
  const at = args.indexOf('--')
  return at < 0 ? { own: args, command: [] } : { own: args.slice(0, at), command: args.slice(at + 1) }
}

/** @throws UsageError without a command, with an example such as `understay run -- npm test` */
export function requireCommand([program, ...rest]: readonly string[], example: string): readonly [string, ...string[]] {
  if (program) return [program, ...rest]
  const [, verb] = example.split(' ')
  throw new UsageError(`understay ${verb} needs a command behind two dashes, as in: ${example}`)
}

/** Warns of variables that are no settings, such as one named after a flag of the verb. */
export function warnOfIgnored({ ignored }: Config): void {
  if (ignored.length > 0) tell(ignoredText(ignored))
}

/** The milliseconds of `--timeout`; undefined without it. @throws UsageError */
export function readTimeout(text: string | undefined): number | undefined {
  const span = text === undefined ? undefined : parseSpan(text)
  if (text !== undefined && (span === undefined || span <= 0))
    throw new UsageError(`--timeout: "${text}" is not a span such as 30s, 2m or 500ms`)
  return span
}

/** The variables with the URLs of a server or recorder. */
export function urlVariables(url: string, apiPath: string): Readonly<Record<string, string>> {
  const apiUrl = `${url}${apiPath}`
  return {
    UNDERSTAY_URL: url,
    UNDERSTAY_BASE_URL: url,
    UNDERSTAY_API_URL: apiUrl,
    UNDERSTAY_TOKEN_URL: `${apiUrl}/oauth/token`,
  }
}

/** The variables that tell a client how to reach a server, and with which credentials. */
export const serverVariables = ({ url, world, ca }: RunningServer, client: Client | undefined, { scenario }: Config) => ({
  ...urlVariables(url, world.product.apiPath),
  UNDERSTAY_CLIENT_ID: client?.id,
  UNDERSTAY_CLIENT_SECRET: client?.secret,
  UNDERSTAY_SCENARIO: scenario.join(',') || undefined,
  ...ca?.variables,
})
