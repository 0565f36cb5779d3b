/**
 * Compares the checked out build of Understay with another one in alternating rounds.
 *
 *   node bench/builds.mjs FOLDER [get|list|write|growth|sandboxes|dates ...] [--rounds N] [--seconds S]
 *
 * FOLDER is another checkout with its `dist/`. The figure is processor time a request as a multiple of that of the other build: below 1 is faster.
 * Other load on the machine makes rounds slower, never faster: on a busy one the fastest rounds say more than the median.
 *
 * @module
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { guestViews } from './benchmarks/get.mjs'
import { longList } from './benchmarks/list.mjs'
import { BASELINE, datesLoad } from './benchmarks/session.mjs'
import { killAll } from './harness/child.mjs'
import { Load, medianOf, ratios } from './harness/load.mjs'
import { cpuMicros } from './harness/process-figures.mjs'
import { median, range } from './harness/statistics.mjs'
import { removeScratch, scratchFolder } from './harness/temporary-folders.mjs'
import { API, OPEN_PATH, PROGRAM, startUnderstay } from './harness/understay.mjs'
import { bulkWorld, QUIET } from './harness/world.mjs'
import { blackBookings, passingBlackBookings, writableProperty } from './harness/writes.mjs'

const MEDIUM = { properties: 10, roomsPerProperty: 10, guests: 300, bookings: 1000 }
const LARGE = { properties: 1000, roomsPerProperty: 4, guests: 1000, bookings: 100_000 }
const SANDBOXES_A_ROUND = 40

const rotate = (id, paths, headers) => ({ id, kind: 'rotate', requests: paths.map((path) => ({ path })), headers })
const memory = (size) => ['--memory', ...bulkWorld(size), ...QUIET]
const onDisk = (size) => ['--data', scratchFolder(), ...bulkWorld(size), ...QUIET]

/** The compared cases: flags of the server, and its load. */
const COMPARED = {
  get: {
    flags: () => memory(MEDIUM),
    load: async (server, id, headers) =>
      rotate(
        id,
        (await guestViews(server, 50)).paths.map((path) => `${API}${path}`),
        headers,
      ),
  },
  list: {
    flags: () => memory({ properties: 1, roomsPerProperty: 20, guests: 60, bookings: 100 }),
    load: async (server, id, headers) => rotate(id, [`${API}${(await longList(server)).path}`], headers),
  },
  write: {
    flags: () => onDisk(MEDIUM),
    load: async (server, id, headers) => blackBookings(id, await writableProperty(server), headers),
  },
  growth: {
    flags: () => onDisk(LARGE),
    load: async (server, id, headers) => passingBlackBookings(id, await writableProperty(server), headers),
  },
  dates: {
    flags: () => BASELINE,
    load: async (server, id) => (await datesLoad(server, id)).load,
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' }, seconds: { type: 'string', default: '0.5' } },
})
const [other, ...names] = positionals
const known = [...Object.keys(COMPARED), 'sandboxes']
const wrong = names.find((name) => !known.includes(name))
if (other === undefined || wrong !== undefined) {
  process.stderr.write(`node bench/builds.mjs FOLDER [${known.join('|')} ...] [--rounds N] [--seconds S]\n`)
  process.exit(2)
}
const settings = { rounds: Number(values.rounds), seconds: Number(values.seconds), connections: 16 }
const PROGRAMS = { this: PROGRAM, other: join(other, 'dist/main.js') }

process.once('exit', () => {
  killAll()
  removeScratch()
})

const started = (name, flags) => startUnderstay(flags, { timeoutMs: 120_000, program: PROGRAMS[name] })

/** Rounds of both builds under load. */
async function underLoad({ flags, load }) {
  const contenders = []
  for (const name of ['this', 'other']) {
    const server = await started(name, flags())
    const headers = await server.authorize()
    contenders.push({ name, server, pid: server.pid, port: server.port, load: await load(server, name, headers) })
  }
  const loader = new Load()
  const rounds = await loader.interleave(contenders, settings)
  loader.close()
  for (const { server } of contenders) await server.stop()
  return rounds
}

/** Rounds of first calls in new sandboxes. */
async function firstCalls() {
  const servers = { this: await started('this', ['--memory', ...QUIET]), other: await started('other', ['--memory', ...QUIET]) }
  const rounds = { this: [], other: [] }
  for (let round = -1; round < settings.rounds; round++) {
    for (const name of round % 2 === 0 ? ['this', 'other'] : ['other', 'this']) {
      const { pid, url } = servers[name]
      const before = cpuMicros(pid)
      for (let sandbox = 0; sandbox < SANDBOXES_A_ROUND; sandbox++)
        await (await fetch(`${url}/@r${round + 1}-${sandbox}${OPEN_PATH}`)).text()
      if (round >= 0) rounds[name].push({ cpuMicros: (cpuMicros(pid) - before) / SANDBOXES_A_ROUND, perSecond: 1 })
    }
  }
  for (const server of Object.values(servers)) await server.stop()
  return rounds
}

for (const name of names.length > 0 ? names : known) {
  const rounds = name === 'sandboxes' ? await firstCalls() : await underLoad(COMPARED[name])
  const share = ratios(rounds.other, rounds.this)
  const cost = (build) => `${medianOf(rounds[build], 'cpuMicros').toFixed(1)} µs`
  const least = (build) => Math.min(...rounds[build].map(({ cpuMicros }) => cpuMicros))
  process.stdout.write(
    `${name.padEnd(10)} ${median(share.cpu).toFixed(2)} times the other build (${cost('this')} against ${cost('other')}), rounds ${range(share.cpu)}; fastest rounds ${(least('this') / least('other')).toFixed(2)} (${least('this').toFixed(1)} µs against ${least('other').toFixed(1)} µs)\n`,
  )
}
process.exit(0)
