/**
 * A replay as it may be shown to others.
 *
 * @module
 */
import type { Difference } from './difference.ts'
import type { Exchange } from './har.ts'
import type { Skipped } from './plan.ts'
import type { Replayed } from './report.ts'
import type { Outcome } from './run.ts'
import { isSecretLabel } from './secret-place.ts'
import type { Secrets } from './secrets.ts'

/** What became of a recording, without tokens and secrets in anything that a report tells. */
export function maskedReplay(replayed: Replayed, secrets: Secrets): Replayed {
  return {
    file: secrets.masked(replayed.file),
    world: secrets.masked(replayed.world),
    outcomes: replayed.outcomes.map((outcome) => maskedOutcome(outcome, secrets)),
    skipped: maskedSkipped(replayed.skipped, secrets),
    notes: replayed.notes.map((note) => secrets.masked(note)),
  }
}

/** What is not sent, as it may be shown. */
export const maskedSkipped = (skipped: readonly Skipped[], secrets: Secrets): readonly Skipped[] =>
  skipped.map(({ exchange, reason }) => ({ exchange: maskedExchange(exchange, secrets), reason: secrets.masked(reason) }))

function maskedOutcome({ step, differences, more, partly }: Outcome, secrets: Secrets): Outcome {
  const { exchange, asked } = step
  return {
    step: {
      ...step,
      exchange: maskedExchange(exchange, secrets),
      asked: { ...asked, target: secrets.masked(asked.target) },
    },
    differences: differences.map((difference) => maskedDifference(difference, secrets)),
    more,
    partly: partly && secrets.masked(partly),
  }
}

/** Method, address and the journal's note are all that reports tell of an exchange. */
function maskedExchange(exchange: Exchange, secrets: Secrets): Exchange {
  const { request, note } = exchange
  const { operation, fault } = note ?? { operation: undefined, fault: [] }
  return {
    ...exchange,
    request: { ...request, url: secrets.masked(request.url) },
    note: note && {
      ...note,
      operation: operation && secrets.masked(operation),
      fault: fault.map((struck) => secrets.masked(struck)),
    },
  }
}

/** Below a name that stands for a secret everything is one. */
function maskedDifference({ path, ...sides }: Difference, secrets: Secrets): Difference {
  const secret = path.split(/[.[\]"]+/).find(isSecretLabel)
  const masked = Object.entries(sides).map(([side, value]) => [side, secrets.maskedValue(value, secret)])
  return { path: secrets.masked(path), ...Object.fromEntries(masked) }
}
