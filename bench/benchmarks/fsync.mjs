import { Load, medianOf, ratios } from '../harness/load.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { scratchFolder } from '../harness/temporary-folders.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'
import { blackBookings, writableProperty } from '../harness/writes.mjs'

const NAMES = { plain: 'black booking', forced: 'black booking, --fsync' }

/** The cost of forcing each change to the disk before it is acknowledged. There is no goal, because it depends on the disk. */
export const fsync = {
  about: 'acknowledged writes with --fsync, as a share of those without',
  async run(settings) {
    const world = bulkWorld({ properties: 5, roomsPerProperty: 20, guests: 60, bookings: 100 })
    const servers = { plain: await started(world), forced: await started(world, '--fsync') }
    const contenders = await Promise.all(
      Object.entries(servers).map(async ([kind, server]) => {
        const headers = await server.authorize()
        const target = await writableProperty(server)
        return { name: NAMES[kind], pid: server.pid, port: server.port, load: blackBookings(NAMES[kind], target, headers) }
      }),
    )
    const load = new Load()
    const rounds = await load.interleave(contenders, settings)
    load.close()
    await Promise.all(Object.values(servers).map((server) => server.stop()))
    const [plain, forced] = [rounds[NAMES.plain], rounds[NAMES.forced]]
    const share = ratios(forced, plain)
    return [
      {
        what: 'POST of a black booking with --fsync, share of that without',
        value: median(share.perSecond),
        unit: '',
        digits: 2,
        details: [
          `${whole(medianOf(forced, 'perSecond'))} a second against ${whole(medianOf(plain, 'perSecond'))}; rounds ${range(share.perSecond, 2)}; ${settings.connections} connections share flushes`,
        ],
      },
    ]
  },
}

const started = (world, ...flags) => startUnderstay(['--data', scratchFolder(), ...world, ...QUIET, ...flags])
