import { path } from '../../channel-sync/client/path.mjs'
import { dashed, daysBetween } from '../../channel-sync/days.mjs'
import { centsOf } from '../../channel-sync/money.mjs'

/**
 * Finds a booking as the manager of the property, and compares it with what the guest was shown.
 *
 * @returns {Promise<number | undefined>} its contract uid
 */
export async function findInOffice({ service, log }, trip, family) {
  const { listbooking } = await service.get(path`/listbooking/${trip.property}/`)
  const ours = listbooking.filter(({ email, arrival, cancelled }) => {
    return email === family.address.email && dashed(arrival) === trip.arrival && !cancelled
  })
  log.compare('bookings of the family on that day', ours.length, 1)
  const [booking] = ours
  if (!booking) return
  const { contract_uid: contract, tag, TxtStatus } = booking
  log.tell(`contract ${contract}, number ${tag}: ${TxtStatus}`)
  log.compare('departure', dashed(booking.departure), trip.departure)
  log.compare('total in cents', Math.round(Number(booking.contract_total) * 100), trip.total)
  log.compare('deposit in cents', Math.round(Number(booking.deposit_required) * 100), trip.deposit)

  await checkViews({ service, log }, trip, contract)
  await checkInvoice({ service, log }, trip, booking.invoice_uid)
  await checkAvailability({ service, log }, trip)
  return contract
}

/** Reads the found booking again. */
export async function stillStands({ service, log }, property, contract) {
  const { listbooking } = await service.get(path`/listbooking/${property}/`)
  const booking = listbooking.find(({ contract_uid }) => contract_uid === contract)
  log.check(`booking ${contract} still stands`, booking !== undefined && !booking.cancelled, `Booking ${contract} is gone`)
}

async function checkViews({ service, log }, trip, contract) {
  const { listbookingarrdep } = await service.get(path`/listbooking/${trip.property}/${contract}/arr-dep`)
  log.compare('nights', listbookingarrdep[0].NUM_NIGHTS, daysBetween(trip.arrival, trip.departure))
  const { listbookingrooms } = await service.get(path`/listbooking/${trip.property}/${contract}/rooms`)
  log.compare('rooms', listbookingrooms.length, trip.pairs.length)
  log.tell(listbookingrooms.map(({ RINFO_NAME, RINFO_TARIFF }) => `${RINFO_NAME} (${RINFO_TARIFF})`).join(', '))
  const { listbookingnotes } = await service.get(path`/listbooking/${trip.property}/${contract}/notes`)
  log.check(
    `the note has arrived: ${trip.note}`,
    listbookingnotes.some(({ NOTE }) => NOTE.includes(trip.note)),
    'The note is lost',
  )
}

async function checkInvoice({ service, log }, trip, invoice) {
  const { listinvoicesdetails } = await service.get(path`/listinvoices/${trip.property}/${invoice}/details`)
  const [{ GRAND_TOTAL_INC_TAX, LINE_ITEMS }] = listinvoicesdetails
  for (const { LI_NAME, LI_DESCRIPTION, LI_INIT_TOTAL_INCLUSIVE } of LINE_ITEMS) {
    log.tell(`${LI_INIT_TOTAL_INCLUSIVE.padStart(10)}  ${LI_NAME} ${LI_DESCRIPTION}`)
  }
  log.compare('the invoice comes to the total, in cents', centsOf(GRAND_TOTAL_INC_TAX), trip.total)
}

/** Checks that the manager no longer finds the rooms free. */
async function checkAvailability({ service, log }, { property, arrival, departure, pairs }) {
  const { available_rooms } = await service.get(path`/properties/${property}/availabilities/${arrival}/${departure}`)
  const free = new Set(Object.values(available_rooms).map(({ room_uid }) => `${room_uid}`))
  const rooms = pairs.map((pair) => pair.split('^')[0])
  log.compare(
    'rooms of the booking that are still free',
    rooms.filter((room) => free.has(room)),
    [],
  )
}
