/**
 * What was given for settings, and from where, before it becomes values.
 *
 * @module
 */
import type { Name } from './settings.ts'

/** Where a setting came from: the higher one counts. */
export const LEVELS = { file: 1, environment: 2, flag: 3 } as const

export interface Given {
  readonly texts: readonly string[]
  /** How a message names the place: `--port`, `UNDERSTAY_PORT`, `understay.config.yaml:3:1`. */
  readonly from: string
  readonly level: number
}

export type Raw = Partial<Record<Name, Given>>
