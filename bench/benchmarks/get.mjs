import { againstBare } from '../harness/against-bare.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { atLeast } from '../harness/report.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'

const SIZE = { properties: 10, roomsPerProperty: 10, guests: 300 }
const UNREAD = 60_000
/** As many rounds of half a second as there are bookings for. */
const UNREAD_ROUNDS = 5

/** A small GET through the whole stack: the guest of a booking. */
export const get = {
  about: 'small GET (guest of a booking, token, guard, journal) as a share of bare node:http',
  async run(settings) {
    const world = bulkWorld({ ...SIZE, bookings: 1000 })
    const understay = await startUnderstay(['--memory', ...world, ...QUIET])
    await understay.authorize()
    const { properties, paths } = await guestViews(understay, 50)
    const read = await againstBare(understay, { properties, paths }, settings)
    await understay.stop()
    return [
      {
        what: 'small GET, share of bare node:http',
        goal: atLeast(0.52),
        stretchGoal: 0.58,
        value: read.cpuShare ?? read.share,
        details: read.details,
      },
      await unread(settings),
    ]
  },
}

/** Bookings that are read once each: nothing of their views is kept. */
async function unread(settings) {
  const rounds = Math.min(settings.rounds, UNREAD_ROUNDS)
  const bookings = settings.quick ? 5000 : UNREAD
  const understay = await startUnderstay(['--memory', ...bulkWorld({ ...SIZE, bookings }), ...QUIET])
  await understay.authorize()
  const { properties, paths } = await guestViews(understay, Math.floor(0.9 * bookings))
  const { share, cpuShare, details } = await againstBare(
    understay,
    { properties, paths: paths.slice(0, 50), once: paths.slice(50) },
    { ...settings, rounds },
  )
  await understay.stop()
  return { what: 'the same for bookings not read before', value: cpuShare ?? share, digits: 2, details }
}

/** The addresses of some bookings' guest views. */
export async function guestViews(understay, count) {
  const properties = (await understay.get('/properties/all/')).ids.map(Number)
  const paths = []
  for (const property of properties) {
    const { listbooking } = await understay.get(`/listbooking/${property}/`)
    for (const booking of Object.values(listbooking)) {
      if (paths.length < count && booking.surname) paths.push(`/listbooking/${property}/${booking.contract_uid}/guest`)
    }
  }
  if (paths.length < count) throw new BenchmarkError(`the world has ${paths.length} bookings with a guest, ${count} are needed`)
  return { properties, paths }
}
