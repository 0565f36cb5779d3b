import { describe, expect, test } from 'vitest'
import { readGuestType, type SentGuestType, storedValues } from '../../../src/domain/guest/guest-type-form.ts'
import { type GuestType, inDisplayOrder, requireGuestTypeId } from '../../../src/domain/guest/guest-types.ts'
import { GUEST_TYPE_FORM } from '../../support/forms.ts'

const SENIOR: SentGuestType = { ...GUEST_TYPE_FORM, published: '1', order: '2' }

describe('the values of a guest type', () => {
  test('posneg 0 subtracts, and the variance is stored in hundredths', () => {
    expect(readGuestType(SENIOR, 'checked')).toEqual({
      values: {
        type: 'Senior',
        notes: '65 plus',
        maximum: 4,
        isPercentage: true,
        adds: false,
        variance: 1250,
        published: true,
        order: 2,
        isChild: false,
      },
      warnings: [],
    })
  })

  test('posneg 1 adds', () => {
    expect(readGuestType({ ...SENIOR, posneg: '1' }, 'checked').values.adds).toBe(true)
  })

  test.each([
    ['a title of blanks', { type: ' ' }, ['type']],
    ['a maximum that is text', { maximum: 'many' }, ['maximum']],
    ['a negative maximum', { maximum: '-1' }, ['maximum']],
    ['a fraction of a guest', { maximum: '1.5' }, ['maximum']],
    ['a maximum beyond reason', { maximum: '99999999999' }, ['maximum']],
    ['a flag that is 2', { is_percentage: '2' }, ['is_percentage']],
    ['a flag that is a word', { posneg: 'plus', published: 'true', is_child: '__proto__' }, ['posneg', 'published', 'is_child']],
    ['a variance that is text', { variance: 'half' }, ['variance']],
    ['a negative variance', { variance: '-5' }, ['variance']],
    ['a variance with a comma before the dot', { variance: '1,234.50', is_percentage: '0' }, ['variance']],
    ['a variance that could be one or a thousand', { variance: '1,000', is_percentage: '0' }, ['variance']],
    ['more than the whole price off', { variance: '100.01' }, ['variance']],
    ['an order that is text', { order: 'first' }, ['order']],
    ['much at once', { maximum: 'x', variance: 'y', order: 'z' }, ['maximum', 'variance', 'order']],
  ])('are refused with %s', (_, wrong, fields) => {
    const problems = fields.map((field) => expect.objectContaining({ field }))
    expect(() => readGuestType({ ...SENIOR, ...wrong }, 'checked')).toThrow(
      expect.objectContaining({ code: 'values_invalid', detail: { problems } }),
    )
  })

  test('a surcharge may be above 100 percent, and an amount above 100', () => {
    expect(readGuestType({ ...SENIOR, posneg: '1', variance: '150' }, 'checked').values.variance).toBe(15_000)
    expect(readGuestType({ ...SENIOR, is_percentage: '0', variance: '150' }, 'checked').values.variance).toBe(15_000)
  })

  test('a third decimal is rounded, with a warning', () => {
    expect(readGuestType({ ...SENIOR, variance: '33.335' }, 'checked')).toMatchObject({
      values: { variance: 3334 },
      warnings: ['variance 33.335 is kept with two decimals: 33.34'],
    })
  })

  test('under input_values=cast numbers are read up to the first invalid character', () => {
    const odd = {
      maximum: 'abc',
      is_percentage: 'x',
      posneg: '1z',
      variance: '20.5%',
      published: 'w',
      order: '7th',
      is_child: '',
    }
    expect(readGuestType({ ...SENIOR, ...odd }, 'cast').values).toEqual({
      type: 'Senior',
      notes: '65 plus',
      maximum: 0,
      isPercentage: false,
      adds: true,
      variance: 2050,
      published: false,
      order: 7,
      isChild: false,
    })
  })
})

describe('the stored values of a guest type', () => {
  const { values } = readGuestType({ ...SENIOR, published: '0', order: '7' }, 'checked')

  test('are the sent values', () => {
    expect(storedValues(values, { published: true, order: 3 }, 'no')).toEqual(values)
  })

  test('exclude published and order under guest_type_echo_only=yes', () => {
    expect(storedValues(values, undefined, 'yes')).toEqual({ ...values, published: true, order: 0 })
    expect(storedValues(values, { published: false, order: 3 }, 'yes')).toEqual({ ...values, published: false, order: 3 })
  })
})

describe('the id of a guest type', () => {
  test.each([
    ['0', 'guest_type_not_set'],
    ['abc', 'guest_type_not_set'],
    ['-4', 'guest_type_not_set'],
    ['1.5', 'guest_type_not_set'],
    ['constructor', 'guest_type_not_set'],
    ['99999999999999999999', 'guest_type_unknown'],
  ])('%s is refused as %s', (sent, code) => {
    expect(() => requireGuestTypeId({ id: 0, sent })).toThrow(expect.objectContaining({ code }))
  })

  test('that is a number is accepted', () => {
    expect(requireGuestTypeId({ id: 7, sent: '7' })).toBe(7)
  })
})

test('guest types are sorted by order, then by title ignoring case, then by id', () => {
  const { values } = readGuestType(SENIOR, 'checked')
  const row = (id: number, type: string, order: number): GuestType => ({ id, propertyId: 1, ...values, type, order })
  const rows = [row(1, 'Adults', 7), row(2, 'child', 0), row(3, 'Pet', 0), row(4, 'Baby', 0), row(6, 'pet', 0), row(5, 'PET', 0)]
  expect(inDisplayOrder(rows).map(({ id }) => id)).toEqual([4, 2, 3, 5, 6, 1])
})
