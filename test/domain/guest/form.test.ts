import { describe, expect, test } from 'vitest'
import { type GuestForm, type PlaceLookups, readGuestForm } from '../../../src/domain/guest/form.ts'
import { wrongFields } from './wrong-fields.ts'

const places: PlaceLookups = {
  country: (code) => (['GB', 'FR'].includes(code.toUpperCase()) ? { code: code.toUpperCase() } : undefined),
  region: (id) => (id === 1113 ? { countryCode: 'GB' } : undefined),
}

const form = (with_: Partial<GuestForm> = {}): GuestForm => ({
  firstname: 'Ada',
  surname: 'Brook',
  house: '7',
  street: 'Mill Lane',
  town: 'Westby',
  region: '1113',
  country: 'GB',
  postcode: 'WB1 2AB',
  landline: '0100 200',
  mobile: '0700 300',
  email: 'ada@example.test',
  discount: '5',
  ...with_,
})

const checked = (with_: Partial<GuestForm>) => readGuestForm(form(with_), places, 'checked')
const cast = (with_: Partial<GuestForm>) => readGuestForm(form(with_), places, 'cast')

describe('a guest form', () => {
  test('is trimmed', () => {
    expect(checked({ firstname: ' Zoë ', surname: "O'Neil" })).toMatchObject({ firstname: 'Zoë', surname: "O'Neil" })
    const padded = Object.fromEntries(Object.entries(form()).map(([field, text]) => [field, ` ${text} `]))
    expect(checked(padded)).toEqual(checked({}))
  })

  test.each([
    ['', 0],
    [' ', 0],
    ['0', 0],
    ['5', 500],
    ['12.5', 1250],
    ['99.99', 9999],
    ['7.005', 701],
  ])('parses a discount of "%s" as %i hundredths of a percent', (discount, hundredths) => {
    expect(checked({ discount }).discount).toBe(hundredths)
  })

  test.each([
    ['a blank first name', { firstname: ' ' }, ['firstname']],
    ['a blank surname', { surname: '\t' }, ['surname']],
    ['a control character', { street: 'Mill\u0000Lane' }, ['street']],
    ['an address without @', { email: 'ada.example.test' }, ['email']],
    ['an address without a dot', { email: 'ada@localhost' }, ['email']],
    ['an address with a blank', { email: 'a da@example.test' }, ['email']],
    ['a country nobody knows', { country: 'XX' }, ['country']],
    ['no country', { country: ' ' }, ['country']],
    ['__proto__ for a country', { country: '__proto__' }, ['country']],
    ['a region nobody knows', { region: '99999' }, ['region']],
    ['a region of another country', { region: '1113', country: 'FR' }, ['region']],
    ['a discount above 100', { discount: '100.01' }, ['discount']],
    ['a discount below 0', { discount: '-1' }, ['discount']],
    ['a discount that is no number', { discount: 'abc' }, ['discount']],
    ['a discount that could be five or five thousand', { discount: '5,000' }, ['discount']],
    ['an endless discount', { discount: '9'.repeat(400) }, ['discount']],
    [
      'everything at once',
      { firstname: ' ', surname: ' ', email: 'x', country: 'XX', discount: '500' },
      ['firstname', 'surname', 'email', 'country', 'discount'],
    ],
  ])('refuses %s', (_, with_, fields) => {
    expect(wrongFields(() => checked(with_))).toEqual(fields)
  })

  test.each([
    ['a country code in lower case', { country: 'gb' }],
    ['a region by name', { region: 'Somewhere else' }],
    ['a region by a name that begins with a number', { region: '12 Counties' }],
    ['a region by a name that ends with a number', { region: 'District 9' }],
    ['no region', { region: ' ' }],
    ['no telephone', { landline: ' ', mobile: ' ' }],
    ['a discount with a decimal comma', { discount: '5,5' }],
  ])('accepts %s', (_, with_) => {
    expect(wrongFields(() => checked(with_))).toEqual([])
  })

  test('under input_values=cast keeps texts unchanged', () => {
    expect(cast({ firstname: ' ', email: 'none', country: 'XX', region: '99999', discount: '-5' })).toMatchObject({
      firstname: '',
      email: 'none',
      country: 'XX',
      region: '99999',
      discount: -500,
    })
  })

  test.each(['abc', '500', '-100'])('read leniently still refuses a discount of %s, because it cannot be stored', (discount) => {
    expect(wrongFields(() => cast({ discount }))).toEqual(['discount'])
  })
})
