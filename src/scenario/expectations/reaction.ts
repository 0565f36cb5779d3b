/** Expectations on the reaction to a fault: what differs from the same client without it. */
import { hasSameSubject } from '../../api/subject.ts'
import { isAdding } from '../../conformance/rules/lost-write.ts'
import { SHARED_AFTER } from '../../conformance/threads.ts'
import { completes } from './completes.ts'
import type { Expectation } from './expectation-schema.ts'
import { ended, type Judged, type ReactionFacts, untold } from './judged.ts'
import { looksAgain } from './looks-again.ts'
import { NO_CONTROL, type Start } from './part.ts'
import type { PastCall } from './past-call.ts'
import { stops } from './stops.ts'
import { callRange, callText, sharedFields } from './text.ts'

const WANTED = {
  'looks-again': 'one more read than without the fault before any further write, or no further call about what was lost',
  completes: 'the affected call to succeed as often as without the fault',
  stops: `no such call after the refusal, of a client with threads later than ${SHARED_AFTER} after it`,
} as const

/** Judges a reaction to each affected call. @param facts undefined without a comparison @param why there is none */
export function judgeReaction(expectation: Expectation, start: Start, facts?: ReactionFacts, why = NO_CONTROL) {
  const { reaction = 'looks-again' } = expectation
  const wanted = WANTED[reaction]
  const untellable = start.calls.length === 0 && why === NO_CONTROL ? [] : [{ ...why, state: 'inconclusive' as const, calls: [] }]
  const judged = facts ? judgeEach(start, reaction, facts) : untellable
  const worst = judged.find(({ state }) => state === 'unmet') ?? judged.find(({ state }) => state === 'inconclusive')
  const calls = [...new Set(judged.flatMap((one) => one.calls))]
  return {
    state: worst?.state ?? 'met',
    found: calls.length,
    wanted: worst || judged.length === 0 ? wanted : `${wanted}: ${judged.map(({ text }) => text).join('; ')}`,
    difference: worst?.text,
    needs: worst?.needs,
    nearest: [],
    calls,
    moment: calls[0]?.id,
  }
}

const JUDGES = { 'looks-again': looksAgain, completes, stops } as const

/** Judges each call that only the fault affected: a call that was refused without it, too, shows nothing, unless it succeeded later. */
function judgeEach(start: Start, reaction: keyof typeof JUDGES, facts: ReactionFacts): readonly Judged[] {
  const { comparison, expectation } = facts
  const isOwn = (call: PastCall): boolean =>
    !comparison.counterpart(call)?.refused || (reaction === 'completes' && comparison.successes(call).control > 0)
  const judged = start.calls.filter(isOwn).map((of) => ({ ...JUDGES[reaction](of, facts), of }))
  if (start.calls[0] && judged.length === 0) return [untold(`${callText(start.calls[0])} was refused without the fault as well`)]
  const isStop = reaction === 'stops' && callRange(start.expectation).min === 0
  const isAlike = (later: PastCall, one: PastCall): boolean =>
    later.refusal === one.refusal &&
    (['client', ...sharedFields(expectation)] as const).every((same) => hasSameSubject(same, later, one))
  // Where there may be no refusal, one that shows nothing is left out after one like it that shows that the client stopped.
  const tells = ({ of, state }: Judged & { of: PastCall }, index: number): boolean =>
    !(isStop && state === 'inconclusive' && judged.slice(0, index).some((one) => one.state === 'met' && isAlike(of, one.of)))
  return judged.filter(tells).map((one) => {
    const excuse = one.state === 'unmet' ? whyExcused(one.of, reaction, facts) : undefined
    // a further write, which no other expectation makes good
    return excuse ? { ...excuse, calls: one.calls.filter(({ method }) => method !== 'GET') } : one
  })
}

function whyExcused(call: PastCall, reaction: keyof typeof JUDGES, { comparison, restarts }: ReactionFacts): Judged | undefined {
  if (call.aborted && call.refused) return untold(`the client had hung up before it got the response to ${callText(call)}`)
  if (restarts.between(call)?.isCertain) return ended(call)
  const isRefusedAddition = call.refused && isAdding(call)
  const missing = reaction === 'looks-again' && isRefusedAddition ? comparison.callsMissingAfter(call) : 0
  if (missing === 0) return undefined
  return untold(
    `the client ended at ${callText(call)}, where ${missing} more follow without the fault: it may have told a person, which no call shows`,
  )
}
