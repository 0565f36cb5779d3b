import { describe, expect, test } from 'vitest'
import { checksOf } from '../../src/report/checks.ts'
import { junitReport } from '../../src/report/junit.ts'
import { markdownReport } from '../../src/report/markdown.ts'
import { block, cellCode, code, prose, table } from '../../src/report/markdown-text.ts'
import { reportOf } from '../../src/report/report.ts'
import { NOW } from '../support/small-world.ts'
import { aBadRun, aCall, aFault, aGrade, aRun, aVerdict, LIVING, outcomesOf } from './a-run.ts'

const shown = (run = aRun()): string => markdownReport(reportOf(run))

/** The rows of the table under a heading, each as its cells. */
function tableUnder(text: string, heading: string): readonly (readonly string[])[] {
  const after = text.split(`\n${heading}\n`)[1] ?? ''
  const lines = after.split('\n').slice(after.startsWith('\n') ? 1 : 0)
  const first = lines.findIndex((line) => line.startsWith('|'))
  const rows = lines.slice(first, lines.indexOf('', first))
  return rows.map((row) => row.slice(2, -2).split(/ \| /))
}

describe('a report as Markdown', () => {
  test('begins with the verdict and the scenario', () => {
    expect(shown().split('\n\n').slice(0, 3)).toEqual([
      '# ✅ Understay: passed (`bad-day`, 3 calls, 1 of 2 rules judged)',
      '**Scenario `bad-day`**: The token ends.',
      'Sandbox `default`, 2026-05-02 09:00:00 UTC by its clock. 3 calls. Understay 1.2.3.',
    ])
    expect(shown(aBadRun())).toMatch(/^# ❌ Understay: failed \(.*\)\n/)
    expect(shown(aRun({ dropped: 2 }))).toContain('3 calls, and 2 that are no longer in the journal.')
    expect(shown(aRun({ cleared: 5 }))).toContain('3 calls; 5 more before it was cleared.')
  })

  test('says in a line what it takes to have the run again', () => {
    const line = (choices: Readonly<Record<string, string>>) => shown(aRun({ choices })).split('\n\n')[3]
    expect(line({})).toBe('Seed 7, clock frozen. Made at 2026-05-03 09:00:00 UTC by the clock of the machine.')
    expect(line({ check_in_order: 'strict', today: 'property' })).toMatch(
      /^Seed 7, clock frozen, choices `check_in_order=strict`, `today=property`\. Made at [^\n]*$/,
    )
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`choice_${index}`, 'yes']))
    expect(line(many)).toContain('`choice_4=yes`, 4 more. Made at')
  })

  test('says why a run failed, each reason on a line', () => {
    expect(shown()).not.toContain('Why it failed')
    const reasons = /## Why it failed\n\n((?:- .*\n)+)\n/.exec(shown(aBadRun()))?.[1]
    expect(reasons?.trim().split('\n')).toEqual([
      '- expectation asks: expected exactly 2 calls of requestToken answered 200, found 1 (`#1`)',
      '- rule auth/token-form is broken (2 times): `#2` requestToken was sent as JSON',
    ])
  })

  test('says what to do after the reasons, and nothing when the run passed', () => {
    expect(shown()).not.toContain('What to do')
    const [, steps] = /was sent as JSON\n\n## What to do\n\n((?:- .*\n)+)\n/.exec(shown(aBadRun())) ?? []
    expect(steps?.trim().split('\n')).toEqual([
      '- fault bad-day/3 could not happen: room 1 \\| "Gull" is taken &lt;already>',
      '- auth/token-form: Send a form',
    ])
  })

  test('shortens a long first reason in the title, and shows all of it below', () => {
    const what = `#2 listBookings was refused, and repeated ${'as #3 '.repeat(30)}`.trim()
    const text = shown(aRun({ conformance: aGrade(aVerdict({ outcome: 'failed', offences: [{ entries: [2], what }] })) }))
    const [title = ''] = text.split('\n')
    expect(title).toMatch(/^# ❌ Understay: failed \(.*rule auth\/token-form is broken \(1 time\): .* …\)$/)
    expect(title.length).toBeLessThan(250)
    expect(text.match(/as `#3`/g)?.length).toBeGreaterThan(60)
  })

  test('has figures of traffic and deliveries, and nothing without them', () => {
    const text = shown(aRun(LIVING))
    expect(tableUnder(text, '## Traffic').slice(2)).toEqual([
      ['`guests`', 'guest books', '12', '1', 'room: property 1 is full'],
      ['', 'guest cancels', '2', '0', ''],
    ])
    expect(text).toContain(
      "| `picks-up` | 10 met, 1 late, 1 missed, 0 waiting; p50 40s, p95 9m, longest 12m by the sandbox's clock or the machine's, whichever is shorter |",
    )
    expect(tableUnder(text, '## Deliveries').slice(2)).toEqual([['3', '`http://pms.example/hook`', '5', '2', '1', '1', '1']])
    expect(shown()).not.toMatch(/## Traffic|## Deliveries/)
  })

  test('lists expectations, with text for a ticket', () => {
    const text = shown(aBadRun())
    expect(tableUnder(text, '## Expectations')).toEqual([
      ['', 'Expectation', 'Wanted', 'Found', 'Calls'],
      ['---', '---', '---', '---', '---'],
      ['❌', '`asks`', 'exactly 2 calls of requestToken answered 200', '1', '`#1`'],
      ['✅', '`expect-2`', 'no call answered 5xx', '0', ''],
    ])
    expect(text).toContain(
      '```text\nasks: expected exactly 2 calls of requestToken answered 200, found 1 (#1)\n  nearest miss: #2 POST /oauth/token 400',
    )
  })

  test('contains faults and events', () => {
    const text = shown(aBadRun())
    expect(tableUnder(text, '## Faults').slice(2)).toEqual([
      ['✅', '`bad-day/1`', 'token expired, on calls of listBookings', '1 time', '3'],
      ['❔', '`bad-day/2`', 'token expired, on calls of listBookings', 'never', '0'],
      ['❔', '`bad-day/3`', 'token expired, on calls of listBookings', 'blocked: room 1 \\| "Gull" is taken &lt;already>', '3'],
    ])
    expect(tableUnder(text, '## Events').slice(2)).toEqual([
      ['➖', '`bad-day/event-1`', 'guest books', '2026-05-02 09:00:00', 'no room is free'],
      ['⏳', '`bad-day/event-2`', 'room blocked', '2026-05-02 09:00:01', 'waiting'],
    ])
    const about = aFault({ fault: { on: {}, about: 'The token ends', token: 'expired' } })
    expect(shown(aRun({ faults: [about] }))).toContain('| `bad-day/1` | The token ends | 1 time |')
  })

  test('lists exercised conformance rules, worst first, with evidence and remedy', () => {
    const text = shown(aBadRun())
    expect(text).toContain(
      '1 failed, 1 warned, 1 noted (not broken), 0 passed, 0 inconclusive, 1 not exercised, 0 not applicable.',
    )
    expect(tableUnder(text, '## Conformance').slice(2)).toEqual([
      ['❌', '`auth/token-form`', 'MUST', 'Token requests are form-encoded'],
      ['⚠️', '`data/unread-fields`', 'SHOULD', 'Token requests are form-encoded'],
      ['ℹ️', '`data/odd`', 'INFO', 'Token requests are form-encoded'],
    ])
    expect(text).toContain('- `#2` requestToken was sent as JSON\n- it was sent again (`#2`, `#3`)\n')
    expect(text).toContain('**Remedy:** Send a form *Source: RFC 6749.*')
    expect(text).toContain('- `#3` sent \\`a\\|b\\`\n')
    expect(text).toContain('<details><summary>Not exercised: 1</summary>\n\n`session/order`\n\n</details>')
  })

  test('marks inconclusive results as such, not as failed', () => {
    const outcomes = outcomesOf({ id: 'renews', operation: 'requestToken', fault: 'gone' })
    expect(outcomes.map(({ state }) => state)).toEqual(['inconclusive'])
    const text = shown(aRun({ outcomes }))
    expect(tableUnder(text, '## Expectations').slice(2)[0]?.slice(0, 2)).toEqual(['❔', '`renews`'])
    expect(text).toContain('```text\nrenews: inconclusive: ')
    expect(junitReport([reportOf(aRun({ outcomes }))])).toMatch(
      /<skipped message="inconclusive: expectation renews is inconclusive/,
    )
  })

  test('says of an event that had to happen that it failed, and of another only that it did not', () => {
    const events = (required: boolean): string =>
      shown(aRun({ events: aBadRun().events.map((event) => ({ ...event, required })) }))
    expect(tableUnder(events(true), '## Events')[2]?.[0]).toBe('❌')
    expect(tableUnder(events(false), '## Events')[2]?.[0]).toBe('➖')
  })

  test('names the acts of traffic that were missed, and how many more there are', () => {
    const missed = [{ at: NOW, do: 'guest_books', property: 1, room: 3, booking: 107, what: 'guest_books, room 3' }]
    const delays = { met: 0, late: 0, missed: 12, waiting: 0 }
    const [one] = outcomesOf({ id: 'asks', operation: 'requestToken', count: 5 })
    const text = shown(aRun({ outcomes: one ? [{ ...one, missed, delays }] : [] }))
    expect(text).toContain('  missed: guest_books, room 3\n  and 11 more\n```')
  })

  test('says of a must that is only noted that it is not broken', () => {
    const seen = aVerdict({ outcome: 'noted', remarks: [{ entries: [3], what: '#3 looks odd' }] })
    const text = shown(aRun({ conformance: aGrade(aVerdict(), seen) }))
    expect(text).toContain(
      '### ℹ️ `auth/token-form` (MUST)\n\nToken requests are form-encoded. Not broken: the findings cannot be judged from the calls alone.\n\n- review manually: `#3` looks odd\n',
    )
    const [, checked] = checksOf(reportOf(aRun({ conformance: aGrade(aVerdict(), seen) }))).filter(
      ({ group }) => group === 'conformance',
    )
    expect(checked).toMatchObject({
      outcome: 'warned',
      reason: 'rule auth/token-form is not broken; review manually: #3 looks odd',
    })
  })

  test('sums up the calls, and leaves out what there was none of', () => {
    const entries = [
      aCall(1),
      aCall(2),
      aCall(3, { status: 0 }),
      ...[4, 5, 6, 7, 8, 9].map((id) =>
        aCall(id, { operation: undefined, status: 404, refusalCode: 'operation_unknown', refusal: 'no' }),
      ),
      aCall(10, { warnings: ['odd'], unread: ['a|b'] }),
    ]
    const text = shown(aRun({ entries }))
    expect(tableUnder(text, '## Calls').slice(2)).toEqual([
      ['`listBookings`', '4', '200 (3 times), no answer'],
      ['no operation', '6', '404 (6 times)'],
    ])
    expect(text).toContain('| no operation | `operation_unknown` no | 6 | `#4`, `#5`, `#6`, `#7`, `#8`, and 1 more |')
    expect(text).toContain('| `listBookings` | odd | 1 | `#10` |')
    expect(text).toContain('| `listBookings` | `a\\|b` | 1 | `#10` |')
    const bare = shown(aRun({ outcomes: [], faults: [], events: [], scenario: null }))
    for (const heading of [
      '**Scenario',
      '## Expectations',
      '## Faults',
      '## Events',
      '### Refused',
      '### Warnings',
      '### Fields',
    ])
      expect(bare).not.toContain(heading)
  })
})

describe('any text', () => {
  test.each([
    ['two\nlines', 'two lines'],
    ['a*b [c](d) `e` | f', 'a\\*b \\[c\\](d) \\`e\\` \\| f'],
    ['client_id and _this_', 'client_id and \\_this\\_'],
    ['<script>', '&lt;script>'],
    ['see #12', 'see `#12`'],
    ['in @w1 and (@w2), of me@here.example', 'in `@w1` and (`@w2`), of me@here.example'],
    ['~~no~~ $a+b$ &copy; R&D', '\\~\\~no\\~\\~ \\$a+b\\$ &amp;copy; R&D'],
  ])('is prose: %j', (text, written) => {
    expect(prose(text)).toBe(written)
  })

  test.each([
    ['a', '`a`'],
    ['a `b`', '`` a `b` ``'],
    ['', ''],
  ])('is code: %j', (text, written) => {
    expect(code(text)).toBe(written)
  })

  test('stays inside its cell or block', () => {
    expect(cellCode('a|b')).toBe('`a\\|b`')
    expect(block('a\n```\nb')).toBe('````text\na\n```\nb\n````')
    expect(table(['a'], [])).toEqual([])
  })
})
