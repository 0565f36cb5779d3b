/** The clients of recordings and their users. */
import { basicCredentials } from '../auth/basic.ts'
import { SCOPES } from '../auth/scope.ts'
import { MASK } from '../base/mask.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { headerOf } from '../replay/address.ts'
import type { Call } from './recording.ts'
import { idOf, textOf, valueAt } from './values.ts'

/** A client and what it may do, as far as its calls show it. */
export interface SeenClient {
  readonly id: string
  secret: string
  readonly scopes: Set<string>
  /** Scopes for the lack of which calls were refused. */
  readonly lacks: Set<string>
  /** True when a response told its scopes. */
  told: boolean
  /** The properties that it lists; undefined when it never listed them. */
  listed: ReadonlySet<number> | undefined
  readonly allowed: Set<number>
  readonly denied: Set<number>
  favourites: readonly number[] | undefined
  /** True when all calls with its tokens were refused with 401. */
  expired: boolean | undefined
  readonly firstCall: number
}

const FOREIGN = /rights to access/

/** The clients that got a token. */
export function clientsOf(calls: readonly Call[], keepSecrets: boolean): readonly SeenClient[] {
  const seen = new Map<string, SeenClient>()
  const separator = calls.some(({ body }) => textOf(valueAt(body, 'scope'))?.includes(',')) ? ',' : ' '
  for (const call of calls) {
    const { client, operation, ok } = call
    if (client === undefined) continue
    if (operation?.id === TOKEN_OPERATION) {
      if (ok && textOf(valueAt(call.body, 'access_token')) !== undefined)
        addGrant(seen, { id: client, keepSecrets, separator }, call)
      continue
    }
    const row = seen.get(client)
    if (row) addCall(row, call)
  }
  for (const row of seen.values()) addLikelyScopes(row)
  return [...seen.values()]
}

/** A client of which no response told its scopes has those of a manager, without those that it was refused for. */
function addLikelyScopes({ told, scopes, lacks }: SeenClient): void {
  if (told || [...scopes].some((scope) => scope.startsWith('favourites'))) return
  for (const scope of ['properties_get', 'properties_set']) if (!lacks.has(scope)) scopes.add(scope)
}

interface Granting {
  readonly id: string
  readonly keepSecrets: boolean
  /** Joins scopes in responses. With commas, a space is a part of a scope. */
  readonly separator: string
}

function addGrant(seen: Map<string, SeenClient>, { id, keepSecrets, separator }: Granting, call: Call): void {
  const row = seen.get(id) ?? {
    id,
    secret: `${id}-secret`,
    scopes: new Set<string>(),
    lacks: new Set<string>(),
    told: false,
    listed: undefined,
    allowed: new Set<number>(),
    denied: new Set<number>(),
    favourites: undefined,
    expired: undefined,
    firstCall: call.number,
  }
  seen.set(id, row)
  const basic = basicCredentials(headerOf(call.step.exchange.request.headers, 'authorization'))
  const secret = call.form.get('client_secret') ?? basic?.secret
  if (keepSecrets && secret && secret !== MASK) row.secret = secret
  const granted = textOf(valueAt(call.body, 'scope'))
  const asked = (call.form.get('scope') ?? '').split(/[\s,]+/).filter((scope) => SCOPES.some((known) => known === scope))
  const scopes = granted === undefined ? asked : granted.split(separator)
  row.told ||= granted !== undefined
  for (const scope of scopes) if (scope !== '') row.scopes.add(scope)
}

function addCall(row: SeenClient, { operation, path, ok, data, message, step }: Call): void {
  const { status } = step.expected
  row.expired = status === 401 && row.expired !== false
  if (!operation) return
  const property = idOf(path['property_id'])
  if (ok && operation.id === 'listProperties')
    row.listed ??= new Set((Array.isArray(data) ? data : []).flatMap((id) => idOf(id) ?? []))
  if (ok && operation.id === 'listFavourites') row.favourites ??= Array.isArray(data) ? data.flatMap((id) => idOf(id) ?? []) : []
  if (ok && !row.told && operation.scope !== undefined && operation.recordedScope === undefined) row.scopes.add(operation.scope)
  if (!ok && operation.scope !== undefined && message.includes(operation.scope)) row.lacks.add(operation.scope)
  if (property === undefined || operation.scope === undefined) return
  if (operation.tag === 'favourites' || operation.recordedPropertyCheck === false) return
  if (ok) row.allowed.add(property)
  else if (FOREIGN.test(message)) row.denied.add(property)
}

/** A user and the clients that act for it. */
export interface SeenUser {
  readonly clients: readonly SeenClient[]
  readonly level: 'super' | 'manager' | 'user'
  readonly properties: readonly number[]
}

/** Groups clients by users: those that may belong to one user do. */
export function usersOf(clients: readonly SeenClient[]): readonly SeenUser[] {
  const groups: SeenClient[][] = []
  const lists = clients.flatMap(({ listed }) => (listed ? [listed] : []))
  const isSuper = ({ listed, allowed }: SeenClient): boolean =>
    listed
      ? lists.some((other) => other.size > 0 && other.size < listed.size && [...other].every((id) => listed.has(id)))
      : lists.length > 1 && !lists.some((list) => [...allowed].every((id) => list.has(id)))
  const supers = clients.filter(isSuper)
  const favouritesOnly = ({ scopes, allowed, listed }: SeenClient): boolean =>
    allowed.size === 0 && !listed && scopes.size > 0 && [...scopes].every((scope) => scope.startsWith('favourites'))
  const rest = clients.filter((client) => !supers.includes(client))
  const inOrder = [...rest].sort((one, other) => (other.listed?.size ?? 0) - (one.listed?.size ?? 0))
  for (const client of inOrder) {
    const group = favouritesOnly(client)
      ? undefined
      : groups.find((members) => !members.some(favouritesOnly) && fits(client, members))
    if (group) group.push(client)
    else groups.push([client])
  }
  return [
    ...(supers.length > 0 ? [{ clients: supers, level: 'super' as const, properties: [] }] : []),
    ...groups.map((members) => ({
      clients: members,
      level: members.every(favouritesOnly) ? ('user' as const) : ('manager' as const),
      properties: [...new Set(members.flatMap(({ listed, allowed }) => [...(listed ?? allowed)]))].sort((a, b) => a - b),
    })),
  ]
}

/** True when no call of the client contradicts that it belongs to the user of the others. */
function fits({ listed, allowed, denied }: SeenClient, members: readonly SeenClient[]): boolean {
  return members.every((member) => {
    if (listed && member.listed) return listed.size === member.listed.size && [...listed].every((id) => member.listed?.has(id))
    const theirs = member.listed ?? listed
    const reached = [...allowed, ...member.allowed]
    if (theirs && reached.some((id) => !theirs.has(id))) return false
    return !reached.some((id) => denied.has(id) || member.denied.has(id)) && ![...(theirs ?? [])].some((id) => denied.has(id))
  })
}
