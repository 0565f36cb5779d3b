import { fieldPath } from '../../base/file-error.ts'
import { firstProblems } from '../../base/schema-check.ts'
import { OPERATIONS } from '../../booking-contract/index.ts'
import type { BodyOf } from '../../control-contract/operation.ts'
import { verify } from '../../control-contract/verify.ts'
import { reply } from '../../pipeline/reply.ts'
import { differenceText } from '../../scenario/expectations/expectation.ts'
import type { Expectation } from '../../scenario/expectations/expectation-schema.ts'
import type { Outcome } from '../../scenario/expectations/outcome-schema.ts'
import { isFault } from '../../scenario/names.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { badRequest } from '../control-refusal.ts'
import { awaitOutcomes, countedOutcomes, type ExpectationsToAwait, needsControl } from './verify-wait.ts'

/** What tells more than expectations on reactions, for which there is no control here. */
const UNTOLD =
  'a test can leave it out ("reactions":"ignore"), which checks what else is expected, and check that the verdict of GET /_understay/report is not failed'

export function controlVerify(on: OnControl): void {
  on(verify, async ({ body }, { sandbox, request }) => {
    const awaited = await readExpectationsToAwait(body, sandbox)
    const { outcomes, ended } = await awaitOutcomes(sandbox, awaited, request.signal())
    const counted = countedOutcomes(outcomes, awaited.reactions)
    if (ended === undefined && counted.every(({ met }) => met)) return { ok: true, outcomes }
    const difference = [ended, differenceText(counted), counted.some(needsControl) && UNTOLD].filter(Boolean).join('\n')
    const told = ended === undefined ? outcomes : outcomes.map(interrupted)
    return reply({ ok: false, difference, outcomes: told }, { status: 409 })
  })
}

/** What is not met when a wait is interrupted might have been met later. */
const interrupted = (outcome: Outcome): Outcome => (outcome.met ? outcome : { ...outcome, state: 'inconclusive' })

type Sent = BodyOf<typeof verify>

/** @throws ControlRefusal 400 naming what is wrong */
async function readExpectationsToAwait(
  { timeoutMs = 0, since = 0, reactions = 'require', ...sent }: Sent,
  sandbox: Sandbox,
): Promise<ExpectationsToAwait> {
  const { scenarioRun, journal, store } = sandbox
  if (since > journal.lastId)
    throw badRequest(`since: the journal has come to entry ${journal.lastId} only; take an id that GET /_understay/journal shows`)
  const expectations = await readExpected(sent, scenarioRun.expectations)
  const { selectableRows, unknownRowProblems } = await import('../../scenario/world-check.ts')
  const known = selectableRows(store.db)
  for (const [index, expectation] of expectations.entries()) {
    const [unknown] = unknownRowProblems(expectation, ['expect', index], known)
    if (unknown) throw badRequest(`${String(unknown.path.at(-1))}: ${unknown.message}`)
  }
  await requireKnownFaults(expectations, sandbox)
  return { expectations, since, timeoutMs, reactions, store }
}

/**
 * Refuses a misspelt fault: with `never`, every run would meet it. Where there are none, as in a run to compare with, any name is
 * taken.
 *
 * @throws ControlRefusal 400
 */
async function requireKnownFaults(expectations: readonly Expectation[], { scenarioRun, journal }: Sandbox): Promise<void> {
  const ids = [...scenarioRun.faults.known]
  if (ids.length === 0) return
  const named = expectations.flatMap(({ fault }) => fault ?? [])
  const isAmong = (of: readonly string[], fault: string | number): boolean => of.some((id) => isFault(id, fault))
  // A call may have met one that was disarmed before the server was started again.
  const unknown = named.find((one) => !(isAmong(ids, one) || journal.entries().some(({ fault = [] }) => isAmong(fault, one))))
  if (unknown === undefined) return
  const { unknownFault } = await import('../../scenario/expectations/check.ts')
  const names = [...new Set(ids.map((id) => id.slice(id.indexOf('/') + 1)))]
  throw badRequest(`fault: ${unknownFault(String(unknown), names)}`)
}

/** One expectation, a list of them, or those of the scenario for an empty body. */
async function readExpected(sent: Sent, own: readonly Expectation[]): Promise<readonly Expectation[]> {
  const [name, ...others] = Object.keys(sent).sort((a) => (a === 'expect' ? -1 : 1))
  if (name === undefined) {
    if (own.length > 0) return own
    throw badRequest(
      'there is nothing to verify: send an expectation such as {"operation":"requestToken","count":1}, or play a scenario that has some',
    )
  }
  if (name === 'expect' && others.length > 0)
    throw badRequest(`expect: goes without ${others.join(', ')}; what is expected stands in the list, or in the body by itself`)
  const { expect: list } = sent
  const expectations = list ?? [sent]
  const { expectationProblems } = await import('../../scenario/expectations/check.ts')
  const problems = firstProblems(expectationProblems(expectations, ['expect'], OPERATIONS))
  if (problems.length === 0) return expectations
  const lines = problems.map(({ path, message }) => {
    const field = fieldPath(list ? path : path.slice(2))
    return field === '' ? `an expectation that ${message}` : `${field}: ${message}`
  })
  throw badRequest(lines.join('\n'))
}
