/**
 * Results of handlers that are more than a value: another status, media type or headers, or a stream.
 *
 * @module
 */
import type { Envelope } from '../define-api.ts'
import type { Operation } from '../operation.ts'
import { type ApiResponse, json } from '../response.ts'

/** How a reply differs from `200` with JSON. */
export interface ReplyOptions {
  readonly status?: number
  /** The media type; a value that is text or a stream is then sent as it is. */
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
}

/** A value with its status, media type and headers. */
export class Reply<T = unknown> {
  readonly value: T
  readonly options: ReplyOptions

  constructor(value: T, options: ReplyOptions = {}) {
    this.value = value
    this.options = options
  }
}

/** A handler's result with a status, a media type or headers of its own. */
export const reply = <T>(value: T, options: ReplyOptions = {}): Reply<T> => new Reply(value, options)

/** Sends the value itself, or what a {@link Reply} says. */
export const respondPlain: Envelope<unknown, Operation, unknown>['respond'] = (value) => {
  if (!(value instanceof Reply)) return json(200, value)
  const { status = 200, type, headers } = value.options
  const response = type === undefined ? json(status, value.value) : bodyOf(status, type, value.value)
  return headers ? { ...response, headers: { ...response.headers, ...headers } } : response
}

function bodyOf(status: number, type: string, value: unknown): ApiResponse {
  const isStream = typeof value === 'object' && value !== null && Symbol.asyncIterator in value
  const body = isStream ? (value as AsyncIterable<string>) : String(value)
  return { status, headers: { 'Content-Type': type }, body }
}
