/** The kinds of demand. `npm run season:trial` measures what they lead to in a house of 60 rooms. */
import { type DemandKind, type DemandParts, MONTHS, type WrittenDemand } from './demand-schema.ts'

/** Twelve values, from January to December. */
const byMonth = (...values: readonly number[]): DemandParts['season'] =>
  Object.fromEntries(MONTHS.map((month, index) => [month, values[index]]))

const COUPLES = { 1: 18, 2: 76, 3: 6 }

export const PROFILES: Readonly<Record<DemandKind, DemandParts>> = {
  city: {
    season: byMonth(7, 8, 10, 11, 13, 13, 11, 11, 14, 13, 9, 12),
    weekdays: { mon: 12, tue: 12, wed: 13, thu: 15, fri: 22, sat: 16, sun: 10 },
    lead: [8, 25, 68],
    nights: { 1: 36, 2: 36, 3: 19, 4: 6, 5: 2, 7: 1 },
    party: { adults: COUPLES, children: '10%', ages: [2, 15], rooms: '5%', groups: '0.6%' },
    price: {
      season: byMonth(0.85, 0.88, 0.95, 1, 1.1, 1.1, 1, 1, 1.15, 1.1, 0.92, 1.05),
      occupancy: { '60%': 1.05, '80%': 1.15 },
      limits: [0.7, 1.6],
    },
    source: { site: 60, desk: 15, channel: 25 },
    countries: { GB: 24, US: 14, DE: 16, FR: 11, IT: 8, ES: 8, NL: 8, PL: 6, CZ: 5 },
    repeat: '8%',
    requests: '16%',
    coupons: '4%',
    deposits: '92%',
    cancels: { 0: '2%', 7: '9%', 30: '18%', 60: '25%', 180: '32%' },
    modifies: { dates: '4%', rooms: '1%', party: '2%' },
    no_shows: '1.5%',
  },
  seaside: {
    season: byMonth(1, 1, 2, 5, 10, 17, 26, 26, 14, 5, 1, 2),
    weekdays: { mon: 8, tue: 9, wed: 12, thu: 8, fri: 13, sat: 38, sun: 12 },
    lead: [10, 41, 113],
    nights: { 2: 10, 3: 12, 4: 11, 5: 9, 6: 7, 7: 38, 8: 2, 10: 4, 14: 10 },
    party: { adults: { 1: 4, 2: 88, 3: 8 }, children: '46%', ages: [0, 16], rooms: '9%', groups: '0.3%' },
    price: {
      season: byMonth(0.7, 0.7, 0.75, 0.85, 0.95, 1.2, 1.5, 1.55, 1.1, 0.85, 0.7, 0.75),
      occupancy: { '50%': 1.05, '75%': 1.1, '90%': 1.15 },
      limits: [0.6, 1.9],
    },
    source: { site: 62, desk: 18, channel: 20 },
    countries: { DE: 26, GB: 22, FR: 12, NL: 12, PL: 9, CZ: 8, IT: 6, ES: 3, US: 2 },
    repeat: '18%',
    requests: '22%',
    coupons: '5%',
    deposits: '95%',
    cancels: { 0: '3%', 7: '5.5%', 30: '12%', 60: '17%', 240: '25%' },
    modifies: { dates: '4%', rooms: '2%', party: '4%' },
    no_shows: '0.6%',
  },
  ski: {
    season: byMonth(22, 28, 20, 6, 1, 2, 6, 7, 3, 2, 2, 18),
    weekdays: { mon: 5, tue: 6, wed: 8, thu: 6, fri: 20, sat: 48, sun: 7 },
    lead: [15, 50, 125],
    nights: { 2: 13, 3: 16, 4: 11, 5: 8, 6: 7, 7: 40, 8: 2, 10: 2, 14: 1 },
    party: { adults: { 1: 5, 2: 82, 3: 13 }, children: '33%', ages: [3, 16], rooms: '9%', groups: '0.8%' },
    price: {
      season: byMonth(1.3, 1.7, 1.25, 0.9, 0.65, 0.65, 0.75, 0.75, 0.65, 0.65, 0.7, 1.45),
      occupancy: { '50%': 1.05, '75%': 1.1, '90%': 1.2 },
      limits: [0.6, 2.1],
    },
    source: { site: 60, desk: 20, channel: 20 },
    countries: { DE: 26, NL: 18, GB: 18, CZ: 10, PL: 10, FR: 6, IT: 6, ES: 3, US: 3 },
    repeat: '20%',
    requests: '20%',
    coupons: '3%',
    deposits: '95%',
    cancels: { 0: '3%', 7: '5.5%', 30: '12%', 60: '17%', 240: '25%' },
    modifies: { dates: '3%', rooms: '2%', party: '4%' },
    no_shows: '0.6%',
  },
  business: {
    season: byMonth(9, 11, 12, 10, 11, 12, 7, 6, 13, 13, 12, 6),
    weekdays: { mon: 24, tue: 24, wed: 21, thu: 12, fri: 5, sat: 4, sun: 10 },
    lead: [2, 7.5, 21],
    nights: { 1: 58, 2: 27, 3: 11, 4: 4 },
    party: { adults: { 1: 82, 2: 18 }, children: '1%', ages: [3, 12], rooms: '4%', groups: '0.8%' },
    price: {
      season: byMonth(0.95, 1, 1.05, 1, 1.02, 1.05, 0.92, 0.9, 1.08, 1.08, 1.03, 0.92),
      occupancy: { '60%': 1.04, '80%': 1.08 },
      limits: [0.8, 1.3],
    },
    source: { site: 50, desk: 35, channel: 15 },
    countries: { GB: 30, DE: 22, US: 14, FR: 10, NL: 8, IT: 6, ES: 4, PL: 3, CZ: 3 },
    repeat: '32%',
    requests: '10%',
    coupons: '6%',
    deposits: '88%',
    cancels: { 0: '4%', 7: '13%', 30: '20%', 60: '25%', 120: '28%' },
    modifies: { dates: '7%', rooms: '1%', party: '1%' },
    no_shows: '2%',
  },
}

const MERGED = ['season', 'weekdays', 'party', 'price', 'source', 'modifies'] as const

/** All parts of demand as it is written: those of its kind, and what differs. */
export function partsOf(written: WrittenDemand): DemandParts {
  if (typeof written === 'string') return PROFILES[written]
  const { like, ...own } = written
  const usual = PROFILES[like]
  const merged = Object.fromEntries(MERGED.map((part) => [part, { ...usual[part], ...own[part] }]))
  return { ...usual, ...own, ...merged }
}
