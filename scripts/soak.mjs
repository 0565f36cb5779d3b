/**
 * `npm run soak`: 1,000,000 mixed calls on a data folder that keeps its size, and the memory of the server after 100,000 calls and
 * at the end. SOAK_CALLS sets another number. Linux only.
 *
 * @module
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const CALLS = Number(process.env.SOAK_CALLS ?? 1_000_000)
const FIRST = CALLS / 10
const CONNECTIONS = 16
/** Number of rooms of the property that calls write to. */
const ROOMS = 5
/** Maximum memory at the end, as a multiple of the first measurement. */
const MOST = 1.1

/**
 * The calls of one connection in order: reads, refusals, and rows that are created and deleted. A part in braces is replaced by the
 * room or the night of the connection, or by the id in the previous response.
 */
const MIX = [
  ['GET', '/properties/all'],
  ['POST', '/blackbookings/1/{room}/{day}'],
  ['DELETE', '/blackbookings/1/{id}'],
  ['GET', '/listbooking/1'],
  ['POST', '/guests/1/Ada/Brook/7/Mill/Town/Devon/GB/AB1/0100/0700/ada-{day}@example.test/-/0'],
  ['DELETE', '/guests/1/{id}'],
  ['GET', '/search/dates/2031-05-01/2031-05-08'],
  ['GET', '/propertis/all'],
  ['POST', '/blackbookings/1/1/2031-02-30'],
  ['GET', '/tariffs/1'],
]

const folder = mkdtempSync(join(tmpdir(), 'understay-soak-'))
const args = ['dist/main.js', 'start', '--port', '0', '--data', folder, '--log', 'off', '--token-lifetime', '1000000']
const server = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
try {
  process.exitCode = await soak()
} finally {
  agent.destroy()
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(folder, { recursive: true, force: true })
}

async function soak() {
  const url = await new Promise((resolve) => server.stdout.once('data', (text) => resolve(String(text).trim())))
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get properties_set',
  })
  const token = await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body })
  const { access_token: bearer } = await token.json()
  const headers = { authorization: `Bearer ${bearer}` }
  const { port } = new URL(url)
  const call = (method, path) =>
    new Promise((resolve, reject) => {
      const options = { agent, method, port, host: '127.0.0.1', path: `/service/api${path}`, headers }
      const sent = request(options, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part) => {
          text += part
        })
        answer.once('end', () => resolve({ status: answer.statusCode, text }))
      })
      sent.once('error', reject)
      sent.end()
    })
  let done = 0
  const statuses = new Map()
  const work = async (connection, until) => {
    const own = { room: String(1 + (connection % ROOMS)), day: `2031-06-${String(connection + 1).padStart(2, '0')}`, id: '' }
    // complete rounds, so that each created row is deleted
    while (done < until) {
      done += MIX.length
      for (const [method, path] of MIX) {
        const { status, text } = await call(
          method,
          path.replace(/\{(\w+)\}/g, (_, part) => own[part]),
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        if (method === 'POST' && status === 200) own.id = idIn(text)
      }
    }
  }
  const all = (until) => Promise.all(Array.from({ length: CONNECTIONS }, (_, connection) => work(connection, until)))
  const started = performance.now()
  await all(FIRST)
  const [first, rows] = [await memory(), await rowsOf(url)]
  await all(CALLS)
  const [last, rowsAfter] = [await memory(), await rowsOf(url)]
  const seconds = (performance.now() - started) / 1000
  const share = last / first
  process.stdout.write(
    `${CALLS} calls in ${seconds.toFixed(0)} s (${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')})\n` +
      `memory after ${FIRST}: ${megabytes(first)}, after all: ${megabytes(last)} (${share.toFixed(3)} of it); rows ${rows}, then ${rowsAfter}\n`,
  )
  if (rows !== rowsAfter || [...statuses.keys()].some((status) => status >= 500)) return 1
  return share <= MOST ? 0 : 3
}

/** Minimum resident memory of several measurements while idle, so that garbage does not count. */
async function memory() {
  let least = Number.POSITIVE_INFINITY
  for (let moment = 0; moment < 10; moment++) {
    await pause(500)
    const [, kilobytes] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
    least = Math.min(least, Number(kilobytes) * 1024)
  }
  return least
}

/** The id of the created row. */
function idIn(text) {
  const { data } = JSON.parse(text)
  return String(data.addblackbookings ?? data.addguest[0].guest_uid)
}

async function rowsOf(url) {
  const collections = await (await fetch(`${url}/_understay/collections`)).json()
  return collections.reduce((sum, { rows }) => sum + rows, 0)
}

function megabytes(bytes) {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`
}
