import { startBare } from '../harness/bare.mjs'
import { BenchmarkError } from '../harness/errors.mjs'
import { Load, medianOf, ratios } from '../harness/load.mjs'
import { cpuMicros } from '../harness/process-figures.mjs'
import { atLeast } from '../harness/report.mjs'
import { median, range, whole } from '../harness/statistics.mjs'
import { API, startUnderstay } from '../harness/understay.mjs'
import { QUIET } from '../harness/world.mjs'

const VISITORS = 16
const STAYS = 40
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) Firefox/150.0'
const FORM = 'application/x-www-form-urlencoded'
const PROPERTY = 1
/** The baseline world: its properties can be booked. */
export const BASELINE = ['--memory', '--seed', '1', '--at', '2026-05-02T09:00:00Z', ...QUIET]
const ADDRESS = {
  firstname: 'Ines',
  surname: 'Varga',
  house: '3',
  street: 'Quay Street',
  town: 'Cork',
  postcode: 'T12 AB34',
  country: 'IE',
  region: '1534',
  tel_mobile: '+353 86 555 0142',
  email: 'ines.varga@example.com',
}

/** The booking session: one accepted step compared with a bare POST, and a complete booking. */
export const session = {
  about:
    'an accepted POST /booking/set/dates as a share of a bare POST that reads the same form, and a stay from initialise to create',
  async run(settings) {
    const understay = await startUnderstay(BASELINE)
    await understay.authorize()
    const results = [await datesAgainstBare(understay, settings), await wholeStays(understay, settings.quick ? 1 : STAYS)]
    await understay.stop()
    return results
  },
}

const headersOf = (visitor) => ({ 'X-SERVICE-BOOKING-SESSION-ID': `visitor-${visitor}`, 'User-Agent': BROWSER })

/** One step of a booking session. @throws BenchmarkError when it is not accepted */
async function step({ port }, visitor, path, fields) {
  const init = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}
  const response = await fetch(`http://127.0.0.1:${port}${API}/booking/${path}`, { ...init, headers: headersOf(visitor) })
  const text = await response.text()
  const data = response.status === 200 ? JSON.parse(text).data : undefined
  const value = data && Object.values(data)[0]
  if (!value || value.valid === false) throw new BenchmarkError(`${path} was answered ${response.status}: ${text.slice(0, 300)}`)
  return { value, data }
}

/** The date a number of days after the first of June. */
const dayAfter = (days) => new Date(Date.UTC(2026, 5, 1 + days)).toISOString().slice(0, 10)

export async function datesLoad(understay, id) {
  const fields = { arrivalDate: dayAfter(0), departureDate: dayAfter(3) }
  let answered
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    await step(understay, visitor, `initialise/${PROPERTY}/en-GB`)
    answered = (await step(understay, visitor, 'set/dates', fields)).data
  }
  const requests = Array.from({ length: VISITORS }, (_, visitor) => ({
    method: 'POST',
    path: `${API}/booking/set/dates`,
    body: new URLSearchParams(fields).toString(),
    headers: { ...headersOf(visitor), 'Content-Type': FORM },
  }))
  return { load: { id, kind: 'rotate', requests }, answered }
}

async function datesAgainstBare(understay, settings) {
  const { load, answered } = await datesLoad(understay, 'understay')
  const bare = await startBare({
    token: 'none',
    scope: 'none',
    properties: [],
    views: { [`${API}/booking/set/dates`]: answered },
  })
  const contenders = [
    { name: 'understay', pid: understay.pid, port: understay.port, load },
    { name: 'bare', pid: bare.pid, port: bare.port, load: { ...load, id: 'bare' } },
  ]
  const loader = new Load()
  const rounds = await loader.interleave(contenders, settings)
  loader.close()
  const share = ratios(rounds.understay, rounds.bare)
  const perSecond = `${whole(medianOf(rounds.understay, 'perSecond'))} a second against ${whole(medianOf(rounds.bare, 'perSecond'))}; rounds ${range(share.perSecond)}`
  const cost = (name) => medianOf(rounds[name], 'cpuMicros')?.toFixed(1)
  return {
    what: 'accepted POST /booking/set/dates, share of a bare POST',
    goal: atLeast(0.3),
    value: median(share.cpu ?? share.perSecond),
    details: [`by processor time ${cost('understay')} µs against ${cost('bare')} µs`, perSecond],
  }
}

/** Sessions that begin again and again. */
export const initialiseLoad = (id) => ({
  id,
  kind: 'rotate',
  requests: Array.from({ length: VISITORS }, (_, visitor) => ({
    path: `${API}/booking/initialise/${PROPERTY}/en-GB`,
    headers: headersOf(visitor),
  })),
})

/** Periods of three nights within the booking horizon; stays beyond them take the next room. */
const PERIODS = 90

/** A booking from initialise to create, nine calls, with a session and nights of its own. */
export async function stay(understay, number) {
  const visitor = `stay-${number}`
  const arrival = 10 + 3 * (number % PERIODS)
  await step(understay, visitor, `initialise/${PROPERTY}/en-GB`)
  await step(understay, visitor, 'set/dates', { arrivalDate: dayAfter(arrival), departureDate: dayAfter(arrival + 3) })
  await step(understay, visitor, 'set/guest/numbers', { adults: '2', children: '[]' })
  await step(understay, visitor, 'set/address', ADDRESS)
  const { rooms } = (await step(understay, visitor, 'rooms')).value
  await step(understay, visitor, 'set/property/booking', { selectedRooms: Object.keys(rooms)[0] ?? '' })
  await step(understay, visitor, 'prices')
  await step(understay, visitor, 'validate/booking')
  await step(understay, visitor, 'create', {})
}

/** Bookings one after the other, each with its own session and nights. */
async function wholeStays(understay, stays) {
  const times = []
  const before = cpuMicros(understay.pid)
  for (let number = 0; number < stays; number++) {
    const started = performance.now()
    await stay(understay, number)
    times.push(performance.now() - started)
  }
  const cpu = before === undefined ? undefined : (cpuMicros(understay.pid) - before) / stays / 1000
  return {
    what: 'a stay from initialise to create, nine calls',
    unit: 'ms',
    value: median(times),
    details: [`${stays} stays one after the other, ${range(times)} ms; ${cpu?.toFixed(2)} ms of processor time each`],
  }
}
