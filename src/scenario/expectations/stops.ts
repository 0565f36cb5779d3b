/** The reaction `stops`: after a refusal, no such call follows. */
import { countText } from '../../base/count-text.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { sharedAfter } from '../../conformance/threads.ts'
import { countsText, type Judged, type ReactionFacts, untold } from './judged.ts'
import type { PastCall } from './past-call.ts'
import { callText, listText } from './text.ts'

const MAX_CALLS = 3

/** No selected call comes after the refusal, but some do in the control. */
export function stops(affected: PastCall, { comparison, selects }: ReactionFacts): Judged {
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
