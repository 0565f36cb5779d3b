/** An open question of the interface document with its possible answers. */
export interface DeclaredChoice {
  readonly question: string
  /** The meaning of each answer. The first is that of the profile `documented`; a whole number always comes first. */
  readonly answers: Readonly<Record<string, string>>
  /** The answer of the profile `current`, where it is another one. */
  readonly current?: string
  readonly why: string
  readonly source: string
}

/** A choice with its answer in each profile. */
export type Choice = DeclaredChoice & Readonly<Record<'documented' | 'current', string>>
