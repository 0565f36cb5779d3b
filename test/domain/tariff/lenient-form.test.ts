import { describe, expect, test } from 'vitest'
import { DAY, JUNE, TARIFF_FIELDS } from '../../support/tariff-form.ts'
import { problemsOf, read, refusalOf } from './read-form.ts'

describe('the tariff type id of a form', () => {
  const update = { creating: false }

  test('is the tariff to change', () => {
    expect(read({ fields: { tarifftypeid: '41' } }, update).tariffTypeId).toBe(41)
  })

  test('must not be 0 when a tariff is changed', () => {
    expect(problemsOf({ fields: { tarifftypeid: '0' } }, update).map(({ field }) => field)).toEqual(['tarifftypeid'])
  })

  test('that is not of the property is refused as an unknown tariff when nothing else is wrong', () => {
    expect(refusalOf({ fields: { tarifftypeid: '999' } }, update).code).toBe('tariff_unknown')
  })

  test('that is not of the property is listed with the other wrong fields', () => {
    const problems = problemsOf({ fields: { tarifftypeid: '999', maxdays: 'x' } }, update)
    expect(problems.map(({ field }) => field)).toEqual(['maxdays', 'tarifftypeid'])
  })

  test('is ignored by POST under tariff_new_id=create, and PUT without one creates', () => {
    const create = { newId: 'create' } as const
    expect(read({ fields: { tarifftypeid: '41' } }, create).tariffTypeId).toBe(0)
    expect(read({ fields: { tarifftypeid: '0' } }, { ...create, creating: false }).tariffTypeId).toBe(0)
    expect(read({ fields: { tarifftypeid: undefined } }, { ...create, creating: false }).tariffTypeId).toBe(0)
    expect(refusalOf({ fields: { tarifftypeid: '7' } }, { ...create, creating: false }).code).toBe('tariff_unknown')
  })
})

describe('a tariff form read leniently', () => {
  const lenient = { validation: 'lenient', newId: 'create' } as const
  const EMPTY = Object.fromEntries(Object.keys(TARIFF_FIELDS).map((name) => [name, undefined]))

  test('has defaults for missing fields', () => {
    expect(read({ fields: EMPTY }, lenient)).toMatchObject({
      tariffTypeId: 0,
      title: 'Tariff',
      description: '',
      bounds: {
        roomTypeId: 0,
        maxDays: 365,
        minPeople: 1,
        maxPeople: 100,
        dayOfWeek: 7,
        ignorePppn: false,
        allowWeekend: true,
        weekendOnly: false,
        minRoomsSelected: 0,
        maxRoomsSelected: 100,
      },
    })
  })

  test('reads numbers up to the first invalid character, removes HTML and checks no bounds', () => {
    const fields = {
      rate_title: '<b>Summer</b>',
      rate_description: '',
      maxdays: '12 nights',
      minpeople: 'many',
      dayofweek: '9',
      allow_we: 'x',
    }
    expect(read({ fields, prices: [[JUNE, 'abc']] }, lenient)).toMatchObject({
      title: 'Summer',
      bounds: { maxDays: 12, minPeople: 0, dayOfWeek: 9, allowWeekend: false },
      days: [{ day: '2031-06-01', price: 0, minDays: 1 }],
    })
  })

  test('copies a missing minimum stay from the day before, and uses the later of two keys on one day', () => {
    const prices = [0, DAY, 2 * DAY, 2 * DAY + 60].map((offset) => [JUNE + offset, String(10 + offset / 60)] as const)
    const { days } = read(
      {
        prices,
        stays: [
          [JUNE + DAY, '3'],
          [JUNE + 9 * DAY, '7'],
        ],
      },
      lenient,
    )
    expect(days).toEqual([
      { day: '2031-06-01', price: 1000, minDays: 0 },
      { day: '2031-06-02', price: 145_000, minDays: 3 },
      { day: '2031-06-03', price: 289_100, minDays: 3 },
    ])
  })

  test.each([
    ['without prices', { prices: [] }, ['tariffinput']],
    ['without minimum stays', { stays: [] }, ['mindaysinput']],
    ['with a key that is no time', { prices: [['abc', '80']] }, ['tariffinput[abc]']],
  ] as const)('is refused %s', (_, form, fields) => {
    expect(problemsOf(form, lenient).map(({ field }) => field)).toEqual(fields)
  })

  test.each<readonly [creating: boolean, sent: string | undefined, id: number]>([
    [true, '0', 0],
    [true, '41', 0],
    [true, 'x', 0],
    [true, undefined, 0],
    [false, '0', 0],
    [false, undefined, 0],
    [false, '41', 41],
    [false, '41 old', 41],
  ])('under tariff_new_id=create (creating: %s) reads the id %j as %d', (creating, tarifftypeid, id) => {
    expect(read({ fields: { tarifftypeid } }, { ...lenient, creating }).tariffTypeId).toBe(id)
  })

  test('checks the tariff type id under tariff_new_id=refuse', () => {
    const refuse = { validation: 'lenient', newId: 'refuse' } as const
    expect(problemsOf({ fields: { tarifftypeid: '41' } }, refuse)).toHaveLength(1)
    expect(problemsOf({ fields: { tarifftypeid: 'x' } }, { ...refuse, creating: false })).toHaveLength(1)
    expect(refusalOf({ fields: { tarifftypeid: '9' } }, { ...refuse, creating: false }).code).toBe('tariff_unknown')
    expect(read({ fields: { tarifftypeid: '41' } }, { ...refuse, creating: false }).tariffTypeId).toBe(41)
  })
})
