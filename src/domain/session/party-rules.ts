/**
 * Checks a party by itself, without the capacity of the property.
 * @source spec "Guest type"; facts 4.3, 7.1; choice `session_checks`
 */

import { type ChildParty, type GuestTypeParty, headCount } from '../booking/party.ts'
import type { GuestType } from '../guest/guest-types.ts'
import type { Reason } from './checks.ts'
import type { ChildRate } from './child-rates.ts'
import { type MessageStyle, sessionMessage } from './messages.ts'

/** A party, and the rows it can refer to. */
export interface PartyParts {
  readonly adults: number | undefined
  readonly children: readonly ChildParty[]
  readonly guestTypes: readonly GuestTypeParty[]
  readonly childRates: readonly Pick<ChildRate, 'id'>[]
  /** The guest types that can be chosen. */
  readonly types: readonly Pick<GuestType, 'id' | 'type' | 'maximum'>[]
}

/** The first problem of a party; undefined without one. */
export function partyPartsProblem({ adults, children, childRates, ...more }: PartyParts, style: MessageStyle): Reason {
  if (adults === undefined) return sessionMessage('005', style)
  if (adults === 0) return sessionMessage('011', style, 'at least one adult must come')
  const unknownRate = children.find(
    ({ rateId, quantity }) => quantity > 0 && rateId !== 0 && !childRates.some(({ id }) => id === rateId),
  )
  if (unknownRate) return sessionMessage('012', style, `there is no child rate ${unknownRate.rateId}`)
  const about = guestTypesProblem(more, adults)
  return about === undefined ? undefined : sessionMessage('011', style, about)
}

function guestTypesProblem({ guestTypes, types }: Pick<PartyParts, 'guestTypes' | 'types'>, adults: number): Reason {
  for (const { guestTypeId, quantity } of guestTypes) {
    const known = types.find(({ id }) => id === guestTypeId)
    if (!known) return `there is no guest type ${guestTypeId}`
    if (quantity > known.maximum) return `${quantity} guests of type ${known.type}, where ${known.maximum} are the most`
  }
  const typed = headCount(guestTypes)
  return typed > adults ? `${typed} guests by type, but ${adults} adults` : undefined
}
