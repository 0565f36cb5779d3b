import { Load, medianOf, ratios } from '../harness/load.mjs'
import { needPeers, startJsonServer, startMockoon, startPrism } from '../harness/peer-servers.mjs'
import { atLeast } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { API, startUnderstayAnswering } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { guestViews } from './get.mjs'

/** Goals: small GETs, as multiples of each of these servers by processor time. */
const GOALS = { 'json-server': 2.3, Mockoon: 10, Prism: 9 }

/**
 * The small GET of Understay and of other mock servers, each started as its documentation describes. Logs are discarded. Two more
 * lines without a goal show the cost of a log: Understay with its log, and Prism without.
 */
export const peers = {
  about: 'small GET as a multiple of json-server 1.0 beta, Mockoon CLI and Prism (npm run bench:peers first)',
  async run(settings) {
    needPeers()
    const size = { guests: 300, bookings: 1000 }
    const world = ['--memory', ...bulkWorld({ properties: 10, roomsPerProperty: 10, ...size })]
    const servers = {
      understay: await startUnderstayAnswering([...world, ...QUIET]),
      'Understay with its log': await startUnderstayAnswering([...world, '--log', 'json']),
      'json-server': await startJsonServer(size),
      Mockoon: await startMockoon(),
      Prism: await startPrism(),
      'Prism without its log': await startPrism('--verboseLevel', 'silent'),
    }
    for (const name of ['understay', 'Understay with its log']) servers[name].smallGet = await smallGet(servers[name], name)
    const contenders = Object.entries(servers).map(([name, { pid, port, smallGet: load }]) => ({ name, pid, port, load }))
    const load = new Load()
    const { understay: ours, ...others } = await load.interleave(contenders, settings)
    load.close()
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    return Object.entries(others).map(([name, theirs]) => compare(name, ours, theirs))
  },
}

async function smallGet(understay, id) {
  const headers = { ...(await understay.authorize()), Accept: 'application/json' }
  const requests = (await guestViews(understay, 50)).paths.map((path) => ({ path: `${API}${path}` }))
  return { id, kind: 'rotate', requests, headers }
}

function compare(name, ours, theirs) {
  const { perSecond, cpu } = ratios(ours, theirs)
  const times = median(cpu ?? perSecond)
  const rates = [ours, theirs].map((rounds) => whole(medianOf(rounds, 'perSecond')))
  return {
    what: `small GET, times ${name}`,
    goal: GOALS[name] && atLeast(GOALS[name], '×', 1),
    value: times,
    unit: '×',
    digits: 1,
    details: [
      `${rates[0]} a second against ${rates[1]}, ${median(perSecond).toFixed(1)} times; rounds ${range(perSecond, 1)}; ${name}: ${(1 / times).toFixed(3)} of Understay`,
    ],
  }
}
