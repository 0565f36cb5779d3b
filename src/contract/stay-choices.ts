/**
 * Choices of tariffs, bookings, rooms and black bookings.
 *
 * @module
 */
import type { Choice } from './choice.ts'

const TARIFFS = {
  tariff_validation: {
    question: 'How strictly is a tariff form checked?',
    answers: {
      strict: 'one refusal names every wrong field, nothing is stored',
      lenient: 'missing fields take defaults, texts become numbers as far as they go; only a form without dates is refused',
    },
    documented: 'strict',
    current: 'lenient',
    why: 'The document says all fields are required.',
    source: 'spec "Tariffs"; facts "POST /tariffs"',
  },
  tariff_new_id: {
    question: 'What do POST with an id and PUT without one do?',
    answers: { refuse: 'POST takes 0 only, PUT an existing id only', create: 'POST ignores the id, PUT with 0 or none creates' },
    documented: 'refuse',
    current: 'create',
    why: 'The document says 0 when creating and the existing id when updating.',
    source: 'spec "Tariffs"',
  },
  tariff_gaps: {
    question: 'What price have days between the first and the last that were not sent?',
    answers: { open: 'none: they break the run', previous_price: 'that of the run before them' },
    documented: 'open',
    current: 'previous_price',
    why: 'A day that nobody priced must not become bookable by accident.',
    source: 'facts "Grouping algorithm"',
  },
  tariff_timestamps: {
    question: 'What do validfrom_ts and validto_ts hold?',
    answers: { seconds: 'Unix seconds of 00:00 UTC', year: 'the year' },
    documented: 'seconds',
    current: 'year',
    why: 'The name says time stamp; the year is a cast gone wrong.',
    source: 'facts "GET /tariffs"',
  },
  tariff_rate_text: {
    question: 'How is roomrateperday written?',
    answers: { two_decimals: '"100.00"', seven_decimals: '"100.0000000"' },
    documented: 'two_decimals',
    current: 'seven_decimals',
    why: 'The document says numeric text.',
    source: 'spec "Tariff"',
  },
} as const satisfies Record<string, Choice>

const BOOKINGS = {
  date_ranges: {
    question: 'What do impossible or reversed dates in a path give?',
    answers: { refuse: '400 naming the segment', as_recorded: 'mostly an empty list; a reversed search counts forward' },
    documented: 'refuse',
    current: 'as_recorded',
    why: 'A client that mixes up two dates wants to be told.',
    source: 'facts 1.7, 3.2, 9.2',
  },
  booking_window: {
    question: 'Which bookings does the list between two dates show?',
    answers: {
      overlap: 'every stay that touches the window',
      edges: 'stays that arrive or leave inside it; one that spans it is missing',
    },
    documented: 'overlap',
    current: 'edges',
    why: 'A stay that spans the window is a booking between the dates.',
    source: 'facts 1.7',
  },
  long_date: {
    question: 'How are long dates written?',
    answers: { weekday: 'Friday, 02 May 2031', month_first: 'May 2, 2031' },
    documented: 'weekday',
    current: 'month_first',
    why: 'Both are site locales; the first is the one the facts describe.',
    source: 'facts 1.2; recordings',
  },
  cancelled_rooms: {
    question: 'What does the rooms view of a cancelled booking hold?',
    answers: { empty: '[]: it holds no rooms', nulls: 'the rooms it had, all values null' },
    documented: 'empty',
    current: 'nulls',
    why: 'A cancelled booking holds no rooms.',
    source: 'facts 1.4',
  },
  cancelled_type: {
    question: 'Which BOOKINGTYPE does a cancelled booking show?',
    answers: { as_made: 'the one it was made with', internet: 'Internet, because its rooms are gone' },
    documented: 'as_made',
    current: 'internet',
    why: 'Cancelling does not change who booked.',
    source: 'facts 1.2',
  },
  black_booking_booker: {
    question: 'What is BOOKERSUSERNAME of a black booking?',
    answers: { name: 'the login name of whoever made it; empty when unknown', null: 'null' },
    documented: 'name',
    current: 'null',
    why: 'The document says string.',
    source: 'spec "Booking detail views"; recordings',
  },
  guest_country_unknown: {
    question: 'What is GUEST_COUNTRY for an empty or unknown country code?',
    answers: { blank: '""', false: 'the JSON value false' },
    documented: 'blank',
    current: 'false',
    why: 'The document says all fields of the guest view are strings.',
    source: 'facts 1.3',
  },
  rejected_enquiry: {
    question: 'What does a rejected enquiry show as approved?',
    answers: { zero: '0', two: '2' },
    documented: 'zero',
    current: 'two',
    why: 'The document knows 0 and 1 only.',
    source: 'spec "Booking (list entry)"; facts 7',
  },
  deposit_required_type: {
    question: 'Is deposit_required of the booking lists text or a number?',
    answers: { text: '"64"', number: '64' },
    documented: 'text',
    current: 'number',
    why: 'The document says string, numeric text.',
    source: 'spec "Booking (list entry)"',
  },
  check_in_order: {
    question: 'Does the front desk enforce the order of check-in and check-out?',
    answers: { lenient: 'every call succeeds and sets its flag', strict: '409 for what a front desk would refuse' },
    documented: 'lenient',
    current: 'lenient',
    why: 'The document shows no condition.',
    source: 'spec "States and transitions"',
  },
  unknown_record: {
    question: 'What does changing or deleting a record that does not exist give?',
    answers: { refuse: '404 with the text of the record', echo: 'success, without any effect' },
    documented: 'refuse',
    current: 'echo',
    why: 'A client that deletes the wrong id must hear about it.',
    source: 'facts 3.3 to 6.2',
  },
  today: {
    question: 'Whose day is "today", and the day of a moment such as a check-out?',
    answers: { utc: 'the UTC day', property: "the day in the property's time zone; time stamps stay UTC" },
    documented: 'utc',
    current: 'utc',
    why: 'The service reckons in UTC; deployments with local days exist.',
    source: 'facts 0.6',
  },
} as const satisfies Record<string, Choice>

const ROOMS = {
  black_booking_conflict: {
    question: 'How is the conflict of a black booking answered?',
    answers: {
      '204': 'HTTP 204, the text in a header, because HTTP forbids a body there',
      '200-with-meta': 'HTTP 200 with meta.code 204 and meta.error_message',
      refusal: 'like every other refusal',
    },
    documented: '204',
    current: 'refusal',
    why: 'The document says status 204 with a body, which HTTP cannot carry.',
    source: 'spec "Black bookings"',
  },
  black_booking_list: {
    question: 'What does the room list of black bookings hold?',
    answers: { nights: 'one row for each room and night on or after the date', rooms: 'one row a room, that of its last night' },
    documented: 'nights',
    current: 'rooms',
    why: 'With one row a room a client cannot see the other nights.',
    source: 'facts 4.1',
  },
  black_booking_delete_event: {
    question: 'Is the deletion of a black booking an event?',
    answers: { recorded: 'blackbooking_deleted is recorded', silent: 'nothing is' },
    documented: 'recorded',
    current: 'silent',
    why: 'The service has a name for the event, but its newest release never sends it.',
    source: 'facts 4.3, 9',
  },
  black_booking_currency: {
    question: 'Which currency has a black booking?',
    answers: { property: "the property's", gbp: 'GBP' },
    documented: 'property',
    current: 'gbp',
    why: 'GBP is a column default of one deployment.',
    source: 'facts 4.2',
  },
  timeline_theme: {
    question: 'Which class names have the events of the timeline?',
    answers: { label: 'label label-green ...', badge: 'badge bg-success ...' },
    documented: 'label',
    current: 'badge',
    why: 'The class names depend on the theme of the site; the first are of the generation that the document shows.',
    source: 'facts 3.3',
  },
  timeline_text: {
    question: 'How much does the description of a timeline event hold?',
    answers: { full: 'number, dates, contact, notes, requests', short: 'number and dates' },
    documented: 'full',
    current: 'full',
    why: 'Older releases sent the first two parts only.',
    source: 'facts 3.3',
  },
} as const satisfies Record<string, Choice>

export const STAY_CHOICES = { ...TARIFFS, ...BOOKINGS, ...ROOMS } as const
