/**
 * Finds the operation with the details of a notification.
 *
 * @module
 */
import { webhookOperations } from './webhooks.ts'

/** The operation that reads what a notification is about, and its path with the ids of the notification. */
export interface DetailRequest {
  readonly operation: string
  readonly path: string
}

/**
 * How to read what a notification is about; undefined for an event that no operation tells more of.
 *
 * @param data the members of the notification
 */
export function detailRequestOf(task: string, data: Readonly<Record<string, unknown>>): DetailRequest | undefined {
  for (const { id, path, also = [] } of webhookOperations) {
    const found = [path, ...also].find((one) => one.split('/')[3] === task)
    if (found === undefined) continue
    const values = found.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(data[name] ?? data[name.replace(/_id$/, '_uid')] ?? '')),
    )
    return /\/(?:\/|$)/.test(values) ? undefined : { operation: id, path: values }
  }
  return undefined
}
