/**
 * The guard of bodies that are too large.
 *
 * @module
 */
import { Refusal } from '../../domain/refusal.ts'
import type { BookingGuard } from '../guard.ts'

const TOO_LARGE: ReadonlySet<string> = new Set(['body_too_large', 'fields_too_many'])

/** Refuses a body or form that is too large before the property is checked; any operation can, so documents do not list it. */
export const bodySizeGuard: BookingGuard = {
  name: 'body size',
  describe: () => ({}),
  check: ({ bodyProblem }) => {
    if (bodyProblem instanceof Refusal && TOO_LARGE.has(bodyProblem.code)) throw bodyProblem
  },
}
