/** Whether a run contains what a missing fact would tell about: without hooks, a rule about webhooks is not exercised. */
import { BOOKING_READS } from './calendar-reads.ts'
import { type Exchange, type FactName, type Facts, isRead, TOKEN_OPERATION } from './exchange.ts'
import { isClientError } from './rule.ts'

const hasToken = ({ operation, token, requestHeaders }: Exchange, { operations }: Facts): boolean =>
  operation === TOKEN_OPERATION ||
  token !== undefined ||
  requestHeaders['authorization'] !== undefined ||
  operations.some(({ id, scope }) => id === operation && scope !== undefined)

const OCCURS: Readonly<Record<FactName, (one: Exchange, facts: Facts) => boolean>> = {
  tokens: hasToken,
  // A write can be refused with a success status.
  'refusal-codes': (one) => !isRead(one) || isClientError(one),
  rows: (one) => !isRead(one),
  'unread-fields': ({ request }) => request !== undefined,
  warnings: () => true,
  forms: ({ request }) => request !== undefined,
  answers: () => true,
  'sandbox-clock': () => true,
  arrivals: ({ operation }) => BOOKING_READS.has(operation),
  deliveries: ({ operation = '' }) => operation.startsWith('getNotified'),
  connections: () => true,
}

export const allOccur = (needed: readonly FactName[], exchanges: readonly Exchange[], facts: Facts): boolean =>
  needed.every((fact) => exchanges.some((one) => OCCURS[fact](one, facts)))
