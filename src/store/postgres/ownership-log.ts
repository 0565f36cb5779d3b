/**
 * How sandboxes came to this replica and left it: counted, and told to whoever keeps the log.
 *
 * @module
 */
import type { Metric } from '../../base/metrics.ts'

/** A sandbox whose owner changes. */
export interface Moved {
  readonly sandbox: string
  readonly epoch: string
}

/** `created`: nobody had it before. `taken`: it was stored, and nobody living owned it. `fenced`: another replica has taken it over. */
export const MOVES = ['created', 'taken', 'handed-back', 'fenced'] as const
export type Move = (typeof MOVES)[number]

/** The moves of one replica. */
export class OwnershipLog {
  readonly #counts = new Map<Move | 'lost', number>()
  readonly #onMove: (move: Move, of: Moved) => void

  constructor(onMove: (move: Move, of: Moved) => void) {
    this.#onMove = onMove
  }

  add(move: Move, of: Moved): void {
    this.#count(move)
    this.#onMove(move, of)
  }

  /** The database counts this replica as gone. */
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
