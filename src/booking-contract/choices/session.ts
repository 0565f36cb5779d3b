/** The choices of the booking session: its steps, and the booking it creates. */
import type { DeclaredChoice } from './choice.ts'

/** The header, order and checks of the steps. */
export const SESSION_STEP_CHOICES = {
  session_header: {
    question: 'Which requests of the booking session need the session header?',
    answers: { all: 'all', exempt: 'all but error_messages and dates_in_range' },
    current: 'exempt',
    why: 'The document: every request in this group carries the header (required).',
    source: 'spec "Booking session"',
  },
  session_header_refusal: {
    question: 'What is error_message when the session header is missing?',
    answers: { text: 'a text, as in all other refusals', object: '{"response":{"error_message","error_number":"001"}}' },
    current: 'object',
    why: 'A client that reads a text would otherwise print [object Object].',
    source: 'facts 1.3',
  },
  session_refusal_charset: {
    question: 'Which charset have refusals of a booking session without a number?',
    answers: { utf8: 'charset=utf-8, like all others', blank: 'an empty charset=' },
    current: 'blank',
    why: 'The second is a fault of the newest release; a strict header parser rejects it.',
    source: 'recordings',
  },
  session_messages: {
    question: 'How are the numbered messages of the booking session worded?',
    answers: { plain: 'a sentence that states the problem', recorded: 'as the newest release words them' },
    current: 'recorded',
    why: 'The document shows no wording.',
    source: 'facts 4.19; recordings',
  },
  step_order: {
    question: 'In which order can the steps of a booking session be taken?',
    answers: {
      needs: 'each step after those it depends on: guests after dates, rooms after guests, prices after rooms',
      as_listed: 'the order of the document; a step that is too early is refused',
      free: 'any order; missing values count as empty',
    },
    current: 'free',
    why: 'The document lists an ordered flow, but says "must" of one pair only.',
    source: 'spec "Booking session"; facts "Step order"',
  },
  session_checks: {
    question: 'How carefully are dates, guest numbers and address of a session checked?',
    answers: {
      checked:
        'fully, with the reason, also the form of an e-mail address; invalid dates are not stored; a country without regions requires none',
      as_recorded: 'dates hardly; no reason for guest numbers; a region is always required',
    },
    current: 'as_recorded',
    why: 'The recorded checks use the wrong dates; impossible stays could be booked.',
    source: 'facts "Suspected bugs" 1, 2, 4',
  },
  session_extras: {
    question: 'Does set/guest/numbers take coupon_code and guesttypes[<id>]?',
    answers: {
      accept: 'yes: they change the price; guests of a type, is_child 1 included, are among the adults, not the children',
      ignore: 'no: prices ignore coupons and guest types',
    },
    current: 'ignore',
    why: 'The document defines coupons and guest types in prices, but not how a session sets them.',
    source: 'spec "Guest type", "Coupon"',
  },
  stale_prices: {
    question: 'Is a price still valid after dates, guests, address or rooms have changed?',
    answers: {
      invalid: 'no: validate and create are refused until prices is called again, also where the price of the stay has changed',
      kept: 'yes: validate accepts it, and create books at it, for the stay as it is now',
    },
    current: 'kept',
    why: 'A booking at the price of another stay is wrong.',
    source: 'facts "Lifecycle"',
  },
  child_prices: {
    question: 'Where does the price of a child come from?',
    answers: {
      looked_up: 'the child rate of that id: a price in children has no effect, an id without a rate is refused',
      as_sent: 'price and model in children, also where the rate of that id has another price; a child without a label is free',
    },
    current: 'as_sent',
    why: 'A client can send any price.',
    source: 'facts "Suspected bugs" 20',
  },
} as const satisfies Record<string, DeclaredChoice>

/** The selection of rooms, the booking and its invoice, and the utilities of the session. */
export const SESSION_BOOKING_CHOICES = {
  selection_key: {
    question: 'Under which key does set/property/booking refuse a selection?',
    answers: { own: 'set_property_booking, like its success', set_rooms: 'mostly set_rooms' },
    current: 'set_rooms',
    why: 'An operation should have one key.',
    source: 'facts 4.6',
  },
  selection_check: {
    question: 'Is a selected pair of room and rate checked?',
    answers: { offered: 'it must be on offer', room_only: 'only the room: it must belong to the property' },
    current: 'room_only',
    why: 'A wrong rate would be noticed only in the price.',
    source: 'facts 4.6',
  },
  selection_answer: {
    question: 'What is the response to the first valid selection of a session?',
    answers: { at_once: 'valid true with hatPair', second_call: 'valid false without reason; the same call again is valid' },
    current: 'second_call',
    why: 'The second is a fault of the newest release.',
    source: 'facts "Suspected bugs" 3',
  },
  fixed_period_numbers: {
    question: 'Are fixedPeriodBookingsNumberOfDays and fixedArrivalDay of initialise numbers when they are on?',
    answers: { numbers: 'numbers: 7 and 6', texts: 'texts: "7" and "6"' },
    current: 'texts',
    why: 'The document says integer.',
    source: 'spec "Booking session data"; facts 4.1',
  },
  allowed_dates: {
    question: 'What is allowed_dates of initialise?',
    answers: {
      list: 'an array of the days on which a stay can begin or end, with the fixed weekday and periods of the property',
      keyed: 'an object with numeric keys of all days with a price, and of the first unavailable ones',
    },
    current: 'keyed',
    why: 'A client can take any day of the first; clients read the values either way.',
    source: 'facts 4.1',
  },
  city_tax_in_prices: {
    question: 'What is city_tax in prices when the property charges one?',
    answers: { tax: 'the city tax', deposit: 'the deposit' },
    current: 'deposit',
    why: 'The second is a fault of the newest release.',
    source: 'facts "Suspected bugs" 5',
  },
  city_tax_guests: {
    question: 'For how many guests is a city tax per guest charged?',
    answers: { all: 'adults and children', one_for_children: 'adults, and one for any number of children' },
    current: 'one_for_children',
    why: 'The second is a fault of the newest release.',
    source: 'facts 6.6',
  },
  contract_total: {
    question: 'Does the total of a booking include the price of the children?',
    answers: { all: 'yes', adults: 'no' },
    current: 'adults',
    why: 'The guest pays for the children.',
    source: 'facts "Suspected bugs" 11',
  },
  booking_tax: {
    question: 'Is the tax of a booking from a session stored?',
    answers: { stored: 'yes, besides the room total', zero: 'no: it is part of the total only' },
    current: 'zero',
    why: 'The payment view shows the tax of a booking.',
    source: 'facts "POST /booking/create"; recordings',
  },
  booking_party: {
    question: 'How is the party of a booking from a session stored?',
    answers: { apart: 'adults and children', together: 'all as adults' },
    current: 'together',
    why: 'The second is a fault of the newest release.',
    source: 'facts "Suspected bugs" 12',
  },
  invoice_accommodation: {
    question: 'What is the amount of the accommodation line of the invoice?',
    answers: { nett: 'before tax; tax is added to it', taxed: 'with tax; tax is added again' },
    current: 'taxed',
    why: 'Tax is charged once.',
    source: 'facts "Suspected bugs" 21; recordings',
  },
  session_notes: {
    question: 'In which form is a note of a session stored with its booking?',
    answers: {
      as_sent: 'as it was sent; the timeline shows notes and requests without markup',
      numbered: 'with a number before and a line break after it: " 0 Late arrival<br/>"',
    },
    current: 'numbered',
    why: 'The document: the note is stored with the booking.',
    source: 'spec "Booking session"; facts 4.8',
  },
  session_booker: {
    question: 'What is BOOKERSUSERNAME of a booking from a session?',
    answers: { name: 'first name and surname of the guest', email: 'the e-mail address of the guest' },
    current: 'email',
    why: 'The document says string; the newest release makes a user named after the e-mail address.',
    source: 'spec "Booking detail views"; recordings',
  },
  format_price_input: {
    question: 'What does format_price do with a text that is not a plain number?',
    answers: {
      checked: '400; a decimal comma is read as a decimal point, with a hint',
      cast: 'it is read up to the first invalid character: "x" is 0, "12,5" is 12, "1e3" is 1',
    },
    current: 'cast',
    why: 'A silently changed price hides the fault of the client.',
    source: 'facts 4.20',
  },
  create_check: {
    question: 'What is the response of create when a room has been taken meanwhile?',
    answers: { refuses: 'valid false, with the reason', as_recorded: 'valid true, though nothing is booked' },
    current: 'as_recorded',
    why: 'The client must know that nothing was booked.',
    source: 'facts "Suspected bugs" 13',
  },
  dates_in_range: {
    question: 'Which days does dates_in_range list?',
    answers: { with_end: 'all from start to end', without_end: 'without the end, at most one year from today' },
    current: 'without_end',
    why: 'The document: all calendar dates in the range.',
    source: 'spec "Booking session"; facts 4.21',
  },
} as const satisfies Record<string, DeclaredChoice>
