import { describe, expect, test } from 'vitest'
import { addressProblem, readAddress, requiresField } from '../../../src/domain/session/address.ts'
import type { SessionAddress } from '../../../src/domain/session/booking-session.ts'
import { AN_ADDRESS } from '../../support/session-rows.ts'
import { aProperty } from '../../support/small-world.ts'

describe('an address', () => {
  const DEMANDED = ['firstname', 'surname', 'region', 'country', 'tel_mobile', 'email']
  const rules = {
    required: (field: string) => DEMANDED.includes(field),
    knowsCountry: (code: string) => ['GB', 'FR', 'MC'].includes(code),
    regionsOf: (code: string) => (code === 'GB' ? ['1061', '1062'] : code === 'FR' ? ['1029'] : []),
  }
  const EMPTY = readAddress(() => undefined)
  const NOTHING =
    'firstname is required; surname is required; region is required; country is required; tel_mobile is required; email is required'
  const LONG_TOWN = 'town is longer than 255 characters'
  const but = (changes: Partial<SessionAddress>): SessionAddress => ({ ...AN_ADDRESS, ...changes })

  test.each([
    ['in full', AN_ADDRESS, undefined, undefined],
    ['with what is demanded', but({ house: '', street: '', town: '', postcode: '' }), undefined, undefined],
    ['that is empty', EMPTY, NOTHING, 'country  is invalid'],
    ['without a surname', but({ surname: '' }), 'surname is required', 'surname is required'],
    [
      'without surname and e-mail',
      but({ surname: '', email: '' }),
      'surname is required; email is required',
      'email is required',
    ],
    ['with an e-mail that is none', but({ email: 'nomail' }), 'email "nomail" is not an e-mail address', undefined],
    ['with a town without end', but({ town: 'x'.repeat(300) }), LONG_TOWN, LONG_TOWN],
    ['of a country nobody knows', but({ country: 'ZZ' }), 'country ZZ is invalid', 'country ZZ is invalid'],
    ['with a lower-case country', but({ country: 'gb' }), 'country gb is invalid', 'country gb is invalid'],
    ['of a region nobody knows', but({ region: '9' }), 'region 9 is invalid', 'region 9 is invalid'],
    ['with a region of another country', but({ region: '1029' }), 'region 1029 is invalid', 'region 1029 is invalid'],
    ['without a region', but({ region: '' }), 'region is required', 'region  is invalid'],
    ['of a country without regions', but({ country: 'MC', region: '' }), undefined, 'region  is invalid'],
  ])('%s', (_, address, careful, recorded) => {
    expect(addressProblem(address, rules, true)).toBe(careful)
    expect(addressProblem(address, rules, false)).toBe(recorded)
  })

  test('needs neither country nor region if the property requires none', () => {
    const easy = { ...rules, required: () => false }
    expect(addressProblem(EMPTY, easy, true)).toBeUndefined()
    expect(addressProblem(but({ country: '', region: '' }), easy, true)).toBeUndefined()
  })

  test('cuts a long text to one character above the limit', () => {
    const { town } = readAddress((field) => (field === 'town' ? 'x'.repeat(1_000_000) : undefined))
    expect(town).toHaveLength(256)
    expect(addressProblem(but({ town }), rules, true)).toBe(LONG_TOWN)
  })

  test('reads the texts undefined and null as empty', () => {
    const sent: Record<string, string> = { firstname: 'undefined', surname: ' null ', town: ' Westby ' }
    expect(readAddress((field) => sent[field])).toEqual({ ...EMPTY, town: 'Westby' })
  })

  test('keeps the case of a country code, which the check refuses in lower case', () => {
    expect(readAddress((field) => (field === 'country' ? 'gb' : undefined)).country).toBe('gb')
  })
})

test('the settings of a property decide the required fields; by default the house number is optional', () => {
  const demanded = (settings: Readonly<Record<string, string>>) =>
    (['surname', 'house', 'email'] as const).filter((field) => requiresField(aProperty({ settings }), field))
  expect(demanded({})).toEqual(['surname', 'email'])
  expect(demanded({ bookingform_requiredfields_houseno: '1', bookingform_requiredfields_email: '0' })).toEqual([
    'surname',
    'house',
  ])
})
