/** `understay health`: checks a running server, for container health checks. */
import { readConfig } from '../../config/config.ts'
import { configuredAddress, connectionProblem } from '../address.ts'
import { askStatus } from './ask-status.ts'

/** Returns 0 when the server is ready, else 1. Takes the flags of `start` to find host and port. */
export async function runHealth(args: readonly string[]): Promise<number> {
  const url = `${configuredAddress(await readConfig(args, process.env))}/_understay/ready`
  try {
    const status = await askStatus(url, 2000)
    process.stdout.write(`${status === 200 ? 'ready' : `not ready: HTTP ${status}`} at ${url}\n`)
    return status === 200 ? 0 : 1
  } catch (error) {
    process.stderr.write(`nothing answers at ${url}: ${connectionProblem(error)}\n`)
    return 1
  }
}
