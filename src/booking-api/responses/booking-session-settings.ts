/**
 * The response of `initialise`: settings of a property, its calendar, rooms and labels.
 * @source spec "Booking session data"; facts 4.1
 */
import { addDays, type Day, daysThrough } from '../../base/day.ts'
import { toNumber } from '../../base/money.ts'
import { leadingInteger } from '../../domain/leading-number.ts'
import type { Property } from '../../domain/property/properties.ts'
import { isOn, type SettingKey, setting } from '../../domain/property/settings.ts'
import { requiresField } from '../../domain/session/address.ts'
import type { ChildRate } from '../../domain/session/child-rates.ts'
import { daysOfStays } from '../../domain/session/fixed-stays.ts'
import { rateOn, type TariffSet } from '../../domain/tariff/tariff-set.ts'
import type { Links } from '../links.ts'
import type { InitialData } from '../session/room-data.ts'
import { roomFields, typeFields } from './booking-room-parts.ts'
import { extraModels, sessionLabel, sessionLabels } from './booking-session-labels.ts'
import { KeptByRow } from './shared/kept.ts'
import { keyedCollection } from './shared/keyed-collection.ts'
import { zeroOrOne } from './shared/text.ts'

const labels = new KeptByRow<Readonly<Record<string, string>>>()
const tariffSets = new KeptByRow<ReturnType<typeof tariffSet>>()

export function initialSettings(input: InitialData) {
  const { property, language, capacity, choices } = input
  return {
    booking_model: property.singleUnit ? ('SRP' as const) : ('MRP' as const),
    language: input.sentLanguage,
    property_name: property.name,
    confirmation_url: input.pages.confirmation,
    property_details_url: input.pages.details,
    bypass_confirmation: true,
    min_days: String(input.fewestNights),
    ...periods(property, choices),
    capacity: { adults: String(capacity.adults), children: String(capacity.children) },
    labels: labels.of(property, [language, input.taxRate], () => sessionLabels(input, language)),
    images: keyedCollection(choices.empty_map, Object.entries(images(property, input.links)), (entry) => entry),
    availability: availability(input),
    rooms: initialRooms(input),
    address_form_fields: ADDRESS_FORM.map(([field, label, missing]) => ({
      field,
      label: sessionLabel(`_SERVICE_COM_MR_EB_${label}_EXPL`, language),
      required: requiresField(property, field),
      required_label: sessionLabel(`_SERVICE_BOOKINGFORM_MONITORING_REQUIRED_${missing}`, language),
    })),
    currency_code: property.currency,
    child_rates: keyedCollection(choices.empty_map, input.childRates, (rate) => [rate.id, childRate(rate)]),
    extras: { extra_models_explanation: extraModels(language) },
    countries: input.countries,
  }
}

function periods(property: Property, { fixed_period_numbers: numbers }: InitialData['choices']) {
  const number = (key: SettingKey) => (numbers === 'texts' ? setting(property, key) : leadingInteger(setting(property, key)))
  const fixed = isOn(property, 'fixedPeriodBookings')
  const day = isOn(property, 'fixedArrivalDateYesNo')
  return {
    fixedPeriodBookings: zeroOrOne(fixed),
    fixedPeriodBookingsNumberOfDays: fixed ? number('fixedPeriodBookingsNumberOfDays') : 0,
    fixedArrivalDateYesNo: zeroOrOne(day),
    fixedArrivalDay: day ? number('fixedArrivalDay') : 7,
  }
}

type Pictures = readonly ReturnType<Links['picture']>[]

/** Pictures by kind and resource id; resource id 0 gives a list of lists. */
function images({ id, pictures }: Property, links: Links) {
  const shown: Record<string, readonly Pictures[] | Readonly<Record<string, Pictures>>> = {}
  const of = (kind: string, resource: number | string, files: readonly string[]): Pictures =>
    files.map((file) => links.picture(id, kind, resource, file))
  const rooms = Object.entries(pictures.rooms)
  if (pictures.main !== null) shown['property'] = [of('property', 0, [pictures.main])]
  if (rooms.length > 0) shown['rooms'] = Object.fromEntries(rooms.map(([room, files]) => [room, of('rooms', room, files)]))
  if (pictures.slideshow.length > 0) shown['slideshow'] = [of('slideshow', 0, pictures.slideshow)]
  return shown
}

function availability({ calendar, nightsOf, window, property, sets, choices }: InitialData) {
  const { priced, departureOnly, notAvailable: not_available_dates } = calendar
  if (choices.allowed_dates === 'list')
    return { allowed_dates: daysOfStays(sets, nightsOf, window.last, property), not_available_dates }
  // the keys are the positions at which the days were added
  return { allowed_dates: departureOnly.length > 0 ? { ...priced.concat(departureOnly) } : priced, not_available_dates }
}

function initialRooms(input: InitialData) {
  const { rooms, sets, property, roomType, links, choices } = input
  if (rooms.length === 0) return { success: false as const, reason: 'Rooms array is empty' }
  const closed = new Set(input.calendar.notAvailable)
  const open = daysThrough(input.window.first, input.window.last).filter((day) => !closed.has(day))
  const days = open.join()
  const kept = (set: TariffSet) => {
    const parts = [days, property, input.taxRate, choices, set.roomTypeId, set.type, ...set.rates]
    return tariffSets.of(set.rates[0] ?? set, parts, () => tariffSet(set, open, input))
  }
  const shown = new Map(sets.map((set) => [set, kept(set)]))
  if ([...shown.values()].every(({ dates }) => Array.isArray(dates) || Object.keys(dates).length === 0))
    return { success: false as const, reason: 'No data in tariff sets' }
  return keyedCollection(choices.empty_map, rooms, (room) => {
    const { id, roomTypeId } = room
    return [
      id,
      {
        room: { room_uid: id, room_classes_uid: roomTypeId, ...roomFields(room, property, links) },
        room_type: { room_class_id: String(roomTypeId), ...typeFields(roomType(roomTypeId), links) },
        tariff_sets: sets.flatMap((set) => (set.roomTypeId === roomTypeId ? (shown.get(set) ?? []) : [])),
      },
    ]
  })
}

function tariffSet(set: TariffSet, days: readonly Day[], { prices, choices }: InitialData) {
  const nights = days.flatMap((date) => {
    const rate = rateOn(set, date)
    if (!rate) return []
    const { adult } = prices(set, rate)
    return [{ adult_price: adult, date, checkin_date: addDays(date, rate.minDays), min_days: String(rate.minDays) }]
  })
  const [bounds] = set.rates
  return {
    rate_title: set.type?.title ?? '',
    rate_description: set.type?.description ?? '',
    tariff_type_id: String(set.tariffTypeId),
    maxdays: String(bounds?.maxDays ?? 0),
    extra_guests_price: '0.00',
    minpeople: String(bounds?.minPeople ?? 0),
    maxpeople: String(bounds?.maxPeople ?? 0),
    roomclass_uid: String(set.roomTypeId),
    dates: keyedCollection(choices.empty_map, nights, (night) => [night.date, night]),
  }
}

const childRate = ({ id, ageFrom, ageTo, price, model }: ChildRate) => ({
  id,
  age_from: ageFrom,
  age_to: ageTo,
  price: toNumber(price),
  model,
})

/** The fields of the address form, each with the words in two keys: of its label, and of its error text. */
const ADDRESS_FORM = [
  ['firstname', 'ARRIVALFIRSTNAME', 'FIRSTNAME'],
  ['surname', 'ARRIVALSURNAME', 'SURNAME'],
  ['house', 'GUEST_SERVICE_HOUSE', 'HOUSENO'],
  ['street', 'GUEST_SERVICE_STREET', 'STREET'],
  ['town', 'GUEST_SERVICE_TOWN', 'TOWN'],
  ['postcode', 'GUEST_SERVICE_POSTCODE', 'POSTCODE'],
  ['tel_mobile', 'GUEST_SERVICE_MOBILE', 'CELLPHONE'],
  ['email', 'GUEST_SERVICE_EMAIL', 'EMAIL'],
] as const
