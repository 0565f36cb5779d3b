import { againstBare } from '../harness/against-bare.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { atLeast } from '../harness/report.mjs'
import { startUnderstay } from '../harness/understay.mjs'
import { bulkWorld, QUIET } from '../harness/world.mjs'

const BOOKINGS = 100

/** All bookings of a property that has a hundred of them. */
export const list = {
  about: `list of ${BOOKINGS} bookings (about 55 KB) as a share of bare node:http that stringifies the same entries`,
  async run(settings) {
    const world = bulkWorld({ properties: 1, roomsPerProperty: 20, guests: 60, bookings: BOOKINGS })
    const understay = await startUnderstay(['--memory', ...world, ...QUIET])
    await understay.authorize()
    const { property, path } = await longList(understay)
    const { share, details } = await againstBare(understay, { properties: [property], paths: [path] }, settings)
    await understay.stop()
    return [{ what: `list of ${BOOKINGS} bookings, share of bare node:http`, goal: atLeast(0.9), value: share, details }]
  },
}

/** The property with exactly the wanted number of bookings. */
export async function longList(understay) {
  const counts = {}
  for (const property of (await understay.get('/properties/all/')).ids.map(Number)) {
    const path = `/listbooking/${property}/`
    counts[property] = Object.keys((await understay.get(path)).listbooking).length
    if (counts[property] === BOOKINGS) return { property, path }
  }
  throw new BenchmarkError(`no property with ${BOOKINGS} bookings; there are ${JSON.stringify(counts)}`)
}
