/**
 * `understay health`: asks a running server, for container health checks; needs nothing but the program itself.
 *
 * @module
 */
import { readConfig } from '../config.ts'

/** 0 when the server is ready, 1 when it is not. Takes the flags of `start`, to know the port and the host. */
export async function runHealth(args: readonly string[]): Promise<number> {
  const { port, host } = await readConfig(args, process.env)
  const wide = host === undefined || host === '0.0.0.0' || host === '::'
  const name = wide ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  const url = `http://${name}:${port}/_understay/ready`
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) })
    process.stdout.write(`${answer.ok ? 'ready' : `not ready: HTTP ${answer.status}`} at ${url}\n`)
    return answer.ok ? 0 : 1
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    process.stderr.write(`nothing answers at ${url}: ${cause}\n`)
    return 1
  }
}
