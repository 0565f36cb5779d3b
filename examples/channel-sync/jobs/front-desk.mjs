import { path } from '../client/path.mjs'
import { addDays, dashed, daysBetween } from '../days.mjs'
import { centsOf } from '../money.mjs'

/** The front desk of every property: lists today's arrivals, checks one guest in and out, and undoes both. */
export async function runFrontDesk({ service, log, properties }) {
  const arrivals = []
  for (const { id } of properties) arrivals.push(...(await readArrivals(service, log, id)))
  log.check(
    `${arrivals.length} guests are due today`,
    arrivals.length > 0,
    'Nobody arrives today, the front desk has nothing to do',
  )
  const guest = arrivals.find(({ booked_in, bookedout }) => !booked_in && !bookedout)
  if (!guest) return

  await readStay(service, log, guest)
  await inAndOut(service, log, guest)
}

/** Compares today's arrivals with the list of all bookings and with the counts. */
async function readArrivals(service, log, property) {
  const { checkin } = await service.get(path`/overview/${property}/checkin`)
  const { listbooking } = await service.get(path`/listbooking/${property}/`)
  const due = listbooking.filter((stay) => dashed(stay.arrival) === service.today() && !stay.cancelled && stay.approved)
  log.compare(`property ${property}, arrivals today`, contracts(checkin), contracts(due))

  const { statistic } = await service.get(path`/overview/${property}/statistic/`)
  const { resident } = await service.get(path`/overview/${property}/resident/`)
  const { sts_checkin, sts_resident } = statistic[0]
  log.compare(
    `property ${property}, counts of arrivals and residents`,
    [sts_checkin, sts_resident],
    [checkin.length, resident.length],
  )
  return checkin
}

/** Compares the views of one booking. */
async function readStay(
  service,
  log,
  { property_uid: property, contract_uid: contract, arrival, departure, firstname, surname },
) {
  const { listbookingarrdep } = await service.get(path`/listbooking/${property}/${contract}/arr-dep`)
  log.compare('nights of the stay', listbookingarrdep[0].NUM_NIGHTS, daysBetween(dashed(arrival), dashed(departure)))

  const { listbookingguest } = await service.get(path`/listbooking/${property}/${contract}/guest`)
  const { GUEST_FIRSTNAME, GUEST_SURNAME } = listbookingguest[0]
  log.compare('the guest', [GUEST_FIRSTNAME, GUEST_SURNAME], [firstname, surname])

  const { listbookingrooms } = await service.get(path`/listbooking/${property}/${contract}/rooms`)
  log.check(
    `sleeps in ${listbookingrooms.map((room) => room.RINFO_NAME).join(', ')}`,
    listbookingrooms.length > 0,
    'The stay has no room',
  )

  const window = [addDays(service.today(), -1), addDays(service.today(), 1)]
  const { listbookingdate } = await service.get(path`/listbooking/${property}/${window[0]}/${window[1]}`)
  const listed = listbookingdate.find((stay) => stay.contract_uid === contract)
  log.check('is listed among the bookings around today', listed !== undefined)

  const { listbookingpayment } = await service.get(path`/listbooking/${property}/${contract}/payment`)
  const { BOOKING_CONTRACT_TOTAL, REMAINDER_TO_PAY } = listbookingpayment[0]
  log.compare('the total, in cents', centsOf(BOOKING_CONTRACT_TOTAL), Math.round((listed?.contract_total ?? 0) * 100))
  log.check(
    `still to pay: ${REMAINDER_TO_PAY}`,
    Number.isInteger(centsOf(REMAINDER_TO_PAY)),
    `"${REMAINDER_TO_PAY}" is no amount`,
  )
}

/** Each step: part of the path, key of the response, the flag it sets, and whether the guest is a resident afterwards. */
const STEPS = [
  { step: 'checkin', key: 'checkin_booked_in', flag: { booked_in: 1 }, state: [1, 0], resident: true },
  { step: 'checkout', key: 'checkout_bookedout', flag: { bookedout: 1 }, state: [1, 1], resident: false },
  { step: 'undo_checkout', key: 'undo_checkout_bookedout', flag: { bookedout: 0 }, state: [1, 0], resident: true },
  { step: 'undo_checkin', key: 'undo_checkin_booked_in', flag: { booked_in: 0 }, state: [0, 0], resident: false },
]

async function inAndOut(service, log, { property_uid: property, contract_uid: contract }) {
  const before = await readNotes(service, property, contract)
  for (const { step, key, flag, state, resident } of STEPS) {
    const data = await service.put(path`/bookguestinout/${property}/${contract}/${step}/`)
    const [{ note, ...answer }] = data[key]
    log.compare(`${step} ("${note}")`, answer, { contract_uid: contract, property_uid: property, ...flag })
    await checkState(service, log, { property, contract, state, resident })
  }
  const added = (await readNotes(service, property, contract)).slice(before.length)
  log.compare('the four steps left a note each', added.length, STEPS.length)
  for (const { DATETIME, NOTE } of added) log.tell(`${DATETIME}  ${NOTE}`)
}

async function checkState(service, log, { property, contract, state: [bookedIn, bookedOut], resident }) {
  const { booking_status } = await service.get(path`/bookguestinout/${property}/${contract}/`)
  const today = service.today()
  const expected = {
    booked_in: bookedIn,
    booked_in_date: bookedIn ? today : '',
    booked_out: bookedOut,
    booked_out_date: bookedOut ? today : '',
  }
  log.compare('the status', booking_status, expected)
  const { resident: residents } = await service.get(path`/overview/${property}/resident/`)
  log.compare('counted as resident', contracts(residents).includes(contract), resident)
}

async function readNotes(service, property, contract) {
  return (await service.get(path`/listbooking/${property}/${contract}/notes`)).listbookingnotes
}

const contracts = (stays) => stays.map(({ contract_uid }) => contract_uid).sort((a, b) => a - b)
