/**
 * Properties, rooms and tariffs of a state as rows of fixtures.
 *
 * @module
 */
import { toNumber } from '../base/money.ts'
import type { Property } from '../domain/property.ts'
import type { Rate, TariffBounds } from '../domain/tariff.ts'
import type { FixtureRow } from './fixture-schema.ts'
import type { RowLists } from './state.ts'

export function propertyRows({ properties }: RowLists): FixtureRow<'properties'>[] {
  return properties.map((property) => ({
    id: property.id,
    name: property.name,
    street: property.street,
    town: property.town,
    postcode: property.postcode,
    region: property.regionId,
    country: property.countryCode,
    tel: property.tel,
    email: property.email,
    stars: property.stars,
    type: property.typeId,
    category: property.categoryId,
    features: [...property.featureIds],
    latitude: property.latitude,
    longitude: property.longitude,
    published: property.published,
    tariff_mode: property.tariffMode,
    single_unit: property.singleUnit,
    currency: property.currency,
    timezone: property.timezone,
    ...partsOf(property),
    settings: property.settings,
  }))
}

function partsOf({ texts, pictures }: Property): Pick<FixtureRow<'properties'>, 'texts' | 'pictures'> {
  const rooms = Object.entries(pictures.rooms).map(([room, names]) => [room, [...names]])
  return {
    texts: {
      description: texts.description,
      checkin_times: texts.checkinTimes,
      area_activities: texts.areaActivities,
      driving_directions: texts.drivingDirections,
      policies: texts.policies,
      meta_description: texts.metaDescription,
    },
    pictures: { main: pictures.main, slideshow: [...pictures.slideshow], rooms: Object.fromEntries(rooms) },
  }
}

export function roomRows({ rooms }: RowLists): FixtureRow<'rooms'>[] {
  return rooms.map((room) => ({
    id: room.id,
    property: room.propertyId,
    type: room.roomTypeId,
    name: room.name,
    number: room.number,
    floor: room.floor,
    max_people: room.maxPeople,
    features: [...room.featureIds],
    single_person_supplement: toNumber(room.singlePersonSupplement),
  }))
}

/** Tariffs with their rates. One without any is written for the first type of room there is, which nothing shows. */
export function tariffRows({ tariffTypes, rates, roomTypes }: RowLists): FixtureRow<'tariffs'>[] {
  const byTariff = new Map<number, Rate[]>()
  for (const rate of rates) {
    const own = byTariff.get(rate.tariffTypeId)
    if (own) own.push(rate)
    else byTariff.set(rate.tariffTypeId, [rate])
  }
  return tariffTypes.map(({ id, propertyId, title, description, lengthModifiers }) => {
    const own = byTariff.get(id) ?? []
    const first = own[0]
    return {
      id,
      property: propertyId,
      ...(first ? boundsOf(first) : { room_type: roomTypes[0]?.id ?? 1 }),
      title,
      description,
      ...(lengthModifiers && {
        length_modifiers: {
          seven_days: toNumber(lengthModifiers.sevenDays),
          thirty_days: toNumber(lengthModifiers.thirtyDays),
          percentage: lengthModifiers.isPercentage,
        },
      }),
      rates: own.map(({ id, from, to, price, minDays }) => ({ id, from, to, price: toNumber(price), min_days: minDays })),
    }
  })
}

function boundsOf(bounds: TariffBounds) {
  return {
    room_type: bounds.roomTypeId,
    max_days: bounds.maxDays,
    min_people: bounds.minPeople,
    max_people: bounds.maxPeople,
    day_of_week: bounds.dayOfWeek,
    ignore_pppn: bounds.ignorePppn,
    allow_weekend: bounds.allowWeekend,
    weekend_only: bounds.weekendOnly,
    min_rooms_selected: bounds.minRoomsSelected,
    max_rooms_selected: bounds.maxRoomsSelected,
  }
}

export function childRateRows({ childRates }: RowLists): FixtureRow<'child_rates'>[] {
  return childRates.map(({ id, propertyId, ageFrom, ageTo, price, model }) => ({
    id,
    property: propertyId,
    age_from: ageFrom,
    age_to: ageTo,
    price: toNumber(price),
    model,
  }))
}
