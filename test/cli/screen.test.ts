import { afterEach, describe, expect, test, vi } from 'vitest'
import { runWithoutPauses } from '../../src/base/sliced-work.ts'
import { screenText } from '../../src/cli/screen.ts'
import { reportOf } from '../../src/report/report.ts'
import { conformanceParts, summaryOf } from '../../src/report/summary.ts'
import { judge } from '../../src/scenario/expectations/expectation.ts'
import { aBadRun, aCall, aGrade, aRun, aVerdict, LIVING, outcomesOf } from '../report/a-run.ts'
import { callsOf, outcomesWithout } from '../scenario/expectations/steps.ts'
import { stream } from './stream.ts'

const MANY = aGrade(
  ...Array.from({ length: 40 }, (_, index) =>
    aVerdict({
      id: `auth/rule-${index}`,
      outcome: index % 2 === 0 ? 'failed' : 'warned',
      offences: [{ what: `#2 requestToken ${'was sent as JSON and not as a form '.repeat(12)}`, entries: [2] }],
      remedy: 'Send the fields in the body, form-encoded. '.repeat(6),
    }),
  ),
)
const shown = (run = aRun(), out = stream()): string => {
  const report = reportOf(run)
  return screenText(summaryOf(report.verdict, [report]), 'The whole report: out/report.html', out)
}

afterEach(() => void vi.unstubAllEnvs())

describe('a summary on a terminal', () => {
  test('says the verdict, why with the calls, what to do, and where the rest is', () => {
    expect(shown(aBadRun())).toBe(`❌ Understay: failed (bad-day, 3 calls, 3 of 4 rules judged, 1 broken)

Why it failed
- expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)
    #1 09:00:01 GET /listbooking/1 200
- rule auth/token-form is broken (2 times): #2 requestToken was sent as JSON
    #2 09:00:02 GET /listbooking/2 400

What to do
- fault bad-day/3 could not happen: room 1 | "Gull" is taken <already>
- auth/token-form: Send a form
- bad-day: The token ends.

Warnings
- data/unread-fields: #3 sent \`a|b\`. Send a form

The whole report: out/report.html
`)
  })

  test.each([40, 80, 200])('has at most 24 lines of %i columns, however much is wrong', (columns) => {
    vi.stubEnv('NO_COLOR', '1')
    const lines = `\n${shown(aBadRun({ conformance: MANY }), stream(columns))}`.trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(24)
    expect(lines.filter((line) => line.length > columns)).toEqual([])
    expect(lines.filter((line) => /^ {2}and \d+ more$/.test(line)).length).toBeGreaterThan(1)
    for (const title of ['Why it failed', 'What to do', 'Warnings']) expect(lines).toContain(title)
  })

  test('names the rules whose findings only a person can judge, and leaves the verdict', () => {
    const remarks = [
      { what: '#3 created nothing', entries: [3] },
      { what: '#2 created nothing', entries: [2] },
    ]
    const rules = [
      aVerdict({ id: 'conflicts/look', outcome: 'noted', remarks }),
      aVerdict({ id: 'auth/reuse', outcome: 'noted', severity: 'should', remarks: remarks.slice(1) }),
      aVerdict({ id: 'data/odd', outcome: 'noted', severity: 'info', remarks }),
    ]
    const found = `To review
- conflicts/look (MUST, 2 findings): #3 created nothing
- auth/reuse (SHOULD, 1 finding): #2 created nothing
`
    expect(shown(aRun({ conformance: aGrade(...rules) }))).toMatch(/^✅ Understay: passed/)
    expect(shown(aRun({ conformance: aGrade(...rules) }))).toContain(`\n${found}\nThe whole report:`)
    const parts = conformanceParts({ conformance: aGrade(...rules), namedCalls: [] }, ['rows'])
    expect(parts.map(({ title }) => title)).toEqual(['To review', 'What cannot be told'])
  })

  test('names the first acts of traffic that were missed', () => {
    const missed = [2, 3, 4, 5, 6].map((day) => ({ at: 0, do: 'room_sold', what: `guest_books, night 2031-05-0${day}` }))
    const [watched] = LIVING.outcomes ?? []
    const delays = { met: 2, late: 0, missed: 7, waiting: 0, p50: 1, p95: 1, max: 1 }
    const closes = { id: 'closes', state: 'unmet', met: false, difference: '2 met, 0 late, 7 missed', missed, delays } as const
    expect(shown(aRun({ outcomes: watched ? [{ ...watched, ...closes }] : [] }))).toContain(`
- expectation closes: 2 met, 0 late, 7 missed
    missed: guest_books, night 2031-05-02
    missed: guest_books, night 2031-05-03
    missed: guest_books, night 2031-05-04
    and 4 more
`)
  })

  test('says why a fault could not happen, also of a run that failed', () => {
    const lost = { id: 'lost/webhook', faults: { drop: '50%' }, hooks: 0, made: 0, affected: 0, lostBookings: 0 } as const
    const advice = 'fault lost/webhook could not happen: no hook: add --webhook URL'
    expect(shown(aBadRun({ faults: [], webhookFault: lost }))).toContain(`\nWhat to do\n- ${advice}`)
    expect(shown(aRun({ webhookFault: lost }))).not.toContain(advice)
  })

  test('tells a client that only waits for notifications what it waits for, and not another address', () => {
    const hook = { hook: 1, url: 'http://pms.example/hook', made: 28, delivered: 0, failed: 0, dropped: 0, waiting: 28 }
    const none = { entries: [], outcomes: [] }
    const told = (one: typeof hook): string => shown(aRun({ ...none, deliveries: { ...one, hooks: [one] } }))
    const none28 = '- no call reached this sandbox, and none of 28 notifications'
    expect(told(hook)).toContain(`${none28} has reached http://pms.example/hook: let the client run longer, or poll as well\n`)
    expect(told({ ...hook, failed: 27, waiting: 1 })).toContain(
      `${none28} was accepted by http://pms.example/hook: it has to listen there, answer 2xx`,
    )
    expect(told({ ...hook, delivered: 28, waiting: 0 })).toContain('point the base_url of the client')
  })

  test('has colours on a terminal only, and none with NO_COLOR', () => {
    vi.stubEnv('NO_COLOR', undefined)
    vi.stubEnv('FORCE_COLOR', undefined)
    expect(shown(aRun(), stream(100))).toContain('\u001b[32m✅ Understay: passed')
    expect(shown(aRun(), stream())).not.toContain('\u001b')
    vi.stubEnv('NO_COLOR', '1')
    expect(shown(aRun(), stream(100))).not.toContain('\u001b')
  })

  test('shows no control character of a client', () => {
    const [rule] = [aVerdict({ outcome: 'failed', offences: [{ what: '#2 sent \u001b[2J\u0007 <b>', entries: [2] }] })]
    expect(shown(aRun({ conformance: aGrade(rule) }))).toContain('#2 sent [2J <b>')
  })

  test('says in its first line how many reactions cannot be told, and how to get a verdict', () => {
    const outcomes = outcomesOf(
      { id: 'refused', operation: 'requestToken', status: 400 },
      { id: 'repeats', after: 'refused', reaction: 'completes' },
      { id: 'looks', after: 'refused', operation: 'listBookings', reaction: 'looks-again' },
    )
    const [first, ...lines] = shown(aRun({ outcomes })).split('\n')
    expect(first).toContain('2 reactions cannot be told without a control run: certify, or run --compare)')
    expect(lines).toContain(
      '- understay run --compare --scenario NAME -- COMMAND, or understay certify, runs the client once more without the fault and tells whether it reacted',
    )
    expect(shown(aRun({ outcomes, command: 'node sync.mjs' }))).toContain(
      '\n- this command with --compare, or understay certify, runs',
    )
  })

  test('says that a journal which dropped calls has to be larger, and not that a control run is missing', () => {
    const outcomes = outcomesWithout(
      4,
      [
        { id: 'refused', operation: 'validateBooking', refused: true },
        { id: 'repeats', after: 'refused', reaction: 'completes' },
      ],
      callsOf([{ operation: 'validateBooking', session: 'one', refused: true }]),
    )
    const text = shown(aRun({ outcomes, dropped: 4 }))
    expect(text).toMatch(
      /, 1 reaction cannot be told\)\n\nWhy it is inconclusive\n- expectation repeats is inconclusive: 4 earlier /,
    )
    expect(text).toContain(
      '\nWhat to do\n- 4 calls had left the journal before the report was made: the rules judged them, expectations could not; raise --journal to 7 at least, to see them\n\n',
    )
    expect(text).not.toContain('--compare')
  })

  test('says what the scenario wants, too, when a larger journal alone would not help', () => {
    const wanted = { id: 'struck', operation: 'validateBooking', fault: 'f' }
    const outcomes = outcomesWithout(0, [wanted], callsOf([{ operation: 'validateBooking', session: 'one' }]))
    const text = shown(aRun({ outcomes, dropped: 4 }))
    expect(text).toContain('- expectation struck is inconclusive: ')
    expect(text).toMatch(/\nWhat to do\n- 4 calls had left the journal .*\n- bad-day: The token ends\.\n/)
  })

  test('says no more that a control run is missing when there was one', () => {
    const struck = callsOf([{ operation: 'validateBooking', session: 'one', refused: true }])
    const outcomes = runWithoutPauses(
      judge(
        [
          { id: 'refused', operation: 'validateBooking', refused: true },
          { id: 'repeats', after: 'refused', reaction: 'completes' },
        ],
        struck,
        () => [],
        { dropped: 0, control: struck },
      ),
    )
    const text = shown(aRun({ outcomes }))
    expect(text).toContain(', 1 reaction cannot be told)')
    expect(text).toContain('was refused without the fault as well')
    expect(text).toContain('\nWhat to do\n- bad-day: The token ends.\n')
  })

  test('names calls that are refused in every world, and leaves the verdict', () => {
    const wrong = {
      operation: 'saveTariff',
      status: 400,
      refusalCode: 'values_invalid',
      refusal: 'date: 1700000000000 is no day',
    } as const
    const taken = {
      operation: 'blockRoom',
      status: 400,
      refusalCode: 'room_taken',
      refusal: 'Room already booked this date',
    } as const
    const entries = [...aRun().entries, aCall(4, wrong), aCall(5, wrong), aCall(6, taken)]
    const text = shown(aRun({ entries }))
    const line = '- 2 calls of saveTariff, the first #4, refused: date: 1700000000000 is no day'
    expect(text).toContain(`\nTo review\n${line}\n`)
    expect(text).not.toContain('Room already booked')
  })

  test('takes what is missing from a field of the outcome, and reads a report of a version without it', () => {
    const refused = { id: 'refused', operation: 'requestToken', status: 400 } as const
    const repeats = { id: 'repeats', after: 'refused', reaction: 'completes' } as const
    const outcomes = outcomesOf(refused, repeats)
    expect(outcomes.map(({ needs }) => needs)).toEqual([undefined, 'control-run'])
    const report = reportOf(aRun({ outcomes }))
    const other = { ...report, expectations: report.expectations.map((one) => ({ ...one, difference: 'cannot tell' })) }
    const text = (of: typeof report): string => screenText(summaryOf(of.verdict, [of]), '', stream())
    expect(text(other)).toContain('1 reaction cannot be told without a control run')
    expect(text(other)).toContain('\n- understay run --compare ')
    const earlier = { ...report, expectations: report.expectations.map(({ needs: _, ...one }) => one) }
    expect(text(earlier)).toContain('1 reaction cannot be told)')
    expect(text(earlier)).toContain('\nWhat to do\n- bad-day: The token ends.\n')
  })

  test('does not repeat what the scenario wants to a client that did it', () => {
    const report = reportOf(aBadRun())
    const met = { ...report, expectations: report.expectations.map((one) => ({ ...one, state: 'met' as const })) }
    const texts = [report, met, { ...report, expectations: [] }].map((of) => screenText(summaryOf('failed', [of]), '', stream()))
    expect(texts.map((text) => text.includes('\n- bad-day: '))).toEqual([true, false, true])
  })

  test('names the sandboxes of a run with several', () => {
    const reports = [reportOf(aRun({ sandbox: 'w1' })), reportOf(aBadRun({ sandbox: 'w2' }))]
    const text = screenText(summaryOf('failed', reports), '', stream())
    expect(text).toMatch(/^❌ Understay: failed \(2 sandboxes, 6 calls\)\n\nWhy it failed\n- @w2: expectation asks: /)
  })
})
