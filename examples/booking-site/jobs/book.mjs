import { addDays } from '../../channel-sync/days.mjs'
import { openArrivals } from '../site/calendar.mjs'
import { asBill, explanationOf } from '../site/explanation.mjs'
import { childrenOf } from '../site/party.mjs'
import { Declined, isDeclined, SessionEnded } from '../site/visit.mjs'

/** Maximum number of new sessions, and of new selections. */
const ATTEMPTS = 3

/**
 * Completes the ten steps of a booking session. A session that ends in the meantime is started again.
 *
 * @returns the booking as the guest sees it
 */
export async function bookTrip(site, trip, family) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await bookOnce(site, trip, family)
    } catch (error) {
      if (!(error instanceof SessionEnded) || attempt === ATTEMPTS) throw error
      site.log.tell(`${error.message}: the visitor begins again, and we repeat what we were told`)
    }
  }
}

async function bookOnce({ visit, log, baseUrl, today }, trip, family) {
  const settings = await visit.begin(trip.property, 'en-GB')
  log.compare('how the house is let', settings.booking_model, trip.model)
  log.tell(`${settings.property_name}, for up to ${settings.capacity.adults} adults and ${settings.capacity.children} children`)

  const stay = await findStay({ visit, settings }, trip, family, addDays(today(), trip.from))
  log.tell(`${stay.arrival} to ${stay.departure}: ${stay.pairs.join(' and ')}`)
  log.compare('the service keeps what was chosen', stay.kept, stay.pairs)
  await visit.setNote(trip.note)

  const { price, pairs } = await agree({ visit, log, baseUrl }, trip, stay.pairs)
  log.compare('may be booked now', await visit.okToBook(), true)
  const [click, again] = [visit.create(), visit.create()]
  await Promise.all([click, again])
  log.check('a second click waits for the first one and books nothing', click === again)
  return { ...trip, ...stay, pairs, total: totalOf(price), deposit: cents(price.deposit), name: settings.property_name }
}

/** Price and validation. When the price or the rooms have changed, the guest sees both again and confirms them. */
async function agree({ visit, log, baseUrl }, trip, chosen) {
  let pairs = chosen
  for (let attempt = 1; ; attempt++) {
    const price = await visit.prices()
    await explain({ visit, log, baseUrl }, totalOf(price))
    if (attempt === 1) log.compare('may be booked before it was validated', await visit.okToBook(), false)
    try {
      await visit.validate()
      return { price, pairs }
    } catch (error) {
      if (!(error instanceof Declined) || attempt === ATTEMPTS) throw error
      log.tell(`${error.message}: the guest sees rooms and price again`)
      pairs = cheapest(await visit.rooms(), trip.rooms)
      await visit.choose(pairs)
    }
  }
}

/** Dates, guests, address and rooms: tries one arrival after the other until the property has suitable rooms. */
async function findStay({ visit, settings }, trip, family, earliest) {
  const children = childrenOf(settings.child_rates, family.ages)
  let lastRefusal
  for (const arrival of openArrivals(settings.availability, earliest, trip.nights)) {
    const departure = addDays(arrival, trip.nights)
    try {
      await visit.setDates(arrival, departure)
      await visit.setGuests(family.adults, children)
      await visit.setAddress({ ...family.address, region: await regionOf(visit, family.address.country) })
      const pairs = cheapest(await visit.rooms(), trip.rooms)
      return { arrival, departure, pairs, kept: await visit.choose(pairs) }
    } catch (error) {
      if (!isDeclined(error)) throw error
      lastRefusal = error
    }
  }
  throw lastRefusal ?? new Error(`No ${trip.nights} nights are open after ${earliest}`)
}

async function regionOf(visit, country) {
  const [region = ''] = Object.keys(await visit.regions(country))
  return region
}

/** The cheapest offers of a number of different rooms. An offer is `[room^rate, { room, tariffs }]`. */
function cheapest(offers, count) {
  const sorted = [...offers].sort(([, one], [, other]) => costOf(one) - costOf(other))
  const rooms = new Map()
  for (const [pair, { room }] of sorted) if (!rooms.has(room.room_uid)) rooms.set(room.room_uid, pair)
  return [...rooms.values()].slice(0, count)
}

const costOf = ({ tariffs }) => Object.values(tariffs).reduce((sum, { adult_price }) => sum + adult_price, 0)
const cents = (amount) => Math.round(Number(amount) * 100)
const totalOf = ({ accommodation_total_inc_tax, city_tax, cleaning_fee }) =>
  cents(accommodation_total_inc_tax) + cents(city_tax) + cents(cleaning_fee)

/** Prints the explanation of the price, and checks its sum. */
async function explain({ visit, log, baseUrl }, total) {
  const explanation = await explanationOf(baseUrl, visit.id)
  if (!explanation) return log.tell('nobody explains the price here')
  for (const line of asBill(explanation)) log.tell(line)
  log.compare('the explanation ends at the price, in cents', cents(explanation.total.amount), total)
  const sum = explanation.lines.reduce((cost, { amount }) => cost + cents(amount), 0)
  const rounding = explanation.lines.length
  log.check(
    'its lines add up to it',
    Math.abs(sum - total) <= rounding,
    `The lines of the explanation add up to ${sum} cents, not to ${total}`,
  )
  log.tell(`the guest reads ${await visit.written(total / 100)}`)
}
