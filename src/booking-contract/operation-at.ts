import { Matcher, segmentsOf } from '../api/matcher.ts'
import type { Match } from '../api/operation.ts'
import { targetPath } from '../base/request-target.ts'
import { OPERATIONS } from './index.ts'
import type { BookingOperation } from './shared/operation.ts'

const MATCHER = new Matcher(OPERATIONS)

/** The operation that a request asks. @param target path and query below the interface, as sent */
export const operationAt = (method: string, target: string): Match<BookingOperation> | undefined =>
  MATCHER.find(method.toLowerCase(), segmentsOf(targetPath(target)) ?? [])
