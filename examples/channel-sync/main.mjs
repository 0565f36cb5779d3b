/**
 * What a channel manager does with a property-booking service in a day, from the first token to the invoices.
 * Every response is checked; the exit code is 1 when a check failed. Work for which the client lacks rights is skipped and listed
 * at the end.
 */

import { MissingScopeError } from './client/errors.mjs'
import { createHttpClient } from './client/http-client.mjs'
import { createService } from './client/service.mjs'
import { createToken } from './client/token.mjs'
import { closeOut } from './jobs/close-outs.mjs'
import { keepCoupons } from './jobs/coupons.mjs'
import { keepFavourites } from './jobs/favourites.mjs'
import { runFrontDesk } from './jobs/front-desk.mjs'
import { keepGuestTypes } from './jobs/guest-types.mjs'
import { keepGuests } from './jobs/guests.mjs'
import { readInvoices } from './jobs/invoices.mjs'
import { readProperties } from './jobs/properties.mjs'
import { meetLimits } from './jobs/rights.mjs'
import { signIn } from './jobs/sign-in.mjs'
import { pushTariffs } from './jobs/tariffs.mjs'
import { watchTonight } from './jobs/tonight.mjs'
import { searchAsVisitor } from './jobs/visitor.mjs'
import { createRunLog } from './run-log.mjs'
import { readSettingsOrExit } from './settings.mjs'

const OUR_SCOPES = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set']
const READING = ['properties_get', 'favourites_get']

const JOBS = [
  ['Tonight', watchTonight],
  ['A year of prices', pushTariffs],
  ['Rooms out of sale', closeOut],
  ['The front desk', runFrontDesk],
  ['Guests', keepGuests],
  ['Guest types', keepGuestTypes],
  ['Coupons', keepCoupons],
  ['Invoices', readInvoices],
  ['Favourites', keepFavourites],
  ['The public side', searchAsVisitor],
  ['The limits of a token', meetLimits],
]

const settings = readSettingsOrExit(process.env)
const log = createRunLog(console.log)
console.log(`Channel sync with ${settings.baseUrl}`)
const office = openOffice(settings, log)

if (await begin(office)) {
  for (const [title, job] of JOBS) await attempt(title, () => job(office))
}
log.summarise()

function openOffice({ baseUrl, product, channel, clientId, clientSecret, watchSeconds }, log) {
  const http = createHttpClient({ apiUrl: `${baseUrl}/${product}/api`, onExchange: log.onExchange })
  const signedIn = (scopes) => {
    const token = createToken({ http, clientId, clientSecret, scopes })
    return { token, service: createService({ http, product, channel, token }) }
  }
  const visitor = createService({ http, product })
  return { log, visitor, watchSeconds, ...signedIn(OUR_SCOPES), reader: signedIn(READING) }
}

/** Requests a token and reads the properties. @returns false when there is nothing to do */
async function begin(office) {
  await attempt('Signing in', () => signIn(office))
  office.properties = await attempt('Properties and rooms', () => readProperties(office))
  return office.properties?.length > 0
}

async function attempt(title, job) {
  log.chapter(title)
  try {
    return await job()
  } catch (error) {
    if (error instanceof MissingScopeError || error.code === 'forbidden') log.left(`${title}: ${error.reason}`)
    else log.failed(title, error)
  }
}
