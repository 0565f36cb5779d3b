/** The guards of what a request carries: the size of its body, its channel name, its user agent, the segments of its path. */

import { Refusal } from '../../domain/refusal.ts'
import { looksLikeCrawler } from '../../domain/session/crawlers.ts'
import { requireFilled } from '../../pipeline/sent-values.ts'
import type { BookingGuard } from '../guard.ts'

const TOO_LARGE: ReadonlySet<string> = new Set(['body_too_large', 'fields_too_many'])

/** Refuses a body or form that is too large before the property is checked. The body of a GET is not read. */
export const bodySizeGuard: BookingGuard = {
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

/** Requires the channel name of requests with a token, if the choice does. */
export const channelNameGuard: BookingGuard = {
  describe: ({ scope }, { choices }) =>
    scope && choices.channel_name === 'required' ? { refusals: ['channel_name_missing'] } : {},
  check: ({ operation, authenticated, record, choices, product }) => {
    if (operation?.scope && authenticated && !record.channel && choices.channel_name === 'required')
      throw new Refusal('channel_name_missing', { what: product.channelName })
  },
}

/** Refuses a new booking session to a crawler, by choice. The operations that start one declare the refusal. */
export const crawlerGuard: BookingGuard = {
  describe: () => ({}),
  check: (context) => {
    if (context.operation?.session !== 'begins' || context.choices.crawler_user_agents !== 'refused') return
    if (looksLikeCrawler(context.headers['user-agent'])) throw new Refusal('session_crawler')
  },
}

/** Refuses a blank segment, except where a parameter may be blank. */
export const filledPathGuard: BookingGuard = {
  describe: ({ params }) => (Object.keys(params).length > 0 ? { refusals: ['segment_blank', 'encoding_broken'] } : {}),
  check: ({ operation, pathValues }) => {
    if (operation) requireFilled(operation.params, pathValues)
  },
}
