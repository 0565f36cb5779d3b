import { Refusal } from '../client/errors.mjs'
import { path } from '../client/path.mjs'
import { addDays, dashed, daysBetween, daysFrom, epochOf } from '../days.mjs'
import { yearOfOffers } from '../seasons.mjs'
import { firstDifference } from './compare-offers.mjs'

const TITLE = 'Channel sync'
const WRONG_MODE = 'Tariff save method not valid for this property'

/**
 * Sends a year of prices to every property and reads them back. The service refuses prices for a property that is not in
 * micromanage mode; such a property is skipped.
 */
export async function pushTariffs({ service, log, properties }) {
  const taken = []
  const byHand = []
  for (const property of properties.filter(({ rooms }) => rooms.length > 0)) {
    const tariff = tariffFor(property, service.today())
    try {
      tariff.id = await push(service, tariff)
      taken.push(tariff)
      await compareWithService(service, log, tariff)
    } catch (error) {
      if (!(error instanceof Refusal && error.reason.includes(WRONG_MODE))) throw error
      log.tell(`property ${property.id}: ${error.message}`)
      byHand.push(tariff)
    }
  }
  log.check(`${taken.length} properties took our prices`, taken.length > 0, 'No property took our prices')
  for (const tariff of byHand) await checkUntouched(service, log, tariff)
  if (taken.length > 0) await raiseFortnight(service, log, taken[0])
}

function tariffFor({ id, rooms }, today) {
  const [room] = rooms
  const basePrice = 60 + 15 * (room.room_classes_uid % 5)
  return { property: id, roomType: room.room_classes_uid, people: room.max_people, offers: yearOfOffers(today, basePrice) }
}

/** Creates the tariff, or replaces that of an earlier run. */
async function push(service, tariff) {
  const known = await findOurs(service, tariff)
  if (known) return (await service.put(path`/tariffs/${tariff.property}/micromanage/`, fieldsOf(tariff, known))).tarifftypeid

  const findAgain = async () => {
    const tarifftypeid = await findOurs(service, tariff)
    return tarifftypeid && { tarifftypeid }
  }
  const form = fieldsOf(tariff, 0)
  return (await service.post(path`/tariffs/${tariff.property}/micromanage/`, { form, findAgain })).tarifftypeid
}

function fieldsOf({ roomType, people, offers }, tarifftypeid) {
  const byEpoch = (value) => Object.fromEntries(offers.map((offer) => [epochOf(offer.day), value(offer)]))
  return {
    tarifftypeid,
    rate_title: TITLE,
    rate_description: 'Sent by the channel manager every night',
    maxdays: 28,
    minpeople: 1,
    maxpeople: people,
    roomclass_uid: roomType,
    dayofweek: 7,
    ignore_pppn: 1,
    allow_we: 1,
    weekendonly: 0,
    minrooms_alreadyselected: 0,
    maxrooms_alreadyselected: 100,
    tariffinput: byEpoch(({ cents }) => (cents / 100).toFixed(2)),
    mindaysinput: byEpoch(({ nights }) => nights),
  }
}

/** All rates of a property, from maps by room type, tariff and rate. */
async function rates(service, property) {
  const { tariffs } = await service.get(path`/tariffs/${property}`)
  return Object.values(tariffs).flatMap(Object.values).flatMap(Object.values)
}

async function findOurs(service, { property, roomType }) {
  const ours = (rate) => rate.rate_title === TITLE && rate.roomclass_uid === roomType
  return (await rates(service, property)).find(ours)?.tarifftype_id
}

async function compareWithService(service, log, tariff) {
  const stored = (await rates(service, tariff.property)).filter((rate) => rate.tarifftype_id === tariff.id)
  const difference = firstDifference(tariff.offers, stored.flatMap(offersOf))
  const statement = `property ${tariff.property} sells all ${tariff.offers.length} days as we sent them, in ${stored.length} rates`
  log.check(statement, difference === undefined, `Property ${tariff.property}: ${difference}`)

  const { maxdays, minpeople, maxpeople, roomclass_uid, dayofweek, allow_we, weekendonly } = fieldsOf(tariff, tariff.id)
  const sent = { maxdays, minpeople, maxpeople, roomclass_uid, dayofweek, allow_we, weekendonly }
  const other = stored.filter((rate) => Object.keys(sent).some((field) => rate[field] !== sent[field]))
  log.compare('rates whose bounds are not the ones we sent', other, [])
  return stored
}

/** The days of a rate, first and last day included. */
function offersOf({ validfrom, validto, roomrateperday, mindays }) {
  const [from, to] = [dashed(validfrom), dashed(validto)]
  const cents = Math.round(Number(roomrateperday) * 100)
  return daysFrom(from, daysBetween(from, to) + 1).map((day) => ({ day, cents, nights: mindays }))
}

async function checkUntouched(service, log, tariff) {
  const id = await findOurs(service, tariff)
  log.check(
    `property ${tariff.property} keeps its own prices`,
    id === undefined,
    `Property ${tariff.property} refused our tariff and has it all the same`,
  )
}

/** Changes the prices of two weeks, for which the whole year is sent again. */
async function raiseFortnight(service, log, tariff) {
  const from = addDays(tariff.offers[0].day, 60)
  const until = addDays(from, 14)
  const within = ({ day }) => from <= day && day < until
  const raised = (offer) => ({ ...offer, cents: Math.round(offer.cents * 1.2), nights: 5 })
  const changed = { ...tariff, offers: tariff.offers.map((offer) => (within(offer) ? raised(offer) : offer)) }

  const id = await push(service, changed)
  log.compare('the tariff keeps its number when it is replaced', id, tariff.id)
  await compareWithService(service, log, changed)
}
