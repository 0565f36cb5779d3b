import { Fraction } from 'fraction.js'
import { describe, expect, test } from 'vitest'
import { depositOf } from '../../../src/domain/pricing/deposit.ts'
import { priceStay } from '../../../src/domain/pricing/price.ts'
import { adults, couponOf, rate, room, settings, stayOf } from './stay.ts'

const of = (own: Parameters<typeof settings>[0], whole: Fraction | number, daysAhead = 100) =>
  depositOf(settings(own).deposit, {
    whole: new Fraction(whole),
    oneNight: () => ({ exact: new Fraction(whole).div(3), text: 'a third' }),
    daysAhead,
  })

test.each<[string, Parameters<typeof settings>[0], number, number, string]>([
  ['20 percent unless said otherwise', {}, 500, 100, '100'],
  ['a fixed amount', { depositIsPercentage: '0', depositValue: '50' }, 500, 100, '50'],
  ['a fixed amount with a comma', { depositIsPercentage: '0', depositValue: '50,25' }, 500, 100, '201/4'],
  ['a fixed amount rounded up', { depositIsPercentage: '0', depositValue: '50.25', roundupDepositYesNo: '1' }, 500, 100, '51'],
  ['15 percent that needs no rounding up', { depositValue: '15', roundupDepositYesNo: '1' }, 500, 100, '75'],
  ['15 percent rounded up', { depositValue: '15', roundupDepositYesNo: '1' }, 501, 100, '76'],
  ['the whole', { depAmount: '1' }, 500, 100, '500'],
  ['one night, before anything else', { depositIsOneNight: '1', depAmount: '1', use_variable_deposits: '1' }, 500, 1, '500/3'],
  ['a percentage below the least', { depositValue: '5', minimum_deposit_value: '40' }, 500, 100, '40'],
  ['a percentage above the least', { depositValue: '10', minimum_deposit_value: '40' }, 500, 100, '50'],
  ['the whole when it is below the least', { depAmount: '1', minimum_deposit_value: '40' }, 30, 100, '30'],
  ['the whole when arrival is near', { use_variable_deposits: '1' }, 500, 60, '500'],
  ['a percentage when arrival is far', { use_variable_deposits: '1' }, 500, 61, '100'],
  ['nothing when the value is no number', { depositValue: 'abc' }, 500, 100, '0'],
])('%s', (_, own, whole, daysAhead, exact) => {
  expect(of(own, whole, daysAhead).exact.toFraction()).toBe(exact)
})

describe('the basis of the deposit', () => {
  const nights = [12_000, 12_000, 14_400].map((price) => rate(price))
  const own = { city_tax_value: '6', cleaning_fee: '10' } as const

  test('is the total in the classic engine, the room total in the nightly-average engine', () => {
    const input = stayOf([room(1, nights)], { settings: settings(own) })
    expect(priceStay(input, 'classic').deposit).toBe(8000)
    expect(priceStay(input, 'nightly-average').deposit).toBe(12_800)
  })

  test('one night is the mean rate of a room with tax, or the total of a single night', () => {
    const oneNight = settings({ ...own, depositIsOneNight: '1' })
    expect(priceStay(stayOf([room(1, nights), room(2, nights)], { settings: oneNight }), 'classic').depositExact).toBe('128')
    expect(priceStay(stayOf([room(1, nights.slice(0, 1))], { settings: oneNight }), 'classic').depositExact).toBe('136')
    expect(priceStay(stayOf([room(1, nights)], { settings: oneNight }), 'nightly-average').depositExact).toBe('640/3')
  })

  test('the mean rate of rooms priced per person is weighted by guests', () => {
    const party = adults(3)
    const rooms = [room(1, [rate(12_000, true), rate(12_000, true)]), room(2, [rate(24_000, true), rate(24_000, true)])]
    const input = stayOf(rooms, { party, settings: settings({ depositIsOneNight: '1' }) })
    expect(priceStay(input, 'classic').depositExact).toBe('160')
  })

  test('the mean rate counts each room once if a room has no guests', () => {
    const rooms = [room(1, [rate(12_000, true), rate(12_000, true)]), room(2, [rate(24_000, true), rate(24_000, true)])]
    const input = stayOf(rooms, { party: adults(1), settings: settings({ depositIsOneNight: '1' }) })
    expect(priceStay(input, 'classic').depositExact).toBe('180')
  })

  test('days until arrival include today in the classic engine only', () => {
    const near = { settings: settings({ use_variable_deposits: '1', variable_deposit_threashold: '10' }) }
    const input = stayOf([room(1, nights)], { ...near, today: '2026-08-22' })
    expect(priceStay(input, 'classic').deposit).toBe(7680)
    expect(priceStay(input, 'nightly-average').deposit).toBe(64_000)
    expect(priceStay({ ...input, today: '2026-08-23' }, 'classic').depositText).toContain('the whole')
  })

  test.each([{ depAmount: '1' }, { depositIsOneNight: '1' }, { minimum_deposit_value: '20' }, { use_variable_deposits: '1' }])(
    'none is required if the value is 0, also with %j',
    (others) => {
      const input = stayOf([room(1, nights)], { settings: settings({ depositValue: '0', ...others }) })
      expect([priceStay(input, 'nightly-average').deposit, priceStay(input, 'classic').deposit]).toEqual([0, 0])
    },
  )

  test('is limited to the total in the classic engine, even if a night costs more before a coupon', () => {
    const coupon = couponOf({ amount: 10_000 })
    const own = settings({ depositIsOneNight: '1', cleaning_fee: '30' })
    const quote = priceStay(stayOf([room(1, nights)], { settings: own, coupon }), 'classic')
    expect(quote).toMatchObject({ total: 3000, deposit: 3000 })
    expect(quote.depositText).toBe('one night: 106.67 on average, with 20 % tax, no more than the total of 30.00')
    const fixed = settings({ depositIsPercentage: '0', depositValue: '500' })
    expect(priceStay(stayOf([room(1, nights)], { settings: fixed }), 'classic')).toMatchObject({ total: 38_400, deposit: 38_400 })
  })

  test.each<[string, Parameters<typeof settings>[0], string]>([
    ['one night', { depositIsOneNight: '1' }, 'one night: 106.67 on average, with 20 % tax'],
    ['the whole', { depAmount: '1' }, 'the whole of 384.00'],
    [
      'a fixed amount',
      { depositIsPercentage: '0', depositValue: '50.5', roundupDepositYesNo: '1' },
      'a fixed amount of 50.50, rounded up',
    ],
    ['a percentage', {}, '20 % of 384.00'],
  ])('%s is explained with its numbers', (_, own, text) => {
    expect(priceStay(stayOf([room(1, nights)], { settings: settings(own) }), 'classic').depositText).toBe(text)
  })

  test('one night of the nightly-average engine is explained with its numbers', () => {
    const input = stayOf([room(1, nights)], { settings: settings({ depositIsOneNight: '1' }) })
    expect(priceStay(input, 'nightly-average').depositText).toBe('one night: 640.00 / 3 nights')
  })
})
