import { describe, expect, test } from 'vitest'
import { extraModels, sessionLabels } from '../../../src/booking-api/responses/booking-session-labels.ts'
import { LANGUAGES } from '../../../src/booking-contract/shared/language.ts'
import { aProperty } from '../../support/small-world.ts'

const labels = (settings: Parameters<typeof aProperty>[0] = {}, taxRate = 2000, language: (typeof LANGUAGES)[number] = 'en-GB') =>
  sessionLabels({ property: aProperty(settings), taxRate }, language)

describe('the labels of a booking form', () => {
  test.each(LANGUAGES)('there are 97 of them by default in %s, the same keys in the same order', (language) => {
    const texts = labels({}, 2000, language)
    expect(Object.keys(texts)).toHaveLength(97)
    expect(Object.keys(texts)).toEqual(Object.keys(labels()))
    expect(Object.values(texts).filter((text) => text === '')).toEqual([])
  })

  test('most differ from language to language', () => {
    const [english, french, german] = LANGUAGES.map((language) => labels({}, 2000, language))
    const same = (other: Readonly<Record<string, string>> | undefined) =>
      Object.keys(english ?? {}).filter((key) => other?.[key] === english?.[key])
    expect(same(french).length).toBeLessThan(10)
    expect(same(german).length).toBeLessThan(12)
  })

  test('settings add, remove and change some', () => {
    const on = (settings: Record<string, string>, key: string) => labels({ settings })[key]
    expect(Object.keys(labels({ settings: { singlePersonSuppliment: '1' } }))).toHaveLength(98)
    expect(Object.keys(labels({ settings: { chargeDepositYesNo: '0' } }))).toHaveLength(95)
    expect(on({ wholeday_booking: '1' }, 'HARRIVALDATE')).toBe('Pick-up')
    expect(on({ fixedPeriodBookings: '1' }, 'HDEPARTUREDATE')).toBe('How long')
    expect(on({ perPersonPerNight: '1' }, 'ACCOMMODATION_PERROOM')).toBe('Per person, per night')
    expect(on({ requireApproval: '1' }, 'REVIEW_BOOKING_BUTTON')).toBe('Review the request')
  })

  test('a single unit has no labels for the selection of rooms', () => {
    const { AJAXFORM_AVAILABLEROOMS, AJAXFORM_SELECTEDROOMS } = labels({ singleUnit: true })
    expect([AJAXFORM_AVAILABLEROOMS, AJAXFORM_SELECTEDROOMS]).toEqual(['', ''])
  })

  test('tax and city tax have their rates', () => {
    expect(labels({}, 1750)['ACCOMMODATION_TOTAL']).toBe('Accommodation in all (17.5%)')
    expect(labels({}, 0)['ACCOMMODATION_TOTAL']).toBe('Accommodation in all')
    expect(labels()['SERVICE_CITY_TAX_HEADING']).toBe('City tax : ')
    const heading = labels({ settings: { city_tax_value: '2.5', city_tax_models: 'pernight' } })['SERVICE_CITY_TAX_HEADING']
    expect(heading).toMatch(/^City tax : .+ \(2\.5\)$/)
  })

  test('every charging model of extras has a text', () => {
    expect(Object.keys(extraModels('fr-FR'))).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '100'])
  })
})
