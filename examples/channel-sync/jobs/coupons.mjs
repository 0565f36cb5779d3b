import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'

/** Creates, changes and deletes a coupon for the next stay of a guest. */
export async function keepCoupons({ service, log, properties }) {
  const property = properties[0].id
  const before = await list(service, property)
  const coupon = couponFrom(service.today())
  const [guest] = (await service.get(path`/guests/${property}/list`)).listguests

  const code = await create(service, { property, coupon, guest, before })
  log.check(`the service made up the code ${code}`, /^\S+$/.test(code), `"${code}" is no code`)
  const { coupon_id: id, ...listed } = await findByCode(service, property, code)
  log.compare('the coupon is stored as sent', listed, stored(code, coupon, guest))

  const better = { ...coupon, amount: '25', is_percentage: 0 }
  const { updatecoupon } = await service.put(path`/coupon/${property}/${id}/${code}/${Object.values(better)}`)
  log.compare('the service names what it changed', updatecoupon[0].coupon_id, id)
  const changed = await findByCode(service, property, code)
  log.compare('the coupon has changed', changed, { coupon_id: id, ...stored(code, better, guest) })

  const { coupondeleted } = await service.remove(path`/coupon/${property}/${id}`)
  if (coupondeleted !== undefined) log.compare('the service names what it removed', coupondeleted, `${id}`)
  log.compare('the list is as before', await list(service, property), before)
}

/** In the order of the path. */
const couponFrom = (today) => ({
  valid_from: today,
  valid_to: addDays(today, 90),
  amount: '12.5',
  is_percentage: 1,
  booking_valid_from: addDays(today, 30),
  booking_valid_to: addDays(today, 180),
})

/** The response has the code but not the id; the new coupon is the one that was not listed before. */
async function create(service, { property, coupon, guest, before }) {
  const known = new Set(before.map(({ coupon_id }) => coupon_id))
  const findAgain = async () => {
    const added = (await list(service, property)).find(({ coupon_id }) => !known.has(coupon_id))
    return added && { addcoupon: added }
  }
  const forWhom = guest ? [guest.guests_uid] : []
  const words = [...Object.values(coupon), ...forWhom]
  const { addcoupon } = await service.post(path`/coupon/${property}/${words}`, { findAgain })
  return addcoupon.coupon_code
}

/** The expected entry of the list. */
function stored(code, { amount, is_percentage, ...dates }, guest) {
  return {
    coupon_code: code,
    ...dates,
    amount: Number(amount),
    ispercentage: is_percentage ? 'Yes' : 'No',
    roomonly: 'No',
    guest_name: guest ? `${guest.firstname} ${guest.surname}` : '',
  }
}

async function list(service, property) {
  return (await service.get(path`/coupon/${property}/list`)).coupons
}

async function findByCode(service, property, code) {
  return (await list(service, property)).find(({ coupon_code }) => coupon_code === code)
}
