/**
 * The guard against crawlers, which cannot start a booking session.
 * @source choice `crawler_user_agents`
 */
import { Refusal } from '../../domain/refusal.ts'
import { looksLikeCrawler } from '../../domain/session/crawlers.ts'
import type { BookingGuard } from '../guard.ts'

/** Refuses a new booking session to a crawler, by choice. The operations that start one declare the refusal. */
export const crawlerGuard: BookingGuard = {
  name: 'crawler',
  appliesTo: ({ session }) => session === 'begins',
  describe: () => ({}),
  check: (context) => {
    if (context.choices.crawler_user_agents !== 'refused') return
    if (looksLikeCrawler(context.headers['user-agent'])) throw new Refusal('session_crawler')
  },
}
