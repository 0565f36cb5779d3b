/**
 * Compares the checked out build of Understay with another one in alternating rounds.
 *
 *   node bench/builds.mjs FOLDER [get|list|write|growth|dates|initialise|sandboxes|stay ...] [--rounds N] [--seconds S]
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
import { BASELINE, datesLoad, initialiseLoad, stay } from './benchmarks/session.mjs'
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
const STAYS_A_ROUND = 6
const WARM_UP_ROUNDS = 4

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
  initialise: {
    flags: () => BASELINE,
    load: async (_, id) => initialiseLoad(id),
  },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '15' }, seconds: { type: 'string', default: '0.5' } },
})
const [other, ...names] = positionals
const known = [...Object.keys(COMPARED), 'sandboxes', 'stay']
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

/** Rounds of one thing done several times, one after the other: `act(server, number)`. */
async function oneByOne(flags, aRound, act) {
  const servers = { this: await started('this', flags), other: await started('other', flags) }
  const rounds = { this: [], other: [] }
  for (let round = -WARM_UP_ROUNDS; round < settings.rounds; round++) {
    for (const name of round % 2 === 0 ? ['this', 'other'] : ['other', 'this']) {
      const server = servers[name]
      const before = cpuMicros(server.pid)
      for (let one = 0; one < aRound; one++) await act(server, (round + WARM_UP_ROUNDS) * aRound + one)
      if (round >= 0) rounds[name].push({ cpuMicros: (cpuMicros(server.pid) - before) / aRound, perSecond: 1 })
    }
  }
  for (const server of Object.values(servers)) await server.stop()
  return rounds
}

const firstCall = async ({ url }, number) => (await fetch(`${url}/@r${number}${OPEN_PATH}`)).text()
const ONE_BY_ONE = {
  sandboxes: () => oneByOne(['--memory', ...QUIET], SANDBOXES_A_ROUND, firstCall),
  stay: () => oneByOne(BASELINE, STAYS_A_ROUND, stay),
}

for (const name of names.length > 0 ? names : known) {
  const rounds = await (ONE_BY_ONE[name]?.() ?? underLoad(COMPARED[name]))
  const share = ratios(rounds.other, rounds.this)
  const cost = (build) => `${medianOf(rounds[build], 'cpuMicros').toFixed(1)} µs`
  const least = (build) => Math.min(...rounds[build].map(({ cpuMicros }) => cpuMicros))
  process.stdout.write(
    `${name.padEnd(10)} ${median(share.cpu).toFixed(2)} times the other build (${cost('this')} against ${cost('other')}), rounds ${range(share.cpu)}; fastest rounds ${(least('this') / least('other')).toFixed(2)} (${least('this').toFixed(1)} µs against ${least('other').toFixed(1)} µs)\n`,
  )
}
process.exit(0)
