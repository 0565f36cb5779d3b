/** The rules of tariffs, as the site applies them to the stays of its guests. */
import { daysUntil } from '../../base/day.ts'
import type { Property } from '../../domain/property/properties.ts'
import type { Room } from '../../domain/property/rooms.ts'
import type { Reason } from '../../domain/session/checks.ts'
import { offerProblem, weekendDays } from '../../domain/session/offer-rules.ts'
import type { NightRates } from '../../domain/tariff/tariff-set.ts'
import { Blocked, type ScenarioContext } from '../scenario-context.ts'
import type { Stay } from './stay.ts'

/** Why a tariff is not sold for a stay. */
export type TariffRules = (rates: NightRates) => Reason

/** A tariff of a free room that the site does not sell for the stay. */
export interface ClosedTariff {
  readonly roomTypeId: number | undefined
  readonly reason: string
  readonly minimum: number
}

/** The rules for a stay in `count` rooms; undefined where sessions apply none. @param closed receives the tariffs that are not sold */
export function tariffRules(
  property: Property,
  choices: ScenarioContext['choices'],
  { arrival, departure, count }: Stay & { readonly count: number },
  closed: ClosedTariff[],
): TariffRules | undefined {
  if (choices.offer_restrictions === 'none') return undefined
  const stay = { nights: daysUntil(arrival, departure), people: 0, otherRooms: count - 1, weekend: weekendDays(property) }
  return (rates) => {
    const reason = offerProblem(rates, stay, choices)
    if (reason !== undefined)
      closed.push({ roomTypeId: rates[0]?.roomTypeId, reason, minimum: Math.max(...rates.map(({ minDays }) => minDays)) })
    return reason
  }
}

/** Why no tariff prices a room for a stay: the rule of one that is not sold, else that none has a price. */
export function noTariff({ id, name, roomTypeId }: Room, { arrival, departure }: Stay, closed: readonly ClosedTariff[]): Blocked {
  const rule = closed.find((tariff) => tariff.roomTypeId === roomTypeId)
  const why = rule?.reason ?? `no tariff has a price for every night from ${arrival} to ${departure}`
  return new Blocked(`room ${id} (${name}): ${why}`)
}
