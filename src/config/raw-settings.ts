/** Raw setting values with their source, before parsing. */
import type { FixtureProblem } from '../base/file-error.ts'
import type { Name } from './setting-table.ts'

/** The source of a setting; the highest level wins. */
export const SETTING_LEVELS = { file: 1, environment: 2, flag: 3 } as const

export interface RawSetting {
  readonly texts: readonly string[]
  /** The source as shown in messages: `--port`, `UNDERSTAY_PORT`, `understay.config.yaml:3:1`. */
  readonly from: string
  readonly level: number
  /** For each text that names a file to read, the problem where there is none. */
  readonly ifMissing?: readonly FixtureProblem[]
}

export type RawSettings = Partial<Record<Name, RawSetting>>
