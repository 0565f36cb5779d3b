/**
 * `understay health`: asks a running server, for container health checks; needs nothing but the program itself.
 *
 * @module
 */
import { readConfig } from '../config.ts'
import { configuredAddress, silence } from './address.ts'

/** 0 when the server is ready, 1 when it is not. Takes the flags of `start`, to know the port and the host. */
export async function runHealth(args: readonly string[]): Promise<number> {
  const url = `${configuredAddress(await readConfig(args, process.env))}/_understay/ready`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    process.stdout.write(`${answer.ok ? 'ready' : `not ready: HTTP ${answer.status}`} at ${url}\n`)
    return answer.ok ? 0 : 1
  } catch (error) {
    process.stderr.write(`nothing answers at ${url}: ${silence(error)}\n`)
    return 1
  }
}
