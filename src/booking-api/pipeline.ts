/** The pipeline that serves the service interface. */

import type { BookingOperation } from '../booking-contract/shared/operation.ts'
import { Pipeline } from '../pipeline/pipeline.ts'
import { recordClaims } from './claims.ts'
import { BookingContext } from './context.ts'
import type { BookingSettings } from './guard.ts'
import { boundOperations } from './handlers/index.ts'
import { bookingApi } from './index.ts'

export type BookingPipeline = Pipeline<BookingContext, BookingOperation, BookingSettings>

/** Creates a pipeline of the service interface. It has no state of a world: one can serve several. */
export const createBookingPipeline = (): BookingPipeline =>
  new Pipeline(bookingApi, boundOperations(), BookingContext, recordClaims)
