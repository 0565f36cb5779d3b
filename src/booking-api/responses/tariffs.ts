/**
 * Tariffs in responses.
 * @source spec "Tariff"; choices `tariff_timestamps`, `tariff_rate_text`
 */
import { type Day, yearOf } from '../../base/day.ts'
import { extended } from '../../base/extended.ts'
import { startOfDay } from '../../base/instant.ts'
import { plainAmount, toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import type { TariffType } from '../../domain/tariff/tariff-types.ts'
import { compareTexts } from '../../domain/text-order.ts'
import { keyedCollection } from './shared/keyed-collection.ts'
import { slashDay, zeroOrOne } from './shared/text.ts'

type TariffChoices = Pick<Choices, 'tariff_timestamps' | 'tariff_rate_text' | 'property_tariff_rate' | 'empty_map'>

/** Finds the tariff type of a rate; undefined for a rate without one. */
export type TypeOf = (id: number) => TariffType | undefined

/** The rates of a property by room type, tariff type and rates uid. */
export function tariffTree(rates: readonly Rate[], typeOf: TypeOf, choices: TariffChoices) {
  const tree: Record<string, Record<string, Record<string, ReturnType<typeof treeEntry>>>> = {}
  for (const rate of byId(rates)) {
    const type = typeOf(rate.tariffTypeId)
    const types = (tree[rate.roomTypeId] ??= {})
    const entries = (types[type?.id ?? 0] ??= {})
    entries[rate.id] = treeEntry(rate, type, choices)
  }
  return keyedCollection(choices.empty_map, Object.entries(tree), (entry) => entry)
}

/** The rates of a property as one list, by their first day. */
export function tariffList(rates: readonly Rate[], typeOf: TypeOf, choices: TariffChoices) {
  const inOrder = byId(rates).sort((one, other) => compareTexts(one.from, other.from))
  return inOrder.map((rate) => {
    const fields = extended(commonFields(rate, typeOf(rate.tariffTypeId), choices), { allow_we: zeroOrOne(rate.allowWeekend) })
    return choices.property_tariff_rate === 'number' ? { ...fields, roomrateperday: toNumber(rate.price) } : fields
  })
}

const byId = (rates: readonly Rate[]): Rate[] => [...rates].sort((one, other) => one.id - other.id)

/** The fields that both forms of a rate have. */
function commonFields(rate: Rate, type: TariffType | undefined, choices: TariffChoices) {
  return {
    rates_uid: rate.id,
    rate_title: type?.title ?? '',
    rate_description: type?.description ?? '',
    validfrom: slashDay(rate.from),
    validto: slashDay(rate.to),
    roomrateperday: choices.tariff_rate_text === 'seven_decimals' ? `${plainAmount(rate.price)}00000` : plainAmount(rate.price),
    mindays: rate.minDays,
    maxdays: rate.maxDays,
    minpeople: rate.minPeople,
    maxpeople: rate.maxPeople,
    roomclass_uid: rate.roomTypeId,
    ignore_pppn: zeroOrOne(rate.ignorePppn),
  }
}

function treeEntry(rate: Rate, type: TariffType | undefined, choices: TariffChoices) {
  const time = choices.tariff_timestamps === 'year' ? yearOf : unixSeconds
  return extended(commonFields(rate, type, choices), {
    allow_ph: zeroOrOne(true),
    allow_we: zeroOrOne(rate.allowWeekend),
    weekendonly: zeroOrOne(rate.weekendOnly),
    validfrom_ts: time(rate.from),
    validto_ts: time(rate.to),
    dayofweek: rate.dayOfWeek,
    minrooms_alreadyselected: rate.minRoomsSelected,
    maxrooms_alreadyselected: rate.maxRoomsSelected,
    property_uid: rate.propertyId,
    tarifftype_id: type?.id ?? 0,
  })
}

const unixSeconds = (day: Day): number => startOfDay(day) / 1000
