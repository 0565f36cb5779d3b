/** Whether a client requests only the scopes that its calls need. */
import { groupBy } from '../../base/group-by.ts'
import { callName, type Exchange, type Facts, TOKEN_OPERATION } from '../exchange.ts'
import { byToken, callerOf, grantsOf } from '../grants.ts'
import { type Finding, type Findings, idsOf } from '../rule.ts'

export const ENOUGH_CALLS = 5

export function checkLeastScope(exchanges: readonly Exchange[], facts: Facts): Findings {
  const needed = new Map(facts.operations.map(({ id, scope }) => [id, scope]))
  const grants = grantsOf(exchanges, facts)
  const known = byToken(grants)
  const byClient = groupBy(exchanges, (one) => (one.operation === TOKEN_OPERATION ? undefined : callerOf(one, known)))
  const offences = [...new Set(grants.map(({ client }) => client))].flatMap((client): readonly Finding[] => {
    const calls = byClient.get(client) ?? []
    const used = new Set(calls.map(({ operation = '' }) => needed.get(operation)))
    const own = grants.filter((grant) => grant.client === client)
    const idle = [...new Set(own.flatMap(({ scopes }) => scopes))].filter((scope) => ![...used].some((one) => one === scope))
    const first = own.find(({ scopes }) => scopes.some((scope) => idle.includes(scope)))
    if (calls.length < ENOUGH_CALLS || !first) return []
    const what = `${callName(first.entry)} requested ${idle.join(', ')}, which no call of ${client} needed`
    return [{ entries: idsOf(first.entry), what }]
  })
  return { exercised: grants.length > 0, offences }
}
