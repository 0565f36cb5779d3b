/**
 * What a choice is.
 *
 * @module
 */

/** One point that is open, and the answers there are. */
export interface Choice {
  readonly question: string
  /** Answer to what it means. */
  readonly answers: Readonly<Record<string, string>>
  readonly documented: string
  readonly current: string
  readonly why: string
  readonly source: string
}
