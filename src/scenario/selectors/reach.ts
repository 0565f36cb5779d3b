/** Which causes can apply to calls of an operation. */
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import type { BookingOperation } from '../../booking-contract/shared/operation.ts'
import { CAUSES, type CauseName } from '../names.ts'

/** What an operation must have, and the message for one that lacks it. */
export interface OperationNeed {
  readonly fits: (operation: BookingOperation) => boolean
  readonly lacks: string
}

export const HAS_TOKEN: OperationNeed = { fits: ({ scope }) => scope !== undefined, lacks: 'is called without a token' }
export const HAS_CLIENT: OperationNeed = {
  fits: ({ scope, id }) => scope !== undefined || id === TOKEN_OPERATION,
  lacks: 'does not say which client calls',
}
export const HAS_SESSION: OperationNeed = { fits: ({ session }) => session !== undefined, lacks: 'has no booking session' }
export const HAS_PROPERTY: OperationNeed = {
  fits: ({ params, session }) => Object.hasOwn(params, 'property_id') || session === 'bound',
  lacks: 'names no property',
}
const HAS_ROOM: OperationNeed = {
  fits: ({ params, session }) => Object.hasOwn(params, 'room_id') || session === 'bound',
  lacks: 'is about no room: it has neither a room in its path nor a booking session',
}

/** What a call must have for a cause; undefined for a cause that applies to every call. */
export const CAUSE_NEEDS: Readonly<Record<CauseName, OperationNeed | undefined>> = {
  token: HAS_TOKEN,
  scopes: HAS_CLIENT,
  session: HAS_SESSION,
  room: HAS_ROOM,
  property: HAS_PROPERTY,
  price: HAS_PROPERTY,
  network: undefined,
  respond: undefined,
}

/** The causes that can apply to calls of an operation. */
export const causesOf = (operation: BookingOperation): readonly CauseName[] =>
  CAUSES.filter((cause) => CAUSE_NEEDS[cause]?.fits(operation) ?? true)
