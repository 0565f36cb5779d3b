/**
 * What a booking site does for a family: two rooms in a hotel, then a yacht. Afterwards the houses' manager is asked for both.
 * Everything that comes back is checked; the exit code is 1 when something differed.
 */
import { randomUUID } from 'node:crypto'
import { createLine } from '../channel-sync/client/line.mjs'
import { createService } from '../channel-sync/client/service.mjs'
import { createToken } from '../channel-sync/client/token.mjs'
import { dayOf } from '../channel-sync/days.mjs'
import { createProtocol } from '../channel-sync/protocol.mjs'
import { readSettingsOrExit } from '../channel-sync/settings.mjs'
import { watch } from '../channel-sync/watch.mjs'
import { findInOffice, stillStands } from './jobs/back-office.mjs'
import { bookTrip } from './jobs/book.mjs'
import { createVisit } from './site/visit.mjs'
import { FAMILY, TRIPS } from './trips.mjs'

const settings = readSettingsOrExit(process.env)
const protocol = createProtocol(console.log)
const { baseUrl, product, clientId, clientSecret, watchSeconds } = settings
const line = createLine({ apiUrl: `${baseUrl}/${product}/api`, heard: protocol.heard })
const visitor = randomUUID().replaceAll('-', '')
console.log(`A booking site with ${baseUrl}, for visitor ${visitor}`)

const visit = createVisit({ line, product, id: visitor })
const token = createToken({ line, clientId, clientSecret, scopes: ['properties_get'] })
const service = createService({ line, product, channel: 'booking-site', token })
const today = () => dayOf(line.now())

const found = []
for (const trip of TRIPS) {
  const booked = await attempt(trip.title, () => bookTrip({ visit, protocol, baseUrl, today }, trip, FAMILY))
  if (!booked) continue
  const booking = await attempt(`${booked.name}, in the office`, () => findInOffice({ service, protocol }, booked, FAMILY))
  if (booking) found.push({ property: booked.property, booking })
}
if (watchSeconds > 0) await attempt('The office goes on looking', () => watch(watchSeconds, lookAgain))
protocol.summarise()

async function lookAgain() {
  for (const { property, booking } of found) await stillStands({ service, protocol }, property, booking)
}

async function attempt(title, job) {
  protocol.chapter(title)
  try {
    return await job()
  } catch (trouble) {
    protocol.failed(title, trouble)
  }
}
