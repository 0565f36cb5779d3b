import type { DeclaredChoice } from './choice.ts'

export const BOOKING_CHOICES = {
  date_ranges: {
    question: 'How are invalid or reversed dates in a path handled, and, where nights are counted, the same day twice?',
    answers: { refuse: '400 naming the segment', as_recorded: 'mostly an empty list; a reversed search counts forward' },
    current: 'as_recorded',
    why: 'The client should notice that its dates are wrong.',
    source: 'facts 1.7, 3.2, 9.2',
  },
  booking_window: {
    question: 'Which bookings does the list between two dates show?',
    answers: {
      overlap: 'every stay that overlaps the period',
      edges: 'stays that arrive or leave in it; one that spans it is missing',
    },
    current: 'edges',
    why: 'A stay that spans the period is a booking between the dates.',
    source: 'facts 1.7',
  },
  deleted_guest_bookings: {
    question: 'Do the lists of bookings show bookings whose guest was deleted?',
    answers: { listed: 'yes, with empty guest data', left_out: 'no' },
    current: 'left_out',
    why: 'The document: all bookings of a property. Black bookings have a list of their own and are in neither.',
    source: 'spec "Booking (list entry)"; facts 1.1',
  },
  label_language: {
    question: 'In which language are months, weekdays, and labels that the service has in English and French only?',
    answers: {
      translated: 'that of the other texts of the response',
      as_recorded: 'months and weekdays in English, those labels in English for German',
    },
    current: 'as_recorded',
    why: 'The document: a language suffix changes label language.',
    source: 'spec "Charts"; recordings',
  },
  guest_image: {
    question: 'What is GUEST_IMAGE of the guest view?',
    answers: { path: 'a path on this server', address: 'an absolute URL' },
    current: 'address',
    why: 'The document says path.',
    source: 'spec "Booking detail views"; recordings',
  },
  email_link: {
    question: 'Are subject and body of EMAIL_LINK percent-encoded?',
    answers: { encoded: 'yes (RFC 6068); no greeting without a guest', plain: 'no: an & in the name of a property breaks it' },
    current: 'plain',
    why: 'The document says a mail-to link; it should be valid.',
    source: 'spec "Booking detail views"; recordings',
  },
  long_date: {
    question: 'How are long dates written?',
    answers: { weekday: 'Friday, 02 May 2031', month_first: 'May 2, 2031' },
    current: 'month_first',
    why: 'Both are locales of the site; the first is that of the facts.',
    source: 'facts 1.2; recordings',
  },
  cancelled_rooms: {
    question: 'What is the rooms view of a cancelled booking?',
    answers: { empty: '[]: it holds no rooms', nulls: 'the rooms it had, their values null; the title of the tariff stays' },
    current: 'nulls',
    why: 'A cancelled booking holds no rooms.',
    source: 'facts 1.4',
  },
  cancelled_type: {
    question: 'Which BOOKINGTYPE does a cancelled booking show?',
    answers: { as_made: 'the one it was made with', internet: 'Internet, because it has no rooms any more' },
    current: 'internet',
    why: 'Cancelling does not change the booker.',
    source: 'facts 1.2',
  },
  black_booking_booker: {
    question: 'What is BOOKERSUSERNAME of a black booking?',
    answers: { name: 'the login name of its user; empty when unknown', null: 'null' },
    current: 'null',
    why: 'The document says string.',
    source: 'spec "Booking detail views"; recordings',
  },
  guest_country_unknown: {
    question: 'What is GUEST_COUNTRY for an empty or unknown country code?',
    answers: { blank: '""', false: 'the JSON value false' },
    current: 'false',
    why: 'The document says all fields of the guest view are strings.',
    source: 'facts 1.3',
  },
  rejected_enquiry: {
    question: 'What does a rejected enquiry show as approved?',
    answers: { zero: '0', two: '2' },
    current: 'two',
    why: 'The document defines 0 and 1 only.',
    source: 'spec "Booking (list entry)"; facts 7',
  },
  deposit_required_type: {
    question: 'Is deposit_required of the booking lists text or a number?',
    answers: { text: '"64"', number: '64' },
    current: 'number',
    why: 'The document says string, numeric text.',
    source: 'spec "Booking (list entry)"',
  },
  check_in_order: {
    question: 'Does the front desk enforce the order of check-in and check-out?',
    answers: {
      lenient: 'every call succeeds and sets its flag, also before the day of arrival and for a cancelled booking',
      strict:
        '409 for an action in the wrong order, a check-in outside the stay, and a booking that is cancelled, black or not approved',
    },
    why: 'The document names no condition.',
    source: 'spec "States and transitions"',
  },
  unknown_record: {
    question: 'How are changes and deletions of a missing record handled?',
    answers: { refuse: '404 with the text of the record', echo: 'success, without any effect' },
    current: 'echo',
    why: 'A client that deletes the wrong id should notice it.',
    source: 'facts 3.3 to 6.2',
  },
  today: {
    question: 'Whose day is "today", and the day of a moment such as a check-out?',
    answers: { utc: 'the UTC day', property: "the day in the property's time zone; time stamps stay UTC" },
    why: 'The service uses UTC; deployments with local days exist.',
    source: 'facts 0.6',
  },
} as const satisfies Record<string, DeclaredChoice>
