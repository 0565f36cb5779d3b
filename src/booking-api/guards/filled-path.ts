/** The guard of blank path segments. */
import { requireFilled } from '../../pipeline/path-parameters.ts'
import type { BookingGuard } from '../guard.ts'

/** Refuses a blank segment, except where a parameter may be blank. */
export const filledPathGuard: BookingGuard = {
  name: 'filled path',
  appliesTo: ({ params }) => Object.keys(params).length > 0,
  describe: () => ({ refusals: ['segment_blank', 'encoding_broken'] }),
  check: ({ operation, pathValues }) => {
    if (operation) requireFilled(operation.params, pathValues)
  },
}
