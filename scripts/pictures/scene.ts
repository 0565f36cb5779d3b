/**
 * The content of the pictures of the console: a hotel with a frozen clock, a booking site, a channel manager and a scenario. The
 * calls are always the same, so that pictures differ only where the console does.
 *
 * @module
 */
import { startUnderstay, type Understay } from '../../src/index.ts'

const SCENARIO = `name: friday-evening
about: Somebody books the room first, and the list of tariffs is out of order once.
clock: { at: 2026-05-29T18:30:00Z, run: frozen }
faults:
  - id: gateway
    on: { operation: listTariffs }
    network: { status: 503, retry_after: 2 }
  - id: race
    on: { operation: createBlackBooking, property: 1 }
    after: 2
    room: taken
  - id: late-answer
    on: { operation: listInvoices }
    times: 3
    network: { delay: 800ms }
events:
  - { at: +2h, do: guest_books, with: { property: 1, arrival: today+1, nights: 2 } }
expect:
  - { id: asks-again, fault: gateway }
  - { id: conflict, operation: createBlackBooking, status: 204, count: 1 }
  - { id: looks-again, after: conflict, operation: listAvailableRooms, status: 200 }
`

const ADDRESS = {
  firstname: 'Marit',
  surname: 'Sommer',
  house: '8',
  street: 'Deichweg',
  town: 'Husum',
  postcode: '25813',
  country: 'DE',
  tel_mobile: '+49 170 555 0199',
  email: 'marit.sommer@example.com',
}

/** Starts the server and two receivers of webhooks, one of which fails, and makes the calls. The caller closes them. */
export async function startScene(): Promise<{ readonly server: Understay; readonly close: () => Promise<unknown> }> {
  const settings = { at: '2026-05-29T18:30:00Z', freeze: true, control: 'open', webhookHosts: ['127.0.0.1'] } as const
  const server = await startUnderstay(settings)
  const scenario = await server.fetch('/_understay/scenario', { method: 'PUT', body: SCENARIO })
  if (!scenario.ok) throw new Error(`the scenario of the pictures is refused: ${await scenario.text()}`)
  const receivers = [
    await server.webhooks.receive(),
    await server.webhooks.receive({ status: 503, auth: 'basic', username: 'till', password: 'a secret', manager: 2 }),
  ]
  await channelManager(server)
  await bookingSite(server, 'visit-marit', '2026-06-09', '2026-06-12', true)
  await bookingSite(server, 'visit-jonas', '2026-06-15', '2026-06-18', false)
  await otherSandboxes(server)
  await server.fetch('/_understay/snapshots', { method: 'POST', body: '{"name":"friday-evening"}' })
  const close = async () => {
    // a receiver removes its hook from the server
    await Promise.all(receivers.map((receiver) => receiver.close()))
    await server.close()
  }
  return { server, close }
}

async function channelManager(server: Understay): Promise<void> {
  const grant = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get properties_set',
  })
  const answer = await server.fetch('/service/api/oauth/token', { method: 'POST', body: grant })
  const { access_token: token } = JSON.parse(await answer.text())
  const send = async (method: string, path: string): Promise<void> => {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': 'northern-channels/2.4' }
    await server.fetch(`/service/api${path}`, { method, headers })
    await server.clock.advance('4s')
  }
  await send('GET', '/properties/all')
  await send('GET', '/tariffs/1')
  await send('GET', '/tariffs/1')
  await send('GET', '/properties/1/availabilities/2026-06-01/2026-06-30')
  for (const [room, day] of [
    [2, '2026-06-04'],
    [3, '2026-06-05'],
    [2, '2026-06-20'],
  ])
    await send('POST', `/blackbookings/1/${room}/${day}`)
  await send('GET', '/listbooking/1/2026-05-01/2026-06-30')
  await send('GET', '/propertis/all')
  await send('GET', '/overview/1/checkin')
}

async function bookingSite(
  server: Understay,
  session: string,
  arrivalDate: string,
  departureDate: string,
  books: boolean,
): Promise<void> {
  const headers = { 'x-service-booking-session-id': session, 'user-agent': 'harbour-stays/7.1' }
  const get = async (path: string): Promise<string> => {
    await server.clock.advance('7s')
    return (await server.fetch(`/service/api/booking/${path}`, { headers })).text()
  }
  const post = async (path: string, fields: Readonly<Record<string, string>>): Promise<string> => {
    await server.clock.advance('7s')
    const body = new URLSearchParams(fields)
    return (await server.fetch(`/service/api/booking/${path}`, { method: 'POST', headers, body })).text()
  }
  await get('initialise/1/en-GB')
  await post('set/dates', { arrivalDate, departureDate })
  await post('set/guest/numbers', { adults: '2', children: '[]' })
  if (!books) {
    await get('validate/booking')
    return
  }
  const region = Object.keys(JSON.parse(await get('regions/DE')).data.regions.regions)[0] ?? ''
  await post('set/address', { ...ADDRESS, region })
  const rooms: Readonly<Record<string, unknown>> = JSON.parse(await get('rooms')).data.rooms_available_on_selected_dates.rooms
  await post('set/property/booking', { selectedRooms: Object.keys(rooms)[0] ?? '' })
  await get('prices')
  await post('set/note', { note: 'We arrive by the late ferry' })
  await get('validate/booking')
  await post('create', {})
}

async function otherSandboxes(server: Understay): Promise<void> {
  await server.fetch('/@nightly/service/api/search/stars/4')
  await server.fetch('/@worker-2/service/api/propertis/all')
}
