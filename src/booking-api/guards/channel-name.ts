/**
 * The guard of the channel name.
 * @source choice `channel_name`
 */
import { Refusal } from '../../domain/refusal.ts'
import type { BookingGuard } from '../guard.ts'

/** Requires the channel name of requests with a token, if the choice does. */
export const channelNameGuard: BookingGuard = {
  name: 'channel name',
  appliesTo: ({ scope, recordedScope }) => scope !== undefined || recordedScope !== undefined,
  describe: ({ scope }, { choices }) =>
    scope && choices.channel_name === 'required' ? { refusals: ['channel_name_missing'] } : {},
  check: ({ authenticated, record, choices, product }) => {
    if (authenticated && !record.channel && choices.channel_name === 'required')
      throw new Refusal('channel_name_missing', { what: product.channelName })
  },
}
