import { startModule } from '../harness/child.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { Load, medianOf, ratios } from '../harness/load.mjs'
import { atLeast } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { API, startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { guestViews } from './get.mjs'
import { longList } from './list.mjs'

const READERS = 100

/** The cost that readers of the journal stream add to calls. */
export const streams = {
  about: `speed with ${READERS} readers of the journal stream, as a share of that without`,
  async run(settings) {
    const small = await measured(
      'small GET',
      { properties: 10, roomsPerProperty: 10, guests: 300, bookings: 1000 },
      smallGets,
      settings,
    )
    const large = await measured(
      'list of 100 bookings',
      { properties: 1, roomsPerProperty: 20, guests: 60, bookings: 100 },
      lists,
      settings,
    )
    return [small, large]
  },
}

const smallGets = async (server) => (await guestViews(server, 50)).paths
const lists = async (server) => [(await longList(server)).path]

async function measured(what, size, pathsOf, settings) {
  const world = bulkWorld(size)
  const [alone, watched] = await Promise.all([contender('alone', world, pathsOf), contender('watched', world, pathsOf)])
  const readers = await readStream(watched.port)
  const load = new Load()
  const rounds = await load.interleave([alone, watched], settings)
  load.close()
  readers.kill('SIGKILL')
  await Promise.all([alone, watched].map(({ server }) => server.stop()))
  const share = ratios(rounds.watched, rounds.alone)
  return {
    what: `${what} with ${READERS} readers of the journal stream, share of that without`,
    goal: atLeast(0.5),
    value: median(share.cpu ?? share.perSecond),
    unit: '',
    digits: 2,
    details: [
      `${whole(medianOf(rounds.watched, 'perSecond'))} a second against ${whole(medianOf(rounds.alone, 'perSecond'))}; rounds ${range(share.perSecond, 2)}`,
      ...(share.cpu
        ? [
            `by processor time ${median(share.cpu).toFixed(2)} (${medianOf(rounds.watched, 'cpuMicros').toFixed(0)} µs a request against ${medianOf(rounds.alone, 'cpuMicros').toFixed(0)} µs)`,
          ]
        : []),
    ],
  }
}

async function contender(name, world, pathsOf) {
  const server = await startUnderstay(['--memory', ...world, ...QUIET])
  const headers = { ...(await server.authorize()), Accept: 'application/json' }
  const requests = (await pathsOf(server)).map((path) => ({ path: `${API}${path}` }))
  return {
    name,
    server,
    pid: server.pid,
    port: server.port,
    load: { id: `${name} ${server.port}`, kind: 'rotate', requests, headers },
  }
}

/** Starts the readers in a separate process. */
function readStream(port) {
  const readers = startModule(new URL('../harness/stream-readers.mjs', import.meta.url))
  return new Promise((resolve, reject) => {
    readers.once('message', () => resolve(readers))
    readers.once('exit', () => reject(new BenchmarkError('the readers of the stream ended')))
    readers.send({ port, path: '/_understay/journal/stream', readers: READERS })
  })
}
