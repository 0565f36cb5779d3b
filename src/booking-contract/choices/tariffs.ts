import type { DeclaredChoice } from './choice.ts'

export const TARIFF_CHOICES = {
  tariff_validation: {
    question: 'How strictly is a tariff form checked?',
    answers: {
      strict: 'one refusal names every wrong field, nothing is stored',
      lenient:
        'missing fields have defaults, whole numbers are read up to the first invalid character, and a price that is no number is 0; only a form without dates is refused',
    },
    current: 'lenient',
    why: 'The document says all fields are required.',
    source: 'spec "Tariffs"; facts "POST /tariffs"',
  },
  tariff_new_id: {
    question: 'How are POST with an id and PUT without one handled?',
    answers: {
      refuse: 'POST accepts only 0, PUT only an existing id',
      create: 'POST ignores the id, PUT with 0 or none creates',
    },
    current: 'create',
    why: 'The document says 0 when creating and the existing id when updating.',
    source: 'spec "Tariffs"',
  },
  tariff_update: {
    question: 'What happens to the nights of a tariff that a PUT does not contain?',
    answers: {
      replace: 'they lose their price: a PUT replaces all nights; a warning counts those that lost it',
      merge: 'they keep their price and minimum stay',
    },
    why: 'The document does not say; the newest release replaces all. Channel managers that send single nights need the second.',
    source: 'spec "Tariffs"; facts "POST /tariffs"',
  },
  tariff_gaps: {
    question: 'What is the price of unsent days between the first and the last?',
    answers: { open: 'none', previous_price: 'that of the priced days before them' },
    current: 'previous_price',
    why: 'A day without a price must not become bookable by accident.',
    source: 'facts "Grouping algorithm"',
  },
  tariff_timestamps: {
    question: 'What are validfrom_ts and validto_ts?',
    answers: { seconds: 'Unix seconds of 00:00 UTC', year: 'the year' },
    current: 'year',
    why: 'The names say time stamp; the year looks like a wrong cast.',
    source: 'facts "GET /tariffs"',
  },
  tariff_rate_text: {
    question: 'How is roomrateperday written?',
    answers: { two_decimals: '"100.00"', seven_decimals: '"100.0000000"' },
    current: 'seven_decimals',
    why: 'The document says numeric text.',
    source: 'spec "Tariff"',
  },
  property_tariff_rate: {
    question: 'Is roomrateperday of the tariffs among the property details text or a number?',
    answers: { text: 'text, as in the tariffs', number: 'a number: 100' },
    current: 'number',
    why: 'The document says numeric text of a tariff.',
    source: 'spec "Tariff"; recordings',
  },
} as const satisfies Record<string, DeclaredChoice>
