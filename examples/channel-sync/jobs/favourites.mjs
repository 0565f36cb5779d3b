import { path } from '../client/path.mjs'

/** Adds a property to the favourites and removes it again. */
export async function keepFavourites({ service, log, properties }) {
  const before = await list(service)
  const property = properties.map(({ id }) => id).find((id) => !before.includes(id))
  if (property === undefined) return log.tell('every property is a favourite already')

  log.compare('the service names the favourite', await add(service, property), `${property}`)
  log.compare('it is among the favourites', await list(service), [...before, property])
  log.compare('to add it twice is no error', await add(service, property), `${property}`)
  log.compare('and it stands there once', await list(service), [...before, property])

  await service.remove(path`/favourites/${property}`)
  log.compare('the favourites are as before', await list(service), before)
}

async function add(service, property) {
  const findAgain = async () => ((await list(service)).includes(property) ? { id: `${property}` } : undefined)
  return (await service.post(path`/favourites/${property}`, { findAgain })).id
}

async function list(service) {
  return (await service.get(path`/favourites`)).ids
}
