/** Finds the operation with the details of a notification. */
import { OPERATIONS } from './index.ts'

const DETAILS = OPERATIONS.filter(({ tag }) => tag === 'webhooks')

/**
 * The operation with the details of a notification, and its path with the ids; undefined for an event without details.
 *
 * @param data the members of the notification
 */
export function detailRequestOf(task: string, data: Readonly<Record<string, unknown>>) {
  for (const { id, path, also = [] } of DETAILS) {
    const found = [path, ...also].find((one) => one.split('/')[3] === task)
    if (found === undefined) continue
    const values = found.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(data[name] ?? data[name.replace(/_id$/, '_uid')] ?? '')),
    )
    return /\/(?:\/|$)/.test(values) ? undefined : { operation: id, path: values }
  }
  return undefined
}
