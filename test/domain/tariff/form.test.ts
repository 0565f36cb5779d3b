import { describe, expect, test } from 'vitest'
import { DAY, JUNE, TARIFF_FIELDS } from '../../support/tariff-form.ts'
import { type FormParts, problemsOf, read } from './read-form.ts'

describe('a tariff form', () => {
  test('is parsed to title, bounds and days', () => {
    expect(read({ prices: [[JUNE, '60,50']], stays: [[JUNE, '3']] })).toEqual({
      tariffTypeId: 0,
      title: 'Summer',
      description: '',
      bounds: {
        roomTypeId: 2,
        maxDays: 365,
        minPeople: 1,
        maxPeople: 4,
        dayOfWeek: 7,
        ignorePppn: false,
        allowWeekend: true,
        weekendOnly: false,
        minRoomsSelected: 0,
        maxRoomsSelected: 100,
      },
      days: [{ day: '2031-06-01', price: 6050, minDays: 3 }],
      warnings: ['1 price has a decimal comma: tariffinput[1938038400]=60,50 is read as 60.50'],
    })
  })

  test.each(Object.keys(TARIFF_FIELDS))('is refused without %s', (name) => {
    expect(problemsOf({ fields: { [name]: undefined } })).toEqual([{ field: name, message: 'is missing' }])
  })

  test.each([
    ['a number of people that is text', { minpeople: 'two' }, 'minpeople'],
    ['a negative bound', { maxdays: '-1' }, 'maxdays'],
    ['a fraction of a day', { maxdays: '1.5' }, 'maxdays'],
    ['no days at all', { maxdays: '0' }, 'maxdays'],
    ['nobody at most', { maxpeople: '0', minpeople: '0' }, 'maxpeople'],
    ['an empty number', { maxdays: '' }, 'maxdays'],
    ['a number beyond reason', { maxdays: '99999999999999999999' }, 'maxdays'],
    ['an eighth weekday', { dayofweek: '8' }, 'dayofweek'],
    ['a weekday before Sunday', { dayofweek: '-1' }, 'dayofweek'],
    ['a flag that is yes', { ignore_pppn: 'yes' }, 'ignore_pppn'],
    ['a flag that is 2', { allow_we: '2' }, 'allow_we'],
    ['an empty flag', { weekendonly: '' }, 'weekendonly'],
    ['more people at least than at most', { minpeople: '5' }, 'minpeople'],
    ['more rooms at least than at most', { minrooms_alreadyselected: '101' }, 'minrooms_alreadyselected'],
    ['a room type that no room of the property has', { roomclass_uid: '3' }, 'roomclass_uid'],
    ['room type 0', { roomclass_uid: '0' }, 'roomclass_uid'],
    ['an empty title', { rate_title: '' }, 'rate_title'],
    ['a title of blanks', { rate_title: '  ' }, 'rate_title'],
    ['an id where a tariff is created', { tarifftypeid: '41' }, 'tarifftypeid'],
    ['an id that is none', { tarifftypeid: '__proto__' }, 'tarifftypeid'],
  ])('is refused with %s', (_, fields, field) => {
    expect(problemsOf({ fields }).map((problem) => problem.field)).toEqual([field])
  })

  test.each([
    [{ allow_we: '2' }, 'must be 0 or 1'],
    [{ dayofweek: '8' }, 'must be a whole number from 0 to 7'],
    [{ maxdays: '0' }, 'must be a whole number from 1 to 999999999'],
    [{ maxdays: '1000000000' }, 'must be a whole number from 1 to 999999999'],
    [{ dayofweek: '0000000003' }, 'must be a whole number from 0 to 7'],
  ])('is refused with the expectation of %o', (fields, message) => {
    expect(problemsOf({ fields })).toMatchObject([{ message: expect.stringMatching(new RegExp(`^${message}($|[ ,;])`)) }])
  })

  test('is refused with the limit of a minimum stay that is too long', () => {
    const problems = problemsOf({ prices: [[JUNE, '80']], stays: [[JUNE, '1000000000']] })
    expect(problems).toMatchObject([{ message: expect.stringContaining('must be a whole number from 1 to 999999999') }])
  })

  test.each([
    ['a price that is text', [[JUNE, 'abc']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['a price of 0', [[JUNE, '0']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['a price that rounds to 0', [[JUNE, '0.004']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['a negative price', [[JUNE, '-5']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['an empty price', [[JUNE, '']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['a price in an unclear notation', [[JUNE, '1,234.50']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['a price that could be one or a thousand', [[JUNE, '1,000']], [[JUNE, '1']], [`tariffinput[${JUNE}]`]],
    ['half a day at least', [[JUNE, '80']], [[JUNE, '1.5']], [`mindaysinput[${JUNE}]`]],
    ['no day at least', [[JUNE, '80']], [[JUNE, '0']], [`mindaysinput[${JUNE}]`]],
    [
      'a price without a minimum stay',
      [
        [JUNE, '80'],
        [JUNE + DAY, '80'],
      ],
      [[JUNE, '1']],
      [`tariffinput[${JUNE + DAY}]`],
    ],
    [
      'a minimum stay without a price',
      [[JUNE, '80']],
      [
        [JUNE, '1'],
        [JUNE + DAY, '1'],
      ],
      [`mindaysinput[${JUNE + DAY}]`],
    ],
    ['a key that is a date', [['2031-06-01', '80']], [['2031-06-01', '1']], ['tariffinput[2031-06-01]']],
    ['a key in milliseconds', [[`${JUNE}000`, '80']], [[`${JUNE}000`, '1']], [`tariffinput[${JUNE}000]`]],
    ['a fractional key', [['1.5', '80']], [['1.5', '1']], ['tariffinput[1.5]']],
    ['a negative key', [['-1', '80']], [['-1', '1']], ['tariffinput[-1]']],
    ['an empty key', [['', '80']], [['', '1']], ['tariffinput[]']],
    ['a hostile key', [['__proto__', '80']], [['__proto__', '1']], ['tariffinput[__proto__]']],
    [
      'one UTC day twice',
      [
        [JUNE, '80'],
        [JUNE + 3600, '90'],
      ],
      [
        [JUNE, '1'],
        [JUNE + 3600, '1'],
      ],
      [`tariffinput[${JUNE + 3600}]`],
    ],
    ['no prices', [], [[JUNE, '1']], ['tariffinput']],
    ['no minimum stays', [[JUNE, '80']], [], ['mindaysinput']],
    ['no dates at all', [], [], ['tariffinput', 'mindaysinput']],
  ] as const)('is refused with %s', (_, prices, stays, fields) => {
    expect(problemsOf({ prices, stays }).map(({ field }) => field)).toEqual(fields)
  })

  test('is refused when a minimum stay is longer than the maximum', () => {
    const days = [0, 1, 2].map((n) => JUNE + n * DAY)
    const problems = problemsOf({
      fields: { maxdays: '3' },
      prices: days.map((key) => [key, '80']),
      stays: days.map((key, index) => [key, String(index + 3)]),
    })
    expect(problems).toEqual([{ field: 'maxdays', message: 'must not be below the minimum stay (5 on 2 of 3 days), not "3"' }])
  })

  test('is refused with all wrong fields at once', () => {
    const problems = problemsOf({
      fields: { rate_title: '', dayofweek: '9', roomclass_uid: '77', minpeople: '9', weekendonly: undefined, tarifftypeid: '5' },
      prices: [[JUNE, 'free']],
      stays: [[JUNE, 'long']],
    })
    expect(problems.map(({ field }) => field).sort()).toEqual(
      [
        'dayofweek',
        'minpeople',
        'rate_title',
        'roomclass_uid',
        'tarifftypeid',
        'weekendonly',
        `mindaysinput[${JUNE}]`,
        `tariffinput[${JUNE}]`,
      ].sort(),
    )
  })

  test('names the limit of a price', () => {
    const message = 'the price must be below 10000000000000'
    const problemFor = (price: string) => problemsOf({ prices: [[JUNE, price]], stays: [[JUNE, '1']] })
    expect(problemFor('99999999999999999999')).toMatchObject([
      { field: `tariffinput[${JUNE}]`, message: expect.stringContaining(message) },
    ])
    expect(() => problemFor('9999999999999.99')).toThrow('nothing was refused')
  })

  test('with a thousand equal problems lists ten and counts the rest', () => {
    const days = Array.from({ length: 1000 }, (_, n) => JUNE + n * DAY)
    const problems = problemsOf({ prices: days.map((key) => [key, 'x']), stays: days.map((key) => [key, '1']) })
    expect(problems).toHaveLength(11)
    expect(problems.at(-1)).toEqual({ field: 'tariffinput', message: '990 more: the price must be a number above 0' })
  })

  test('accepts ten years of dates, and a hundred years', () => {
    const calendar = (years: number): FormParts => {
      const days = Array.from({ length: 365 * years }, (_, n) => JUNE + n * DAY)
      return { prices: days.map((key, n) => [key, String(50 + (n % 40))]), stays: days.map((key) => [key, '1']) }
    }
    expect(read(calendar(10)).days).toHaveLength(3650)
    expect(read(calendar(100)).days).toHaveLength(36_500)
  })

  test('warns of keys that are not midnight UTC, and of rounded prices', () => {
    const { days, warnings } = read({
      prices: [
        [JUNE + DAY - 1, '80'],
        [JUNE + DAY, '99.999'],
      ],
      stays: [
        [JUNE + DAY - 1, '1'],
        [JUNE + DAY, '1'],
      ],
    })
    expect(days).toEqual([
      { day: '2031-06-01', price: 8000, minDays: 1 },
      { day: '2031-06-02', price: 10_000, minDays: 1 },
    ])
    expect(warnings).toEqual([
      `1 date is not at 00:00 UTC: tariffinput[${JUNE + DAY - 1}] counts for 2031-06-01`,
      `1 price has more than two decimals: tariffinput[${JUNE + DAY}]=99.999 is taken as 100.00`,
    ])
  })
})
