/** Choices about black bookings and the timeline. */
import type { DeclaredChoice } from './choice.ts'

export const ROOM_CHOICES = {
  black_booking_conflict: {
    question: 'What is the response to the conflict of a black booking?',
    answers: {
      '204': 'HTTP 204, the text in a header, because HTTP forbids a body there',
      '200-with-meta': 'HTTP 200 with meta.code 204 and meta.error_message',
      refusal: 'like every other refusal',
    },
    current: 'refusal',
    why: 'The document says status 204 with a body, which HTTP does not allow.',
    source: 'spec "Black bookings"',
  },
  black_booking_list: {
    question: 'What are the rows of the black booking list?',
    answers: {
      nights: 'one row for each room and night on or after the date',
      rooms: 'one row per room, that of its last night',
    },
    current: 'rooms',
    why: 'With one row per room a client cannot see the other nights.',
    source: 'facts 4.1',
  },
  black_booking_tariff: {
    question: 'What is RINFO_TARIFF in the rooms view of a black booking?',
    answers: { blank: '""', null: 'null' },
    current: 'null',
    why: 'The document says that all values of the rooms view are strings.',
    source: 'spec "Booking detail views"; recordings',
  },
  black_booking_delete_event: {
    question: 'Is the deletion of a black booking recorded as an event?',
    answers: { recorded: 'blackbooking_deleted is recorded', silent: 'it is not' },
    current: 'silent',
    why: 'The service has a name for the event, but its newest release never sends it.',
    source: 'facts 4.3, 9',
  },
  black_booking_currency: {
    question: 'What is the currency of a black booking?',
    answers: { property: "the property's", gbp: 'GBP' },
    current: 'gbp',
    why: 'GBP is a column default of one deployment.',
    source: 'facts 4.2',
  },
  timeline_theme: {
    question: 'Which class names have the events of the timeline?',
    answers: { label: 'label label-green ...', badge: 'badge bg-success ...' },
    current: 'badge',
    why: 'The class names depend on the theme of the site; the first are of the generation that the document shows.',
    source: 'facts 3.3',
  },
  timeline_text: {
    question: 'What does the description of a timeline event contain?',
    answers: {
      full: '"Booking no.", dates, contact, notes, requests',
      recorded: 'the same with the label "Booking number"',
      short: '"Booking number" and dates',
    },
    current: 'recorded',
    why: 'The facts have the first label; releases differ in it, and older ones sent the first two parts only.',
    source: 'facts 3.3; recordings',
  },
} as const satisfies Record<string, DeclaredChoice>
