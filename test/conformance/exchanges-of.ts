/**
 * Runs of a client, written down as the journal would: one call after another, each a tenth of a second after the last.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { checkConformance, type Outcome } from '../../src/conformance/conformance.ts'
import type { Exchange, Facts } from '../../src/conformance/exchange.ts'
import { entryOf } from '../../src/journal/entry.ts'

export const FACTS: Facts = {
  operations: OPERATIONS,
  tokenLifetimeMs: 3_600_000,
  product: productOf('service'),
  dropped: 0,
  latency: 10,
}

/** A call, and how long the client waited before it, milliseconds. */
export type Step = Partial<Exchange> & { readonly wait?: number }

const PAUSE = 100
const TOOK = 5
const START = 1_900_000_000_000

/** The journal of calls that follow each other; ids count from 1. */
export function exchangesOf(steps: readonly Step[]): readonly Exchange[] {
  let now = START
  return steps.map(({ wait = PAUSE, ...step }, index) => {
    now += wait
    const exchange = exchangeOf(index + 1, now, step)
    now += exchange.ms
    return exchange
  })
}

function exchangeOf(id: number, now: number, step: Partial<Exchange>): Exchange {
  return entryOf({
    id,
    at: now,
    method: 'GET',
    target: `/service/api/${step.operation ?? 'nothing'}`,
    status: 200,
    ms: TOOK,
    ...step,
  })
}

/** A request that was given a token. */
export const token = (given: string, more: Step = {}): Step => ({
  method: 'POST',
  operation: 'requestToken',
  client: 'desk',
  token: given,
  requestHeaders: { 'content-type': 'application/x-www-form-urlencoded' },
  request: 'grant_type=client_credentials&client_id=desk&client_secret=[masked]&scope=properties_get',
  response: '{"access_token":"[masked]","expires_in":3600,"token_type":"Bearer"}',
  ...more,
})

/** A call with a token, for property 1. */
export const call = (operation: string, carried: string, more: Step = {}): Step => ({
  operation,
  client: 'desk',
  token: carried,
  property: 1,
  channel: 'channel-one',
  ...more,
})

/** A call with a token, with the property in its path. */
export const at = (operation: string, carried: string, property: number, more: Step = {}): Step =>
  call(operation, carried, { property, target: `/service/api/${operation}/${property}`, ...more })

/** Writes for two other properties. */
export const closesOn = [2, 3].map((property) => at('createBlackBooking', 'w', property, { method: 'POST' }))

/** A call with an expired token: its client is unknown. */
export const expired = (operation: string, carried: string, more: Step = {}): Step => ({
  ...call(operation, carried),
  client: undefined,
  channel: undefined,
  status: 401,
  refusalCode: 'token_expired',
  ...more,
})

/** A call that gets a status of a gateway. */
export const failedCall = (status: 429 | 500 | 502 | 503 | 504, more: Step = {}): Step => ({
  operation: 'listBookings',
  property: 1,
  status,
  networkFault: 'status',
  fault: ['outage/1'],
  ...more,
})

/** A call of the booking session `visitor`. */
export const sessionStep = (operation: string, more: Step = {}): Step => ({
  operation,
  session: 'visitor',
  method: operation.startsWith('set') || operation === 'createBooking' ? 'POST' : 'GET',
  ...more,
})

/** The outcome of a rule, and the entries of its offences, or the delivery. */
export function judgement(
  rule: string,
  steps: readonly Step[],
  facts: Partial<Facts> = {},
): readonly [Outcome, ...(readonly number[])[]] {
  const found = checkConformance(exchangesOf(steps), { ...FACTS, ...facts }).rules.find(({ id }) => id === rule)
  expect(found, `a rule ${rule}`).toBeDefined()
  for (const { what, entries } of [...(found?.offences ?? []), ...(found?.remarks ?? [])]) {
    // the call that shows it, or what it is about
    expect(what, rule).toMatch(new RegExp(`#(${entries.join('|')})\\b|\\b(booking|delivery|deliveries|session) \\w`))
    expect(what).not.toMatch(/\b(undefined|null|NaN)\b/)
  }
  return [
    found?.outcome ?? 'not-exercised',
    ...[...(found?.offences ?? []), ...(found?.remarks ?? [])].map(({ entries, delivery }) =>
      delivery === undefined ? entries : [delivery],
    ),
  ]
}

/** A message without the method, path and time of its calls. */
export const withoutCalls = (what: string): string => what.replaceAll(/ \([A-Z]+ \S+ at [\d:.Z]+\)/g, '')

/** The texts of the offences and remarks of a rule, without the method, path and time of calls. */
export const offenceTexts = (rule: string, steps: readonly Step[], facts: Partial<Facts> = {}): readonly string[] =>
  checkConformance(exchangesOf(steps), { ...FACTS, ...facts }).rules.flatMap(({ id, offences, remarks }) =>
    id === rule ? [...offences, ...remarks].map(({ what }) => withoutCalls(what)) : [],
  )

/** A test case: what the client does, the run, the outcome of the rule and the entries it names. */
export type Case = readonly [about: string, steps: readonly Step[], outcome: Outcome, ...evidence: (readonly number[])[]]

/** One test for each case. */
export function cases(rule: string, table: readonly Case[]): void {
  for (const [about, steps, ...expected] of table) test(about, () => expect(judgement(rule, steps)).toEqual(expected))
}
