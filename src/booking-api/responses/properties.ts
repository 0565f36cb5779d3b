/** Rooms, settings and room types of a property in responses. */
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import { SETTING_DEFAULTS } from '../../domain/property/settings.ts'
import type { RoomType } from '../../domain/property/site-structure.ts'

export function availableRoom(room: Room) {
  return {
    room_uid: room.id,
    room_name: room.name,
    room_number: room.number,
    room_classes_uid: room.roomTypeId,
    room_features_uid: room.featureIds.join(','),
    max_people: room.maxPeople,
  }
}

const TARIFF_MODE_NUMBERS = {
  normal: '0',
  advanced: '1',
  micromanage: '2',
  compatibility: '3',
  standard: '5',
} as const satisfies Record<Property['tariffMode'], string>

/** All settings of a property, defaults included, as texts. */
export function settingTexts(property: Property): Readonly<Record<string, string>> {
  return {
    tariffmode: TARIFF_MODE_NUMBERS[property.tariffMode],
    singleRoomProperty: property.singleUnit ? '1' : '0',
    property_currencycode: property.currency,
    ...SETTING_DEFAULTS,
    ...property.settings,
  }
}

/**
 * Room types by id, with the base URL of their pictures.
 *
 * @param pictures the base URL, with a slash at the end
 */
export function roomTypeDetails(types: readonly RoomType[], pictures: string) {
  const details = types.map(({ id, name, description, image }) => [id, { abbv: name, desc: description, image }] as const)
  return { ...Object.fromEntries(details), image_rel_path: pictures }
}
