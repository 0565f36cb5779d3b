/**
 * The guard of blank path segments.
 *
 * @module
 */
import { requireFilled } from '../../api/pipeline/path-parameters.ts'
import type { BookingGuard } from '../guard.ts'

/** Refuses a blank segment, except where a parameter may be blank. */
export const filledPathGuard: BookingGuard = {
  name: 'filled path',
  describe: ({ params }) => ({ refusals: Object.keys(params).length > 0 ? ['segment_blank', 'encoding_broken'] : [] }),
  check: ({ operation, pathValues }) => {
    if (operation) requireFilled(operation.params, pathValues)
  },
}
