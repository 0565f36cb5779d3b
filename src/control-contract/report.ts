import { Count, InstantText, OneOf, OrNull, Text, Type } from '../api/schema.ts'
import { OUTCOME_EXAMPLE, Outcomes } from './expectations.ts'
import { Subject } from './operation.ts'
import { ClockRun, SandboxName } from './parts.ts'
import { ActCounts } from './traffic.ts'

export const REPORT = new Subject('report', 'The verdict on a client')

const Entries = Type.Array(Type.Integer({ minimum: 1 }), { description: 'Ids of entries of the journal' })

const ReportedFaultSchema = Type.Object({
  id: Text,
  about: OrNull(Text),
  what: Type.String({ description: 'The effect, the affected calls, and the time' }),
  state: OneOf(['happened', 'unused', 'blocked']),
  happened: Count,
  matched: Type.Integer({ description: 'Calls that matched', minimum: 0 }),
  byChance: Type.Boolean({ description: 'True for a fault that need not happen: it has a probability, or its quota was kept' }),
  blockedReason: OrNull(Type.String({ description: 'Why it could not happen' })),
  unjudgedReason: OrNull(Type.String({ description: 'Why it happened, and does not show yet how the client copes with it' })),
})

const ReportedEventSchema = Type.Object({
  id: Text,
  what: Text,
  at: InstantText,
  state: OneOf(['waiting', 'happened', 'blocked']),
  blockedReason: OrNull(Text),
  required: Type.Boolean({ description: 'True when the run fails if the event cannot happen' }),
})

const Operation = OrNull(Type.String({ description: 'Null for addresses without an operation' }))

const NamedCallSchema = Type.Object({
  id: Type.Integer({ description: 'Its entry of the journal', minimum: 1 }),
  at: InstantText,
  method: Text,
  target: Type.String({ description: 'Path below the interface, and query; secrets masked' }),
  operation: Operation,
  status: Type.Integer({ description: '0 where the connection was closed without a response' }),
  refusal: OrNull(Type.String({ description: 'The text of the refusal' })),
  fault: Type.Array(Text, { description: 'The faults of the scenario that were applied' }),
  request: Type.String({ description: 'The beginning of the form; secrets masked' }),
  response: Type.String({ description: 'The beginning of the response' }),
})

const Answers = Type.Record(Type.String(), Count, { description: 'The number of calls by status; `none` is no response' })

const CallsSchema = Type.Object({
  total: Type.Integer({ description: 'Calls in the journal', minimum: 0 }),
  dropped: Type.Integer({ description: 'Calls that the journal has dropped', minimum: 0 }),
  cleared: Type.Integer({ description: 'Calls before the journal was last cleared, as a reset does', minimum: 0 }),
  lost: Type.Integer({ description: 'Calls that a replica had answered and not stored when it was lost', minimum: 0 }),
  outside: Type.Object(
    {
      count: Count,
      first: OrNull(Type.String({ description: 'Method and path' })),
      path: Type.String({ description: 'The path of the interface' }),
    },
    { description: 'Calls outside the interface of the service: answered with 404, not journalled' },
  ),
  answers: Answers,
  operations: Type.Array(Type.Object({ operation: Operation, calls: Count, answers: Answers })),
  refusals: Type.Array(Type.Object({ operation: Operation, code: Text, text: Type.String(), calls: Count, entries: Entries })),
  warnings: Type.Array(Type.Object({ operation: Operation, text: Text, calls: Count, entries: Entries })),
  unread: Type.Array(
    Type.Object(
      { operation: Operation, field: Type.String(), calls: Count, entries: Entries },
      { description: 'Fields that the server did not read' },
    ),
  ),
})

export const ReportedTraffic = Type.Object({ id: Text, do: Text, ...ActCounts })

const DELIVERY_NUMBERS = {
  made: Type.Integer({ description: 'The number of deliveries', minimum: 0 }),
  delivered: Count,
  failed: Count,
  dropped: Count,
  waiting: Count,
}

export const ReportedHook = Type.Object({ hook: Type.Integer({ minimum: 1 }), url: Text, ...DELIVERY_NUMBERS })

export const ReportedDeliveries = Type.Object(
  { ...DELIVERY_NUMBERS, hooks: Type.Array(ReportedHook) },
  { description: 'Deliveries of webhooks since the start or the last reset' },
)

const Finding = Type.Object({
  entries: { ...Entries, description: 'Ids of entries of the journal; none where it is about a delivery' },
  delivery: Type.Optional(Type.Integer({ description: 'Id of the delivery of a webhook that it is about', minimum: 1 })),
  what: Text,
})
const OUTCOMES = ['passed', 'failed', 'warned', 'noted', 'inconclusive', 'not-exercised', 'not-applicable'] as const

const ReportedRule = Type.Object({
  id: Text,
  severity: OneOf(['must', 'should', 'info']),
  title: Type.String({ description: 'What a correct client does' }),
  outcome: OneOf(OUTCOMES),
  offences: Type.Array(Finding),
  remarks: Type.Array(Finding, { description: 'Observations that need a human judgement' }),
  remedy: Text,
  source: Text,
})

const ReportedConformance = Type.Object({
  passed: Type.Boolean({ description: 'False when a required rule was broken, and when no rule was exercised' }),
  reason: Text,
  counts: Type.Unsafe<Record<(typeof OUTCOMES)[number], number>>(
    Type.Record(Type.String(), Count, { description: 'Rules by outcome' }),
  ),
  rules: Type.Array(ReportedRule),
})

const REASON = `expectation ${OUTCOME_EXAMPLE.id}: ${OUTCOME_EXAMPLE.difference}`

export const ReportShown = Type.Object({
  understay: Type.String({ description: 'The version of this program' }),
  sandbox: SandboxName,
  command: Type.Optional(Type.String({ description: 'The command of understay run' })),
  kind: Type.Optional(Type.String({ description: 'The kind of client, which selects the rules' })),
  at: InstantText,
  machineTime: Type.String({ description: 'The real time, ISO 8601', format: 'date-time' }),
  clock: ClockRun,
  seed: Type.Integer(),
  choices: Type.Record(Type.String(), Text, {
    description: 'Choices that differ from the profile `documented`',
  }),
  scenario: OrNull(Type.Object({ name: Text, about: OrNull(Text) }, { description: 'Null without a scenario' })),
  expectations: Outcomes,
  faults: Type.Array(ReportedFaultSchema),
  events: Type.Array(ReportedEventSchema),
  traffic: Type.Array(ReportedTraffic, { description: 'The traffic of the scenario and its results' }),
  deliveries: ReportedDeliveries,
  conformance: ReportedConformance,
  calls: CallsSchema,
  namedCalls: Type.Array(NamedCallSchema, { description: 'The calls that findings and expectations name' }),
  verdict: OneOf(['passed', 'failed', 'inconclusive']),
  reasons: Type.Array(Text, { description: 'Why it failed or is inconclusive, one sentence each; empty when it passed' }),
})

export const readReport = REPORT.operation({
  id: 'readReport',
  method: 'get',
  path: '/report',
  knownAs: { library: 'report()', tool: 'report' },
  summary: 'The report: scenario, expectations, results and verdict so far',
  description:
    'It fails on an expectation that is not met, an event that is required and could not happen, a broken must of the conformance rules, and where there was no call at all. It is inconclusive where a fault never happened, so that what was expected of it could not be judged. Asking changes nothing.',
  query: {
    format: Type.Optional(OneOf(['json', 'md', 'html', 'junit'], 'json, md, html or junit')),
  },
  answer: {
    means: 'The report',
    schema: ReportShown,
    example: {
      understay: '1.0.0',
      sandbox: 'default',
      at: '2026-03-01T09:01:00.000Z',
      machineTime: '2026-05-02T10:11:12.000Z',
      clock: 'frozen',
      seed: 7,
      choices: { black_booking_conflict: '200-with-meta' },
      scenario: { name: 'token-expires-mid-sync', about: null },
      expectations: [OUTCOME_EXAMPLE],
      faults: [
        {
          id: 'token-expires-mid-sync/1',
          about: null,
          what: 'token expired, on calls of listBookings, after 5',
          state: 'happened',
          happened: 1,
          matched: 9,
          byChance: false,
          blockedReason: null,
          unjudgedReason: null,
        },
      ],
      events: [],
      traffic: [{ id: 'guests', do: 'guest_books', acts: [{ do: 'guest_books', happened: 12, blocked: 0 }], lastBlocked: null }],
      deliveries: { made: 0, delivered: 0, failed: 0, dropped: 0, waiting: 0, hooks: [] },
      conformance: {
        passed: true,
        reason: 'No must was broken; 9 of 58 rules were exercised.',
        counts: { passed: 9, failed: 0, warned: 0, noted: 0, inconclusive: 0, 'not-exercised': 49, 'not-applicable': 0 },
        rules: [],
      },
      calls: {
        total: 12,
        dropped: 0,
        cleared: 0,
        lost: 0,
        outside: { count: 0, first: null, path: '/service/api' },
        answers: { '2xx': 10, '4xx': 2 },
        operations: [{ operation: 'requestToken', calls: 2, answers: { '200': 1, '400': 1 } }],
        refusals: [{ operation: 'requestToken', code: 'scope_missing', text: 'scope is missing', calls: 1, entries: [12] }],
        warnings: [],
        unread: [],
      },
      namedCalls: [],
      verdict: 'failed',
      reasons: [REASON],
    },
    also: {
      'text/markdown': `# ❌ Understay: failed\n\n## Why it failed\n\n- ${REASON}\n`,
      'text/html': '<!doctype html>\n<html lang="en"><head><title>❌ Understay: failed</title></head></html>\n',
      'application/xml':
        '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n  <testsuite name="default.run" package="understay" id="0" timestamp="2031-05-02T09:00:00" hostname="localhost" tests="0" failures="0" errors="0" skipped="0" time="0.000"/>\n</testsuites>\n',
    },
  },
  example: { query: { format: 'json' } },
})
