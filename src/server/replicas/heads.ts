/**
 * The heads of frames between replicas.
 *
 * @module
 */
import type { RequestHeaders } from '../../api/request-headers.ts'
import { FrameError } from './frames.ts'

/** Method, target and headers of a request, and address and port of its client. */
export type CallHead = readonly [string, string, RequestHeaders, string | undefined, number | undefined]
/** Status and headers of a response. */
export type ResponseHead = readonly [number, Record<string, string>]

/** @throws FrameError */
export function readCallHead(head: string): CallHead {
  const [method, target, headers, address, port] = parts(head)
  const isClient = (address == null || typeof address === 'string') && (port == null || typeof port === 'number')
  if (typeof method !== 'string' || typeof target !== 'string' || !areHeaders(headers) || !isClient)
    throw new FrameError('a call without method, target or headers')
  return [method, target, headers, address ?? undefined, port ?? undefined]
}

/** @throws FrameError */
export function readResponseHead(head: string): ResponseHead {
  const [status, headers] = parts(head)
  if (typeof status !== 'number' || !areHeaders(headers)) throw new FrameError('a response without status or headers')
  return [status, headers]
}

function parts(head: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(head)
    if (Array.isArray(read)) return read
  } catch {
    // as any other text
  }
  throw new FrameError('a head that is not a JSON array')
}

function areHeaders(value: unknown): value is Record<string, string> {
  if (typeof value !== 'object' || value === null) return false
  for (const text of Object.values(value)) if (typeof text !== 'string') return false
  return true
}
