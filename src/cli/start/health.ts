/** `understay health`: checks a running server, for container health checks. */
import { readReady } from '../../control-contract/server.ts'
import { connectionProblem, serverAddress } from '../address.ts'
import { readVerb } from '../verb-flags.ts'
import { controlWithin, readyUrl } from './ask-status.ts'

/** Returns 0 when the server is ready, else 1. Takes the flags of `start` to find host and port. */
export async function runHealth(args: readonly string[]): Promise<number> {
  const { config, flag } = await readVerb('health', args)
  const address = serverAddress(flag('url'), {}, config)
  const url = readyUrl(address)
  try {
    const status = await controlWithin(address, 2000).status(readReady)
    process.stdout.write(`${status === 200 ? 'ready' : `not ready: HTTP ${status}`} at ${url}\n`)
    return status === 200 ? 0 : 1
  } catch (error) {
    process.stderr.write(`nothing answers at ${url}: ${connectionProblem(error)}\n`)
    return 1
  }
}
