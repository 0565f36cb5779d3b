import { Load, medianOf, ratios } from '../harness/load.mjs'
import { peersInstalled, startJsonServer } from '../harness/peer-servers.mjs'
import { atLeast } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { blackBookings, tariffs, writableProperty } from '../harness/writes.mjs'

/** json-server rewrites all its data for every POST, so it starts with few records. */
const BOOKINGS = 100

/** Writes that are on disk before they are acknowledged, compared with json-server on as many records. */
export const write = {
  about: 'acknowledged writes (black booking, tariff) as a multiple of json-server 1.0 beta, data on disk',
  async run(settings) {
    const world = bulkWorld({ properties: 5, roomsPerProperty: 20, guests: 60, bookings: BOOKINGS })
    const understay = await startUnderstay(['--data', scratchFolder(), ...world, ...QUIET])
    const headers = await understay.authorize()
    const target = await writableProperty(understay)
    const jsonServer = peersInstalled() ? await startJsonServer({ guests: 60, bookings: BOOKINGS }) : undefined
    const contenders = [
      { name: 'black booking', pid: understay.pid, port: understay.port, load: blackBookings('black booking', target, headers) },
      { name: 'tariff', pid: understay.pid, port: understay.port, load: tariffs('tariff', target, headers) },
    ]
    if (jsonServer)
      contenders.push({ name: 'json-server', pid: jsonServer.pid, port: jsonServer.port, load: jsonServer.newBooking })
    const load = new Load()
    const rounds = await load.interleave(contenders, settings)
    load.close()
    await Promise.all([understay.stop(), jsonServer?.stop()])
    return [
      result('POST of a black booking', rounds['black booking'], rounds['json-server']),
      result('POST of a tariff of 30 days', rounds.tariff, rounds['json-server']),
    ]
  },
}

function result(what, ours, theirs) {
  return theirs ? compare(`${what}, times json-server`, ours, theirs) : alone(what, ours)
}

/** The result without json-server, with nothing to compare it with. */
function alone(what, rounds) {
  const details = ['json-server is not installed, so there is no ratio; install the peers with: npm run bench:peers']
  return { what, value: medianOf(rounds, 'perSecond'), unit: 'a second', digits: 0, details }
}

function compare(what, ours, theirs) {
  const share = ratios(ours, theirs)
  const details = [
    `${whole(medianOf(ours, 'perSecond'))} a second against ${whole(medianOf(theirs, 'perSecond'))}; rounds ${range(share.perSecond, 1)}`,
  ]
  if (share.cpu) {
    details.push(
      `by processor time ${median(share.cpu).toFixed(1)} (${medianOf(ours, 'cpuMicros').toFixed(0)} µs a write against ${medianOf(theirs, 'cpuMicros').toFixed(0)} µs)`,
    )
  }
  return { what, goal: atLeast(10, '×', 1), value: median(share.perSecond), details }
}
