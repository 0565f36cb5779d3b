/** Handler results with their own status, media type, headers, or a stream. */
import type { Envelope } from '../api/define-api.ts'
import type { Operation } from '../api/operation.ts'
import { type ApiResponse, jsonResponse } from '../api/response.ts'
import { nextTurn } from '../simulation/turns.ts'
import type { RequestContext } from './request-context.ts'

/** Options of a reply; the default is `200` with JSON. */
export interface ReplyOptions {
  readonly status?: number
  /** The media type; a text or stream is then sent unchanged. */
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

/** Creates a handler result with its own status, media type or headers. */
export const reply = <T>(value: T, options: ReplyOptions = {}): Reply<T> => new Reply(value, options)

/** Server-sent events. */
export const eventStream = (events: AsyncIterable<string>): Reply =>
  reply(events, { type: 'text/event-stream', headers: { 'Cache-Control': 'no-cache' } })

/** Sends the value as JSON, or the {@link Reply}; long JSON is streamed in parts. */
export const respondPlain: Envelope<RequestContext, Operation, unknown>['respond'] = (value, { masking }) => {
  if (!(value instanceof Reply)) return jsonResponse(200, value, nextTurn, masking)
  const { status = 200, type, headers } = value.options
  const response = type === undefined ? jsonResponse(status, value.value, nextTurn, masking) : bodyOf(status, type, value.value)
  return headers ? { ...response, headers: { ...response.headers, ...headers } } : response
}

function bodyOf(status: number, type: string, value: unknown): ApiResponse {
  const isStream = typeof value === 'object' && value !== null && Symbol.asyncIterator in value
  const body = isStream ? (value as AsyncIterable<string>) : String(value)
  return { status, headers: { 'Content-Type': type }, body }
}
