import { describe, expect, test } from 'vitest'
import { addDays } from '../../../src/base/day.ts'
import { TestWorld } from '../../support/test-world.ts'
import { DAY, events, FIELDS, form, hotel, JUNE, rows, tree, warnings } from './tariffs-world.ts'

describe('creating a tariff', () => {
  test('creates a rate for each run of equal price and minimum stay', async () => {
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

  test('leaves unsent days without a price', async () => {
    const world = new TestWorld()
    await world.call('createTariff', { path: hotel, form: form({ 0: '90', 9: '90' }), as: 'desk' })
    expect((await tree(world))['2']?.['5']).toMatchObject({
      '5': { validfrom: '2031/06/01', validto: '2031/06/01' },
      '6': { validfrom: '2031/06/10', validto: '2031/06/10' },
    })
  })

  test('in the current profile fills a gap with the price before it', async () => {
    const world = new TestWorld({ profile: 'current' })
    await world.call('createTariff', { path: hotel, form: form({ 0: '90', 9: '90' }), as: 'desk' })
    expect((await tree(world))['2']?.['5']).toMatchObject({ '5': { validfrom: '2031/06/01', validto: '2031/06/10' } })
  })

  test('is refused with all wrong fields and stores nothing', async () => {
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

  test('is refused without a form', async () => {
    const answer = await new TestWorld().call('createTariff', { path: hotel, as: 'desk' })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('tariffinput: at least one date is required') })
  })

  test('is refused with the room type of another property', async () => {
    const world = new TestWorld()
    const answer = await world.call('createTariff', {
      path: { property_id: 4 },
      form: form({ 0: '80' }, { roomclass_uid: '2' }),
      as: 'desk',
    })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('roomclass_uid') })
  })

  test('is refused with a body that is not a form', async () => {
    const answer = await new TestWorld().send('POST', '/tariffs/1/micromanage/', {
      as: 'desk',
      body: '{"tarifftypeid":"0"}',
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(415)
  })

  test('accepts a multipart form', async () => {
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

  test('warns of a tariff that is never offered: on weekends only, and on none', async () => {
    const world = new TestWorld()
    const sent = async (fields: Readonly<Record<string, string>>) => {
      expect((await world.call('createTariff', { path: hotel, form: form({ 0: '77' }, fields), as: 'desk' })).status).toBe(200)
      return warnings(world)
    }
    expect(await sent({ weekendonly: '1', allow_we: '0' })).toEqual(['weekendonly 1 with allow_we 0 is never offered'])
    expect(await sent({ weekendonly: '1', allow_we: '1' })).toEqual([])
    expect(await sent({ weekendonly: '0', allow_we: '0' })).toEqual([])
  })

  test('uses the UTC day of a key and warns in the journal, also of rounded prices', async () => {
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

  test('accepts ten years of dates in one form', async () => {
    const world = new TestWorld()
    const days = Array.from({ length: 3650 }, (_, day) => [day, day % 2 === 0 ? '80' : '90'] as const)
    const answer = await world.call('createTariff', { path: hotel, form: form(Object.fromEntries(days)), as: 'desk' })
    expect(answer.data).toBe(5)
    const made = Object.values((await tree(world))['2']?.['5'] ?? {})
    expect(made).toHaveLength(3650)
    expect(made.at(-1)).toMatchObject({ validfrom: addDays('2031-06-01', 3649).replaceAll('-', '/') })
  })

  test('in the current profile uses defaults for missing fields and ignores an id', async () => {
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

  test('in the current profile is refused without dates, which uses up an id and stores nothing', async () => {
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

  test('is refused with an invalid date, and keeps the old rates', async () => {
    const world = new TestWorld()
    const before = rows(world)
    const sent = form({ 0: '-1' }, { tarifftypeid: '1', roomclass_uid: '1' })
    expect((await world.call('updateTariff', { path: hotel, form: sent, as: 'desk' })).status).toBe(400)
    expect(rows(world)).toEqual(before)
  })

  test('in the current profile creates a tariff without an id, and refuses an unknown one without changes', async () => {
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
