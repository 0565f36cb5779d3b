import { path } from '../client/path.mjs'

/** In the order of the path, with special characters. */
const GUEST = {
  firstname: 'Zoë',
  surname: "O'Brien-Núñez",
  house: '4/2',
  street: 'Rue de l’Étang & Fils',
  town: 'Saint-Malo',
  region: 'Bretagne',
  country: 'FR',
  postcode: '35400',
  tel_landline: '0299 000 111',
  tel_mobile: '+33 600 000 222',
  email: 'zoe+autumn@channel-sync.example',
  vat_number: '',
  discount: '',
}

/** Creates, changes and deletes a guest. */
export async function keepGuests({ service, log, properties }) {
  const property = properties[0].id
  const before = await list(service, property)
  const id = await create(service, property)
  log.compare(`guest ${id} is stored as sent`, await find(service, property, id), stored(id, property, GUEST))

  const moved = { ...GUEST, house: '17', town: 'Roscoff', discount: '7.5' }
  const { updateguest } = await service.put(path`/guests/${property}/${id}/${Object.values(moved)}`)
  log.compare('the service names whom it changed', updateguest, [{ property_uid: `${property}`, guests_uid: id }])
  log.compare('the guest has moved', await find(service, property, id), stored(id, property, moved))

  await service.remove(path`/guests/${property}/${id}/`)
  log.compare('the list is as before', await list(service, property), before)
}

async function create(service, property) {
  const findAgain = async () => {
    const known = (await list(service, property)).findLast(({ email }) => email === GUEST.email)
    return known && { addguest: [{ guest_uid: known.guests_uid }] }
  }
  const { addguest } = await service.post(path`/guests/${property}/${Object.values(GUEST)}`, { findAgain })
  return addguest[0].guest_uid
}

async function list(service, property) {
  return (await service.get(path`/guests/${property}/list`)).listguests
}

async function find(service, property, id) {
  return (await list(service, property)).find(({ guests_uid }) => guests_uid === id)
}

/** The expected entry of the list. */
function stored(id, property, { region, vat_number: _, discount, ...rest }) {
  return {
    guests_uid: id,
    ...rest,
    county: region,
    vat_number: '',
    discount: Number(discount),
    property_uid: `${property}`,
  }
}
