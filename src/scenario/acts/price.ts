/** Changes prices. */
import { type Minor, multiplyDivide, plainAmount } from '../../base/money.ts'
import { recordEvent } from '../../domain/event/events.ts'
import type { Rate } from '../../domain/tariff/rates.ts'
import type { WriteDb } from '../../store/db.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import { findProperty } from './lookup.ts'

/** Percentages are computed in millionths of a percent. */
const PARTS_OF_PERCENT = 1_000_000
const HUNDRED_PERCENT = 100 * PARTS_OF_PERCENT
/** Maximum price, in minor units: a thousand million currency units. */
const MAX_PRICE: Minor = 100_000_000_000

interface PriceChange {
  readonly property: number
  /** 10 is ten percent more, -5 five percent less. */
  readonly percent: number
}

/**
 * Changes all rates of a property; they keep their ids. No rate falls below one minor unit.
 *
 * @returns the changed rates
 */
export function changePrices(db: WriteDb, { now }: ScenarioContext, { property: id, percent }: PriceChange): readonly Rate[] {
  const property = findProperty(db, id)
  const rates = db.rates.by('property', property.id)
  if (rates.length === 0) throw new Blocked(`property ${property.id} has no rates: nothing can change its prices`)
  const after = rates.map((rate) => ({ ...rate, price: changedPrice(rate.price, percent) }))
  const beyond = after.find(({ price }) => price > MAX_PRICE)
  if (beyond)
    throw new Blocked(`by ${percent}%: rate ${beyond.id} would cost more than ${plainAmount(MAX_PRICE)}, the most there can be`)
  const changed = after.filter(({ price }, index) => price !== rates[index]?.price)
  if (changed.length === 0) throw new Blocked(`by ${percent}%: no price of property ${property.id} changes, to the cent`)
  for (const rate of changed) db.rates.put(rate)
  recordEvent(db, { at: now, task: 'tariffs_updated', data: { property_uid: property.id } })
  return changed
}

/** A price changed by a percentage: rounded half away from zero, at least one minor unit. */
function changedPrice(price: Minor, percent: number): Minor {
  if (price === 0) return 0
  const parts = Math.round(Math.max(-100, Math.min(percent, MAX_PRICE)) * PARTS_OF_PERCENT)
  return Math.max(1, multiplyDivide(price, HUNDRED_PERCENT + parts, HUNDRED_PERCENT))
}
