/**
 * Causes of faults: changes of the state before a request is handled. The rules then refuse; causes refuse nothing themselves.
 * @source DECISIONS "Causes in scenarios"
 */
import { administersAll, withoutScopes } from '../../auth/grant.ts'
import { addDays, parseDay } from '../../base/day.ts'
import type { WriteDb } from '../../store/db.ts'
import { bookRooms, type GeneratedBooking } from '../acts/booking.ts'
import { changePrices } from '../acts/price.ts'
import { leaveMicromanage, unpublish, withdraw } from '../acts/property.ts'
import { roomsFree } from '../acts/rooms.ts'
import { Blocked, type BlockedReason, blocked, type ScenarioContext, unlessBlocked } from '../scenario-context.ts'
import type { RequestFacts } from '../selectors/selector.ts'
import type { Fault } from './fault-schema.ts'

type Act = (db: WriteDb, request: RequestFacts, context: ScenarioContext, fault: Fault) => unknown

/**
 * Applies the cause of a fault to the subject of a request.
 *
 * @param happened how often the fault has happened before
 * @returns why it could not; undefined when it did
 */
export function makeCause(
  fault: Fault,
  request: RequestFacts,
  context: ScenarioContext,
  happened: number,
): BlockedReason | undefined {
  const act = ACTS.find(([name]) => fault[name] !== undefined)?.[1]
  if (!act) return undefined
  if (fault.token !== undefined && !fault.after && happened === 0 && bringsUnknownToken(request)) return undefined
  const done = unlessBlocked(() => context.store.change((db) => act(db, request, context, fault)))
  return typeof done === 'string' ? done : undefined
}

const ACTS: readonly (readonly [keyof Fault, Act])[] = [
  ['token', endToken],
  ['scopes', removeScopes],
  ['session', (db, request) => db.sessions.remove(requireSession(db, request).id)],
  ['room', takeRoom],
  ['property', changeProperty],
  ['price', changePrice],
]

/**
 * True for a call with a token that was not issued here, as of a client that keeps its token between runs: it is over without a
 * cause, and the client cannot tell the difference.
 */
const bringsUnknownToken = ({ token, header }: RequestFacts): boolean =>
  token === undefined && /^bearer\s+\S/i.test(header('authorization') ?? '')

/** An expiry before every time a clock can show. */
const EXPIRED_AT = 0

function endToken(db: WriteDb, { token: id }: RequestFacts, { now }: ScenarioContext, fault: Fault): void {
  const token = id === undefined ? undefined : db.tokens.get(id)
  if (!token) throw new Blocked('the call carried no token that is known here')
  const ownEnd = db.clients.get(token.clientId)?.tokens === 'expired'
  if (ownEnd || token.revoked || token.expiresAt < now) throw new Blocked('the token of the call is over already')
  if (fault.token === 'unknown') db.tokens.remove(token.id)
  else if (fault.token === 'revoked') db.tokens.put({ ...token, revoked: true })
  else db.tokens.put({ ...token, expiresAt: EXPIRED_AT })
}

function removeScopes(db: WriteDb, { client: id }: RequestFacts, _context: ScenarioContext, fault: Fault): void {
  const client = id === undefined ? undefined : db.clients.get(id)
  if (!client) throw new Blocked('the call came from no client that is known here')
  const lost = fault.scopes?.without ?? []
  const scopes = withoutScopes(client.scopes, lost)
  if (scopes.join(' ') === client.scopes.join(' '))
    throw new Blocked(`client ${client.id} held none of ${lost.join(', ')} (it holds ${client.scopes.join(' ')})`)
  db.clients.put({ ...client, scopes })
  for (const token of db.tokens.by('client', client.id)) db.tokens.put({ ...token, scopes: withoutScopes(token.scopes, lost) })
}

const requireSession = (db: WriteDb, { session = '' }: RequestFacts) =>
  db.sessions.get(session) ?? blocked('the call named no booking session that lives')

/** Takes the room and night in the path, or on the nights of the booking session its rooms, or all free rooms when it has none. */
function takeRoom(db: WriteDb, request: RequestFacts, context: ScenarioContext): unknown {
  return bookRooms(db, context, { ...(roomOfPath(db, request) ?? roomsOfSession(db, request)), unpriced: true })
}

type RoomToTake = Pick<GeneratedBooking, 'property' | 'rooms' | 'arrival' | 'departure'>

function roomOfPath(db: WriteDb, { path }: RequestFacts): RoomToTake | undefined {
  const { room_id: id, date } = path
  if (id === undefined) return undefined
  const room = db.rooms.get(Number(id))
  const arrival = date === undefined ? undefined : parseDay(date.replaceAll('/', '-'))
  if (!room || !arrival) throw new Blocked(`the call names no room and night to take: room ${id}, date ${date ?? 'none'}`)
  return { property: room.propertyId, rooms: [room.id], arrival, departure: addDays(arrival, 1) }
}

function roomsOfSession(db: WriteDb, request: RequestFacts): RoomToTake {
  const session = requireSession(db, request)
  const { propertyId: property, arrival, departure } = session
  if (!arrival || !departure) throw new Blocked(`session ${session.id} has no dates yet, so there is nothing to take`)
  const chosen = session.rooms.map(({ roomId }) => roomId)
  const rooms = chosen.length > 0 ? chosen : roomsFree(db, property, { arrival, departure }).map(({ id }) => id)
  if (rooms.length === 0) throw new Blocked(`no room of property ${property} is free from ${arrival} to ${departure}`)
  return { property, rooms, arrival, departure }
}

function changeProperty(db: WriteDb, request: RequestFacts, context: ScenarioContext, fault: Fault): unknown {
  const { property } = request
  if (property === undefined) throw new Blocked('the call was about no property')
  if (fault.property === 'withdrawn' && isAboveAssignment(db, request))
    throw new Blocked(
      `client ${request.client} administers every property, regardless of assignment: none can be withdrawn from it`,
    )
  if (fault.property === 'withdrawn') return withdraw(db, context, { property })
  return fault.property === 'unpublished' ? unpublish(db, context, { property }) : leaveMicromanage(db, context, { property })
}

/** True when the caller administers all properties, regardless of assignment. */
function isAboveAssignment(db: WriteDb, { client, token: id }: RequestFacts): boolean {
  const user = db.users.get(db.clients.get(client ?? '')?.userId ?? 0)
  const token = db.tokens.get(id ?? '')
  return user !== undefined && token !== undefined && administersAll(user, token)
}

function changePrice(db: WriteDb, { property }: RequestFacts, context: ScenarioContext, fault: Fault): unknown {
  if (property === undefined) throw new Blocked('the call was about no property')
  return changePrices(db, context, { property, percent: Number.parseFloat(fault.price?.by ?? '0') })
}
