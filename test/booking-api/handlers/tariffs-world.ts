import type { TestWorld } from '../../support/test-world.ts'

/** 2031-06-01T00:00:00Z. */
export const JUNE = 1_938_038_400
export const DAY = 86_400

export const FIELDS = {
  tarifftypeid: '0',
  rate_title: 'Summer',
  rate_description: 'Breakfast included',
  maxdays: '365',
  minpeople: '1',
  maxpeople: '4',
  roomclass_uid: '2',
  dayofweek: '7',
  ignore_pppn: '0',
  allow_we: '1',
  weekendonly: '0',
  minrooms_alreadyselected: '0',
  maxrooms_alreadyselected: '100',
}

/** A form with a price (and a minimum stay of 1) for days counted from 2031-06-01. */
export function form(
  prices: Readonly<Record<number, string>>,
  fields: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const dates = Object.entries(prices).flatMap(([day, price]) => {
    const epoch = JUNE + Number(day) * DAY
    return [
      [`tariffinput[${epoch}]`, price],
      [`mindaysinput[${epoch}]`, '1'],
    ]
  })
  return { ...FIELDS, ...fields, ...Object.fromEntries(dates) }
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
