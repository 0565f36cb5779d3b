/**
 * A booking site books for a family: two rooms in a hotel, then a yacht. Afterwards both bookings are read as their manager.
 * Every response is checked; the exit code is 1 when a check failed.
 */
import { randomUUID } from 'node:crypto'
import { createHttpClient } from '../channel-sync/client/http-client.mjs'
import { createService } from '../channel-sync/client/service.mjs'
import { createToken } from '../channel-sync/client/token.mjs'
import { dayOf } from '../channel-sync/days.mjs'
import { createRunLog } from '../channel-sync/run-log.mjs'
import { readSettingsOrExit } from '../channel-sync/settings.mjs'
import { watch } from '../channel-sync/watch.mjs'
import { findInOffice, stillStands } from './jobs/back-office.mjs'
import { bookTrip } from './jobs/book.mjs'
import { createVisit } from './site/visit.mjs'
import { FAMILY, TRIPS } from './trips.mjs'

const settings = readSettingsOrExit(process.env)
const log = createRunLog(console.log)
const { baseUrl, product, clientId, clientSecret, watchSeconds } = settings
const http = createHttpClient({ apiUrl: `${baseUrl}/${product}/api`, onExchange: log.onExchange })
const visitor = randomUUID().replaceAll('-', '')
console.log(`A booking site with ${baseUrl}, for visitor ${visitor}`)

const visit = createVisit({ http, product, id: visitor })
const token = createToken({ http, clientId, clientSecret, scopes: ['properties_get'] })
const service = createService({ http, product, channel: 'booking-site', token })
const today = () => dayOf(http.now())

const found = []
for (const trip of TRIPS) {
  const booked = await attempt(trip.title, () => bookTrip({ visit, log, baseUrl, today }, trip, FAMILY))
  if (!booked) continue
  const booking = await attempt(`${booked.name}, in the office`, () => findInOffice({ service, log }, booked, FAMILY))
  if (booking) found.push({ property: booked.property, booking })
}
if (watchSeconds > 0) await attempt('The office goes on looking', () => watch(watchSeconds, lookAgain))
log.summarise()

async function lookAgain() {
  for (const { property, booking } of found) await stillStands({ service, log }, property, booking)
}

async function attempt(title, job) {
  log.chapter(title)
  try {
    return await job()
  } catch (error) {
    log.failed(title, error)
  }
}
