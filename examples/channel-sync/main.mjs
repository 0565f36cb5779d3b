/**
 * What a channel manager does with a property-booking service in a day, from the first token to the invoices.
 * Everything that comes back is checked; the exit code is 1 when something differed. Work that we lack the right for is left undone
 * and named at the end.
 */
import { createLine } from './client/line.mjs'
import { createService } from './client/service.mjs'
import { createToken } from './client/token.mjs'
import { ScopeMissing } from './client/trouble.mjs'
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
import { createProtocol } from './protocol.mjs'
import { readSettingsOrExit } from './settings.mjs'

const OUR_SCOPES = ['properties_get', 'properties_set', 'favourites_get', 'favourites_set']
const READING = ['properties_get', 'favourites_get']

const JOBS = [
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
  ['Tonight', watchTonight],
]

const settings = readSettingsOrExit(process.env)
const protocol = createProtocol(console.log)
console.log(`Channel sync with ${settings.baseUrl}`)
const office = openOffice(settings, protocol)

if (await begin(office)) {
  for (const [title, job] of JOBS) await attempt(title, () => job(office))
}
protocol.summarise()

function openOffice({ baseUrl, product, channel, clientId, clientSecret, watchSeconds }, protocol) {
  const line = createLine({ apiUrl: `${baseUrl}/${product}/api`, heard: protocol.heard })
  const signedIn = (scopes) => {
    const token = createToken({ line, clientId, clientSecret, scopes })
    return { token, service: createService({ line, product, channel, token }) }
  }
  const visitor = createService({ line, product })
  return { protocol, visitor, watchSeconds, ...signedIn(OUR_SCOPES), reader: signedIn(READING) }
}

/** Without a token and properties there is nothing to do. */
async function begin(office) {
  await attempt('Signing in', () => signIn(office))
  office.properties = await attempt('Properties and rooms', () => readProperties(office))
  return office.properties?.length > 0
}

async function attempt(title, job) {
  protocol.chapter(title)
  try {
    return await job()
  } catch (trouble) {
    if (trouble instanceof ScopeMissing || trouble.code === 'forbidden') protocol.left(`${title}: ${trouble.reason}`)
    else protocol.failed(title, trouble)
  }
}
