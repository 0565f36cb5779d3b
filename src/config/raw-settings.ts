/** Raw setting values with their source, before parsing. */
import type { FixtureProblem } from '../base/file-error.ts'
import type { Name } from './setting-table.ts'

/** The source of a setting; the highest level wins. */
export const SETTING_LEVELS = { file: 1, environment: 2, flag: 3 } as const

export interface WrittenName extends Omit<FixtureProblem, 'message'> {
  readonly text: string
}

export interface RawSetting {
  readonly texts: readonly string[]
  /** The source as shown in messages: `--port`, `UNDERSTAY_PORT`, `understay.config.yaml:3:1`. */
  readonly from: string
  readonly level: number
  /** Of a configuration file: what each text that names files to read was before it was resolved, and where. */
  readonly written?: readonly WrittenName[]
}

export type RawSettings = Partial<Record<Name, RawSetting>>
