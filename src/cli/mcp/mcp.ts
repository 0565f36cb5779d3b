/** `understay mcp`: tools for coding agents over the Model Context Protocol. */
import { UsageError } from '../../config/usage-error.ts'
import { controlAt } from '../../control-contract/client.ts'
import { openLog } from '../../server/log.ts'
import { VERSION } from '../../version.ts'
import { connectionProblem, serverAddress } from '../address.ts'
import { startFor } from '../start/start.ts'
import { readVerb } from '../verb-flags.ts'
import { serveTools } from './protocol.ts'
import { inToolWords, toolsFor } from './tools.ts'

const REQUEST_TIMEOUT_MS = 60_000
/** The flags with an effect on a running server. */
const WITH_URL: readonly string[] = ['url', 'control-token', 'config']

const INSTRUCTIONS = `Understay is a mock server of a property-booking service. To find out why a client misbehaves: ask for the
connection and configure the client with it; play a scenario or arm a fault; run the client; read the report and explain the calls it
names; look up the rules. Reset between runs.`

/** Serves the tools until the input ends. Returns 0. */
export async function runMcp(args: readonly string[]): Promise<number> {
  const { config, own, flag } = await readVerb('mcp', args)
  const url = flag('url')
  const ineffective = Object.keys(own).find((name) => !WITH_URL.includes(name))
  if (url !== undefined && ineffective !== undefined)
    throw new UsageError(`--${ineffective} configures a server of its own; with --url one runs already`)
  const started = url === undefined ? await startFor(config, openLog('off', config.logLevel)) : undefined
  const address = started ? started.running.url : serverAddress(url, process.env, config)
  const send = async (input: string, init: object): Promise<Response> => {
    const asked = fetch(input, { ...init, signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    const response = await asked.catch((error: unknown) => {
      throw new Error(`nothing answers at ${address}: ${connectionProblem(error)}`)
    })
    if (response.status !== 401) return response
    throw new Error(
      `${address} refuses the control token: start understay mcp with UNDERSTAY_CONTROL_TOKEN or --control-token TOKEN`,
    )
  }
  const control = controlAt(address, config.controlToken, send, inToolWords)
  await serveTools(toolsFor(control, address), { version: VERSION, instructions: INSTRUCTIONS }, process.stdin, process.stdout)
  await started?.running.close()
  return 0
}
