/**
 * Tariffs. A tariff type is one tariff for a manager; its rates are runs of days with the same price and minimum stay.
 * @source spec "Tariff"
 */
import { isTour, type Property } from '../property/properties.ts'
import type { Room } from '../property/rooms.ts'
import { isOn } from '../property/settings.ts'
import type { RoomType } from '../property/site-structure.ts'
import { Refusal } from '../refusal.ts'
import type { TariffDraft } from './draft.ts'
import type { Rate } from './rates.ts'
import { compress, type Gaps } from './runs.ts'
import type { TariffType } from './tariff-types.ts'

/**
 * Requires a property whose tariffs can be written through the interface: saved day by day, and not a tour.
 *
 * @param typeName what the type of the property is called
 * @throws Refusal `tariff_mode_wrong`
 * @source spec "Tariffs"; facts "Property mode"
 */
export function requireMicromanage(property: Property, typeName: string | undefined): void {
  const bookable = !isOn(property, 'is_real_estate_listing') && !isTour(typeName)
  if (property.tariffMode !== 'micromanage' || !bookable) throw new Refusal('tariff_mode_wrong')
}

/**
 * The room types that tariffs of a property can use: those of its rooms that are shared or its own.
 *
 * @param rooms the rooms of the property
 */
export function tariffRoomTypes(
  property: Property,
  rooms: readonly Room[],
  roomType: (id: number) => RoomType | undefined,
): ReadonlySet<number> {
  const usable = rooms.filter(({ roomTypeId }) => {
    const owner = roomType(roomTypeId)?.propertyId
    return owner === 0 || owner === property.id
  })
  return new Set(usable.map(({ roomTypeId }) => roomTypeId))
}

/** The rates of a draft: one for each run of days with the same price and minimum stay. */
export function ratesOf(draft: TariffDraft, type: TariffType, gaps: Gaps, nextId: () => number): Rate[] {
  return compress(draft.days, gaps).map(({ from, to, price, minDays }) => ({
    id: nextId(),
    tariffTypeId: type.id,
    propertyId: type.propertyId,
    ...draft.bounds,
    from,
    to,
    price,
    minDays,
  }))
}
