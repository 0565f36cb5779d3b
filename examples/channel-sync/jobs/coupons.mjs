import { path } from '../client/path.mjs'
import { addDays } from '../days.mjs'

/** A voucher for one guest's next stay: made, changed, removed. */
export async function keepCoupons({ service, protocol, properties }) {
  const property = properties[0].id
  const before = await list(service, property)
  const coupon = couponFrom(service.today())
  const [guest] = (await service.get(path`/guests/${property}/list`)).listguests

  const code = await create(service, { property, coupon, guest, before })
  protocol.check(`the service made up the code ${code}`, /^\S+$/.test(code), `"${code}" is no code`)
  const { coupon_id: id, ...listed } = await findByCode(service, property, code)
  protocol.compare('the coupon is stored as sent', listed, stored(code, coupon, guest))

  const better = { ...coupon, amount: '25', is_percentage: 0 }
  const { updatecoupon } = await service.put(path`/coupon/${property}/${id}/${code}/${Object.values(better)}`)
  protocol.compare('the service names what it changed', updatecoupon[0].coupon_id, id)
  const changed = await findByCode(service, property, code)
  protocol.compare('the coupon has changed', changed, { coupon_id: id, ...stored(code, better, guest) })

  const { coupondeleted } = await service.remove(path`/coupon/${property}/${id}`)
  if (coupondeleted !== undefined) protocol.compare('the service names what it removed', coupondeleted, `${id}`)
  protocol.compare('the list is as before', await list(service, property), before)
}

/** In the order in which the path wants it. */
const couponFrom = (today) => ({
  valid_from: today,
  valid_to: addDays(today, 90),
  amount: '12.5',
  is_percentage: 1,
  booking_valid_from: addDays(today, 30),
  booking_valid_to: addDays(today, 180),
})

/** The answer holds the code but not the number; after a lost answer the new one is the one that was not there before. */
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

/** What the list should show, in its own words. */
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
