/**
 * Starts the shipped server and talks to it as a client does.
 *
 * @module
 */
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { startAnswering, startNode, stop, whenPrinted } from './child.mjs'
import { Failed } from './unmet.mjs'
import { CREDENTIALS } from './world.mjs'

/** The program as it is shipped. */
export const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
export const API = '/service/api'
/** What anybody may ask for. */
export const OPEN_PATH = `${API}/site_structure/property_types`
export const ADDRESS = /https?:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):(\d+)/

/** @throws Failed when the program has not been built */
export function needProgram() {
  if (!existsSync(PROGRAM)) throw new Failed('dist/main.js is not there; build it first: npm run build')
}

/**
 * Starts the server on a free port and waits for its address. `args` are further flags of `understay start`.
 *
 * @returns the process with `pid`, `port`, and ways to ask it
 */
export async function startUnderstay(args, { timeoutMs, program = PROGRAM } = {}) {
  needProgram()
  const child = startNode([program, 'start', '--port', '0', ...args])
  const [, port] = await whenPrinted(child, ADDRESS, { name: `understay start ${args.join(' ')}`, timeoutMs })
  return new Understay(child, Number(port))
}

/** Starts the server with its output going nowhere, on a port that is chosen for it. */
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

  /** Takes a token for the client of the benchmarks. @returns the header that carries it */
  async authorize(scope = 'properties_get properties_set') {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...CREDENTIALS, scope })
    const { status, text } = await this.#send('POST', `${API}/oauth/token`, { body })
    if (status !== 200) throw new Failed(`POST /oauth/token answered ${status}: ${text}`)
    this.#token = JSON.parse(text).access_token
    return { Authorization: `Bearer ${this.#token}` }
  }

  get token() {
    return this.#token
  }

  /** `data` of a GET under the service API. @throws Failed when the answer is not 200 */
  async get(path) {
    const { status, text } = await this.#send('GET', `${API}${path}`, { headers: { Authorization: `Bearer ${this.#token}` } })
    if (status !== 200) throw new Failed(`GET ${path} answered ${status}: ${text.slice(0, 500)}`)
    return JSON.parse(text).data
  }

  async stop() {
    await stop(this.child)
  }

  /** The first answer. It comes from the loaded world and needs no token: the list of property types. */
  async firstAnswer() {
    const { status } = await this.#send('GET', OPEN_PATH)
    if (status !== 200) throw new Failed(`GET ${OPEN_PATH} answered ${status}`)
  }

  async #send(method, path, init = {}) {
    const response = await fetch(`${this.url}${path}`, { method, ...init })
    return { status: response.status, text: await response.text() }
  }
}
