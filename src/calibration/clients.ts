/** The clients of recordings and their users. */
import { basicCredentials } from '../auth/basic.ts'
import { SCOPES } from '../auth/scope.ts'
import { MASK } from '../base/mask.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { headerOf } from '../replay/address.ts'
import type { Call } from './recording.ts'
import { idOf, idsOf, textOf, valueAt } from './values.ts'

const FOREIGN = /rights to access/

/** The scopes of the interface that a token request asks for. */
const scopesIn = (form: URLSearchParams): readonly string[] =>
  (form.get('scope') ?? '').split(/[\s,]+/).filter((scope) => SCOPES.some((known) => known === scope))

/** A client and what it may do, as far as its calls show it. */
export class SeenClient {
  readonly id: string
  readonly firstCall: number
  secret: string
  readonly scopes = new Set<string>()
  /** The properties that it lists; undefined when it never listed them. */
  listed: ReadonlySet<number> | undefined
  readonly allowed = new Set<number>()
  readonly denied = new Set<number>()
  favourites: readonly number[] | undefined
  /** True when all calls with its tokens were refused with 401. */
  expired: boolean | undefined
  /** Scopes for the lack of which calls were refused. */
  readonly #lacks = new Set<string>()
  /** True when a response told its scopes. */
  #told = false

  constructor(id: string, firstCall: number) {
    this.id = id
    this.secret = `${id}-secret`
    this.firstCall = firstCall
  }

  /** Adds a token that it got. @param separator joins scopes in responses: with commas, a space is a part of a scope */
  addGrant({ body, form, step }: Call, keepSecrets: boolean, separator: string): void {
    const secret = form.get('client_secret') ?? basicCredentials(headerOf(step.exchange.request.headers, 'authorization'))?.secret
    if (keepSecrets && secret && secret !== MASK) this.secret = secret
    const granted = textOf(valueAt(body, 'scope'))
    this.#told ||= granted !== undefined
    for (const scope of granted?.split(separator) ?? scopesIn(form)) if (scope !== '') this.scopes.add(scope)
  }

  /** Adds a refusal of the scopes that it asked for: it lacks those that the message names, or all. */
  addRefusal({ form, message }: Call): void {
    const asked = scopesIn(form)
    const isNamed = (scope: string): boolean => message.includes(scope)
    for (const scope of asked) (isNamed(scope) || !asked.some(isNamed) ? this.#lacks : this.scopes).add(scope)
  }

  /** Adds a call with one of its tokens. */
  addCall({ operation, path, ok, data, message, step }: Call): void {
    this.expired = step.expected.status === 401 && this.expired !== false
    if (!operation) return
    const { id, scope, tag, recordedScope, recordedPropertyCheck } = operation
    if (ok && id === 'listProperties') this.listed ??= new Set(idsOf(data))
    if (ok && id === 'listFavourites') this.favourites ??= idsOf(data)
    if (scope === undefined) return
    if (ok && !this.#told && recordedScope === undefined) this.scopes.add(scope)
    if (!ok && message.includes(scope)) this.#lacks.add(scope)
    const property = idOf(path['property_id'])
    if (property === undefined || tag === 'favourites' || recordedPropertyCheck === false) return
    if (ok) this.allowed.add(property)
    else if (FOREIGN.test(message)) this.denied.add(property)
  }

  /** A client of which no response told its scopes may read and write what it uses, without the scopes that it was refused for. */
  addLikelyScopes(): void {
    const kind = [...this.scopes].some((scope) => scope.startsWith('favourites')) ? 'favourites' : 'properties'
    for (const scope of [`${kind}_get`, `${kind}_set`]) if (!this.#told && !this.#lacks.has(scope)) this.scopes.add(scope)
  }
}

/** The clients that got a token, or none with the scopes that they asked for. */
export function clientsOf(calls: readonly Call[], keepSecrets: boolean): readonly SeenClient[] {
  const seen = new Map<string, SeenClient>()
  const separator = calls.some(({ body }) => textOf(valueAt(body, 'scope'))?.includes(',')) ? ',' : ' '
  for (const call of calls) {
    const { client, operation, ok, body, number } = call
    if (client === undefined) continue
    const isGranted = ok && textOf(valueAt(body, 'access_token')) !== undefined
    if (operation?.id !== TOKEN_OPERATION) seen.get(client)?.addCall(call)
    else if (isGranted || valueAt(body, 'error') === 'invalid_scope') {
      const row = seen.get(client) ?? new SeenClient(client, number)
      seen.set(client, row)
      if (isGranted) row.addGrant(call, keepSecrets, separator)
      else row.addRefusal(call)
    }
  }
  for (const row of seen.values()) row.addLikelyScopes()
  return [...seen.values()]
}

/** The users that clients act for, with their properties: clients that may belong to one user do. */
export function usersOf(clients: readonly SeenClient[]) {
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
  for (const client of rest.sort((one, other) => (other.listed?.size ?? 0) - (one.listed?.size ?? 0))) {
    const group = groups.find((members) => ![client, ...members].some(favouritesOnly) && fits(client, members))
    if (group) group.push(client)
    else groups.push([client])
  }
  return [
    ...(supers.length > 0 ? [{ clients: supers, level: 'super', properties: [] }] : []),
    ...groups.map((members) => ({
      clients: members,
      level: members.every(favouritesOnly) ? 'user' : 'manager',
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
