/** The clients of recordings and their users. */
import { basicCredentials } from '../auth/authorization.ts'
import { SCOPE_TEXT, SCOPES } from '../auth/scope.ts'
import { groupBy } from '../base/group-by.ts'
import { MASK } from '../base/mask.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { headerOf } from '../replay/address.ts'
import type { Call } from './recording.ts'
import { idsOf, textOf, valueAt } from './values.ts'

const FOREIGN = /rights to access/

/** The clients that got a token, or none with the scopes that they asked for. */
export function clientsOf(calls: readonly Call[], keepSecrets: boolean) {
  // With commas between scopes, a space is a part of a scope.
  const separator = calls.some(({ body }) => textOf(valueAt(body, 'scope'))?.includes(',')) ? ',' : ' '
  return [...groupBy(calls, ({ client }) => client)].flatMap(([id, own]) => {
    const asked = own.filter(({ operation }) => operation?.id === TOKEN_OPERATION)
    const grants = asked.filter(
      ({ ok, body, step }) => ok && (step.expected.text === undefined || textOf(valueAt(body, 'access_token')) !== undefined),
    )
    const refusals = asked.filter((call) => !grants.includes(call) && valueAt(call.body, 'error') === 'invalid_scope')
    const firstCall = Math.min(...[...grants, ...refusals].map(({ number }) => number))
    const used = own.filter((call) => call.number > firstCall && !asked.includes(call))
    const reached = (isMeant: (call: Call) => boolean): ReadonlySet<number> =>
      new Set(used.filter((call) => isOfProperty(call) && isMeant(call)).flatMap(({ path }) => idsOf(path['property_id'])))
    const secret = grants.map(secretIn).findLast((one) => one && one !== MASK)
    const listIn = (operation: string) => used.find((call) => call.ok && call.operation?.id === operation)
    const listed = listIn('listProperties')
    const client = {
      id,
      firstCall,
      secret: (keepSecrets && secret) || `${id}-secret`,
      scopes: scopesOf(grants, refusals, used, separator),
      /** The properties that it lists; undefined when it never listed them. */
      listed: listed && new Set(idsOf(listed.data)),
      allowed: reached(({ ok }) => ok),
      denied: reached(({ ok, message }) => !ok && FOREIGN.test(message)),
      favourites: idsOf(listIn('listFavourites')?.data),
      /** True when all calls with its tokens were refused with 401. */
      expired: used.length > 0 && used.every(({ step }) => step.expected.status === 401),
    }
    return firstCall === Infinity ? [] : [client]
  })
}

/** A client and what it may do, as far as its calls show it. */
type SeenClient = ReturnType<typeof clientsOf>[number]

const secretIn = ({ form, step }: Call): string | undefined =>
  form.get('client_secret') ?? basicCredentials(headerOf(step.exchange.request.headers, 'authorization'))?.secret

/** True for a call that needs a right to the property in its path. */
const isOfProperty = ({ operation }: Call): boolean =>
  operation?.scope !== undefined && operation.tag !== 'favourites' && operation.recordedPropertyCheck !== false

/**
 * The scopes of a client. One of which no response tells them may read and write what it uses, without the scopes that it was
 * refused for: those that a message names, or all.
 */
function scopesOf(grants: readonly Call[], refusals: readonly Call[], used: readonly Call[], separator: string) {
  const told = ({ body }: Call): string | undefined => textOf(valueAt(body, 'scope'))
  const isTold = grants.some((call) => told(call) !== undefined)
  const scopes = new Set<string>(grants.flatMap((call) => told(call)?.split(separator) ?? scopesIn(call)))
  const lacks = new Set<string>()
  for (const call of refusals) {
    const isNamed = (scope: string): boolean => call.message.includes(scope)
    const asked = scopesIn(call)
    for (const scope of asked) (isNamed(scope) || !asked.some(isNamed) ? lacks : scopes).add(scope)
  }
  for (const { operation: { scope = '', recordedScope } = {}, ok, message } of used) {
    if (ok && !isTold && recordedScope === undefined) scopes.add(scope)
    if (!ok && message.includes(scope)) lacks.add(scope)
  }
  const kind = [...scopes].some((scope) => scope.startsWith('favourites')) ? 'favourites' : 'properties'
  for (const scope of [`${kind}_get`, `${kind}_set`]) if (!isTold && !lacks.has(scope)) scopes.add(scope)
  return new Set([...scopes].filter((scope) => SCOPE_TEXT.test(scope)))
}

/** The scopes of the interface that a token request asks for. */
const scopesIn = ({ form }: Call): readonly string[] =>
  (form.get('scope') ?? '').split(/[\s,]+/).filter((scope) => SCOPES.some((known) => known === scope))

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
    const lists = [listed, member.listed].flatMap((list) => list ?? [])
    const reached = [allowed, member.allowed, ...lists].flatMap((ids) => [...ids])
    return reached.every((id) => lists.every((list) => list.has(id)) && !denied.has(id) && !member.denied.has(id))
  })
}
