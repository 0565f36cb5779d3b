/**
 * The guard of the channel name.
 *
 * @module
 * @source choice `channel_name`
 */
import { Refusal } from '../../domain/refusal.ts'
import type { BookingGuard } from '../guard.ts'

/** Asks callers with a token for the name of their channel, where the choice requires one. */
export const channelNameGuard: BookingGuard = {
  name: 'channel name',
  describe: ({ scope }, { choices }) =>
    scope && choices.channel_name === 'required' ? { refusals: ['channel_name_missing'] } : {},
  check: ({ authenticated, record, choices, product }) => {
    if (authenticated && !record.channel && choices.channel_name === 'required')
      throw new Refusal('channel_name_missing', { what: product.channelName })
  },
}
