import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agreedPrice } from '../../../src/domain/pricing/agreed-price.ts'
import { priceSettingsOf } from '../../../src/domain/pricing/price-settings.ts'
import type { Property } from '../../../src/domain/property/properties.ts'
import { aProperty } from '../../support/small-world.ts'

const depositOf = (settings: Property['settings']) => priceSettingsOf(aProperty({ settings })).deposit
const AGREED = { total: 12_050, nights: 2, taxRate: 2000, deposit: depositOf({}), daysAhead: 30 }

test('an agreed price is all accommodation, tax included', () => {
  const { roomTotal, tax, total, totalExact, lines } = agreedPrice(AGREED)
  expect({ roomTotal, tax, total, totalExact }).toEqual({ roomTotal: 10_042, tax: 2008, total: 12_050, totalExact: '241/2' })
  expect(lines).toEqual([{ rule: 'agreed', text: 'as agreed', exact: '241/2', amount: 12_050 }])
})

test.each([
  [{}, 2410],
  [{ depositValue: '50' }, 6025],
  [{ depositIsOneNight: '1' }, 6025],
  [{ depositIsPercentage: '0', depositValue: '500' }, 12_050],
  [{ roundupDepositYesNo: '1' }, 2500],
] as const)('its deposit is as the property asks for: %o', (settings, deposit) => {
  expect(agreedPrice({ ...AGREED, deposit: depositOf(settings) }).deposit).toBe(deposit)
})

test('tax and accommodation add up to the total to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), fc.integer({ min: 0, max: 5000 }), (total, taxRate) => {
      const quote = agreedPrice({ ...AGREED, total, taxRate })
      expect(quote.roomTotal + quote.tax).toBe(total)
      expect(quote.deposit).toBeLessThanOrEqual(total)
    }),
  )
})
