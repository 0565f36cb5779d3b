import { describe, expect, test } from 'vitest'
import { reportWebhookFault } from '../../src/report/faults.ts'
import { reportOf } from '../../src/report/report.ts'
import { aGrade, aRun, aVerdict } from './a-run.ts'

const status = { id: 'lost/webhook', faults: { drop: '50%' }, hooks: 1, made: 4, affected: 2, lostBookings: 1 } as const

describe('network faults on deliveries', () => {
  test('are a fault of the report', () => {
    expect(reportWebhookFault(status)).toEqual({
      id: 'lost/webhook',
      about: null,
      what: 'webhook drop 50%, on deliveries',
      state: 'happened',
      happened: 2,
      matched: 4,
      byChance: true,
      blockedReason: null,
      unjudgedReason: null,
    })
  })

  test('list their events, and say ranges as ranges', () => {
    const faults = { event: ['booking_added', 'booking_cancelled'], delay: ['0s', '2s'] as const }
    expect(reportWebhookFault({ ...status, faults }).what).toBe(
      'webhook event booking_added, booking_cancelled, delay 0s to 2s, on deliveries',
    )
  })

  test.each([
    ['no hook: add --webhook URL', { hooks: 0, made: 0, affected: 0 }],
    ['no notification was sent yet', { made: 0, affected: 0 }],
  ])('make a run inconclusive: %s', (reason, with_) => {
    const { verdict, reasons } = reportOf(aRun({ webhookFault: { ...status, ...with_ } }))
    expect({ verdict, reasons }).toEqual({ verdict: 'inconclusive', reasons: [expect.stringContaining(reason)] })
  })

  test.each([
    ['not-exercised', 1, 'inconclusive'],
    ['not-exercised', 0, 'passed'],
    ['not-applicable', 1, 'passed'],
    ['passed', 1, 'passed'],
  ] as const)('that lost bookings: the rule on polling is %s, %i lost', (outcome, lostBookings, verdict) => {
    const conformance = aGrade(aVerdict(), aVerdict({ id: 'webhooks/lost-found-by-poll', outcome }))
    const report = reportOf(aRun({ webhookFault: { ...status, lostBookings }, conformance }))
    expect(report.verdict).toBe(verdict)
    expect(report.reasons).toEqual(
      verdict === 'passed'
        ? []
        : [expect.stringMatching(/ lost no booking that the client had an hour to find: let the client run longer$/)],
    )
  })

  test('that come by chance need not come; others make a run inconclusive when they met no delivery', () => {
    const verdictOf = (faults: typeof status.faults | object): string =>
      reportOf(aRun({ webhookFault: { ...status, faults, affected: 0 } })).verdict
    expect(verdictOf({ drop: '50%' })).toBe('passed')
    expect(verdictOf({ duplicate: '100%' })).toBe('inconclusive')
    expect(verdictOf({ delay: '2s', reorder: '5%' })).toBe('inconclusive')
  })
})
