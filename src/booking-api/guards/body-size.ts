/** The guard of bodies that are too large. */
import { Refusal } from '../../domain/refusal.ts'
import type { BookingGuard } from '../guard.ts'

const TOO_LARGE: ReadonlySet<string> = new Set(['body_too_large', 'fields_too_many'])

/** Refuses a body or form that is too large before the property is checked. The body of a GET is not read. */
export const bodySizeGuard: BookingGuard = {
  name: 'body size',
  describe: ({ method, form }) => ({
    refusals: [
      ...(method === 'get' ? [] : ['body_too_large']),
      ...(form ? ['fields_too_many', 'content_type_wrong', 'body_broken', 'encoding_broken'] : []),
    ],
  }),
  check: ({ bodyProblem }) => {
    if (bodyProblem instanceof Refusal && TOO_LARGE.has(bodyProblem.code)) throw bodyProblem
  },
}
