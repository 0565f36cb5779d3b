import { path } from '../client/path.mjs'

/** Keeps a property among our favourites and takes it out again. */
export async function keepFavourites({ service, protocol, properties }) {
  const before = await list(service)
  const property = properties.map(({ id }) => id).find((id) => !before.includes(id))
  if (property === undefined) return protocol.tell('every property is a favourite already')

  protocol.compare('the service names the favourite', await add(service, property), `${property}`)
  protocol.compare('it is among the favourites', await list(service), [...before, property])
  protocol.compare('to add it twice is no error', await add(service, property), `${property}`)
  protocol.compare('and it stands there once', await list(service), [...before, property])

  await service.remove(path`/favourites/${property}`)
  protocol.compare('the favourites are as before', await list(service), before)
}

async function add(service, property) {
  const findAgain = async () => ((await list(service)).includes(property) ? { id: `${property}` } : undefined)
  return (await service.post(path`/favourites/${property}`, { findAgain })).id
}

async function list(service) {
  return (await service.get(path`/favourites`)).ids
}
