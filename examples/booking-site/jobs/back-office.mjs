import { path } from '../../channel-sync/client/path.mjs'
import { dashed, daysBetween } from '../../channel-sync/days.mjs'
import { centsOf } from '../../channel-sync/money.mjs'

/**
 * Finds a booking where the manager of the house looks, and holds it against what the guest was told.
 *
 * @returns {Promise<number | undefined>} its contract
 */
export async function findInOffice({ service, protocol }, trip, family) {
  const { listbooking } = await service.get(path`/listbooking/${trip.property}/`)
  const ours = listbooking.filter(({ email, arrival, cancelled }) => {
    return email === family.address.email && dashed(arrival) === trip.arrival && !cancelled
  })
  protocol.compare('bookings of the family on that day', ours.length, 1)
  const [booking] = ours
  if (!booking) return
  const { contract_uid: contract, tag, TxtStatus } = booking
  protocol.tell(`contract ${contract}, number ${tag}: ${TxtStatus}`)
  protocol.compare('departure', dashed(booking.departure), trip.departure)
  protocol.compare('total in cents', Math.round(Number(booking.contract_total) * 100), trip.total)
  protocol.compare('deposit in cents', Math.round(Number(booking.deposit_required) * 100), trip.deposit)

  await checkViews({ service, protocol }, trip, contract)
  await checkInvoice({ service, protocol }, trip, booking.invoice_uid)
  await checkAvailability({ service, protocol }, trip)
  return contract
}

/** Reads a booking that was found once more. */
export async function stillStands({ service, protocol }, property, contract) {
  const { listbooking } = await service.get(path`/listbooking/${property}/`)
  const booking = listbooking.find(({ contract_uid }) => contract_uid === contract)
  protocol.check(`booking ${contract} still stands`, booking !== undefined && !booking.cancelled, `Booking ${contract} is gone`)
}

async function checkViews({ service, protocol }, trip, contract) {
  const { listbookingarrdep } = await service.get(path`/listbooking/${trip.property}/${contract}/arr-dep`)
  protocol.compare('nights', listbookingarrdep[0].NUM_NIGHTS, daysBetween(trip.arrival, trip.departure))
  const { listbookingrooms } = await service.get(path`/listbooking/${trip.property}/${contract}/rooms`)
  protocol.compare('rooms', listbookingrooms.length, trip.pairs.length)
  protocol.tell(listbookingrooms.map(({ RINFO_NAME, RINFO_TARIFF }) => `${RINFO_NAME} (${RINFO_TARIFF})`).join(', '))
  const { listbookingnotes } = await service.get(path`/listbooking/${trip.property}/${contract}/notes`)
  protocol.check(
    `the note has arrived: ${trip.note}`,
    listbookingnotes.some(({ NOTE }) => NOTE.includes(trip.note)),
    'The note is lost',
  )
}

async function checkInvoice({ service, protocol }, trip, invoice) {
  const { listinvoicesdetails } = await service.get(path`/listinvoices/${trip.property}/${invoice}/details`)
  const [{ GRAND_TOTAL_INC_TAX, LINE_ITEMS }] = listinvoicesdetails
  for (const { LI_NAME, LI_DESCRIPTION, LI_INIT_TOTAL_INCLUSIVE } of LINE_ITEMS) {
    protocol.tell(`${LI_INIT_TOTAL_INCLUSIVE.padStart(10)}  ${LI_NAME} ${LI_DESCRIPTION}`)
  }
  protocol.compare('the invoice comes to the total, in cents', centsOf(GRAND_TOTAL_INC_TAX), trip.total)
}

/** The rooms are gone: the manager does not find them free any more. */
async function checkAvailability({ service, protocol }, { property, arrival, departure, pairs }) {
  const { available_rooms } = await service.get(path`/properties/${property}/availabilities/${arrival}/${departure}`)
  const free = new Set(Object.values(available_rooms).map(({ room_uid }) => `${room_uid}`))
  const rooms = pairs.map((pair) => pair.split('^')[0])
  protocol.compare(
    'rooms of the booking that are still free',
    rooms.filter((room) => free.has(room)),
    [],
  )
}
