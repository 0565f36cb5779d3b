/** The reaction `looks-again`: the client reads before it writes again, or leaves what it has lost. */
import { hasSameSubject } from '../../api/subject.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { endOf } from '../../conformance/exchange.ts'
import { isRemovalOf } from '../../conformance/rules/completion.ts'
import { isAdding } from '../../conformance/rules/lost-write.ts'
import type { Comparison } from './control.ts'
import { countsText, type Judged, type ReactionFacts, untold } from './judged.ts'
import { mayShareProgram, type PastCall } from './past-call.ts'
import { callText, selectionTexts, sharedFields, subjectText } from './text.ts'

/** The calls after an affected one; of these, the reads that the expectation selects, and additional writes on its subject. */
function laterCalls(affected: PastCall, { comparison, expectation, selects }: ReactionFacts) {
  const fields = sharedFields(expectation)
  const isOnSubject = (call: PastCall): boolean =>
    (fields.length > 0 ? fields : (['property'] as const)).every((same) => hasSameSubject(same, call, affected))
  const isLater = (call: PastCall): boolean => call !== affected && call.began >= endOf(affected)
  const calls = comparison.run.calls.filter((call) => isLater(call) && comparison.mayShareVisitor(call, affected))
  const reads = calls.filter((call) => selects(call, affected))
  const writes = calls.filter((call) => isAdditionalWrite(call, affected, comparison) && isOnSubject(call))
  return { affected, comparison, expectation, calls, reads, writes }
}
type Later = ReturnType<typeof laterCalls>

/** Some selected read comes more often than in the control, before a write on the subject that does too. */
export function looksAgain(affected: PastCall, facts: ReactionFacts): Judged {
  const { comparison } = facts
  const problem = comparison.problem(affected, comparison.counterpart(affected))
  if (problem !== undefined) return untold(problem)
  const later = laterCalls(affected, facts)
  const told = didAgain(later) ?? readFirst(later) ?? alwaysReads(later) ?? left(later)
  return told ?? readsAsUsual(later) ?? choosesAsUsual(later) ?? goesOn(later)
}

/** The affected call was carried out, and a later one did the same. */
function didAgain({ affected, comparison, calls, writes }: Later): Judged | undefined {
  const twice = writes.find((call) => isRepetition(call, affected, comparison))
  if (!twice) return undefined
  const removal = calls.find((call) => isRemovalOf(call, affected) && call.began < twice.began)
  const undone = removal ? `${callText(removal)} removed it, ` : ''
  const again = `${twice.effective ? 'did' : 'tried'} the same again`
  const text = `${callText(affected)} was carried out, ${undone}and ${callText(twice)} ${again}, which the client does not do without the fault`
  return { state: 'unmet', text, calls: [twice] }
}

/** A further read comes before every write that is not taken back. */
function readFirst({ affected, comparison, reads, writes }: Later): Judged | undefined {
  const more = reads.find((one) => comparison.isMore(one) || (comparison.isRegular(one) && comparison.isOutOfTurn(one, affected)))
  const undoes = (call: PastCall): boolean => comparison.run.calls.some((one) => one !== affected && isRemovalOf(call, one))
  if (!more || !writes.every((call) => more.began <= call.began || undoes(call))) return undefined
  const how = comparison.isMore(more) ? '' : 'a regular read out of its turn: '
  return { state: 'met', text: `${callText(more)}, ${how}${countsText(more, comparison)}`, calls: [more] }
}

function alwaysReads({ affected, comparison }: Later): Judged | undefined {
  if (!affected.refused || !comparison.control.calls.some((call) => call.refused && call.operation === affected.operation))
    return undefined
  return untold(`the client meets refusals such as ${callText(affected)} without the fault as well, and reads after them`)
}

/** No call follows about a property that was lost. */
function left({ affected, comparison, expectation, calls, reads: [usual] }: Later): Judged | undefined {
  const text = leftAfter(usual ?? affected, affected, comparison)
  const isListed = (call: PastCall): boolean =>
    [expectation.operation].flat().includes(call.operation) &&
    call.effective &&
    comparison.counts(call).run >= comparison.counts(call).control
  const isJob = !comparison.hasThreads(affected.client) && comparison.run.calls.some(isListed)
  if (text === undefined || !(usual || isJob)) return undefined
  if (!usual && !calls.some((call) => isElsewhere(call, affected))) return untold(text)
  return { state: 'met', text, calls: usual ? [usual] : [] }
}

/** The client reads where it reads without the fault too: that may be the check, or not. */
function readsAsUsual({ affected, comparison, calls, reads, writes }: Later): Judged | undefined {
  const [usual] = reads
  if (usual && (comparison.isNext(usual, affected) || leavesProperty(calls, affected, comparison))) {
    const counts = countsText(usual, comparison)
    return untold(`the client reads after ${callText(affected)}, not more often than without the fault: ${counts}`)
  }
  const check = writes.length > 0 ? undefined : comparison.lastCheck(affected)
  if (!check || !reads.includes(check)) return undefined
  return comparison.isPutOff(check, affected)
    ? { state: 'met', text: `${callText(check)} comes after other calls; without the fault it comes next`, calls: [check] }
    : untold(`${callText(check)} may be the check: the client ends with this read without the fault as well`)
}

/** After a refusal, each further write succeeds and comes right after a read that the client makes anyway: it may have been chosen by that. */
function choosesAsUsual({ affected, comparison, reads, writes }: Later): Judged | undefined {
  const readBefore = (write: PastCall): PastCall | undefined => reads.find((read) => comparison.isNext(write, read))
  const [write] = writes
  const read = write && readBefore(write)
  if (
    !affected.refused ||
    !read ||
    comparison.hasThreads(affected.client) ||
    !writes.every((one) => one.effective && readBefore(one))
  )
    return undefined
  const counts = countsText(read, comparison)
  return untold(`${callText(write)} may have been chosen by ${callText(read)}, not more often than without the fault: ${counts}`)
}

function goesOn({ affected, comparison, expectation, calls, reads: [usual], writes: [write] }: Later): Judged {
  const isShared = sharedFields(expectation).length > 0
  const about = isShared ? `read of ${subjectText(affected)}` : `call ${[...selectionTexts(expectation)].join(' ')}`
  const which = usual ? countsText(usual, comparison) : `no ${about}`
  const follows = calls.length > 0 ? 'the same calls follow' : 'no call follows'
  const how = write ? `${callText(write)} comes before a further read` : follows
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

const isElsewhere = (call: PastCall, { property }: Pick<PastCall, 'property'>): boolean =>
  ![undefined, property].includes(call.property)

/** True where only calls about the lost property are missing: a regular read may then be the reaction as well as not. */
function leavesProperty(later: readonly PastCall[], affected: PastCall, { run, control }: Comparison): boolean {
  const { property, refusalCode } = affected
  if (refusalCode !== 'property_not_administrable' || later.some((call) => call.property === property)) return false
  const isAsOften = (name = ''): boolean => run.named(name).length >= control.named(name).length
  return control.calls.every((call) => call.property === property || isAsOften(control.names.get(call)))
}

/** Says that a client leaves a property that it lost from a regular read on; undefined when it does not. */
function leftAfter(read: PastCall, affected: PastCall, comparison: Comparison): string | undefined {
  const { property, refusalCode } = affected
  const isOther = (call: PastCall): boolean => isElsewhere(call, affected)
  const place = comparison.counterpart(read)
  if (!place || refusalCode !== 'property_not_administrable') return undefined
  const callsFrom = (calls: readonly PastCall[], { ended }: PastCall): number =>
    calls.filter((call) => call.property === property && call.began >= ended).length
  const usual = callsFrom(comparison.control.calls, place)
  const goesOn =
    comparison.run.calls.some((call) => call.began >= read.ended && isOther(call)) || !comparison.control.calls.some(isOther)
  if (usual === 0 || !goesOn || callsFrom(comparison.run.calls, read) > 0) return undefined
  return `no call for property ${property} follows ${callText(read)}; without the fault ${usual} follow it`
}
