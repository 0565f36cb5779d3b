/** The groups of operations, with their descriptions. */
export const TAGS = {
  oauth: 'Access tokens by client credentials.',
  search: 'Published properties; no token is needed.',
  bookings: 'The stays of a property, as a list and in detail.',
  tariffs: 'Micromanage tariffs: a price and a minimum stay for each date.',
  'guest-types': 'Kinds of guests, and how each changes the price.',
  guests: 'The guests of a property.',
  coupons: 'Discount codes.',
  'site-structure': 'Data of the whole site: room and property types, features, countries, regions, categories.',
  'check-in': 'Checking guests in and out, and taking that back.',
  overview: 'Who arrives, leaves and stays today.',
  properties: 'Which properties the caller administers, what they are, and which rooms are free.',
  'black-bookings': 'Rooms taken out of service.',
  invoices: 'Invoices and their lines.',
  favourites: 'The favourite properties of the user of the token.',
  core: 'The report for syndication.',
  charts: 'Figures of bookings, occupancy and the countries of guests.',
  'booking-session': 'The booking form of a visitor, step by step, up to the booking.',
  webhooks: 'What notifications are about, by their ids. Not in the interface document.',
} as const

export type Tag = keyof typeof TAGS
