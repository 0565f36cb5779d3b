/**
 * `understay health`: asks a running server, for container health checks; needs nothing but the program itself.
 *
 * @module
 */
import { readConfig } from '../config/config.ts'
import { configuredAddress, silence } from './address.ts'
import { askStatus } from './ask-status.ts'

/** 0 when the server is ready, 1 when it is not. Takes the flags of `start`, to know the port and the host. */
export async function runHealth(args: readonly string[]): Promise<number> {
  const url = `${configuredAddress(await readConfig(args, process.env))}/_understay/ready`
  try {
    const status = await askStatus(url, 2000)
    process.stdout.write(`${status === 200 ? 'ready' : `not ready: HTTP ${status}`} at ${url}\n`)
    return status === 200 ? 0 : 1
  } catch (error) {
    process.stderr.write(`nothing answers at ${url}: ${silence(error)}\n`)
    return 1
  }
}
