/**
 * The guard of blank path segments.
 *
 * @module
 */
import { requireFilled } from '../../api/pipeline/path-parameters.ts'
import type { BookingGuard } from '../guard.ts'

/** Refuses a blank segment, except where a parameter may be blank. Documents list no refusal for it: it is a malformed path. */
export const filledPathGuard: BookingGuard = {
  name: 'filled path',
  describe: () => ({}),
  check: ({ operation, pathValues }) => {
    if (operation) requireFilled(operation.params, pathValues)
  },
}
