/**
 * The page about the conformance rules: the rules, what they leave out, and what the trial of clients measured.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs'
import { RULES } from '../src/conformance/rules/index.ts'

type Table = (headings: readonly string[], rows: readonly (readonly string[])[]) => string

const TRIAL = 'test/clients/trial.json'

interface Trial {
  readonly repetitions: number
  readonly correct: readonly {
    readonly name: string
    readonly kind: string
    readonly scenarios: number
    readonly runs: number
    readonly passed: number
    readonly inconclusive: number
    readonly failed: number
    readonly warned: readonly string[]
    readonly notOn: readonly { readonly scenario: string; readonly why: string }[]
  }[]
  readonly faulty: readonly {
    readonly name: string
    readonly scenario: string | null
    readonly caughtBy: readonly string[]
    readonly runs: number
    readonly caught: number
  }[]
}

/** Rules that a certification desk may have and that cannot be judged here. */
const LEFT_OUT: readonly (readonly [string, string])[] = [
  ['rounding errors', 'prices that a client shows to a guest are not sent to the service'],
  ['consent to a new price', 'the calls are the same whether the client asked its guest or not'],
  ['unpredictable session ids', 'the few ids of one run do not show how they are generated'],
  ['a token for each thread', 'the calls are the same as those of several processes: only tokens with one call each are found'],
  [
    'an ignored conflict before a scheduled read',
    'the read of that night shows the client what it needs to know, whether or not it had noticed the refusal',
  ],
  [
    'a failed poll that is taken for an empty list',
    'its next turn completes it, and until then a client that waits for that turn makes the same calls',
  ],
  ['writes of a fast pool that ends within 250 ms of a refusal', 'its threads may have sent them before they heard of it'],
  [
    'a blind repetition in a shared pool of connections, when another thread has read that night in between',
    'any thread may get any connection, so it is not known which of them has seen the read',
  ],
  [
    'the removal of black bookings of the fixtures, the desk or another client',
    'an earlier run of the client, a person who works with it, or another of its accounts may have made them',
  ],
  ['use of stale data', 'the journal shows what a client has read, not what it still knew when it wrote'],
]

/** Why a correct client of the trial is warned. */
const WARNED: Readonly<Record<string, string>> = {
  'efficiency/no-polling': 'eight or twelve jobs with one token read the same lists; they could share the responses',
  'resilience/retry-after-wide': 'calls of threads that wait for one of three connections are sent when it is free',
  'resilience/retries-growing':
    'five milliseconds of real time are 18 s of that clock, which is more than the difference between the waits',
}

/** @throws Error for a rule without a reason: a correct client is never warned without one */
function reasonOf(rule: string): string {
  const reason = WARNED[rule]
  if (reason === undefined)
    throw new Error(`${rule} warned a correct client in the trial: name the reason in WARNED, or fix the rule`)
  return reason
}

/** @param table and @param cell of the generator */
export function conformancePage(table: Table, cell: (text: string) => string): string {
  const rows = RULES.map(({ id, severity, title, measure, remedy, source, risk, kinds }) => [
    `\`${id}\``,
    severity,
    `**${cell(title)}.** ${cell(measure)}`,
    `${cell(remedy)} *${cell(source)}*`,
    cell(risk),
    kinds?.join(', ') ?? 'all',
  ])
  return `# Conformance

<!-- Made by \`npm run build\` from \`src/conformance/rules\`. -->

The rules by which Understay checks a client, from the journal of its run. Each rule has its own outcome:

- \`passed\`: the run exercised the rule, and no offence was found;
- \`failed\`: a *must* was broken, so the run fails; \`warned\`: a *should* was broken;
- \`noted\`: a finding needs manual review, or is only for information;
- \`inconclusive\`: no offence was found, but calls or facts are missing, as in a recording of another tool;
- \`not-exercised\`: the run contains nothing that this rule checks. To exercise it, play a scenario about it;
- \`not-applicable\`: the rule is not for this kind of client (\`--kind\`).

There is no score. A run passes if no *must* was broken; a run in which only requestToken was answered fails. Every offence names the
journal entries that show it. Faults of the server (an outage, a lost response, an expired token) are never offences of the client;
its reaction to them can be. A wait is measured in real time or by the sandbox's clock, whichever is longer. Calls are checked before
the journal drops them, so a run longer than the journal is checked completely.

A *must* protects money, rooms or access. *spec "..."* is a heading of the interface document, and a number after it a point below
that heading; *facts* are known behaviour of the service where that document is silent. The fifth column says when a correct client
may appear to break the rule.

${table(['rule', 'severity', 'what is checked', 'remedy, source', 'risk of a false positive', 'kinds'], rows)}

## Several programs and threads

A client may run as several processes and threads. Processes are distinguished by their tokens: one that begins with the same call as
an earlier one is a restart of the same program. Calls that overlap, are received at once on different connections, or use more than two
connections within 30 ms or in turns, show threads. Threads that share a single connection show nothing: they are judged like one thread.
A call is an offence only if its program had received the response that should have prevented it. A thread is allowed 250 ms to learn
of the response to another thread (on a busy machine, five times what its slow calls take), and 5 s if its call opened a connection that
is used again: it may have waited for it. All rules share this tolerance. Attempts at one call that several programs with correct
waits can have made are reported for manual review. Threads that repeat a call before they may are found however many there are: by three
attempts in a row on one connection, or by more attempts at once than the program has connections, if fewer of these calls get a response
than threads would have made them. A recording without connections does not show threads: what depends on them is reported for manual
review.

## Rules that are left out

${table(
  ['rule', 'why it cannot be judged'],
  LEFT_OUT.map(([rule, why]) => [cell(rule), cell(why)]),
)}

${trialSection(cell)}`
}

function trialSection(cell: (text: string) => string): string {
  if (!existsSync(TRIAL)) return ''
  const { repetitions, ...trial } = JSON.parse(readFileSync(TRIAL, 'utf8')) as Trial
  const total = (key: 'runs' | 'inconclusive' | 'failed') => trial.correct.reduce((sum, client) => sum + client[key], 0)
  const [runs, caught] = [
    trial.faulty.reduce((sum, one) => sum + one.runs, 0),
    trial.faulty.reduce((sum, one) => sum + one.caught, 0),
  ]
  const warned = [...new Set(trial.correct.flatMap((client) => client.warned))].map(
    (rule) => `- \`${rule}\`: ${cell(reasonOf(rule))}`,
  )
  return `## The trial

In a checkout, \`npm run trial\` runs correct clients of every kind without a scenario and with every applicable one, and clients with one mistake each,
${repetitions} times each, on the sandbox's clock. A run is inconclusive if the client made no call that the scenario affects. The results by
client are in [trial.json](../test/clients/trial.json).

- ${trial.correct.length} correct clients: ${total('failed')} of ${total('runs')} runs failed, ${total('inconclusive')} were inconclusive.
- ${trial.faulty.length} clients with a mistake: it was detected by name in ${caught} of ${runs} runs.

Correct clients were warned by:

${warned.join('\n')}
`
}
