import { describe, expect, test } from 'vitest'
import { addDays, daysUntil } from '../../../src/base/day.ts'
import { PROFILES } from '../../../src/booking-api/choices/choices.ts'
import { bookingApi } from '../../../src/booking-api/index.ts'
import { reportOn } from '../../../src/control-api/handlers/report.ts'
import { aProperty, aRate, aTariffType } from '../../support/small-world.ts'
import { type TestOptions, TestWorld } from '../../support/test-world.ts'

/** 2031-06-01T00:00:00Z. */
const JUNE = 1_938_038_400
const DAY = 86_400

const FIELDS = {
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
function form(prices: Readonly<Record<number, string>>, fields: Readonly<Record<string, string>> = {}): Record<string, string> {
  const dates = Object.entries(prices).flatMap(([day, price]) => {
    const epoch = JUNE + Number(day) * DAY
    return [
      [`tariffinput[${epoch}]`, price],
      [`mindaysinput[${epoch}]`, '1'],
    ]
  })
  return { ...FIELDS, ...fields, ...Object.fromEntries(dates) }
}

type Tree = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>>>

const hotel = { property_id: 1 }
const tree = async (world: TestWorld, property = 1): Promise<Tree> =>
  (await world.call('listTariffs', { path: { property_id: property }, as: 'super' })).data
const events = (world: TestWorld) => world.sandbox.store.db.events.all().map(({ task, data }) => ({ task, data }))
const rows = (world: TestWorld) => {
  const { tariffTypes, rates } = world.sandbox.store.export().collections
  return { tariffTypes, rates }
}
const warnings = (world: TestWorld) => world.sandbox.journal.entries().at(-1)?.warnings ?? []

describe('the tariffs of a property', () => {
  test('stand by room type, tariff type and rates uid', async () => {
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

  test('in the current profile have seven decimals and the year as time stamp', async () => {
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

  test('that belong to no tariff type stand under 0', async () => {
    const tariffs = await tree(new TestWorld({ rows: { rates: [aRate({ tariffTypeId: 77 })] } }))
    expect(tariffs['1']?.['0']?.['1']).toMatchObject({ tarifftype_id: 0, rate_title: '', rate_description: '' })
  })

  test('can be asked for in a language', async () => {
    const world = new TestWorld()
    const { data } = await world.call('listTariffs', { path: { ...hotel, language: 'fr-FR' }, as: 'reader' })
    expect(data).toEqual(await tree(world))
  })

  test('are listed flat as well, by their first night', async () => {
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

describe('creating a tariff', () => {
  test('makes a rate for each run of equal price and minimum stay', async () => {
    const world = new TestWorld()
    const sent = form({ 0: '55', 1: '55,00', 2: '60,50' })
    const { data } = await world.call('createTariff', { path: hotel, form: sent, as: 'writer' })
    expect(data).toBe(5)
    const made = (await tree(world))['2']?.['5'] ?? {}
    expect(Object.keys(made)).toEqual(['5', '6'])
    expect(made['5']).toEqual({
      rates_uid: 5,
      rate_title: 'Summer',
      rate_description: 'Breakfast included',
      validfrom: '2031/06/01',
      validto: '2031/06/02',
      roomrateperday: '55.00',
      mindays: 1,
      maxdays: 365,
      minpeople: 1,
      maxpeople: 4,
      roomclass_uid: 2,
      ignore_pppn: 0,
      allow_ph: 1,
      allow_we: 1,
      weekendonly: 0,
      validfrom_ts: JUNE,
      validto_ts: JUNE + DAY,
      dayofweek: 7,
      minrooms_alreadyselected: 0,
      maxrooms_alreadyselected: 100,
      property_uid: 1,
      tarifftype_id: 5,
    })
    expect(made['6']).toMatchObject({ validfrom: '2031/06/03', validto: '2031/06/03', roomrateperday: '60.50' })
    expect(events(world)).toEqual([{ task: 'tariffs_updated', data: { property_uid: 1 } }])
  })

  test('leaves days open that were not sent', async () => {
    const world = new TestWorld()
    await world.call('createTariff', { path: hotel, form: form({ 0: '90', 9: '90' }), as: 'desk' })
    expect((await tree(world))['2']?.['5']).toMatchObject({
      '5': { validfrom: '2031/06/01', validto: '2031/06/01' },
      '6': { validfrom: '2031/06/10', validto: '2031/06/10' },
    })
  })

  test('in the current profile covers a gap with the price before it', async () => {
    const world = new TestWorld({ profile: 'current' })
    await world.call('createTariff', { path: hotel, form: form({ 0: '90', 9: '90' }), as: 'desk' })
    expect((await tree(world))['2']?.['5']).toMatchObject({ '5': { validfrom: '2031/06/01', validto: '2031/06/10' } })
  })

  test('names every wrong field in one refusal and stores nothing', async () => {
    const world = new TestWorld()
    const before = rows(world)
    const sent = form({ 0: 'free' }, { dayofweek: '9', roomclass_uid: '99', rate_title: '' })
    const answer = await world.call('createTariff', { path: hotel, form: sent, as: 'desk' })
    expect(answer.status).toBe(400)
    for (const field of ['rate_title', 'dayofweek', 'roomclass_uid', `tariffinput[${JUNE}]`])
      expect(answer.message).toContain(`${field}: `)
    expect(rows(world)).toEqual(before)
    expect(events(world)).toEqual([])
    const next = await world.call('createTariff', { path: hotel, form: form({ 0: '80' }), as: 'desk' })
    expect(next.data).toBe(5)
  })

  test('refuses a request without a form', async () => {
    const answer = await new TestWorld().call('createTariff', { path: hotel, as: 'desk' })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('tariffinput: at least one date is required') })
  })

  test('refuses the room type of another property', async () => {
    const world = new TestWorld()
    const answer = await world.call('createTariff', {
      path: { property_id: 4 },
      form: form({ 0: '80' }, { roomclass_uid: '2' }),
      as: 'desk',
    })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('roomclass_uid') })
  })

  test('refuses a body that is no form', async () => {
    const answer = await new TestWorld().send('POST', '/tariffs/1/micromanage/', {
      as: 'desk',
      body: '{"tarifftypeid":"0"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(415)
  })

  test('takes a multipart form', async () => {
    const world = new TestWorld()
    const parts = Object.entries(form({ 0: '77' })).map(
      ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    )
    const answer = await world.send('POST', '/tariffs/1/micromanage/', {
      as: 'desk',
      body: `${parts.join('')}--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    expect(answer.body).toEqual({ data: { tarifftypeid: 5 }, meta: { code: 200 } })
  })

  test('counts an epoch for its UTC day and says so in the journal, as it does with rounded prices', async () => {
    const world = new TestWorld()
    const sent = {
      ...FIELDS,
      [`tariffinput[${JUNE + 3600}]`]: '80.001',
      [`mindaysinput[${JUNE + 3600}]`]: '1',
    }
    await world.call('createTariff', { path: hotel, form: sent, as: 'desk' })
    expect(warnings(world)).toEqual([
      `1 date is not at 00:00 UTC: tariffinput[${JUNE + 3600}] counts for 2031-06-01`,
      `1 price has more than two decimals: tariffinput[${JUNE + 3600}]=80.001 is taken as 80.00`,
    ])
    expect((await tree(world))['2']?.['5']).toMatchObject({ '5': { validfrom: '2031/06/01', roomrateperday: '80.00' } })
  })

  test('takes ten years of dates in one form', async () => {
    const world = new TestWorld()
    const days = Array.from({ length: 3650 }, (_, day) => [day, day % 2 === 0 ? '80' : '90'] as const)
    const answer = await world.call('createTariff', { path: hotel, form: form(Object.fromEntries(days)), as: 'desk' })
    expect(answer.data).toBe(5)
    const made = Object.values((await tree(world))['2']?.['5'] ?? {})
    expect(made).toHaveLength(3650)
    expect(made.at(-1)).toMatchObject({ validfrom: addDays('2031-06-01', 3649).replaceAll('-', '/') })
  })

  test('in the current profile takes defaults for missing fields and ignores an id', async () => {
    const world = new TestWorld({ profile: 'current' })
    const { data } = await world.call('createTariff', {
      path: hotel,
      form: { tarifftypeid: '1', [`tariffinput[${JUNE}]`]: 'abc', [`mindaysinput[${JUNE}]`]: '1' },
      as: 'desk',
    })
    expect(data).toBe(5)
    expect((await tree(world))['0']?.['5']?.['5']).toMatchObject({
      rate_title: 'Tariff',
      roomrateperday: '0.0000000',
      maxpeople: 100,
    })
  })

  test('in the current profile is refused without dates, which uses up a number and stores nothing', async () => {
    const world = new TestWorld({ profile: 'current' })
    const before = rows(world)
    const refused = await world.call('createTariff', { path: hotel, form: FIELDS, as: 'desk' })
    expect(refused).toMatchObject({ status: 400, body: { code: 400, lines: [] } })
    expect(rows(world)).toEqual(before)
    const { data } = await world.call('createTariff', { path: hotel, form: form({ 0: '80' }), as: 'desk' })
    expect(data).toBe(6)
  })
})

describe('changing a tariff', () => {
  test('replaces title and all rates under the same id, with new rates uids', async () => {
    const world = new TestWorld()
    const sent = form({ 0: '120' }, { tarifftypeid: '1', rate_title: 'Peak', roomclass_uid: '1' })
    const { data } = await world.call('updateTariff', { path: hotel, form: sent, as: 'writer' })
    expect(data).toBe(1)
    const made = (await tree(world))['1'] ?? {}
    expect(Object.keys(made)).toEqual(['1'])
    expect(Object.keys(made['1'] ?? {})).toEqual(['5'])
    expect(made['1']?.['5']).toMatchObject({ rate_title: 'Peak', validfrom: '2031/06/01', roomrateperday: '120.00' })
    expect(events(world)).toEqual([{ task: 'tariffs_updated', data: { property_uid: 1 } }])
  })

  test('can move it to another room type', async () => {
    const world = new TestWorld()
    await world.call('updateTariff', { path: hotel, form: form({ 0: '120' }, { tarifftypeid: '1' }), as: 'desk' })
    const tariffs = await tree(world)
    expect(Object.keys(tariffs)).toEqual(['2'])
    expect(Object.keys(tariffs['2'] ?? {})).toEqual(['1', '2'])
  })

  test.each([
    ['0', 400],
    ['abc', 400],
    ['-1', 400],
    ['1.5', 400],
    ['99999999999999999999', 400],
    ['constructor', 400],
    ['999', 404],
    ['3', 404],
  ])('with the tariff type id %s is refused with %i, and nothing changes', async (tarifftypeid, status) => {
    const world = new TestWorld()
    const before = rows(world)
    const answer = await world.call('updateTariff', { path: hotel, form: form({ 0: '80' }, { tarifftypeid }), as: 'desk' })
    expect(answer.status).toBe(status)
    expect(rows(world)).toEqual(before)
    expect(events(world)).toEqual([])
  })

  test('is refused when a date is wrong, and the old rates stay', async () => {
    const world = new TestWorld()
    const before = rows(world)
    const sent = form({ 0: '-1' }, { tarifftypeid: '1', roomclass_uid: '1' })
    expect((await world.call('updateTariff', { path: hotel, form: sent, as: 'desk' })).status).toBe(400)
    expect(rows(world)).toEqual(before)
  })

  test('in the current profile creates without an id, and refuses an unknown one without losing anything', async () => {
    const world = new TestWorld({ profile: 'current' })
    const { tarifftypeid: _, ...without } = form({ 0: '80' })
    expect((await world.call('updateTariff', { path: hotel, form: without, as: 'desk' })).data).toBe(5)
    expect((await world.call('updateTariff', { path: hotel, form: form({ 0: '80' }), as: 'desk' })).data).toBe(6)
    const before = rows(world)
    const unknown = form({ 0: '80' }, { tarifftypeid: '3' })
    const answer = await world.call('updateTariff', { path: hotel, form: unknown, as: 'desk' })
    expect(answer).toMatchObject({ status: 400, message: 'Tariff type 3 not found' })
    expect(rows(world)).toEqual(before)
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

  test.each(PROFILES)('replaces them all, and says how many lost their price (%s)', async (profile) => {
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
  ])('%s refuses every write before it looks at the form', async (_, property_id) => {
    const world = new TestWorld({ rows: { properties, propertyTypes, ...saved } })
    const before = rows(world)
    for (const id of ['createTariff', 'updateTariff'])
      expect(await world.call(id, { path: { property_id }, form: { rate_title: '' }, as: 'desk' })).toMatchObject(refusal)
    expect(await world.call('deleteTariff', { path: { property_id, tarifftypeid: 1 }, as: 'desk' })).toMatchObject(refusal)
    expect(rows(world)).toEqual(before)
    expect(events(world)).toEqual([])
  })

  test('still shows its tariffs', async () => {
    expect(await tree(new TestWorld({ rows: { properties, ...saved } }), 5)).toMatchObject({
      '1': { '1': { '1': { rates_uid: 1 } } },
    })
  })

  test('says so with 400 in the current profile and with 204 and a header under refusal_status=named', async () => {
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
