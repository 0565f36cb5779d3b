import { JUNE, TARIFF_FIELDS, tariffDates } from '../../support/tariff-form.ts'
import type { TestWorld } from '../../support/test-world.ts'

export { DAY, JUNE } from '../../support/tariff-form.ts'

export const FIELDS = { ...TARIFF_FIELDS, rate_description: 'Breakfast included' }

/** A form with a price (and a minimum stay of 1) for days counted from 2031-06-01. */
export function form(
  prices: Readonly<Record<number, string>>,
  fields: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return { ...FIELDS, ...fields, ...tariffDates(JUNE, prices) }
}

export type Tree = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>>>

export const hotel = { property_id: 1 }
export const tree = async (world: TestWorld, property = 1): Promise<Tree> =>
  (await world.call('listTariffs', { path: { property_id: property }, as: 'super' })).data
export const events = (world: TestWorld) => world.sandbox.store.db.events.all().map(({ task, data }) => ({ task, data }))
export const rows = (world: TestWorld) => {
  const { tariffTypes, rates } = world.sandbox.store.export().collections
  return { tariffTypes, rates }
}
export const warnings = (world: TestWorld) => world.sandbox.journal.entries().at(-1)?.warnings ?? []
