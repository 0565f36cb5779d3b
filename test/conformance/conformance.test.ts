import { describe, expect, test } from 'vitest'
import { checkConformance } from '../../src/conformance/conformance.ts'
import { RULES } from '../../src/conformance/rules/index.ts'
import { call, exchangesOf, FACTS, failedCall, type Step, sessionStep, token, withoutCalls } from './exchanges-of.ts'

const GOOD: readonly Step[] = [token('a'), call('listBookings', 'a'), call('listGuests', 'a')]

/** Asks for a token before each call. */
const ASKING: readonly Step[] = [token('a'), call('listBookings', 'a'), token('b'), call('listGuests', 'b')]

describe('the verdict on a client', () => {
  test('passes when no must is broken', () => {
    const { passed, reason, counts } = checkConformance(exchangesOf(GOOD), FACTS)
    expect({ passed, failed: counts.failed, warned: counts.warned }).toEqual({ passed: true, failed: 0, warned: 0 })
    expect(reason).toMatch(/^No must was broken; \d+ of \d+ rules were exercised\.$/)
    expect(counts.passed).toBeGreaterThan(3)
  })

  test('is bad when a must is broken, and names it', () => {
    const { passed, reason, rules } = checkConformance(exchangesOf([...ASKING, token('c')]), FACTS)
    expect({ passed, reason }).toEqual({ passed: false, reason: 'Broken: auth/token-reuse.' })
    expect(rules.find(({ outcome }) => outcome === 'failed')).toMatchObject({
      id: 'auth/token-reuse',
      severity: 'must',
      offences: [
        {
          entries: [1, 3],
          what: expect.stringMatching(/^#3 requestToken \(POST .*\) requested a token for desk properties_get/),
        },
        { entries: [1, 5] },
      ],
      remedy: expect.stringContaining('Store the token'),
    })
  })

  test('passes when only a should is broken', () => {
    const { passed, counts } = checkConformance(exchangesOf([...GOOD, call('listGuests', 'a', { channel: undefined })]), FACTS)
    expect({ passed, warned: counts.warned }).toEqual({ passed: true, warned: 1 })
  })

  test('fails when nothing was exercised', () => {
    const { passed, reason, counts } = checkConformance([], FACTS)
    expect({ passed, idle: counts['not-exercised'] }).toEqual({ passed: false, idle: RULES.length })
    expect(reason).toContain('Nothing was exercised')
    expect(reason).toContain('/service/api')
  })

  test.each<readonly [string, readonly Step[]]>([
    ['asks what is allowed', [{ method: 'OPTIONS', target: '/service/api/oauth/token', status: 204 }]],
    ['asks what is allowed at an operation', [{ method: 'OPTIONS', operation: 'listBookings', status: 204 }]],
    ['goes astray', [{ target: '/service/api/nothing', status: 404, refusalCode: 'operation_unknown' }]],
    ['gets a token', [token('a')]],
    ['has a wrong secret', [token('a', { client: undefined, token: undefined, status: 401, refusalCode: 'client_unknown' })]],
    ['comes without a token', [call('listBookings', 'a', { client: undefined, status: 401, refusalCode: 'token_missing' })]],
  ])('is bad when the client only %s', (_, steps) => {
    const { passed, reason, counts } = checkConformance(exchangesOf(steps), FACTS)
    expect({ passed, failed: counts.failed }).toEqual({ passed: false, failed: 0 })
    expect(reason).toMatch(/^Nothing was exercised: no operation was answered but requestToken\. .*\/service\/api/)
  })

  test.each<readonly [string, Step]>([
    ['was refused for good reason', call('getInvoice', 'a', { status: 404, refusalCode: 'invoice_unknown' })],
    ['met an outage', failedCall(503)],
  ])('counts a call that %s as exercised', (_, step) => {
    expect(checkConformance(exchangesOf([token('a'), step]), FACTS)).toMatchObject({ passed: true })
  })

  test('never passes a rule when calls could not be judged', () => {
    const { reason, counts, passed } = checkConformance(exchangesOf(GOOD), { ...FACTS, dropped: 12 })
    expect(reason).toContain('12 calls could not be judged')
    expect({ passed, kept: counts.passed }).toEqual({ passed: true, kept: 0 })
    expect(counts.inconclusive).toBeGreaterThan(3)
  })

  test('says which rules do not apply to a kind of client', () => {
    const { rules, reason } = checkConformance(exchangesOf([...GOOD, sessionStep('setDates')]), {
      ...FACTS,
      kind: 'channel-manager',
    })
    expect(rules.find(({ id }) => id === 'session/order')).toMatchObject({ outcome: 'not-applicable', offences: [], remarks: [] })
    expect(reason).toContain('rules for a channel-manager')
  })

  test.each(['channel-manager', 'booking-site', 'syndication', undefined] as const)('counts the rules for a %s', (kind) => {
    const { rules, reason } = checkConformance(exchangesOf([...GOOD, sessionStep('setDates')]), {
      ...FACTS,
      kind,
      missing: ['rows'],
    })
    const of = rules.filter(({ outcome }) => outcome !== 'not-applicable').length
    const idle = ['not-applicable', 'not-exercised', 'inconclusive']
    const judged = rules.filter(({ outcome }) => !idle.includes(outcome)).length
    const who = kind === undefined ? '' : ` for a ${kind}`
    expect(reason).toMatch(new RegExp(`^(Broken: |No must was broken; ${judged} of ${of} rules${who} were exercised\\.$)`))
    const good = checkConformance(exchangesOf(GOOD), { ...FACTS, kind })
    const exercised = good.rules.filter(({ outcome }) => !idle.includes(outcome)).length
    expect(good.reason).toBe(`No must was broken; ${exercised} of ${of} rules${who} were exercised.`)
  })

  test('says which call was refused when all were, and whose credentials to give', () => {
    const refused = call('listBookings', 'a', { status: 401, refusalCode: 'token_expired' })
    const { reason } = checkConformance(exchangesOf([token('a'), refused]), FACTS)
    expect(withoutCalls(reason)).toBe(
      'Nothing was exercised: no operation was answered but requestToken. The calls come to /service/api, but #2 listBookings was refused (token_expired): give the client the id and secret of one whose tokens work, and run it again.',
    )
  })

  test('says that a client with a token called nothing with it, and not that its address or secret is wrong', () => {
    const { reason } = checkConformance(exchangesOf([token('a'), token('a')]), FACTS)
    expect(withoutCalls(reason)).toBe(
      'Nothing was exercised: no operation was answered but requestToken. #2 requestToken gave the client a token, and it made no call with it: let it call /service/api before it ends, or run longer if it waits for notifications.',
    )
  })

  test('says that the client never requested a token, when it sent an old one', () => {
    const refused = call('listBookings', 'a', { status: 401, refusalCode: 'token_unknown' })
    const { reason } = checkConformance(exchangesOf([refused]), FACTS)
    expect(withoutCalls(reason)).toBe(
      'Nothing was exercised: no operation was answered but requestToken. The calls come to /service/api, but #1 listBookings was refused (token_unknown): the client requested no token: let it request one at /service/api/oauth/token (UNDERSTAY_TOKEN_URL), and run it again.',
    )
  })

  test('says what to do when no rule was exercised, except for a recording', () => {
    const nothing = 'Nothing was exercised: no operation was answered but requestToken.'
    const advice =
      " Point the client's base_url here, so that it calls /service/api, give it a valid client_id and secret, and run it again."
    expect(checkConformance([], FACTS).reason).toBe(nothing + advice)
    const recording = { ...FACTS, product: { ...FACTS.product, apiPath: '' } }
    expect(checkConformance([], recording).reason).toBe(nothing)
    expect(checkConformance([], { ...recording, dropped: 3 }).reason).toBe(
      `${nothing} 3 calls could not be judged: rules without an offence are inconclusive.`,
    )
    const affected = token('a', {
      status: 400,
      refusalCode: 'scope_invalid',
      client: undefined,
      token: undefined,
      fault: ['day/1', 'day/2'],
    })
    const stopped =
      'Nothing was exercised: the client stopped after #1 requestToken, which the scenario affected (day/1, day/2) and which was answered 400'
    expect(withoutCalls(checkConformance(exchangesOf([affected]), FACTS).reason)).toBe(
      `${stopped} (scope_invalid). A correct client continues with the calls that it is allowed to make.`,
    )
    expect(withoutCalls(checkConformance(exchangesOf([{ ...affected, refusalCode: undefined }]), recording).reason)).toBe(
      `${stopped}.`,
    )
    const refused = call('listBookings', 'a', { status: 401, refusalCode: 'token_expired', fault: ['day/1'] })
    expect(withoutCalls(checkConformance(exchangesOf([token('a'), refused]), FACTS).reason)).toBe(
      'Nothing was exercised: the client stopped after #2 listBookings, which the scenario affected (day/1) and which was answered 401 (token_expired). A correct client requests one new token and repeats the call.',
    )
    const again = call('listBookings', 'b', { status: 401, refusalCode: 'token_unknown' })
    const adviceAfter = (...steps: Step[]) => checkConformance(exchangesOf([token('a'), refused, ...steps]), FACTS).reason
    expect(adviceAfter(token('b'), again)).toMatch(
      /It requested a new token, and did not succeed with it: a correct client repeats the call with the new token\.$/,
    )
    // It hung up before the token came, or another client has it.
    for (const other of [token('b', { aborted: true }), token('b', { client: 'office' })])
      expect(adviceAfter(other)).toMatch(/A correct client requests one new token and repeats the call\.$/)
    expect(withoutCalls(checkConformance(exchangesOf([token('a', { aborted: true, fault: ['slow/slow'] })]), FACTS).reason)).toBe(
      'Nothing was exercised: the client stopped after #1 requestToken, which the scenario affected (slow/slow) and which the client gave up before the response. A correct client waits several seconds for a response.',
    )
  })

  test('says what is broken, and how many calls could not be judged', () => {
    expect(checkConformance(exchangesOf([...ASKING, token('c')]), { ...FACTS, dropped: 1 }).reason).toBe(
      'Broken: auth/token-reuse. 1 call could not be judged: rules without an offence are inconclusive.',
    )
  })

  test('says which rules a recording is not enough for', () => {
    const { rules } = checkConformance(exchangesOf(GOOD), { ...FACTS, missing: ['tokens'] })
    expect(rules.find(({ id }) => id === 'auth/token-reuse')?.outcome).toBe('inconclusive')
    expect(rules.find(({ id }) => id === 'auth/channel-name')?.outcome).toBe('passed')
  })

  test('does not depend on the order of the entries', () => {
    const entries = exchangesOf([...GOOD, token('b'), sessionStep('setDates')])
    expect(checkConformance([...entries].reverse(), FACTS)).toEqual(checkConformance(entries, FACTS))
  })
})

test('a run of any length is judged in the order in which it was sent', () => {
  const refused = (index: number): Step => ({
    status: 404,
    refusalCode: 'invoice_unknown',
    target: `/service/api/invoice/${index}`,
  })
  const steps = Array.from({ length: 4000 }, (_, index): Step => {
    const pair = Math.ceil(index / 50)
    return call('getInvoice', 'a', { wait: 1500, ...(index % 50 === 49 || index % 50 === 0 ? refused(pair) : {}) })
  })
  const entries = exchangesOf([token('a'), ...steps])
  const verdicts = checkConformance(entries, FACTS)
  expect(verdicts.rules.find(({ id }) => id === 'resilience/no-retry-of-refusals')?.offences).toHaveLength(79)
  expect(checkConformance(entries.toReversed(), FACTS)).toEqual(verdicts)
})
