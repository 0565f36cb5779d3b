/**
 * Counts the calls of functions of `src` on the way of a request, in one process, by the engine's precise coverage.
 *
 *   node --import tsx bench/walks.mjs [get|list|refused|post ...] [--of FOLDER] [--functions]
 *
 * FOLDER is another checkout with its `node_modules`. The middle one of several counts is shown; `--functions` lists what it consists of.
 *
 * @module
 */
import { Agent, request as httpRequest } from 'node:http'
import { Session } from 'node:inspector/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { removeScratch, scratchFolder } from './harness/temporary-folders.mjs'

const API = '/service/api'
const FORM = 'application/x-www-form-urlencoded'
const GRANT = 'grant_type=client_credentials&client_id=demo&client_secret=demo-secret&scope=properties_get+properties_set'
const WRONG_TOKEN = 'Bearer 0123456789012345678901234567890123456789'
/** Requests before the first count, for what is made once. */
const WARM_UP = 50
const COUNTS = 15
const DAY_MS = 86_400_000

const WALKS = {
  get: {
    about: 'GET of the guest of a booking',
    status: 200,
    requests: async (client) => client.repeat(await guestPath(client)),
  },
  list: {
    about: 'GET of all bookings of a property',
    status: 200,
    requests: async (client) => client.repeat(await listPath(client)),
  },
  refused: {
    about: 'GET with a token that is unknown',
    status: 401,
    requests: async (client) => client.repeat(await guestPath(client), { authorization: WRONG_TOKEN }),
  },
  post: { about: 'POST of a black booking to disk', status: 200, onDisk: true, requests: blackBookings },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { of: { type: 'string', default: '.' }, functions: { type: 'boolean', default: false } },
})
const wrong = positionals.find((name) => !Object.hasOwn(WALKS, name))
if (wrong !== undefined) {
  process.stderr.write(
    `there is no walk called ${wrong}: node --import tsx bench/walks.mjs [${Object.keys(WALKS).join('|')} ...]\n`,
  )
  process.exit(2)
}
const sources = `${pathToFileURL(join(resolve(values.of), 'src')).href}/`
const { startUnderstay } = await import(`${sources}index.ts`)
process.once('exit', removeScratch)

/** A client with one connection. */
class Client {
  #port
  #headers = {}
  #agent = new Agent({ keepAlive: true, maxSockets: 1 })

  constructor(port) {
    this.#port = port
  }

  async authorize() {
    const headers = { 'content-type': FORM, 'content-length': GRANT.length }
    const { text } = await this.send({ method: 'POST', path: `${API}/oauth/token`, headers, body: GRANT })
    this.#headers = { authorization: `Bearer ${JSON.parse(text).access_token}` }
  }

  async get(path) {
    return JSON.parse((await this.send({ path: `${API}${path}` })).text).data
  }

  /** Always the same GET. */
  repeat(path, headers) {
    return () => ({ path: `${API}${path}`, headers })
  }

  send({ method = 'GET', path, headers, body }) {
    return new Promise((done, failed) => {
      const options = { port: this.#port, host: '127.0.0.1', agent: this.#agent, method, path }
      const request = httpRequest({ ...options, headers: { ...this.#headers, ...headers } }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk
        })
        response.on('end', () => done({ status: response.statusCode, text }))
      })
      request.once('error', failed)
      request.end(body)
    })
  }
}

async function guestPath(client) {
  for (const property of (await client.get('/properties/all/')).ids) {
    const { listbooking } = await client.get(`/listbooking/${property}/`)
    const booking = Object.values(listbooking).find(({ surname }) => surname)
    if (booking) return `/listbooking/${property}/${booking.contract_uid}/guest`
  }
  throw new Error('the world has no booking with a guest')
}

const listPath = async (client) => `/listbooking/${(await client.get('/properties/all/')).ids[0]}/`

/** Black bookings of one room, each for the next night. */
async function blackBookings(client) {
  for (const property of (await client.get('/properties/all/')).ids) {
    const { available_rooms } = await client.get(`/properties/${property}/availabilities/2040-01-01/2040-01-02`)
    const [room] = Object.values(available_rooms ?? {})
    if (!room) continue
    let night = Date.UTC(2040, 0, 1)
    return () => {
      const day = new Date((night += DAY_MS)).toISOString().slice(0, 10)
      return {
        method: 'POST',
        path: `${API}/blackbookings/${property}/${room.room_uid}/${day}`,
        headers: { 'content-length': 0 },
      }
    }
  }
  throw new Error('the world has no free room')
}

/** The functions that ran since the last call, each with its file and number of calls. */
async function takeCalls(session) {
  const { result } = await session.post('Profiler.takePreciseCoverage')
  return result
    .filter(({ url }) => url.startsWith(sources))
    .flatMap(({ url, functions }) =>
      functions.map(({ functionName, ranges: [{ count, startOffset }] }) => ({
        file: url.slice(sources.length).replace(/\?.*/, ''),
        name: functionName || `(at character ${startOffset})`,
        count,
      })),
    )
    .filter(({ name, count }) => count > 0 && name !== '__name')
}

const sum = (calls) => calls.reduce((all, { count }) => all + count, 0)

async function countCalls(client, requests, wanted) {
  const send = async () => {
    const { status, text } = await client.send(requests())
    if (status !== wanted) throw new Error(`answered ${status}: ${text}`)
    // what the server does after its response belongs to the request
    await pause(20)
  }
  for (let n = 0; n < WARM_UP; n++) await send()
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  const counts = []
  for (let n = 0; n < COUNTS; n++) {
    await takeCalls(session)
    await send()
    counts.push(await takeCalls(session))
  }
  session.disconnect()
  return counts.sort((one, other) => sum(one) - sum(other))[COUNTS >> 1]
}

for (const name of positionals.length > 0 ? positionals : Object.keys(WALKS)) {
  const { about, status, requests, onDisk } = WALKS[name]
  const understay = await startUnderstay({ log: 'off', seed: 1, ...(onDisk && { data: scratchFolder() }) })
  const client = new Client(Number(new URL(understay.url).port))
  await client.authorize()
  const calls = await countCalls(client, await requests(client), status)
  const files = new Set(calls.map(({ file }) => file)).size
  process.stdout.write(`${name.padEnd(8)} ${sum(calls)} calls, ${calls.length} functions, ${files} files: ${about}\n`)
  if (values.functions)
    for (const call of calls) process.stdout.write(`${String(call.count).padStart(6)} ${call.file} ${call.name}\n`)
  await understay.close()
}
process.exit(0)
