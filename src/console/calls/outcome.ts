/**
 * What became of a call, in one word. A refusal counts as one whatever its status.
 *
 * @module
 */
import type { JournalEntry } from '../control-client.ts'
import type { Tone } from '../markup.ts'

export type Outcome = 'ok' | 'refused' | 'fault' | 'no response' | 'error'

/**
 * `fault`: a scenario applied a fault and the answer did not come through as usual; `no response`: the connection ended;
 * `refused`: the service said no, also with 200 or 204; `error`: a 5xx that no fault explains.
 */
export function outcomeOf({ status, refusal, edge, fault }: JournalEntry): Outcome {
  if (status === 0) return 'no response'
  if (edge !== undefined || (fault !== undefined && fault.length > 0)) return 'fault'
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

/** A sign beside the word, so that a list is read at a glance without colours. */
export const SIGNS: Readonly<Record<Outcome, string>> = { ok: '✓', refused: '✕', fault: '⚡', 'no response': '∅', error: '!' }
