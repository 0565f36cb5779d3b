/**
 * Choices of search, reference data, guests, coupons, invoices and charts.
 *
 * @module
 */
import type { Choice } from './choice.ts'

const SEARCH = {
  search_input: {
    question: 'How are invalid search values handled?',
    answers: {
      strict: '400 for texts that are not numbers or dates; empty items ignored; unknown codes find nothing; codes in any case',
      as_recorded: 'texts count as 0; a high price of 0 and unknown or lower-case countries disable the filter',
    },
    documented: 'strict',
    current: 'as_recorded',
    why: 'A search that silently finds everything hides the fault of the client.',
    source: 'facts 9.1 to 9.7',
  },
  search_price_night: {
    question: 'Which nights does a search by price look at?',
    answers: { tomorrow: 'tomorrow night', any: 'tomorrow night and all later ones' },
    documented: 'tomorrow',
    current: 'tomorrow',
    why: 'The document says by price range; the newest release compares the prices of one night.',
    source: 'spec "Search"; facts 9.3',
  },
  property_email: {
    question: 'Do search results carry property_email?',
    answers: { included: 'when the property has one', left_out: 'never' },
    documented: 'included',
    current: 'left_out',
    why: 'The document: present in some results only.',
    source: 'spec "Property search result"',
  },
  feature_type_ids: {
    question: 'Are the property types of a feature numbers or texts?',
    answers: { numbers: '[1,2]', texts: '["1","2"]' },
    documented: 'numbers',
    current: 'texts',
    why: 'The document says array of integers.',
    source: 'spec "Site structure items"',
  },
  core_urls: {
    question: 'Are the URLs in the core report percent-encoded?',
    answers: { encoded: 'yes', plain: 'no' },
    documented: 'encoded',
    current: 'plain',
    why: 'The document says URL-encoded strings.',
    source: 'spec "Core report"',
  },
  property_count: {
    question: 'Which properties does property_count of the core report count?',
    answers: { listed: 'those listed by get_properties', all: 'all, including unpublished ones and those without a picture' },
    documented: 'listed',
    current: 'all',
    why: 'An application that fetches as many properties as are counted would wait forever.',
    source: 'spec "Core report"; facts "Core"',
  },
} as const satisfies Record<string, Choice>

const ADMINISTRATION = {
  guest_type_echo_only: {
    question: 'Are published and order of a guest type stored?',
    answers: { no: 'stored like the rest', yes: 'echoed only: a new one is published 1 with order 0' },
    documented: 'no',
    current: 'yes',
    why: 'The document reads as if they were stored.',
    source: 'facts 3.2',
  },
  guest_type_variance: {
    question: 'Is the variance in the response to a guest type PUT exact?',
    answers: { exact: '12.5', truncated: '12' },
    documented: 'exact',
    current: 'truncated',
    why: 'The truncation looks like a wrong cast.',
    source: 'facts 3.3',
  },
  guest_property_uid: {
    question: 'Is property_uid of a listed guest text or a number?',
    answers: { text: '"3"', number: '3' },
    documented: 'text',
    current: 'number',
    why: 'The document says string.',
    source: 'spec "Guest"',
  },
  guest_deleted_invoices: {
    question: 'What happens to the invoices of bookings that are cancelled because their guest is deleted?',
    answers: { cancelled: 'they are cancelled like the bookings', kept: 'they are not changed' },
    documented: 'cancelled',
    current: 'kept',
    why: 'Cancelling a booking cancels its invoice in all other operations.',
    source: 'facts 4.4, 5.6',
  },
  guest_deleted_coupons: {
    question: 'What happens to the coupons of a deleted guest?',
    answers: { removed: 'they are deleted too', kept: 'they stay, without a name: the list shows them as open to any guest' },
    documented: 'removed',
    current: 'kept',
    why: 'The document: guest_name is empty when the coupon is open to any guest.',
    source: 'spec "Coupon"',
  },
  guest_deleted_message: {
    question: 'Which message does deleting a guest give?',
    answers: { text: 'Deleted guest', key: 'the untranslated label key' },
    documented: 'text',
    current: 'key',
    why: 'The key is shown only because a translation is missing.',
    source: 'facts 4.4',
  },
  management_events: {
    question: 'Are the events of guest and coupon operations recorded?',
    answers: {
      recorded: 'guest_* and coupon_*, and those of the bookings and invoices of a deleted guest',
      silent: 'none of them',
    },
    documented: 'recorded',
    current: 'silent',
    why: 'The service has names for these events, but its newest release sends them from its own pages only.',
    source: 'facts 8; facts "Events"',
  },
  input_values: {
    question: 'How strictly are values in paths checked when something is created or changed?',
    answers: {
      checked: 'one 400 names every wrong segment, nothing is stored',
      cast: 'texts are read as numbers up to the first invalid character; only values that cannot be stored are refused',
    },
    documented: 'checked',
    current: 'cast',
    why: 'Bad input should get a clear error.',
    source: 'facts 3.2, 4.2, 5.2',
  },
  coupon_guest: {
    question: 'What happens to the guest of a coupon when a PUT does not name one?',
    answers: { kept: 'the guest stays', reset: 'the coupon becomes open to all' },
    documented: 'kept',
    current: 'reset',
    why: 'The path of the document has no guest: leaving it out cannot mean removing it.',
    source: 'facts 5.3',
  },
  overview_lists: {
    question: 'Which contracts do the overview and its statistic count?',
    answers: {
      guests: 'stays of guests: no black bookings, cancelled or unapproved ones; list and count agree',
      contracts: 'all that are not cancelled, black and unapproved ones too; the arrivals count leaves out black ones',
    },
    documented: 'guests',
    current: 'contracts',
    why: 'A black booking has no arrival.',
    source: 'facts 2.2 to 2.5',
  },
  favourite_unknown_property: {
    question: 'Can a property that does not exist be a favourite?',
    answers: { accept: 'yes', refuse: '404' },
    documented: 'accept',
    current: 'accept',
    why: 'The document names no condition.',
    source: 'facts 11',
  },
  money_symbol: {
    question: 'Where is the currency symbol in money texts?',
    answers: {
      suffix: 'always after the amount',
      by_currency: 'before the amount for GBP, USD and most others, after it for EUR and some',
    },
    documented: 'suffix',
    current: 'by_currency',
    why: 'The document: an amount with two decimals followed by a currency symbol.',
    source: 'spec "Conventions" 6',
  },
  invoice_totals: {
    question: 'Is the grand total of an invoice the same in list, detail and chart?',
    answers: {
      same: 'yes: all lines with tax, less discounts, without payments',
      as_recorded: 'no: list and income chart ignore lines below zero, such as discounts',
    },
    documented: 'same',
    current: 'as_recorded',
    why: 'An invoice has one total.',
    source: 'spec "Invoice"; facts "Invoices"',
  },
  invoice_number_text: {
    question: 'How are quantity and tax rate of an invoice line written?',
    answers: { short: '"1", "20"', two_decimals: '"1.00", "20.00"' },
    documented: 'short',
    current: 'two_decimals',
    why: 'Both are numeric texts.',
    source: 'facts 5.3',
  },
  invoice_without_booking: {
    question: 'What are the booking fields of an invoice without a booking?',
    answers: { blank: '0 and empty texts, the currency of the invoice', nulls: 'null' },
    documented: 'blank',
    current: 'nulls',
    why: 'The document says integer and string.',
    source: 'spec "Invoice"; facts 5.1',
  },
  timeline_without_bookings: {
    question: 'What is the timeline of a property that accepts no bookings?',
    answers: { empty: '"[]"', null: 'null' },
    documented: 'empty',
    current: 'null',
    why: 'The document says a string.',
    source: 'spec "Availability"; facts 3.3',
  },
  chart_values: {
    question: 'Do the values of the charts match their labels?',
    answers: {
      numbers: 'numbers, one per label',
      as_recorded: 'income of a single invoice as text, one value per guest for guest countries',
    },
    documented: 'numbers',
    current: 'as_recorded',
    why: 'The document says array of numbers.',
    source: 'facts 6.1, 6.2',
  },
} as const satisfies Record<string, Choice>

export const ADMINISTRATION_CHOICES = { ...SEARCH, ...ADMINISTRATION } as const
