/** The choices of the offers and prices of a booking session. */
import type { DeclaredChoice } from './choice.ts'

export const OFFER_CHOICES = {
  booking_engine: {
    question: 'Which rules calculate the price of a session?',
    answers: {
      classic: 'guest types, coupons, discounts, supplements, taxes and fees, as the document describes the fields',
      'nightly-average': 'the average nightly rate, long-stay prices, at least two adults; no discounts',
    },
    current: 'nightly-average',
    why: 'Only the first uses every field of a tariff; the second is that of the newest release.',
    source: 'facts "Pricing engine A", "Pricing engine B"',
  },
  amount_tax: {
    question: 'Do amounts (no percentages) of coupons, length modifiers and single supplements include tax?',
    answers: {
      nett: 'no: tax is calculated on what they leave',
      as_prices: 'when the prices of the property do, as amounts of guest types: a coupon of 12.50 lowers the total by 12.50',
    },
    why: 'The document does not say; the classic engine takes them off before tax.',
    source: 'facts 7.2',
  },
  empty_room: {
    question: 'What does a room without adults cost at a rate per person?',
    answers: { one_adult: 'as for one adult', free: 'nothing' },
    current: 'free',
    why: 'The document does not say; the classic engine counts the adults of each room.',
    source: 'facts 7.2',
  },
  per_person: {
    question: 'What decides whether a nightly rate is per person or flat?',
    answers: {
      ignore_pppn: 'the tariff: ignore_pppn 1 is flat, 0 is per person',
      property_setting: 'the setting of the property; ignore_pppn only where guest types count',
    },
    current: 'property_setting',
    why: 'The document defines the field of the tariff.',
    source: 'spec "Tariff"; facts 7.2',
  },
  weekday_rules: {
    question: 'How are dayofweek, weekendonly and allow_we of a tariff combined?',
    answers: { all: 'all must be met', override: 'weekendonly can override allow_we, dayofweek overrides both' },
    current: 'override',
    why: 'A restriction should not disable another one.',
    source: 'facts 7.1',
  },
  offer_restrictions: {
    question: 'Do the restrictions of a tariff decide whether it is offered to a session?',
    answers: { applied: 'days, people, weekday, weekend, rooms already selected', none: 'no: only its dates' },
    current: 'none',
    why: 'The document defines them as conditions of the tariff.',
    source: 'spec "Tariff"; facts "Where spec and implementation disagree"',
  },
  rooms_selected_bound: {
    question: 'Is maxrooms_alreadyselected itself still allowed?',
    answers: {
      inclusive: 'yes: a tariff with 0 is offered for the first room, one with 1 for a second room as well',
      exclusive: 'no: fewer other rooms than that must be selected',
    },
    current: 'exclusive',
    why: 'The document: offered only if that many other rooms are already selected. With the second, 0 is never offered.',
    source: 'spec "Tariff"; facts 7.1',
  },
  rooms_free: {
    question: 'Which rooms does rooms leave out?',
    answers: {
      nights: 'those booked on a night of the stay',
      any_night: 'when any room is booked on a night of the stay, all rooms with any booking',
    },
    current: 'any_night',
    why: 'The second hides free rooms.',
    source: 'facts "Suspected bugs" 8',
  },
  rate_sets: {
    question: 'How are several tariffs of one room type listed and priced?',
    answers: {
      apart: 'one entry per tariff; the selected one is priced',
      merged: 'one entry for all; the last one is priced, and `prices` refuses a night that only others cover',
    },
    current: 'merged',
    why: 'The guest pays the selected rate.',
    source: 'facts "Suspected bugs" 6, 7',
  },
  zero_prices: {
    question: 'What is the effect of a rate without a price on a booking session?',
    answers: { skip: 'it is not offered', block: 'the property cannot be booked at all' },
    current: 'block',
    why: 'One missing price should not block a property.',
    source: 'facts "Suspected bugs" 15',
  },
  occupancy_levels: {
    question: 'How many guests does a room type take?',
    answers: {
      rooms: 'the capacity of its largest room; children may take all places but one',
      two_adults: 'two adults and no children',
    },
    current: 'two_adults',
    why: 'Rooms have a capacity; the other is an unset default.',
    source: 'facts "Settings used, with defaults"; recordings',
  },
  room_capacity: {
    question: 'Must the selected rooms have capacity for the party?',
    answers: { adults: 'every adult needs a place, children may share; not more rooms than guests', unchecked: 'no' },
    current: 'unchecked',
    why: 'The document does not say; the classic engine checks it.',
    source: 'facts 7.1',
  },
  room_type_id: {
    question: 'Which entries of rooms have room_type_id inside room_type?',
    answers: { always: 'all of them', first_room: 'those of the first room of each type' },
    current: 'first_room',
    why: 'Entries of one list have the same fields.',
    source: 'facts 4.5',
  },
  long_stay_prices: {
    question: 'How is the price of a night in a long stay calculated?',
    answers: {
      exact: 'nett price less its own modifier',
      truncated: 'from whole currency units for more than 30 nights; the 7-day modifier replaces a missing 30-day one',
    },
    current: 'truncated',
    why: 'Truncation looks unintended.',
    source: 'facts "Suspected bugs" 9',
  },
} as const satisfies Record<string, DeclaredChoice>
