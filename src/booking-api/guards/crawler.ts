/**
 * The guard of crawlers, which may not begin a booking session.
 *
 * @module
 * @source choice `crawler_user_agents`
 */
import { Refusal } from '../../domain/refusal.ts'
import { looksLikeCrawler } from '../../domain/session/crawlers.ts'
import type { BookingGuard } from '../guard.ts'

/** Refuses a new booking session to a crawler, where the choice says so. The operations that begin one list the refusal. */
export const crawlerGuard: BookingGuard = {
  name: 'crawler',
  describe: () => ({}),
  check: (context) => {
    if (context.operation?.session !== 'begins' || context.choices.crawler_user_agents !== 'refused') return
    if (looksLikeCrawler(context.header('user-agent'))) throw new Refusal('session_crawler')
  },
}
