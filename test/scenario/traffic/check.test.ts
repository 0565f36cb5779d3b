import { describe, expect, test } from 'vitest'
import { fieldPath } from '../../../src/base/file-error.ts'
import { trafficProblems } from '../../../src/scenario/traffic/check.ts'
import type { FollowUp, Traffic } from '../../../src/scenario/traffic/traffic-schema.ts'

/** Traffic that does not say yet how often it acts. */
const paceless = (more: Partial<Traffic> = {}): Traffic => ({
  ...{ id: 'guests', do: 'guest_books', with: { arrival: 'today+1', nights: 1 } },
  ...more,
})
const guests = (more: Partial<Traffic> = {}): Traffic => paceless({ rate: '3/d', ...more })
// biome-ignore lint/suspicious/noThenProperty: a key of scenario files
const followed = (followUp: FollowUp): Traffic => guests({ then: [followUp] })

/** Everything that is wrong, each as `path: message`. */
const problems = (all: readonly Traffic[], until?: string): readonly string[] =>
  [...trafficProblems(all, until)].map(({ path, message }) => `${fieldPath(path)}: ${message}`)

describe('traffic that can be played', () => {
  test.each<[string, Traffic]>([
    ['at a rate', guests()],
    ['at the highest rate', guests({ rate: '100000/d' })],
    ['at intervals', paceless({ every: '1s' })],
    ['with hours', guests({ hours: { '0-7': 0 } })],
    ['with drawn values', guests({ with: { property: { any: [1, 2] }, arrival: 'today', nights: { from: 1, to: 3 } } })],
    ['with a chance', followed({ do: 'guest_cancels', chance: '100%', else: 'no_show' })],
    ['with spans', followed({ do: 'guest_cancels', after: ['1h', '1h'] })],
    ['on a day of the stay', followed({ do: 'guest_checks_in', on: 'arrival' })],
    [
      'after a guest walked in',
      { ...followed({ do: 'guest_checks_out', on: 'departure' }), do: 'guest_walks_in', with: { nights: 1 } },
    ],
  ])('%s', (_, traffic) => {
    expect(problems([traffic])).toEqual([])
  })

  test.each([['+3d'], ['2026-03-01T09:00:00Z'], [undefined]])('until %s', (until) => {
    expect(problems([guests()], until)).toEqual([])
  })
})

describe('traffic that cannot run', () => {
  test.each<[problem: string, traffic: Traffic]>([
    ['traffic[0]: says how often it acts by either rate or every', paceless()],
    ['traffic[0]: says how often it acts by either rate or every', guests({ every: '1h' })],
    ['traffic[0].every: is too short: at least 1s', paceless({ every: '999ms' })],
    ['traffic[0].hours: goes with rate only: every is at even intervals', paceless({ every: '1h', hours: { '7': 1 } })],
    ['traffic[0].rate: is out of range: above 0 and at most 100000/d', guests({ rate: '0/d' })],
    ['traffic[0].rate: is out of range: above 0 and at most 100000/d', guests({ rate: '100001/d' })],
    ['traffic[0].hours: every hour weighs 0: nothing would ever happen', guests({ hours: { '0-24': 0 } })],
    ['traffic[0].with.nights: from 3 is after to 1', guests({ with: { arrival: 'today', nights: { from: 3, to: 1 } } })],
    ['traffic[0].then[0].chance: is above 100%', followed({ do: 'no_show', chance: '100.1%' })],
    ['traffic[0].then[0].on: goes without after', followed({ do: 'no_show', after: '1h', on: 'arrival' })],
    [
      'traffic[0].then[0].else: goes with chance: without one, the act always happens',
      followed({ do: 'no_show', else: 'guest_cancels' }),
    ],
    ['traffic[0].then[0].after: the first span is the shorter one', followed({ do: 'guest_cancels', after: ['2h', '1h'] })],
    [
      'traffic[0].then[0].with: names no booking: it is the one that was made',
      followed({ do: 'guest_cancels', with: { booking: 1 } }),
    ],
    [
      'traffic[0].then[0].with: names no booking: it is the one that was made',
      followed({ do: 'invoice_paid', with: { invoice: 1 } }),
    ],
    [
      'traffic[0].then[0]: nothing follows room_blocked: it makes no booking of a guest',
      { ...followed({ do: 'guest_cancels' }), do: 'room_blocked', with: { nights: 1 } },
    ],
  ])('%s', (problem, traffic) => {
    expect(problems([traffic])).toEqual([problem])
  })

  test.each<[string, Traffic]>([
    ['traffic[0].with.nights', guests({ with: { arrival: 'today', nights: 'x' } })],
    ['traffic[0].with.night', guests({ with: { arrival: 'today', night: 1 } })],
    ['traffic[0].with.nights', guests({ with: { arrival: 'today', nights: { any: [1, 'x', 'y'] } } })],
    ['traffic[0].then[0].with.nights', followed({ do: 'guest_modifies', with: { nights: 'x' } })],
  ])('names the value that does not fit: %s', (path, traffic) => {
    const found = problems([traffic])
    expect(found).toHaveLength(1)
    expect(found[0]?.startsWith(`${path}`)).toBe(true)
  })

  test('is reported for each part', () => {
    expect(problems([guests(), guests({ rate: '0/d' }), guests({ id: 'others' })])).toEqual([
      'traffic[1].id: earlier traffic is called "guests" already',
      'traffic[1].rate: is out of range: above 0 and at most 100000/d',
    ])
  })

  test.each<[string, readonly Traffic[], string]>([
    ['until: goes with traffic only: it says when traffic ends', [], '+3d'],
    ['until: "tomorrow" is not an instant such as 2026-03-01T09:00:00Z', [guests()], 'tomorrow'],
    ['until: there is no day 2026-02-30', [guests()], '2026-02-30T09:00:00Z'],
  ])('%s', (problem, all, until) => {
    expect(problems(all, until)).toEqual([problem])
  })
})
