/** Counts and reports how this replica and its sandboxes come and go. */
import type { Metric } from '../../base/metrics.ts'

/**
 * `created`: a new sandbox. `taken`: a stored sandbox without a running owner was taken over. `handed-back`: released by this
 * replica. `fenced`: another replica has taken it over.
 */
export type Move = 'created' | 'taken' | 'handed-back' | 'fenced'

export interface PostgresEvents {
  /**
   * Called when the database has released the lock of this replica: it owns no sandboxes any more.
   *
   * @param id its id until then
   */
  readonly onLost?: (error: unknown, id: number) => void
  /** Called when this replica has joined, each time with a new id. */
  readonly onJoined?: (id: number) => void
  /** Called when this replica takes or loses a sandbox. */
  readonly onMove?: (move: Move, sandbox: string, epoch: string) => void
}

export class OwnershipLog {
  readonly #events: PostgresEvents
  readonly #counts = { created: 0, taken: 0, 'handed-back': 0, fenced: 0, lost: 0 }

  constructor(events: PostgresEvents) {
    this.#events = events
  }

  add(move: Move, sandbox: string, epoch: string): void {
    this.#counts[move]++
    this.#events.onMove?.(move, sandbox, epoch)
  }

  joined(id: number): void {
    this.#events.onJoined?.(id)
  }

  lost(error: unknown, id: number): void {
    this.#counts.lost++
    this.#events.onLost?.(error, id)
  }

  metric(): Metric {
    return {
      name: 'understay_moves_total',
      type: 'counter',
      help: 'How sandboxes came to this replica and left it; "lost" counts how often the database lost contact with the replica, with all it held.',
      samples: Object.entries(this.#counts).map(([move, value]) => ({ labels: { move }, value })),
    }
  }
}
