/** Counts and reports how sandboxes move between replicas. */
import type { Metric } from '../../base/metrics.ts'

/** A sandbox with a new owner. */
export interface OwnershipChange {
  readonly sandbox: string
  readonly epoch: string
}

/**
 * `created`: a new sandbox. `taken`: a stored sandbox without a running owner was taken over. `handed-back`: released by this
 * replica. `fenced`: another replica has taken it over.
 */
export const MOVES = ['created', 'taken', 'handed-back', 'fenced'] as const
export type Move = (typeof MOVES)[number]

/** The moves of one replica. */
export class OwnershipLog {
  readonly #counts = new Map<Move | 'lost', number>()
  readonly #onMove: (move: Move, of: OwnershipChange) => void

  constructor(onMove: (move: Move, of: OwnershipChange) => void) {
    this.#onMove = onMove
  }

  add(move: Move, of: OwnershipChange): void {
    this.#count(move)
    this.#onMove(move, of)
  }

  /** Counts a loss of contact with the database. */
  addLost(): void {
    this.#count('lost')
  }

  metric(): Metric {
    return {
      name: 'understay_moves_total',
      type: 'counter',
      help: 'How sandboxes came to this replica and left it; "lost" counts how often the database lost contact with the replica, with all it held.',
      samples: [...MOVES, 'lost' as const].map((move) => ({ labels: { move }, value: this.#counts.get(move) ?? 0 })),
    }
  }

  #count(move: Move | 'lost'): void {
    this.#counts.set(move, (this.#counts.get(move) ?? 0) + 1)
  }
}
