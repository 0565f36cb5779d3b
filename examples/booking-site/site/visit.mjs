import { path } from '../../channel-sync/client/path.mjs'
import { createService } from '../../channel-sync/client/service.mjs'
import { Refusal } from '../../channel-sync/client/trouble.mjs'

/** What a visitor was told may not be, in the service's words. */
export class Declined extends Error {
  constructor(step, reason) {
    super(`${step}: ${reason ?? 'no reason given'}`)
    this.name = 'Declined'
    this.reason = reason
  }
}

/** The session is over: it begins again with `begin`, and knows nothing of what it was told. */
export class SessionEnded extends Error {
  constructor() {
    super('the booking session is over')
    this.name = 'SessionEnded'
  }
}

/** So the service words that a session is over. */
const ENDED = /not set for session/i

/**
 * One visitor's way through a booking session. Nobody logs in: the visitor has a number of our making, sent with every request.
 *
 * Saying the same thing twice does no harm, so every step is sent again after a lost answer. Only `create` looks first.
 *
 * @param {object} wiring
 * @param {ReturnType<typeof import('../../channel-sync/client/line.mjs').createLine>} wiring.line
 * @param {string} wiring.product
 * @param {string} wiring.id unique to this visitor
 */
export function createVisit({ line, product, id }) {
  const ours = { [`X-${product.toUpperCase()}-BOOKING-SESSION-ID`]: id }
  const named = { ...line, send: (request) => line.send({ ...request, headers: { ...request.headers, ...ours } }) }
  const calls = createService({ line: named, product })
  const orEnded = (trouble) => {
    throw trouble instanceof Refusal && ENDED.test(trouble.reason) ? new SessionEnded() : trouble
  }
  const service = {
    get: (where) => calls.get(where).catch(orEnded),
    post: (where, more) => calls.post(where, more).catch(orEnded),
  }
  let booking
  const again = { findAgain: async () => undefined }

  /** A step that says `valid`, under whatever key; what it says besides. */
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
    /** Books what was validated, once: a second click waits for the first one. */
    create() {
      booking ??= book().finally(() => {
        booking = undefined
      })
      return booking
    },
  }

  /** After a lost answer: a session that may no longer book has booked. */
  async function book() {
    const findAgain = async () => {
      const { ok_to_book } = await service.get('/booking/ok_to_book')
      return ok_to_book.response ? undefined : { create: { valid: true } }
    }
    const { create } = await service.post('/booking/create', { form: {}, findAgain })
    if (!create.valid) throw new Declined('booking', create.reason)
  }
}

/** True for a no that a visitor can do something about. */
export const isNo = (trouble) => trouble instanceof Declined || trouble instanceof Refusal
