/** The tariff of a form, and the context of its validation. */

import type { TariffBounds } from './bounds.ts'
import type { PricedDay } from './runs.ts'

/** The fields of a form, and its maps such as `tariffinput[<epoch>]`. */
export interface TariffFields {
  get(name: string): string | undefined
  map(name: string): ReadonlyMap<string, string>
}

export interface TariffDraft {
  /** The tariff to replace; 0 for a new one. */
  readonly tariffTypeId: number
  readonly title: string
  readonly description: string
  readonly bounds: TariffBounds
  /** Each day once. */
  readonly days: readonly PricedDay[]
  /** Warnings about values that were interpreted differently than sent. */
  readonly warnings: readonly string[]
}

export interface TariffFormContext {
  /** True for POST, false for PUT. */
  readonly creating: boolean
  readonly validation: 'strict' | 'lenient'
  /** How POST with an id and PUT without one are handled. */
  readonly newId: 'refuse' | 'create'
  /** The room types that rooms of the property have. */
  readonly roomTypeIds: ReadonlySet<number>
  readonly isTariffOfProperty: (id: number) => boolean
}
