import { path } from '../client/path.mjs'
import { Refusal } from '../client/trouble.mjs'
import { addDays } from '../days.mjs'
import { freeRooms } from './properties.mjs'

/** Looks at the public side without a token, as a guest would, and holds it against what we know as a manager. */
export async function searchAsVisitor({ service, visitor, protocol, properties }) {
  const { countries } = await visitor.get(path`/site_structure/countries`)
  const everywhere = await search(visitor, path`/search/countries/${Object.keys(countries).join(',')}`)
  const found = Object.values(everywhere)
  protocol.check(`${found.length} properties are on offer`, found.length > 0, 'A search in all countries finds nothing')
  if (found.length === 0) return

  const [sample] = found
  await checkSearch(
    { visitor, protocol, everywhere },
    path`/search/countries/${sample.property_country_code}`,
    'property_country_code',
    sample,
  )
  await checkSearch(
    { visitor, protocol, everywhere },
    path`/search/regions/${sample.property_region_id}`,
    'property_region_id',
    sample,
  )
  await checkSearch({ visitor, protocol, everywhere }, path`/search/stars/${sample.stars}`, 'stars', sample)
  await checkSearch({ visitor, protocol, everywhere }, path`/search/towns/${sample.property_town}`, 'property_town', sample)
  await checkDates({ service, visitor, protocol, properties, everywhere })
  await checkClosedDoor(visitor, protocol, properties[0].id)
}

/** Found properties by uid; an empty answer comes as `[]`. */
async function search(visitor, where) {
  return (await visitor.get(where)).search_results
}

/** A search by one field has to find what the whole list has under that field; for a town a part of its name is enough. */
async function checkSearch({ visitor, protocol, everywhere }, where, field, sample) {
  const sought = `${sample[field]}`.toLowerCase()
  const matches = (found) => (field === 'property_town' ? found.includes(sought) : found === sought)
  const expected = Object.keys(everywhere).filter((uid) => matches(`${everywhere[uid][field]}`.toLowerCase()))
  protocol.compare(`search by ${field} ${sample[field]}`, Object.keys(await search(visitor, where)), expected)
}

/** What is found for a night is what has a free room that night. */
async function checkDates({ service, visitor, protocol, properties, everywhere }) {
  const night = addDays(service.today(), 3)
  const found = Object.keys(await search(visitor, path`/search/dates/${night}/${addDays(night, 1)}`))
  const ours = properties.filter(({ id }) => everywhere[id] !== undefined)
  const free = []
  for (const { id } of ours) if ((await freeRooms(service, id, night)).length > 0) free.push(`${id}`)
  const foundOurs = ours.map(({ id }) => `${id}`).filter((uid) => found.includes(uid))
  protocol.compare(`our properties with a free room on ${night}`, foundOurs, free)
}

async function checkClosedDoor(visitor, protocol, property) {
  const refusal = await visitor.get(path`/listbooking/${property}/`).catch((trouble) => trouble)
  protocol.check(
    'bookings are not shown to visitors',
    refusal instanceof Refusal && refusal.status === 401,
    'A visitor without a token was shown the bookings',
  )
}
