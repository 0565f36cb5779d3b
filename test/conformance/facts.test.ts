import { describe, expect, test } from 'vitest'
import { checkConformance } from '../../src/conformance/conformance.ts'
import { type Exchange, FACT_NAMES, type FactName } from '../../src/conformance/exchange.ts'
import { runOf } from '../../src/conformance/rule.ts'
import { RULES } from '../../src/conformance/rules/index.ts'
import { call, exchangesOf, FACTS, type Step, sessionStep, token } from './exchanges-of.ts'

const FORM = 'application/x-www-form-urlencoded'

const inconclusive = (calls: readonly Exchange[], missing: readonly FactName[]): readonly string[] =>
  checkConformance(calls, { ...FACTS, missing })
    .rules.flatMap(({ id, outcome }) => (outcome === 'inconclusive' ? [id] : []))
    .sort()

describe('the rules', () => {
  test('have unique ids and all texts', () => {
    expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length)
    for (const { id, title, measure, remedy, source, risk, needs = [] } of RULES) {
      expect(id).toMatch(/^[a-z]+\/[a-z0-9-]+$/)
      for (const text of [title, measure, remedy, source, risk]) expect(text.length, id).toBeGreaterThan(10)
      expect(FACT_NAMES, id).toEqual(expect.arrayContaining([...needs]))
    }
  })

  test.each<[fact: FactName, rules: readonly string[]]>([
    [
      'tokens',
      [
        'auth/forbidden-no-retry',
        'auth/least-scope',
        'auth/one-renewal',
        'auth/own-token',
        'auth/proactive-renewal',
        'auth/property-lost',
        'auth/renewal-refused',
        'auth/scope-lost',
        'auth/token-reuse',
      ],
    ],
    [
      'refusal-codes',
      [
        'auth/forbidden-no-retry',
        'auth/invalid-client-stop',
        'auth/one-renewal',
        'auth/own-token',
        'auth/property-lost',
        'auth/renewal-refused',
        'auth/scope-lost',
        'auth/token-form',
        'data/path-segments',
        'resilience/conflict-not-success',
        'resilience/conflict-reviewed',
        'resilience/no-retry-of-refusals',
        'resilience/refusal-flood',
        'resilience/variant-retry',
        'sync/overbooking-handled',
      ],
    ],
    ['rows', ['resilience/no-duplicate-write']],
    ['unread-fields', ['data/unread-fields']],
    ['warnings', ['data/service-warnings']],
    [
      'forms',
      [
        'auth/invalid-client-stop',
        'auth/least-scope',
        'data/money-plain',
        'data/tariff-midnight',
        'session/one-visitor',
        'sync/delta-only',
        'sync/twin-create',
        'webhooks/duplicate-once',
      ],
    ],
    ['answers', ['efficiency/reference-cached', 'session/create-once', 'session/order', 'session/prices-before-validate']],
    [
      'sandbox-clock',
      [
        'auth/proactive-renewal',
        'data/service-day',
        'sync/booking-picked-up',
        'webhooks/lost-found-by-poll',
        'webhooks/reads-details',
      ],
    ],
    ['arrivals', ['sync/booking-picked-up', 'sync/closed-as-sold', 'sync/own-closures-only']],
    [
      'deliveries',
      ['webhooks/answers-in-time', 'webhooks/duplicate-once', 'webhooks/lost-found-by-poll', 'webhooks/reads-details'],
    ],
  ])('that a recording without %s cannot be judged by', (fact, rules) => {
    const calls = exchangesOf([
      token('a'),
      call('listBookings', 'a'),
      call('getNotifiedBooking', 'a'),
      call('createInvoice', 'a', { method: 'POST', request: 'uid=1', requestHeaders: { 'content-type': FORM } }),
    ])
    expect(inconclusive(calls, [fact])).toEqual(rules)
  })

  test.each<[fact: FactName, without: string, steps: readonly Step[]]>([
    ['tokens', 'tokens', [sessionStep('listDatesInRange')]],
    ['rows', 'writes', [call('listBookings', 'a')]],
    ['unread-fields', 'forms', [call('listBookings', 'a')]],
    ['forms', 'forms', [call('listBookings', 'a')]],
    ['arrivals', 'reads of bookings', [token('a'), call('listGuests', 'a')]],
    ['deliveries', 'reads of what a webhook names', [token('a'), call('listBookings', 'a')]],
  ])('that need %s are not exercised by a run without %s', (fact, _, steps) => {
    expect(inconclusive(exchangesOf(steps), [fact])).toEqual([])
  })

  test('about refusals are not exercised by a run without writes and refusals, except the one about every URL', () => {
    expect(inconclusive(exchangesOf([sessionStep('listDatesInRange')]), ['refusal-codes'])).toEqual(['data/path-segments'])
  })

  test('about tokens are not exercised by a run without tokens, at any speed of the clock', () => {
    expect(inconclusive(exchangesOf([sessionStep('listDatesInRange')]), ['sandbox-clock'])).not.toContain(
      'auth/proactive-renewal',
    )
  })

  test('take a write of a recording without rows for a change, which explains the reads around it', () => {
    const read = call('listGuests', 'a')
    const write = call('createGuest', 'a', { method: 'POST' })
    const calls = exchangesOf([token('a'), read, read, read, read, write, read, read, read])
    const outcomes = ([[], ['rows']] satisfies FactName[][]).map((missing) => {
      const { rules } = checkConformance(calls, { ...FACTS, missing })
      return rules.find(({ id }) => id === 'efficiency/no-polling')?.outcome
    })
    expect(outcomes).toEqual(['warned', 'passed'])
  })

  test.each(RULES.map(({ id, check }) => [id, check] as const))('%s has nothing to say of an empty journal', (_, check) => {
    const { exercised, offences, remarks = [] } = check(runOf([], FACTS))
    expect({ exercised, offences, remarks }).toEqual({ exercised: false, offences: [], remarks: [] })
  })
})
