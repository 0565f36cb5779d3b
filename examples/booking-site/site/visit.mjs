import { Refusal } from '../../channel-sync/client/errors.mjs'
import { path } from '../../channel-sync/client/path.mjs'
import { createService } from '../../channel-sync/client/service.mjs'

/** The service declined a step of the session. */
export class Declined extends Error {
  constructor(step, reason) {
    super(`${step}: ${reason ?? 'no reason given'}`)
    this.name = 'Declined'
    this.reason = reason
  }
}

/** The session has ended: a new one starts with `begin` and has none of the data. */
export class SessionEnded extends Error {
  constructor() {
    super('the booking session is over')
    this.name = 'SessionEnded'
  }
}

/** The message of the service for an ended session. */
const ENDED = /not set for session/i

/**
 * The booking session of one visitor. There is no login: the client generates a session id and sends it with every request.
 *
 * Steps are idempotent, so each is repeated after a lost response. Only `create` checks first.
 *
 * @param {object} options
 * @param {ReturnType<typeof import('../../channel-sync/client/http-client.mjs').createHttpClient>} options.http
 * @param {string} options.product
 * @param {string} options.id unique to this visitor
 */
export function createVisit({ http, product, id }) {
  const ours = { [`X-${product.toUpperCase()}-BOOKING-SESSION-ID`]: id }
  const withSession = { ...http, send: (request) => http.send({ ...request, headers: { ...request.headers, ...ours } }) }
  const calls = createService({ http: withSession, product })
  const orEnded = (error) => {
    throw error instanceof Refusal && ENDED.test(error.reason) ? new SessionEnded() : error
  }
  const service = {
    get: (where) => calls.get(where).catch(orEnded),
    post: (where, more) => calls.post(where, more).catch(orEnded),
  }
  let booking
  const again = { findAgain: async () => undefined }

  /** Sends a step. @returns the other members of its result @throws Declined when it is not `valid` */
  async function step(name, where, form) {
    const data = await (form ? service.post(where, { form, ...again }) : service.get(where))
    const [{ valid, reason, ...more }] = Object.values(data)
    if (!valid) throw new Declined(name, reason)
    return more
  }

  return {
    id,
    async begin(property, language) {
      const { initialise } = await service.get(path`/booking/initialise/${property}/${language}`)
      return initialise.response.data
    },
    setDates: (arrivalDate, departureDate) => step('dates', '/booking/set/dates/', { arrivalDate, departureDate }),
    setGuests: (adults, children) =>
      step('guests', '/booking/set/guest/numbers/', { adults, children: JSON.stringify(children) }),
    setAddress: (address) => step('address', '/booking/set/address', address),
    regions: async (country) => (await service.get(path`/booking/regions/${country}`)).regions.regions,
    async rooms() {
      const { rooms_available_on_selected_dates: answer } = await service.get('/booking/rooms')
      if (answer.success === false) throw new Declined('rooms', answer.reason)
      return Object.entries(answer.rooms)
    },
    choose: async (pairs) =>
      (await step('selection', '/booking/set/property/booking', { selectedRooms: pairs.join(',') })).hatPair.split(','),
    prices: async () => (await service.get('/booking/prices')).room_prices[0],
    setNote: (note) => step('note', '/booking/set/note/', { note }),
    validate: () => step('validation', '/booking/validate/booking'),
    okToBook: async () => (await service.get('/booking/ok_to_book')).ok_to_book.response,
    written: async (amount) => (await service.get(path`/booking/format_price/${amount}`)).output_price.price,
    /** Creates the booking once: a second call waits for the first one. */
    create() {
      booking ??= book().finally(() => {
        booking = undefined
      })
      return booking
    },
  }

  /** Creates the booking; after a lost response, a session that may no longer book has booked. */
  async function book() {
    const findAgain = async () => {
      const { ok_to_book } = await service.get('/booking/ok_to_book')
      return ok_to_book.response ? undefined : { create: { valid: true } }
    }
    const { create } = await service.post('/booking/create', { form: {}, findAgain })
    if (!create.valid) throw new Declined('booking', create.reason)
  }
}

/** True for a refusal after which the visitor can choose again. */
export const isDeclined = (error) => error instanceof Declined || error instanceof Refusal
