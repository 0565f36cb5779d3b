/**
 * Common parts of the operations with the details of notifications.
 * @source facts 14.6 "Detail endpoints"
 */
import type { Example } from './operation.ts'

export const RECORD_UNKNOWN = ['webhook_record_unknown'] as const
export const RECORD_UNKNOWN_OR_FOREIGN = ['webhook_record_unknown', 'webhook_record_foreign'] as const

/** The path of an event, and the paths of the other events about the same kind of record. */
export function paths(events: readonly [string, ...string[]], rest: string) {
  const [path = '', ...also] = events.map((event) => `/webhooks/{property_id}/${event}${rest}`)
  return { path, ...(also.length > 0 && { also }) }
}

export const common = { method: 'get', scope: 'webhooks_get', source: 'facts 14.6 "Detail endpoints"' } as const
export const example = (id: Readonly<Record<string, string>>, answer: unknown): Example => ({
  path: { property_id: '1', ...id },
  answer,
})
