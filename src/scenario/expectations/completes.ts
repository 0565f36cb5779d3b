/** The reaction `completes`: what the fault kept from succeeding succeeds later. */
import { countText } from '../../base/count-text.ts'
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import { milliseconds } from '../../conformance/rule.ts'
import { waitedMs } from '../../conformance/waits.ts'
import type { Comparison } from './control.ts'
import { ended, type Judged, type ReactionFacts, untold } from './judged.ts'
import type { PastCall } from './past-call.ts'
import { callText } from './text.ts'

/** What is known of an affected call and those of its name, and how often they succeeded in both runs. */
function successesOf(affected: PastCall, comparison: Comparison) {
  const sent = comparison.run.named(comparison.nameOf(affected))
  const again = sent.find(({ effective, began }) => effective && began >= affected.ended)
  const { run: done, control: usual } = comparison.knownSuccesses(affected)
  const text = `${callText(affected)} succeeded ${countText(usual, 'time')} without the fault and ${countText(done, 'time')} with it`
  const met: Judged = { state: 'met', text, calls: again ? [again] : [] }
  return { affected, comparison, sent, again, done, usual, text, met, fewer: fewerOfOthers(text, comparison) }
}
type Successes = ReturnType<typeof successesOf>

/** The affected call succeeds as often as in the control; a regular one in its next turn, where nothing else is missing. */
export function completes(affected: PastCall, { comparison, restarts }: ReactionFacts): Judged {
  const successes = successesOf(affected, comparison)
  const { sent, again, done, usual, text, met, fewer } = successes
  const problem = comparison.problem(affected)
  if (problem !== undefined) {
    const success = affected.effective && !affected.aborted ? affected : again
    if (!success || comparison.isRegular(affected)) return untold(problem)
    return { state: 'met', text: `${callText(success)} succeeded`, calls: [success] }
  }
  if (done >= usual) return fewer ?? met
  const cut = sent.filter((call) => !call.effective && restarts.between(call)?.isCertain)
  if (usual - done <= cut.length) return ended(cut[0] ?? affected)
  const wider = comparison.widerRead(affected)
  if (wider) return { state: 'met', text: `${callText(wider)} covers it`, calls: [wider] }
  const excused = affected.effective ? hadEffect(successes) : again && cameLater(successes, again)
  if (excused) return excused
  const removal = comparison.missingRemoval(affected)
  if (removal) return untold(`${text}, and neither came ${callText(removal)}, which undoes it: it may have been needed no more`)
  const waited = milliseconds(waitedMs(affected))
  const hungUp = affected.aborted ? `: the client hung up after ${waited}; give it a timeout of several seconds` : ''
  return { state: 'unmet', text: `${text}${hungUp}`, calls: [] }
}

/** Set where another operation succeeded less often: of clients that only read, any; of others, one that writes. */
function fewerOfOthers(text: string, { control, undone }: Comparison): Judged | undefined {
  const isReader = control.calls.every(({ method, operation }) => method === 'GET' || operation === TOKEN_OPERATION)
  const operation = undone.find(({ method }) => isReader || method !== 'GET')?.operation
  return operation ? untold(`${text}, but fewer calls of ${operation}: check what the client tells of them`) : undefined
}

/** A client that works for a time, or that is killed meanwhile, makes fewer such calls when answers are slow. */
function hadEffect(successes: Successes): Judged | undefined {
  const { affected, comparison, sent, again, done, text, met, fewer } = successes
  const shorter: Judged = { ...met, text: `${text}: its client had time for fewer rounds` }
  const isWhole = done === sent.length
  const isRegular = comparison.isRegular(affected)
  if (isRegular ? again || comparison.lastsAsLong(affected) : comparison.hasFewerRounds(affected) && isWhole) return shorter
  if (fewer && isWhole && !affected.aborted && comparison.lastsAsLong(affected, 0)) return fewer
  if (comparison.leftOut.length > 0 || !isWhole || !comparison.endsInTime(affected)) return undefined
  return comparison.hasRounds(affected) ? shorter : untold(`${text}, and nothing else is missing`)
}

/** The call failed, and succeeded in a later turn of its client, or when it was repeated. */
function cameLater(successes: Successes, again: PastCall): Judged | undefined {
  const { affected, comparison, sent, text, met, fewer } = successes
  const replaced: Judged = { ...met, text: `${text}; ${callText(again)} came in its place` }
  const first = sent.findLastIndex(({ effective, began }) => effective && began < affected.began) + 1
  const repeated = sent.slice(first + 1, sent.indexOf(again) + 1)
  const isRepeated = repeated.some((call) => comparison.isOutOfTurn(call, affected))
  if (isRepeated && isOfRound(successes)) return replaced
  if (!isRepeated && comparison.isLeftToNextTurn(affected)) {
    if (affected.status === 200)
      return untold(`${text}: until its next turn, the client may have taken the response for an answer`)
    const early = comparison.nextWithinWait(affected)
    if (!early) return fewer ?? replaced
    return untold(`${callText(early)} follows before the time asked for, as it does without the fault`)
  }
  if (comparison.isLeftToNextTurn(affected, true))
    return untold(`${text}: it paused, and went on with ${callText(again)}: it may have waited longer each time`)
  if (isRepeated && comparison.lastsAsLong(affected) && comparison.leftOut.every(({ method }) => method === 'GET'))
    return untold(`${text}: it was repeated, and time may have run out`)
  return isRepeated && comparison.lastsAsLong(affected, 0) ? fewer : undefined
}

function isOfRound({ affected, comparison }: Successes): boolean {
  if (comparison.isRegular(affected) || comparison.hasFewerRounds(affected)) return true
  return comparison.leftOut.length === 0 && comparison.hasRounds(affected)
}
