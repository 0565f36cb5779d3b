import { Load, medianOf, ratios } from '../harness/load.mjs'
import { atMost } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { passingBlackBookings, writableProperty } from '../harness/writes.mjs'

const SIZES = { small: 1000, large: 100_000 }
const QUICK_SIZES = { small: 100, large: 1000 }

/** The cost of a write when the data is a hundred times as large. */
export const growth = {
  about: 'cost of a write at 100,000 bookings against 1,000, data on disk',
  async run(settings) {
    const sizes = settings.quick ? QUICK_SIZES : SIZES
    const [small, large] = await Promise.all([contender('small', sizes.small), contender('large', sizes.large)])
    const load = new Load()
    const rounds = await load.interleave([small, large], settings)
    load.close()
    await Promise.all([small.understay.stop(), large.understay.stop()])
    return [compare(rounds)]
  },
}

/** A server with this many bookings. Both have the same properties and rooms; each written booking is deleted again. */
async function contender(name, bookings) {
  const world = bulkWorld({ properties: 1000, roomsPerProperty: 4, guests: 1000, bookings })
  const understay = await startUnderstay(['--data', scratchFolder(), ...world, ...QUIET], { timeoutMs: 120_000 })
  const headers = await understay.authorize()
  const target = await writableProperty(understay)
  return { name, understay, pid: understay.pid, port: understay.port, load: passingBlackBookings(name, target, headers) }
}

/** Uses processor time where it is known, because it does not include other load on the machine. */
function compare({ small, large }) {
  const share = ratios(small, large)
  const byTime = `${median(share.perSecond).toFixed(2)} by writes a second (${whole(medianOf(small, 'perSecond'))} against ${whole(medianOf(large, 'perSecond'))}), rounds ${range(share.perSecond)}`
  const goal = atMost(1.5, '×')
  const what = 'a write at 100,000 bookings, times the cost at 1,000'
  if (!share.cpu) return { what, goal, value: median(share.perSecond), details: [byTime] }
  const details = [
    `by processor time: ${medianOf(large, 'cpuMicros').toFixed(1)} µs against ${medianOf(small, 'cpuMicros').toFixed(1)} µs, rounds ${range(share.cpu)}`,
    byTime,
  ]
  return { what, goal, value: median(share.cpu), details }
}
