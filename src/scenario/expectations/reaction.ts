/** Expectations on the reaction to a fault: what differs from the same client without it. */
import { hasSameSubject } from '../../api/subject.ts'
import { countText } from '../../base/count-text.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { endOf } from '../../conformance/exchange.ts'
import type { Restarts } from '../../conformance/restarts.ts'
import { isRemovalOf } from '../../conformance/rules/completion.ts'
import { isAdding } from '../../conformance/rules/lost-write.ts'
import { SHARED_AFTER, sharedAfter } from '../../conformance/threads.ts'
import type { Comparison } from './control.ts'
import type { Expectation } from './expectation-schema.ts'
import { isElsewhere, leavesProperty, leftAfter } from './lost-property.ts'
import { NO_CONTROL, type PartState, type Start, type Told } from './part.ts'
import { mayShareProgram, type PastCall } from './past-call.ts'
import { callRange, callText, listText, selectionTexts, sharedFields, subjectText } from './text.ts'

const MAX_CALLS = 3

export interface ReactionFacts {
  readonly expectation: Expectation
  readonly comparison: Comparison
  readonly restarts: Restarts
  readonly selects: (call: PastCall, affected: PastCall) => boolean
}

type Judged = Told & { readonly state: PartState; readonly calls: readonly PastCall[] }

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

const ended = (call: PastCall): Judged => untold(`the client ended soon after ${callText(call)}, and began again`)

const untold = (reason: string): Judged => ({ state: 'inconclusive', text: `cannot tell: ${reason}`, calls: [] })

/** Some selected read comes more often than in the control, before a write on the subject that does too. */
function looksAgain(affected: PastCall, { expectation, comparison, selects }: ReactionFacts): Judged {
  const problem = comparison.problem(affected, comparison.counterpart(affected))
  if (problem !== undefined) return untold(problem)
  const fields = sharedFields(expectation)
  const isOnSubject = (call: PastCall): boolean =>
    (fields.length > 0 ? fields : (['property'] as const)).every((same) => hasSameSubject(same, call, affected))
  const isLater = (call: PastCall): boolean => call !== affected && call.began >= endOf(affected)
  const later = comparison.run.calls.filter((call) => isLater(call) && comparison.mayShareVisitor(call, affected))
  const reads = later.filter((call) => selects(call, affected))
  const more = reads.find((one) => comparison.isMore(one) || (comparison.isRegular(one) && comparison.isOutOfTurn(one, affected)))
  const writes = later.filter((call) => isAdditionalWrite(call, affected, comparison) && isOnSubject(call))
  const [write] = writes
  const twice = writes.find((call) => isRepetition(call, affected, comparison))
  if (twice) {
    const removal = later.find((call) => isRemovalOf(call, affected) && call.began < twice.began)
    const undone = removal ? `${callText(removal)} removed it, ` : ''
    const text = `${callText(affected)} was carried out, ${undone}and ${callText(twice)} did the same again, which the client does not do without the fault`
    return { state: 'unmet', text, calls: [twice] }
  }
  const undoes = (call: PastCall): boolean => comparison.run.calls.some((one) => one !== affected && isRemovalOf(call, one))
  if (more && writes.every((call) => more.began <= call.began || undoes(call))) {
    const how = comparison.isMore(more) ? '' : 'a regular read out of its turn: '
    return { state: 'met', text: `${callText(more)}, ${how}${countsText(more, comparison)}`, calls: [more] }
  }
  if (affected.refused && comparison.control.calls.some(({ operation, refused }) => refused && operation === affected.operation))
    return untold(`the client meets refusals such as ${callText(affected)} without the fault as well, and reads after them`)
  const [usual] = reads
  const left = leftAfter(usual ?? affected, affected, comparison)
  const isListed = (call: PastCall): boolean =>
    [expectation.operation].flat().includes(call.operation) &&
    call.effective &&
    comparison.counts(call).run >= comparison.counts(call).control
  const isJob = !comparison.hasThreads(affected.client) && comparison.run.calls.some(isListed)
  if (left !== undefined && (usual || isJob))
    return usual || later.some((call) => isElsewhere(call, affected))
      ? { state: 'met', text: left, calls: usual ? [usual] : [] }
      : untold(left)
  const about = fields.length > 0 ? `read of ${subjectText(affected)}` : `call ${[...selectionTexts(expectation)].join(' ')}`
  const which = usual ? countsText(usual, comparison) : `no ${about}`
  if (usual && (comparison.isNext(usual, affected) || leavesProperty(later, affected, comparison)))
    return untold(`the client reads after ${callText(affected)}, not more often than without the fault: ${which}`)
  const check = write ? undefined : comparison.lastCheck(affected)
  if (check && reads.includes(check))
    return comparison.isPutOff(check, affected)
      ? { state: 'met', text: `${callText(check)} comes after other calls; without the fault it comes next`, calls: [check] }
      : untold(`${callText(check)} may be the check: the client ends with this read without the fault as well`)
  const calls = later.length > 0 ? 'the same calls follow' : 'no call follows'
  const how = write ? `${callText(write)} comes before a further read` : calls
  return { state: 'unmet', text: `after ${callText(affected)} ${how}, no reaction: ${which}`, calls: usual ? [usual] : [] }
}

/** True for a write that the client sends only with the fault, of its own accord. */
function isAdditionalWrite(call: PastCall, affected: PastCall, comparison: Comparison): boolean {
  if (call.method === 'GET' || call.operation === TOKEN_OPERATION) return false
  // A write that succeeds as often as without the fault is none, nor is an attempt before that which fails in transit.
  const isLess =
    comparison.counts(call, (one) => one.effective && one.began < call.began).run < comparison.successes(call).control
  const isOwed =
    !call.refused && comparison.nameOf(call) !== comparison.nameOf(affected) && !succeedsMore(call, comparison) && isLess
  return comparison.isAdditional(call) && mayShareProgram(call, affected) && !isOwed
}

const succeedsMore = (call: PastCall, comparison: Comparison): boolean =>
  comparison.successes(call).run > comparison.successes(call).control

/** True for a write that does again what the affected call did. One that adds a row, and fails, takes no notice of what was read. */
function isRepetition(call: PastCall, affected: PastCall, comparison: Comparison): boolean {
  if (call.operation !== affected.operation || affected.changedIds.length === 0) return false
  if (call.effective) return call.changedIds.some((id) => !affected.changedIds.includes(id)) && succeedsMore(call, comparison)
  return isAdding(affected) && !affected.aborted && comparison.nameOf(call) === comparison.nameOf(affected)
}

/** `without the fault 1 listAvailableRooms of property 1, 2027-01-03; with it 2`. */
function countsText(call: PastCall, comparison: Comparison): string {
  const { run, control } = comparison.counts(call)
  return `without the fault ${control} ${call.operation ?? call.method} of ${subjectText(call)}; with it ${run}${run === control ? ' as well' : ''}`
}

/** The affected call succeeds as often as in the control; a regular one in its next turn, where nothing else is missing. */
function completes(affected: PastCall, { comparison, restarts }: ReactionFacts): Judged {
  const sent = comparison.run.named(comparison.nameOf(affected))
  const again = sent.find(({ effective, began }) => effective && began >= affected.ended)
  const success = affected.effective && !affected.aborted ? affected : again
  const problem = comparison.problem(affected)
  if (problem !== undefined && success && !comparison.isRegular(affected))
    return { state: 'met', text: `${callText(success)} succeeded`, calls: [success] }
  if (problem !== undefined) return untold(problem)
  const { run: done, control: usual } = comparison.knownSuccesses(affected)
  const text = `${callText(affected)} succeeded ${countText(usual, 'time')} without the fault and ${countText(done, 'time')} with it`
  const met = { state: 'met', text, calls: again ? [again] : [] } as const
  const isReader = comparison.control.calls.every(({ method, operation }) => method === 'GET' || operation === TOKEN_OPERATION)
  const undone = comparison.undone.find(({ method }) => isReader || method !== 'GET')?.operation
  const fewer = undone ? untold(`${text}, but fewer calls of ${undone}: check what the client tells of them`) : undefined
  if (done >= usual) return fewer ?? met
  const cut = sent.filter((call) => !call.effective && restarts.between(call)?.isCertain)
  if (usual - done <= cut.length) return ended(cut[0] ?? affected)
  const wider = comparison.widerRead(affected)
  if (wider) return { state: 'met', text: `${callText(wider)} covers it`, calls: [wider] }
  const [isRegular, isComplete] = [comparison.isRegular(affected), comparison.leftOut.length === 0]
  // A client that works for a time, or that is killed meanwhile, makes fewer such calls when answers are slow.
  const hasFewerRounds = comparison.hasFewerRounds(affected)
  if (affected.effective) {
    const isWhole = done === sent.length
    if (isRegular ? again || comparison.lastsAsLong(affected) : hasFewerRounds && isWhole) return met
    if (isComplete && isWhole && comparison.endsInTime(affected))
      return comparison.hasRounds(affected) ? met : untold(`${text}, and nothing else is missing`)
  } else if (again) {
    const first = sent.findLastIndex(({ effective, began }) => effective && began < affected.began) + 1
    const repeated = sent.slice(first + 1, sent.indexOf(again) + 1)
    const isRepeated = repeated.some((call) => comparison.isOutOfTurn(call, affected))
    const isRound = isRegular || hasFewerRounds || (isComplete && comparison.hasRounds(affected))
    const replaced = (isRepeated ? undefined : fewer) ?? { ...met, text: `${text}; ${callText(again)} came in its place` }
    const early = isRepeated ? undefined : comparison.nextWithinWait(affected)
    if (isRepeated ? isRound : comparison.isLeftToNextTurn(affected))
      return early ? untold(`${callText(early)} follows before the time asked for, as it does without the fault`) : replaced
    if (comparison.isLeftToNextTurn(affected, true))
      return untold(`${text}: it paused, and went on with ${callText(again)}: it may have waited longer each time`)
    if (isRepeated && comparison.lastsAsLong(affected) && comparison.leftOut.every(({ method }) => method === 'GET'))
      return untold(`${text}: it was repeated, and time may have run out`)
  }
  const removal = comparison.missingRemoval(affected)
  if (removal) return untold(`${text}, and neither came ${callText(removal)}, which undoes it: it may have been needed no more`)
  const hungUp = affected.aborted ? ': the client hung up before the response came' : ''
  return { state: 'unmet', text: `${text}${hungUp}`, calls: [] }
}

/** No selected call comes after the refusal, but some do in the control. */
function stops(affected: PastCall, { comparison, selects }: ReactionFacts): Judged {
  const allowed = comparison.hasThreads(affected.client) ? sharedAfter(comparison.run.calls) : () => 0
  // A call that succeeds, or is refused for another reason, needs nothing that was lost.
  const isRefused = (call: PastCall): boolean => call.refusal === affected.refusal && selects(call, affected)
  const refused = comparison.run.calls.filter((call) => call === affected || isRefused(call))
  const further = refused.filter((call) => call !== affected && call.began >= affected.ended)
  const later = further.filter((call) => call.began >= affected.ended + allowed(call))
  const goneOn = `${callText(affected)} was refused, and the client went on with ${listText(later.map(callText), MAX_CALLS)}`
  if (later.length > 0) return { state: 'unmet', text: goneOn, calls: later }
  const place = comparison.counterpart(affected)
  const left = comparison.control.calls.filter((call) => place && call.began >= place.ended && selects(call, place))
  const isUsual = (call: PastCall): boolean => call.operation !== TOKEN_OPERATION && comparison.counts(call).control > 0
  const isReaction = (call: PastCall): boolean =>
    call.effective && isUsual(call) && comparison.isMore(call) && comparison.isOutOfTurn(call, affected)
  const reaction = comparison.run.calls.find((call) => call.began >= affected.ended && isReaction(call))
  if (place && left.length === 0 && further.length === 0 && reaction)
    return { state: 'met', text: `no such call follows, and ${countsText(reaction, comparison)}`, calls: [reaction] }
  if (left.length === 0) return untold(`without the fault no such call follows ${callText(affected)} either`)
  // Pools take their work in another order in each run, so that a client which goes on does not send exactly as many.
  const isAlike = ({ method, operation }: PastCall): boolean => method !== 'GET' && operation === affected.operation
  if (2 * further.length > left.length || 2 * further.filter(isAlike).length > left.filter(isAlike).length)
    return untold(`calls after ${callText(affected)} came soon, and may have been on their way: try --latency 300`)
  // Threads of which each stops at its own refusal send no more such calls than there are threads.
  const threads = comparison.threadsOf(affected.client)
  const knowing = further.filter(({ began }) => refused.filter(({ ended }) => ended <= began).length >= threads)
  const soon = listText(knowing.map(callText), MAX_CALLS)
  if (soon) return untold(`${soon} came soon, but after ${countText(threads, 'refusal')}, one for each thread seen`)
  const late = further.length > 0 ? `${further.length}, sent before the threads can have known` : 'none'
  return { state: 'met', text: `without the fault ${left.length} follow ${callText(affected)}, and with it ${late}`, calls: [] }
}
