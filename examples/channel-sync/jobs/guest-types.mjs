import { path } from '../client/path.mjs'

/** In the order of the path. */
const SCHOOL_CHILD = {
  type: 'School child',
  notes: '6 to 11 years, 50% off',
  maximum: 4,
  is_percentage: 1,
  posneg: 0,
  variance: 50,
  published: 1,
  order: 3,
  is_child: 1,
}

/** Creates, changes and deletes a guest type with a discount. */
export async function keepGuestTypes({ service, log, properties }) {
  const property = properties[0].id
  const before = await list(service, property)
  const id = await create(service, property)
  log.compare(`guest type ${id} is stored as sent`, await find(service, property, id), {
    id,
    ...SCHOOL_CHILD,
    property_uid: property,
  })

  const dearer = { ...SCHOOL_CHILD, variance: 12.5, published: 0, order: 9 }
  const { updateguesttype } = await service.put(path`/guesttypes/${property}/${id}/${Object.values(dearer)}/`)
  log.compare('the service names what it changed', updateguesttype[0].guesttype_uid, id)
  log.compare('the guest type has changed', await find(service, property, id), { id, ...dearer, property_uid: property })

  await service.remove(path`/guesttypes/${property}/${id}/`)
  log.compare('the list is as before', await list(service, property), before)
}

async function create(service, property) {
  const findAgain = async () => {
    const known = (await list(service, property)).findLast(({ type }) => type === SCHOOL_CHILD.type)
    return known && { addguesttype: [known] }
  }
  const { addguesttype } = await service.post(path`/guesttypes/${property}/${Object.values(SCHOOL_CHILD)}/`, {
    findAgain,
  })
  return addguesttype[0].id
}

async function list(service, property) {
  return (await service.get(path`/guesttypes/${property}`)).guesttypes
}

const find = async (service, property, wanted) => (await list(service, property)).find(({ id }) => id === wanted)
