/**
 * Looks up the rates and taxes of a world in the making.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import { type Minor, multiplyDivide } from '../base/money.ts'
import type { Property } from '../domain/property.ts'
import { setting } from '../domain/property-settings.ts'
import type { TaxRate } from '../domain/site-structure.ts'
import type { Rate } from '../domain/tariff.ts'
import type { Seeding } from './seeding.ts'

/** Rates by the tariff and by the room type they belong to, each in the order of the fixtures. */
export class RateBook {
  readonly #byTariff = new Map<number, Rate[]>()
  readonly #byRoomType = new Map<string, Rate[]>()

  constructor(rates: readonly Rate[]) {
    for (const rate of rates) {
      push(this.#byTariff, rate.tariffTypeId, rate)
      push(this.#byRoomType, `${rate.propertyId}/${rate.roomTypeId}`, rate)
    }
  }

  /** The first rate of a room type that covers a day. */
  offered(propertyId: number, roomTypeId: number, day: Day): Rate | undefined {
    return covering(this.#byRoomType.get(`${propertyId}/${roomTypeId}`), day)
  }

  /** The rate of a tariff that covers a day. */
  ofTariff(tariffTypeId: number, day: Day): Rate | undefined {
    return covering(this.#byTariff.get(tariffTypeId), day)
  }
}

function push<K>(lists: Map<K, Rate[]>, key: K, rate: Rate): void {
  const list = lists.get(key)
  if (list) list.push(rate)
  else lists.set(key, [rate])
}

function covering(rates: readonly Rate[] | undefined, day: Day): Rate | undefined {
  return rates?.find((rate) => rate.from <= day && day <= rate.to)
}

/** The tax rate of a property's accommodation; undefined when it has none. */
export function accommodationTax(seeding: Seeding, property: Property): TaxRate | undefined {
  return seeding.find('taxRates', Number(setting(property, 'accommodation_tax_code')))
}

/** The part of a gross amount that is not tax. `rate` in hundredths of a percent. */
export function netOf(gross: Minor, rate: number): Minor {
  return multiplyDivide(gross, 10_000, 10_000 + rate)
}

/** A net amount with its tax. `rate` in hundredths of a percent. */
export function grossOf(net: Minor, rate: number): Minor {
  return multiplyDivide(net, 10_000 + rate, 10_000)
}
