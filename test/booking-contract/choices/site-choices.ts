/**
 * Choices about tariffs, searches and what every answer has in common.
 *
 * @module
 */
import type { ChoiceId } from '../../../src/booking-contract/choices/choices.ts'
import { aBooking, aRate } from '../../support/small-world.ts'
import { TARIFF_FIELDS, tariffDates } from '../../support/tariff-form.ts'
import type { TestWorld } from '../../support/test-world.ts'
import { type ChoiceCase, callAsDesk, callOpen, dataOf, firstOf, statusOf } from './choice-case.ts'

const MAY_10 = 1_778_371_200
const FIELDS = TARIFF_FIELDS
const dated = (fields: Readonly<Record<string, string>>, ...offsets: readonly number[]) => ({
  ...fields,
  ...tariffDates(MAY_10, Object.fromEntries(offsets.map((offset) => [offset, '55']))),
})
const { maxdays: _, ...WITHOUT_MAXDAYS } = FIELDS

interface ShownRate {
  readonly validfrom_ts: number
  readonly roomrateperday: string
}
async function shownRate(world: TestWorld): Promise<ShownRate | undefined> {
  const tree = await dataOf<Record<string, Record<string, Record<string, ShownRate>>>>(world, 'listTariffs')
  return tree['1']?.['1']?.['1']
}

const COUNTRY = { country_codes: 'gb' }

export const SITE_CASES = {
  tariff_validation: {
    observe: (world) => statusOf(world, 'createTariff', {}, { form: dated(WITHOUT_MAXDAYS, 0) }),
    expected: { strict: 400, lenient: 200 },
  },
  tariff_new_id: {
    observe: (world) => statusOf(world, 'updateTariff', {}, { form: dated(FIELDS, 0) }),
    expected: { refuse: 400, create: 200 },
  },
  tariff_gaps: {
    observe: async (world) => {
      const id = await dataOf<number>(world, 'createTariff', {}, { form: dated(FIELDS, 0, 2) })
      return world.sandbox.store.db.rates.by('tariffType', id).map(({ from, to }) => [from, to])
    },
    expected: {
      open: [
        ['2026-05-10', '2026-05-10'],
        ['2026-05-12', '2026-05-12'],
      ],
      previous_price: [['2026-05-10', '2026-05-12']],
    },
  },
  tariff_timestamps: {
    observe: async (world) => (await shownRate(world))?.validfrom_ts,
    expected: { seconds: 1_767_225_600, year: 2026 },
  },
  tariff_rate_text: {
    observe: async (world) => (await shownRate(world))?.roomrateperday,
    expected: { two_decimals: '100.00', seven_decimals: '100.0000000' },
  },
  tariff_update: {
    observe: async (world) => {
      const form = (id: number, ...days: readonly number[]) => ({ form: dated({ ...FIELDS, tarifftypeid: String(id) }, ...days) })
      const id = await dataOf<number>(world, 'createTariff', {}, form(0, 0, 1, 2))
      const { headers } = await callAsDesk(world, 'updateTariff', {}, form(id, 1))
      const { rates } = world.sandbox.store.db
      return [rates.by('tariffType', id).map(({ from, to }) => [from, to]), headers['X-Understay-Hint']]
    },
    expected: {
      replace: [
        [['2026-05-11', '2026-05-11']],
        '2 nights were priced before and are not now (2026-05-10 to 2026-05-12): a PUT replaces all nights of a tariff, so send those that are to stay as well',
      ],
      merge: [[['2026-05-10', '2026-05-12']], undefined],
    },
  },
  property_tariff_rate: {
    observe: async (world) => (await firstOf(world, 'listPropertyTariffs'))['roomrateperday'],
    expected: { text: '100.00', number: 100 },
  },
  property_count: {
    observe: async (world) => {
      const listed = (await callOpen<readonly { properties: readonly unknown[] }[]>(world, 'listReportProperties'))[0]?.properties
      return (
        ((await callOpen<readonly { property_count: number }[]>(world, 'getReport'))[0]?.property_count ?? 0) -
        (listed?.length ?? 0)
      )
    },
    expected: { listed: 0, all: 5 },
  },
  search_price_night: {
    rows: { rates: [aRate({ from: '2026-06-01', to: '2026-06-30', price: 10_000 })] },
    observe: async (world) =>
      Object.keys(await callOpen<object>(world, 'searchByPrice', { price_low: '90', price_high: '110' })).length,
    expected: { tomorrow: 0, any: 1 },
  },
  search_input: {
    observe: async (world) => Object.keys(await callOpen<object>(world, 'searchByCountries', COUNTRY)).length,
    expected: { strict: 3, as_recorded: 4 },
  },
  property_email: {
    observe: async (world) =>
      (await callOpen<Record<string, { property_email?: string }>>(world, 'searchByCountries', COUNTRY))['1']?.property_email,
    expected: { included: 'desk@harbour.example', left_out: undefined },
  },
  feature_type_ids: {
    rows: {
      features: [
        { id: 5, name: 'Pool', description: '', image: '', includeInFilters: true, propertyTypeIds: [1, 2], categoryId: 0 },
      ],
    },
    observe: async (world) =>
      (await callOpen<Record<string, { ptype_xref: unknown }>>(world, 'listPropertyFeatures'))['5']?.ptype_xref,
    expected: { numbers: [1, 2], texts: ['1', '2'] },
  },
  core_urls: {
    observe: async (world) => (await callOpen<readonly { api_url: string }[]>(world, 'getReport'))[0]?.api_url,
    expected: { encoded: 'http%3A%2F%2Ftest.example%2Fservice%2Fapi%2F', plain: 'http://test.example/service/api/' },
  },
  empty_map: {
    rows: { rates: [] },
    observe: (world) => dataOf(world, 'listTariffs'),
    expected: { array: [], object: {} },
  },
  language_segment: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => (await firstOf(world, 'listBookings', { language: 'de-DE' }))['TxtStatus'],
    expected: { translates: 'Ankunft steht aus', ignored: 'Arrival Pending' },
  },
  language_field: {
    rows: { bookings: [aBooking()] },
    observe: async (world) => {
      const query = { query: 'servicelang=fr-FR' }
      const [asked] = await dataOf<readonly { TxtStatus: string }[]>(world, 'listBookings', { language: 'de-DE' }, query)
      const message = (await dataOf<readonly { message: string }[]>(world, 'deleteGuest', { guest_id: 1 }, query))[0]?.message
      return [asked?.TxtStatus, message]
    },
    expected: { accept: ['Arrivée(s) en attente', 'Client effacé'], ignore: ['Ankunft steht aus', 'Deleted guest'] },
  },
} as const satisfies Partial<Record<ChoiceId, ChoiceCase>>
