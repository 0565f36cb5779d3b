/**
 * The rates of a selected room.
 * @source facts 6 step 3; choice `rate_sets`
 */
import type { Day } from '../../base/day.ts'
import type { Room } from '../property/rooms.ts'
import type { Rate } from './rates.ts'
import { rateOn, type TariffSet } from './tariff-set.ts'

export interface ChosenRoom {
  readonly room: Pick<Room, 'roomTypeId'>
  /** Rates uid of the night of arrival. */
  readonly rateId: number
  readonly nights: readonly Day[]
}

/** The rate of each night in order, with their tariff; or a problem. */
export type ChosenRates =
  | { readonly set: TariffSet; readonly rates: readonly Rate[] }
  | { readonly set?: undefined; readonly reason: string }

/**
 * Finds the rates of a selected room for each night.
 *
 * @param which `apart` uses the selected tariff, `merged` the last one for rooms of this type
 */
export function chosenRates(sets: readonly TariffSet[], chosen: ChosenRoom, which: 'apart' | 'merged'): ChosenRates {
  const ofType = sets.filter(({ roomTypeId }) => roomTypeId === chosen.room.roomTypeId)
  const set = which === 'merged' ? ofType.at(-1) : ofType.find((one) => holdsRate(one, chosen.rateId))
  if (!set) return { reason: 'tariff invalid for room id' }
  const rates = chosen.nights.flatMap((night) => rateOn(set, night) ?? [])
  if (rates.length === chosen.nights.length) return { set, rates }
  const why =
    which === 'merged' ? `; with rate_sets=merged the last tariff of the room type is priced: ${set.type?.title ?? ''}` : ''
  return { reason: `no price on ${chosen.nights.find((night) => !rateOn(set, night))}${why}` }
}

export function isRateOf(sets: readonly TariffSet[], { roomTypeId }: Pick<Room, 'roomTypeId'>, rateId: number): boolean {
  return sets.some((set) => set.roomTypeId === roomTypeId && holdsRate(set, rateId))
}

const holdsRate = ({ rates }: TariffSet, rateId: number): boolean => rates.some(({ id }) => id === rateId)
