/** CORS: preflight responses and response headers. */
import { type ApiResponse, FAULT_HEADER, HINT_HEADER, INVENTED_HEADER } from '../api/response.ts'
import type { BookingContext } from './context.ts'

/** Allows the origin of a request to read its response. */
export function addCorsHeaders(context: BookingContext, headers: Record<string, string>): void {
  const origin = context.headers['origin']
  if (!origin) return
  headers['Access-Control-Allow-Origin'] = origin
  headers['Access-Control-Allow-Credentials'] = 'true'
  headers['Access-Control-Max-Age'] = '86400'
  headers['Access-Control-Expose-Headers'] =
    `${context.product.messageHeader}, ${HINT_HEADER}, ${FAULT_HEADER}, ${INVENTED_HEADER}, X-Request-Id, X-Correlation-Id`
}

/** The response to OPTIONS, without authentication. */
export function preflight(context: BookingContext): ApiResponse {
  const headers: Record<string, string> = { 'Content-Type': 'text/html; charset=UTF-8' }
  if (context.headers['access-control-request-method'])
    headers['Access-Control-Allow-Methods'] = 'GET, POST, PUT, DELETE, OPTIONS'
  const asked = context.headers['access-control-request-headers']
  if (asked) headers['Access-Control-Allow-Headers'] = asked
  return { status: 200, headers, body: '' }
}
