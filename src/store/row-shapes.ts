/**
 * The kind of every field of every row, to check a state file before it is trusted.
 *
 * @module
 */
import { parseDay } from '../base/day.ts'
import { COLLECTION_NAMES, type CollectionName, type Rows } from './state.ts'

type Kind =
  | 'day'
  | 'day?'
  | 'instant'
  | 'instant?'
  | 'number'
  | 'text'
  | 'flag'
  | 'flag?'
  | 'list'
  | 'map'
  | 'number?'
  | 'text?'
  | 'map?'

type Shapes = { readonly [K in CollectionName]: { readonly [F in keyof Rows[K]]-?: Kind } }

const BOUNDS = {
  roomTypeId: 'number',
  maxDays: 'number',
  minPeople: 'number',
  maxPeople: 'number',
  dayOfWeek: 'number',
  ignorePppn: 'flag',
  allowWeekend: 'flag',
  weekendOnly: 'flag',
  minRoomsSelected: 'number',
  maxRoomsSelected: 'number',
} as const

const SHAPES: Shapes = {
  users: { id: 'number', name: 'text', level: 'text', propertyIds: 'list' },
  clients: { id: 'text', secret: 'text', label: 'text', userId: 'number', scopes: 'list', tokens: 'text' },
  tokens: { id: 'text', clientId: 'text', scopes: 'list', issuedAt: 'instant', expiresAt: 'instant', revoked: 'flag?' },
  propertyTypes: { id: 'number', name: 'text' },
  roomTypes: { id: 'number', name: 'text', description: 'text', image: 'text', propertyTypeIds: 'list', propertyId: 'number' },
  featureCategories: { id: 'number', title: 'text' },
  features: {
    id: 'number',
    name: 'text',
    description: 'text',
    image: 'text',
    includeInFilters: 'flag',
    propertyTypeIds: 'list',
    categoryId: 'number',
  },
  categories: { id: 'number', title: 'text', description: 'text' },
  taxRates: { id: 'number', code: 'text', description: 'text', rate: 'number' },
  countries: { id: 'number', code: 'text', name: 'text' },
  regions: { id: 'number', countryCode: 'text', name: 'text' },
  properties: {
    id: 'number',
    name: 'text',
    street: 'text',
    town: 'text',
    postcode: 'text',
    regionId: 'number',
    countryCode: 'text',
    tel: 'text',
    email: 'text',
    stars: 'number',
    typeId: 'number',
    categoryId: 'number',
    featureIds: 'list',
    latitude: 'text',
    longitude: 'text',
    published: 'flag',
    tariffMode: 'text',
    singleUnit: 'flag',
    currency: 'text',
    timezone: 'text?',
    texts: 'map',
    pictures: 'map',
    settings: 'map',
  },
  rooms: {
    id: 'number',
    propertyId: 'number',
    roomTypeId: 'number',
    name: 'text',
    number: 'text',
    floor: 'text',
    maxPeople: 'number',
    featureIds: 'list',
    singlePersonSupplement: 'number',
  },
  tariffTypes: { id: 'number', propertyId: 'number', title: 'text', description: 'text', lengthModifiers: 'map?' },
  rates: {
    ...BOUNDS,
    id: 'number',
    tariffTypeId: 'number',
    propertyId: 'number',
    from: 'day',
    to: 'day',
    price: 'number',
    minDays: 'number',
  },
  guestTypes: {
    id: 'number',
    propertyId: 'number',
    type: 'text',
    notes: 'text',
    maximum: 'number',
    isPercentage: 'flag',
    adds: 'flag',
    variance: 'number',
    published: 'flag',
    order: 'number',
    isChild: 'flag',
  },
  childRates: { id: 'number', propertyId: 'number', ageFrom: 'number', ageTo: 'number', price: 'number', model: 'text' },
  guests: {
    id: 'number',
    propertyId: 'number',
    firstname: 'text',
    surname: 'text',
    house: 'text',
    street: 'text',
    town: 'text',
    region: 'text',
    country: 'text',
    postcode: 'text',
    landline: 'text',
    mobile: 'text',
    email: 'text',
    discount: 'number',
    userId: 'number',
  },
  coupons: {
    id: 'number',
    propertyId: 'number',
    code: 'text',
    validFrom: 'day',
    validTo: 'day',
    amount: 'number',
    isPercentage: 'flag',
    roomOnly: 'flag',
    bookingValidFrom: 'day',
    bookingValidTo: 'day',
    guestId: 'number',
  },
  bookings: {
    id: 'number',
    propertyId: 'number',
    guestId: 'number',
    kind: 'text',
    tag: 'text',
    arrival: 'day',
    departure: 'day',
    rooms: 'list',
    adults: 'number',
    children: 'number',
    roomTotal: 'number',
    tax: 'number',
    extras: 'number',
    singlePersonSupplement: 'number',
    total: 'number',
    currency: 'text',
    depositRequired: 'number',
    depositPaid: 'flag',
    depositReference: 'text?',
    specialRequests: 'text',
    bookedIn: 'flag',
    bookedInOn: 'day?',
    bookedOut: 'flag',
    bookedOutAt: 'instant?',
    cancelled: 'flag',
    cancelledAt: 'instant?',
    cancelledReason: 'text',
    noShow: 'flag',
    approval: 'text',
    invoiceId: 'number',
    couponId: 'number',
    bookedBy: 'text',
    createdAt: 'instant?',
    changedAt: 'instant',
  },
  roomNights: { id: 'number', roomId: 'number', propertyId: 'number', bookingId: 'number', day: 'day' },
  notes: { id: 'number', bookingId: 'number', propertyId: 'number', text: 'text', at: 'instant' },
  extras: { id: 'number', bookingId: 'number', name: 'text', price: 'number', quantity: 'number', taxRate: 'number' },
  invoices: {
    id: 'number',
    propertyId: 'number',
    bookingId: 'number',
    userId: 'number',
    status: 'text',
    raisedAt: 'instant',
    dueAt: 'instant',
    paidAt: 'instant?',
    currency: 'text',
    subscription: 'flag',
    commission: 'flag',
    chargesTax: 'flag',
  },
  lineItems: {
    id: 'number',
    invoiceId: 'number',
    kind: 'text',
    name: 'text',
    description: 'text',
    price: 'number',
    quantity: 'number',
    discount: 'number',
    total: 'number',
    totalInclusive: 'number',
    taxCode: 'text',
    taxDescription: 'text',
    taxRate: 'number',
    payment: 'flag',
  },
  favourites: { id: 'text', userId: 'number', propertyId: 'number' },
  sessions: {
    id: 'text',
    propertyId: 'number',
    arrival: 'day?',
    departure: 'day?',
    adults: 'number?',
    children: 'list',
    guestTypes: 'list',
    couponCode: 'text',
    address: 'map?',
    rooms: 'list',
    notes: 'list',
    refused: 'map',
    quote: 'map?',
    okToBook: 'flag',
    bookingId: 'number',
    bookedQuote: 'map?',
    usedAt: 'instant',
  },
  events: { id: 'number', at: 'instant', task: 'text', data: 'map' },
  webhooks: {
    id: 'number',
    url: 'text',
    auth: 'text',
    username: 'text',
    password: 'text',
    managerId: 'number',
    enabled: 'flag',
  },
}

function fits(value: unknown, kind: Kind): boolean {
  switch (kind) {
    case 'number':
      return typeof value === 'number'
    case 'text':
      return typeof value === 'string'
    case 'day':
      return isDay(value)
    case 'day?':
      return value === null || isDay(value)
    case 'instant':
      return isInstant(value)
    case 'instant?':
      return value === null || isInstant(value)
    case 'flag':
      return typeof value === 'boolean'
    case 'flag?':
      return value === undefined || typeof value === 'boolean'
    case 'list':
      return Array.isArray(value)
    case 'map':
      return isObject(value)
    case 'number?':
      return value === null || typeof value === 'number'
    case 'text?':
      return value === null || typeof value === 'string'
    case 'map?':
      return value === null || isObject(value)
  }
}

const isDay = (value: unknown): boolean => typeof value === 'string' && parseDay(value) === value

/** The furthest instants there are, epoch milliseconds. */
const LAST = 8_640_000_000_000_000

const isInstant = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= LAST

/** The fields of the rows of a collection; those with others inside are true. */
export function rowFields(collection: CollectionName): ReadonlyMap<string, boolean> {
  return new Map(Object.entries(SHAPES[collection]).map(([field, kind]) => [field, kind === 'list' || kind.startsWith('map')]))
}

/** True for an object that is neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What is wrong with a row; undefined when nothing is. */
export function rowProblem(collection: CollectionName, row: unknown): string | undefined {
  if (!isObject(row)) return 'is not an object'
  const shape: Readonly<Record<string, Kind>> = SHAPES[collection]
  for (const field of Object.keys(shape)) {
    const kind = shape[field] ?? 'text'
    if (!fits(row[field], kind))
      return `.${field} should be a ${kind.replace('?', ' or null')}, not ${JSON.stringify(row[field])}`
  }
  return undefined
}

/** The first thing wrong with the collections of a state; undefined when nothing is. */
export function collectionsProblem(collections: unknown): string | undefined {
  if (!isObject(collections)) return 'collections should be an object'
  const unknown = Object.keys(collections).find((name) => !COLLECTION_NAMES.some((known) => known === name))
  if (unknown) return `collections.${unknown} is not a collection of this version`
  for (const name of COLLECTION_NAMES) {
    // states of earlier versions have none
    const rows = collections[name] ?? (name === 'webhooks' ? [] : undefined)
    if (!Array.isArray(rows)) return `collections.${name} should be a list`
    for (const [index, row] of rows.entries()) {
      const problem = rowProblem(name, row)
      if (problem) return `collections.${name}[${index}]${problem.startsWith('.') ? problem : ` ${problem}`}`
    }
  }
  return undefined
}

/** The first thing wrong with what stands beside the collections of a state; undefined when nothing is. */
export function headProblem(state: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof state['seed'] !== 'number') return 'seed should be a number'
  const counters = state['counters']
  if (!isObject(counters)) return 'counters should be an object'
  const unknown = Object.keys(counters).find((name) => !COLLECTION_NAMES.some((known) => known === name))
  if (unknown) return `counters.${unknown} is not a collection of this version`
  return isClock(state['clock']) ? undefined : 'clock should hold at, real and speed'
}

function isClock(clock: unknown): boolean {
  return isObject(clock) && isInstant(clock['at']) && isInstant(clock['real']) && typeof clock['speed'] === 'number'
}
