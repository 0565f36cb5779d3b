/**
 * The rates of a selected room.
 * @source facts 6 step 3; choice `rate_sets`
 */
import type { Day } from '../../base/day.ts'
import type { Room } from '../property/rooms.ts'
import { type NightRates, nightRates, rateOn, setWithRate, type TariffSet } from './tariff-set.ts'
import type { LengthModifiers } from './tariff-types.ts'

export interface ChosenRoom {
  readonly room: Pick<Room, 'roomTypeId'>
  /** Rates uid of the night of arrival. */
  readonly rateId: number
  /** At least one. */
  readonly nights: readonly Day[]
}

/** The rates of the nights, with the discounts of their tariff for long stays; or a problem. */
export type ChosenRates =
  | { readonly rates: NightRates; readonly lengthModifiers: LengthModifiers | null }
  /** `open`: the first night without a price, if that is the problem. */
  | { readonly rates?: undefined; readonly reason: string; readonly open?: Day | undefined }

/**
 * Finds the rates of a selected room for each night.
 *
 * @param which `apart` uses the selected tariff, `merged` the last one for rooms of this type
 */
export function chosenRates(
  sets: readonly TariffSet[],
  { room, rateId, nights }: ChosenRoom,
  which: 'apart' | 'merged',
): ChosenRates {
  const isMerged = which === 'merged'
  const set = isMerged ? sets.findLast((one) => one.roomTypeId === room.roomTypeId) : setWithRate(sets, room, rateId)
  if (!set) return { reason: 'tariff invalid for room id' }
  const rates = nightRates(set, nights)
  if (rates) return { rates, lengthModifiers: set.type?.lengthModifiers ?? null }
  const open = nights.find((night) => !rateOn(set, night))
  const why = isMerged ? `; with rate_sets=merged the last tariff of the room type is priced: ${set.type?.title ?? ''}` : ''
  return { reason: `no price on ${open}${why}`, open }
}
