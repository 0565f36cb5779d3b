import { againstBare } from '../harness/against-bare.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { atLeast } from '../harness/report.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'

/** A small GET through the whole stack: the guest of a booking. */
export const get = {
  about: 'small GET (guest of a booking, token, guard, journal) as a share of bare node:http',
  async run(settings) {
    const world = bulkWorld({ properties: 10, roomsPerProperty: 10, guests: 300, bookings: 1000 })
    const understay = await startUnderstay(['--memory', ...world, ...QUIET])
    await understay.authorize()
    const { properties, paths } = await guestViews(understay, 50)
    const { share, cpuShare, details } = await againstBare(understay, { properties, paths }, settings)
    await understay.stop()
    return [
      { what: 'small GET, share of bare node:http', goal: atLeast(0.55), stretchGoal: 0.6, value: cpuShare ?? share, details },
    ]
  },
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
