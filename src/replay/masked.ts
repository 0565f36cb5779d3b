import type { Difference } from './difference.ts'
import type { Exchange } from './har.ts'
import type { Skipped } from './plan.ts'
import type { Replayed } from './report.ts'
import type { Outcome } from './run.ts'
import { isSecretLabel } from './secret-place.ts'
import type { Secrets } from './secrets.ts'

export function maskedReplay(replayed: Replayed, secrets: Secrets): Replayed {
  return {
    file: secrets.masked(replayed.file),
    world: secrets.masked(replayed.world),
    outcomes: replayed.outcomes.map((outcome) => maskedOutcome(outcome, secrets)),
    skipped: maskedSkipped(replayed.skipped, secrets),
    notes: replayed.notes.map((note) => secrets.masked(note)),
  }
}

export const maskedSkipped = (skipped: readonly Skipped[], secrets: Secrets): readonly Skipped[] =>
  skipped.map(({ exchange, reason }) => ({ exchange: maskedExchange(exchange, secrets), reason: secrets.masked(reason) }))

function maskedOutcome(outcome: Outcome, secrets: Secrets): Outcome {
  const { step, differences, partly } = outcome
  const { exchange, asked } = step
  return {
    ...outcome,
    step: {
      ...step,
      exchange: maskedExchange(exchange, secrets),
      asked: { ...asked, target: secrets.masked(asked.target) },
    },
    differences: differences.map((difference) => maskedDifference(difference, secrets)),
    partly: partly && secrets.masked(partly),
  }
}

/** Reports show only method, address and note of an exchange. */
function maskedExchange(exchange: Exchange, secrets: Secrets): Exchange {
  const { request, note } = exchange
  return {
    ...exchange,
    request: { ...request, url: secrets.masked(request.url) },
    note: note && {
      ...note,
      operation: note.operation && secrets.masked(note.operation),
      fault: note.fault?.map((id) => secrets.masked(id)),
    },
  }
}

/** All values below the name of a secret are masked. */
function maskedDifference({ path, ...sides }: Difference, secrets: Secrets): Difference {
  const secret = path.split(/[.[\]"]+/).find(isSecretLabel)
  const masked = Object.entries(sides).map(([side, value]) => [side, secrets.maskedValue(value, secret)])
  return { path: secrets.masked(path), ...Object.fromEntries(masked) }
}
