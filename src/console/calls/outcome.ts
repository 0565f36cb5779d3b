/** The outcome of a call in one word. A refusal counts as refused whatever its status. */
import type { JournalEntry } from '../control-responses.ts'
import type { Tone } from '../markup.ts'

type Outcome = 'ok' | 'refused' | 'fault' | 'no response' | 'error'

/**
 * `fault`: a fault of a scenario changed the response; `no response`: the connection ended; `refused`: the service refused, also
 * with 200 or 204; `error`: a 5xx without a fault.
 */
export function outcomeOf({ status, refusal, networkFault, fault }: JournalEntry): Outcome {
  if (status === 0) return 'no response'
  if (networkFault !== undefined || (fault !== undefined && fault.length > 0)) return 'fault'
  if (refusal !== undefined) return 'refused'
  return status >= 500 ? 'error' : 'ok'
}

export const TONES: Readonly<Record<Outcome, Tone>> = {
  ok: 'good',
  refused: 'warn',
  fault: 'fault',
  'no response': 'bad',
  error: 'bad',
}

/** A sign for each outcome, so that lists are readable without colours. */
export const SIGNS: Readonly<Record<Outcome, string>> = { ok: '✓', refused: '✕', fault: '⚡', 'no response': '∅', error: '!' }
