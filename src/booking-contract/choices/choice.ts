/** An open question of the interface document with its possible answers. */
export interface Choice {
  readonly question: string
  /** The meaning of each answer. */
  readonly answers: Readonly<Record<string, string>>
  readonly documented: string
  readonly current: string
  readonly why: string
  readonly source: string
}
