/**
 * Every difference between the recorded answers and those given here, with its reason. The list is exact: a difference
 * that is not on it fails, and so does an entry that holds no longer.
 *
 * @module
 */
import type { Difference } from './compare.ts'

export interface Entry {
  readonly differs: readonly Difference[]
  readonly why: string
}

export type KnownDifferences = Readonly<Record<string, Entry>>

const REFUSED = ['shape data', 'shape meta.code', 'shape code', 'shape error_message', 'shape lines'] as const

/** The newest release against the profile `current`. */
export const NEWEST: KnownDifferences = {
  'black.delete_guest_booking': {
    differs: ['status', ...REFUSED],
    why: "a guest's booking was wiped as if it were a black one (suspected bug, not copied: data would be lost)",
  },
  'core.endpoints': {
    differs: [
      'status',
      'shape data',
      'shape meta.code',
      'shape meta.site.live_site',
      'shape code',
      'shape error_message',
      'shape lines',
    ],
    why: 'a path outside the interface, see docs/limits.md',
  },
  'properties.bookings_add.oldroutes': {
    differs: [
      'status',
      'shape data',
      'shape meta.code',
      'shape meta.site.live_site',
      'shape code',
      'shape error_message',
      'shape lines',
    ],
    why: 'a path outside the interface, see docs/limits.md',
  },
  'token.lifetime_3600': {
    differs: ['value expires_in'],
    why: 'the life of tokens had been set to an hour on the recorded server for this one request',
  },
}

const OWN_WORDS = 'the document has other words for it'

/** The release of 2017 against the profile `documented` with `refusal_status=named`. */
export const OLDER: KnownDifferences = {
  'legacy.search_stars': {
    differs: [
      'value data.search_results{}.property_details_page',
      'value data.search_results{}.bookthis_link',
      'shape data.search_results{}.property_email',
    ],
    why: 'the document names property_email; links to pages are those of another site',
  },
  'legacy.core_report': {
    differs: ['value data.report[].api_url', 'value data.report[].service_url', 'value data.report[].property_count'],
    why: 'the document has URL-encoded addresses; the count is that of the properties listed',
  },
  'legacy.no_token': { differs: ['value error', 'value error_description'], why: OWN_WORDS },
  'legacy.wrong_token': { differs: ['value error'], why: OWN_WORDS },
  'legacy.scope_missing': {
    differs: ['type', 'shape meta', 'shape error', 'shape error_description'],
    why: `${OWN_WORDS}; JSON was labelled as HTML there`,
  },
  'legacy.unknown_feature': { differs: ['type'], why: 'JSON was labelled as HTML there' },
  'legacy.wrong_method_dir': { differs: ['type', 'shape .'], why: 'a page of the router, in HTML' },
  'legacy.nbe_uninitialised': { differs: ['type'], why: 'JSON was labelled as HTML there' },
  'legacy.checkin_unknown': {
    differs: ['status', 'type', 'shape .'],
    why: 'checked in a booking that does not exist (suspected bug, not copied)',
  },
}

/** Rows of every status, newest release against the profile `current`. */
export const STATES: KnownDifferences = {}
