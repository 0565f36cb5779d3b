import { describe, expect, test } from 'vitest'
import { addDays, daysUntil } from '../../../src/base/day.ts'
import { bookingApi } from '../../../src/booking-api/index.ts'
import { PROFILES } from '../../../src/booking-contract/choices/choices.ts'
import { reportOn } from '../../../src/control-api/handlers/report.ts'
import { aProperty, aRate, aTariffType } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'
import { events, form, hotel, rows, tree, warnings } from './tariffs-world.ts'

describe('the tariffs of a property', () => {
  test('are keyed by room type, tariff type and rates uid', async () => {
    const tariffs = await tree(new TestWorld())
    expect(Object.keys(tariffs)).toEqual(['1', '2'])
    expect(tariffs['1']).toEqual({
      '1': {
        '1': {
          rates_uid: 1,
          rate_title: 'Standard',
          rate_description: 'Room only',
          validfrom: '2026/01/01',
          validto: '2026/12/31',
          roomrateperday: '100.00',
          mindays: 1,
          maxdays: 365,
          minpeople: 1,
          maxpeople: 10,
          roomclass_uid: 1,
          ignore_pppn: 0,
          allow_ph: 1,
          allow_we: 1,
          weekendonly: 0,
          validfrom_ts: 1_767_225_600,
          validto_ts: 1_798_675_200,
          dayofweek: 7,
          minrooms_alreadyselected: 0,
          maxrooms_alreadyselected: 100,
          property_uid: 1,
          tarifftype_id: 1,
        },
      },
    })
    expect(tariffs['2']).toMatchObject({ '2': { '2': { rate_title: 'Twin', roomrateperday: '80.00' } } })
  })

  test('have seven decimals and the year as time stamp in the current profile', async () => {
    const tariffs = await tree(new TestWorld({ profile: 'current' }))
    expect(tariffs['1']?.['1']?.['1']).toMatchObject({
      roomrateperday: '100.0000000',
      validfrom_ts: 2026,
      validto_ts: 2026,
    })
  })

  test('are an empty array when there are none, or an empty object by choice', async () => {
    expect(await tree(new TestWorld(), 2)).toEqual([])
    expect(await tree(new TestWorld({ choices: { empty_map: 'object' } }), 2)).toEqual({})
  })

  test('without a tariff type have the key 0', async () => {
    const tariffs = await tree(new TestWorld({ rows: { rates: [aRate({ tariffTypeId: 77 })] } }))
    expect(tariffs['1']?.['0']?.['1']).toMatchObject({ tarifftype_id: 0, rate_title: '', rate_description: '' })
  })

  test('accept a language', async () => {
    const world = new TestWorld()
    const { data } = await world.call('listTariffs', { path: { ...hotel, language: 'fr-FR' }, as: 'reader' })
    expect(data).toEqual(await tree(world))
  })

  test('are also listed flat, by their first night', async () => {
    const rates = [aRate({ from: '2026-06-01' }), aRate({ id: 2, from: '2026-02-01', to: '2026-05-31', price: 8050 })]
    const { data } = await new TestWorld({ rows: { rates } }).call('listPropertyTariffs', { path: hotel, as: 'reader' })
    expect(data).toMatchObject([{ rates_uid: 2 }, { rates_uid: 1 }])
    expect(data[0]).toEqual({
      rates_uid: 2,
      rate_title: 'Standard',
      rate_description: 'Room only',
      validfrom: '2026/02/01',
      validto: '2026/05/31',
      roomrateperday: '80.50',
      mindays: 1,
      maxdays: 365,
      minpeople: 1,
      maxpeople: 10,
      roomclass_uid: 1,
      ignore_pppn: 0,
      allow_we: 1,
    })
    const french = await new TestWorld().call('listPropertyTariffs', { path: { property_id: 2, language: 'fr' }, as: 'desk' })
    expect(french.data).toEqual([])
  })
})

describe('a single night without a price between priced ones', () => {
  const sent = form({ 0: '80', 2: '80', 3: '80', 5: '95', 9: '95' })

  test('cannot be booked, and a warning names the first of them', async () => {
    const answer = await new TestWorld().call('createTariff', { path: hotel, form: sent, as: 'desk' })
    expect(answer.headers['X-Understay-Hint']).toBe(
      '2 single nights between priced ones have no price and cannot be booked, such as 2031-06-02: send each night that is to be sold',
    )
  })

  test.each([
    ['longer gaps', form({ 0: '80', 3: '80' }), 'open'],
    ['gaps that tariff_gaps fills', sent, 'previous_price'],
  ] as const)('is not warned about %s', async (_, nights, gaps) => {
    const world = new TestWorld({ choices: { tariff_gaps: gaps } })
    const answer = await world.call('createTariff', { path: hotel, form: nights, as: 'desk' })
    expect(answer.headers['X-Understay-Hint']).toBeUndefined()
  })
})

describe('deleting a tariff', () => {
  test('removes it with all its rates', async () => {
    const world = new TestWorld()
    const path = { ...hotel, tarifftypeid: 1 }
    const { data } = await world.call('deleteTariff', { path, as: 'desk' })
    expect(data).toEqual([{ message: 'Tariff deleted', property_uid: 1, tarifftypeid: 1 }])
    expect(Object.keys(await tree(world))).toEqual(['2'])
    expect(events(world)).toEqual([{ task: 'tariffs_updated', data: { property_uid: 1 } }])
    expect((await world.call('deleteTariff', { path, as: 'desk' })).status).toBe(404)
  })

  test.each(['0', '999', '3', '-1', '1.5', '99999999999999999999', 'abc', '__proto__', 'constructor', 'micromanage'])(
    'with the id %s is refused, and nothing changes',
    async (tarifftypeid) => {
      const world = new TestWorld()
      const before = rows(world)
      const answer = await world.call('deleteTariff', { path: { ...hotel, tarifftypeid }, as: 'desk' })
      expect(answer).toMatchObject({ status: 404, message: 'Unable to delete tariff(s) by tariff id' })
      expect(rows(world)).toEqual(before)
    },
  )
})

describe('a PUT with fewer nights than the tariff has', () => {
  const month = form(Object.fromEntries(Array.from({ length: 30 }, (_, day) => [day, '80'])))
  const threeNights = (id: number) => form({ 3: '95', 4: '95', 5: '95' }, { tarifftypeid: String(id) })
  const priced = (world: TestWorld, id: number) =>
    rows(world)
      .rates.filter(({ tariffTypeId }) => tariffTypeId === id)
      .reduce((nights, { from, to }) => nights + daysUntil(from, addDays(to, 1)).length, 0)

  async function updated(options: TestOptions = {}) {
    const world = new TestWorld(options)
    const id: number = (await world.call('createTariff', { path: hotel, form: month, as: 'desk' })).data
    const answer = await world.call('updateTariff', { path: hotel, form: threeNights(id), as: 'desk' })
    return { world, answer, nights: priced(world, id) }
  }

  test.each(PROFILES)('replaces them all, and warns how many lost their price (%s)', async (profile) => {
    const { world, answer, nights } = await updated({ profile })
    expect(nights).toBe(3)
    const note =
      '27 nights were priced before and are not now (2031-06-01 to 2031-06-30): a PUT replaces all nights of a tariff, so send those that are to stay as well'
    expect(answer.headers['X-Understay-Hint']).toBe(note)
    expect(warnings(world)).toEqual([note])
    const { conformance } = await reportOn(world.sandbox, bookingApi)
    const noted = conformance.rules.find(({ id }) => id === 'data/service-warnings')
    expect(noted).toMatchObject({ outcome: 'noted' })
    expect(JSON.stringify(noted)).toContain(note)
  })

  test('keeps the others under tariff_update=merge', async () => {
    const { answer, nights } = await updated({ choices: { tariff_update: 'merge' } })
    expect(nights).toBe(30)
    expect(answer.headers['X-Understay-Hint']).toBeUndefined()
  })
})

describe('a property that does not save tariffs by day', () => {
  const properties = [
    aProperty({ id: 2, tariffMode: 'normal' }),
    aProperty({ id: 4, tariffMode: 'advanced' }),
    aProperty({ id: 5, settings: { is_real_estate_listing: '1' } }),
    aProperty({ id: 1, typeId: 9 }),
  ]
  const propertyTypes = [{ id: 9, name: 'Tour' }]
  const saved = { tariffTypes: [aTariffType({ propertyId: 5 })], rates: [aRate({ propertyId: 5 })] }
  const refusal = { status: 409, message: 'Tariff save method not valid for this property' }

  test.each([
    ['in normal mode', 2],
    ['in advanced mode', 4],
    ['that is a real-estate listing', 5],
    ['that is a tour', 1],
  ])('%s refuses every write before the form is checked', async (_, property_id) => {
    const world = new TestWorld({ rows: { properties, propertyTypes, ...saved } })
    const before = rows(world)
    for (const id of ['createTariff', 'updateTariff'])
      expect(await world.call(id, { path: { property_id }, form: { rate_title: '' }, as: 'desk' })).toMatchObject(refusal)
    expect(await world.call('deleteTariff', { path: { property_id, tarifftypeid: 1 }, as: 'desk' })).toMatchObject(refusal)
    expect(rows(world)).toEqual(before)
    expect(events(world)).toEqual([])
  })

  test('lists its tariffs', async () => {
    expect(await tree(new TestWorld({ rows: { properties, ...saved } }), 5)).toMatchObject({
      '1': { '1': { '1': { rates_uid: 1 } } },
    })
  })

  test('refuses with 400 in the current profile, and with 204 and a header under refusal_status=named', async () => {
    const call = { path: { property_id: 2 }, form: form({ 0: '80' }), as: 'desk' }
    expect(await new TestWorld({ profile: 'current' }).call('createTariff', call)).toMatchObject({
      ...refusal,
      status: 400,
      body: { code: 400, error_message: refusal.message },
    })
    const named = await new TestWorld({ choices: { refusal_status: 'named' } }).call('createTariff', call)
    expect(named).toMatchObject({ ...refusal, status: 204, body: null })
  })
})
