/**
 * Starts the shipped server, and a client for it.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startAnswering, startNode, stop, whenPrinted } from './child.mjs'
import { BenchmarkError } from './errors.mjs'
import { CREDENTIALS } from './world.mjs'

/** The shipped program. */
export const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
const COLLECTOR = fileURLToPath(new URL('./collect-garbage.cjs', import.meta.url))
export const API = '/service/api'
/** A collection takes some ten milliseconds. */
const COLLECTION_MS = 500
/** A path that needs no token. */
export const OPEN_PATH = `${API}/site_structure/property_types`
export const ADDRESS = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)/

/** @throws BenchmarkError when the program has not been built */
export function needProgram() {
  if (!existsSync(PROGRAM)) throw new BenchmarkError('dist/main.js is not there; build it first: npm run build')
}

/**
 * Starts the server on a free port and waits for its address. `args` are further flags of `understay start`.
 *
 * @param collects true for a server that can {@link Understay.collectGarbage}
 * @returns the process with `pid`, `port`, and a client
 */
export async function startUnderstay(args, { timeoutMs, program = PROGRAM, collects = false } = {}) {
  needProgram()
  const child = startNode([...(collects ? ['--require', COLLECTOR] : []), program, 'start', '--port', '0', ...args])
  const [, port] = await whenPrinted(child, ADDRESS, { name: `understay start ${args.join(' ')}`, timeoutMs })
  return new Understay(child, Number(port))
}

/** Starts the server with its output discarded, on a given port. */
export async function startUnderstayAnswering(args) {
  needProgram()
  const { child, port } = await startAnswering(
    'understay',
    (free) => [PROGRAM, 'start', '--port', String(free), ...args],
    '/_understay/ready',
  )
  return new Understay(child, port)
}

class Understay {
  #token

  constructor(child, port) {
    this.child = child
    this.pid = child.pid
    this.port = port
    this.url = `http://127.0.0.1:${port}`
  }

  /** Collects garbage and waits until that is done. */
  async collectGarbage() {
    this.child.kill('SIGUSR2')
    await pause(COLLECTION_MS)
  }

  /** Requests a token for the client of the benchmarks. @returns the `Authorization` header */
  async authorize(scope = 'properties_get properties_set') {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...CREDENTIALS, scope })
    const { status, text } = await this.#send('POST', `${API}/oauth/token`, { body })
    if (status !== 200) throw new BenchmarkError(`POST /oauth/token answered ${status}: ${text}`)
    this.#token = JSON.parse(text).access_token
    return { Authorization: `Bearer ${this.#token}` }
  }

  get token() {
    return this.#token
  }

  /** `data` of a GET under the service API. @throws BenchmarkError when the answer is not 200 */
  async get(path) {
    const { status, text } = await this.#send('GET', `${API}${path}`, { headers: { Authorization: `Bearer ${this.#token}` } })
    if (status !== 200) throw new BenchmarkError(`GET ${path} answered ${status}: ${text.slice(0, 500)}`)
    return JSON.parse(text).data
  }

  async stop() {
    await stop(this.child)
  }

  /** The first response, read from the loaded world without a token: the list of property types. */
  async firstAnswer() {
    const { status } = await this.#send('GET', OPEN_PATH)
    if (status !== 200) throw new BenchmarkError(`GET ${OPEN_PATH} answered ${status}`)
  }

  async #send(method, path, init = {}) {
    const response = await fetch(`${this.url}${path}`, { method, ...init })
    return { status: response.status, text: await response.text() }
  }
}
