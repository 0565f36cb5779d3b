import { Refusal } from '../client/errors.mjs'
import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'
import { freeRooms } from './properties.mjs'

/** Makes the public calls without a token, and compares them with what the manager sees. */
export async function searchAsVisitor({ service, visitor, log, properties }) {
  const { countries } = await visitor.get(path`/site_structure/countries`)
  const everywhere = await search(visitor, path`/search/countries/${Object.keys(countries).join(',')}`)
  const found = Object.values(everywhere)
  log.check(`${found.length} properties are on offer`, found.length > 0, 'A search in all countries finds nothing')
  if (found.length === 0) return

  const [sample] = found
  await checkSearch(
    { visitor, log, everywhere },
    path`/search/countries/${sample.property_country_code}`,
    'property_country_code',
    sample,
  )
  await checkSearch(
    { visitor, log, everywhere },
    path`/search/regions/${sample.property_region_id}`,
    'property_region_id',
    sample,
  )
  await checkSearch({ visitor, log, everywhere }, path`/search/stars/${sample.stars}`, 'stars', sample)
  await checkSearch({ visitor, log, everywhere }, path`/search/towns/${sample.property_town}`, 'property_town', sample)
  await checkDates({ service, visitor, log, properties, everywhere })
  await checkClosedDoor(visitor, log, properties[0].id)
}

/** Found properties by uid; an empty result is `[]`. */
async function search(visitor, where) {
  return (await visitor.get(where)).search_results
}

/** Compares a search by one field with the list of all properties; a town may be searched by a part of its name. */
async function checkSearch({ visitor, log, everywhere }, where, field, sample) {
  const sought = `${sample[field]}`.toLowerCase()
  const matches = (found) => (field === 'property_town' ? found.includes(sought) : found === sought)
  const expected = Object.keys(everywhere).filter((uid) => matches(`${everywhere[uid][field]}`.toLowerCase()))
  log.compare(`search by ${field} ${sample[field]}`, Object.keys(await search(visitor, where)), expected)
}

/** Checks that a search by night finds the properties with a free room. */
async function checkDates({ service, visitor, log, properties, everywhere }) {
  const night = addDays(service.today(), 3)
  const found = Object.keys(await search(visitor, path`/search/dates/${night}/${addDays(night, 1)}`))
  const ours = properties.filter(({ id }) => everywhere[id] !== undefined)
  const free = []
  for (const { id } of ours) if ((await freeRooms(service, id, night)).length > 0) free.push(`${id}`)
  const foundOurs = ours.map(({ id }) => `${id}`).filter((uid) => found.includes(uid))
  log.compare(`our properties with a free room on ${night}`, foundOurs, free)
}

async function checkClosedDoor(visitor, log, property) {
  const refusal = await visitor.get(path`/listbooking/${property}/`).catch((error) => error)
  log.check(
    'bookings are not shown to visitors',
    refusal instanceof Refusal && refusal.status === 401,
    'A visitor without a token was shown the bookings',
  )
}
