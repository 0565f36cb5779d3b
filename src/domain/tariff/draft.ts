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

/** The bounds that a form sends. @param number reads a field; `absent` is what the newest release takes for one that is not sent */
export function boundsIn(number: (name: string, absent: number, min?: number, max?: number) => number): TariffBounds {
  const flag = (name: string, absent: number): boolean => number(name, absent, 0, 1) !== 0
  return {
    roomTypeId: number('roomclass_uid', 0, 1),
    maxDays: number('maxdays', 365, 1),
    minPeople: number('minpeople', 1),
    maxPeople: number('maxpeople', 100, 1),
    dayOfWeek: number('dayofweek', 7, 0, 7),
    ignorePppn: flag('ignore_pppn', 0),
    allowWeekend: flag('allow_we', 1),
    weekendOnly: flag('weekendonly', 0),
    minRoomsSelected: number('minrooms_alreadyselected', 0),
    maxRoomsSelected: number('maxrooms_alreadyselected', 100),
  }
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
