/** `understay wait`: waits until a server is ready. */
import { setTimeout as pause } from 'node:timers/promises'
import { readReady } from '../../control-contract/server.ts'
import { realNow } from '../../simulation/clock.ts'
import { connectionProblem, serverAddress } from '../address.ts'
import { readTimeout } from '../command-line.ts'
import { readVerb } from '../verb-flags.ts'
import { controlWithin, readyUrl } from './ask-status.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 500
const DEFAULT_MS = 30_000
/** Time limit of one request in milliseconds: another program may listen on the port without responding. */
const MAX_REQUEST_MS = 2000
/** That of the request at the end of the wait. */
const LAST_REQUEST_MS = 100

/** Returns 0 as soon as the server is ready, 1 on timeout, after printing the last result. */
export async function runWait(args: readonly string[]): Promise<number> {
  const { config, flag } = await readVerb('wait', args)
  const timeout = readTimeout(flag('timeout')) ?? DEFAULT_MS
  const address = serverAddress(flag('url'), process.env, config)
  const end = realNow() + timeout
  let seen = NO_REQUEST
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const within = Math.max(end - realNow(), LAST_REQUEST_MS)
    seen = await requestOnce(address, Math.min(MAX_REQUEST_MS, within), seen)
    if (seen === READY) {
      process.stdout.write(`ready at ${address}\n`)
      return 0
    }
    const left = end - realNow()
    if (left <= 0) break
    await pause(Math.min(wait, left))
  }
  process.stderr.write(
    `not ready within ${timeout / 1000} s: ${readyUrl(address)}: ${seen}; start a server there, name another with --url URL, or give it more time with --timeout\n`,
  )
  return 1
}

const READY = 'ready'
const NO_REQUEST = 'no request was sent yet'

/** @param before the result of the previous request, returned when this one is cut short by the end of `--timeout` */
async function requestOnce(address: string, within: number, before: string): Promise<string> {
  try {
    const status = await controlWithin(address, within).status(readReady)
    if (status === 200) return READY
    return status === 503 ? 'it responds, but is not ready (HTTP 503)' : `HTTP ${status}: this is not Understay`
  } catch (error) {
    const isCutShort = error instanceof Error && error.name === 'TimeoutError' && within < MAX_REQUEST_MS
    return isCutShort && before !== NO_REQUEST ? before : connectionProblem(error)
  }
}
