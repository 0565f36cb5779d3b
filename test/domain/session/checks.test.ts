import { describe, expect, test } from 'vitest'
import { bookingProblem, datesProblem, partyProblem, recordedDatesProblem } from '../../../src/domain/session/checks.ts'

const OPEN = { first: '2026-05-03', last: '2027-05-01' } as const
const ACCEPTED = '2026-05-03 to 2027-05-01'

describe('dates', () => {
  test.each([
    ['2026-05-10', '2026-05-12', undefined],
    ['2026-05-03', '2027-05-01', undefined],
    ['', '2026-05-12', 'The arrival date was not supplied. : arrival date empty'],
    ['2026-05-10', '', 'The departure date was not supplied. : departure date empty'],
    ['10/05/2026', '2026-05-12', 'The arrival date is not valid. : arrival date wrong format'],
    ['2026-02-30', '2026-05-12', 'The arrival date is not valid. : arrival date wrong format'],
    ['2026-05-10', 'tomorrow', 'The departure date is not valid. : departure date wrong format'],
    ['2026-05-10', '2026-05-10', 'Dates are the same'],
    ['2026-05-12', '2026-05-10', 'The arrival date is not valid. : departure date before arrival date'],
    ['2026-05-02', '2026-05-10', `The arrival date is outside the dates the property accepts. : ${ACCEPTED}`],
    ['2027-04-30', '2027-05-02', `The departure date is outside the dates the property accepts. : ${ACCEPTED}`],
  ])('%s to %s: %s', (arrival, departure, reason) => {
    expect(datesProblem({ arrival, departure }, OPEN, 'plain')).toBe(reason)
  })

  test('a property without open days accepts no day', () => {
    const reason = datesProblem({ arrival: '2026-05-10', departure: '2026-05-12' }, undefined, 'plain')
    expect(reason).toBe('The arrival date is outside the dates the property accepts.')
  })

  test.each([
    ['2026-05-12', '2026-05-10', undefined],
    ['2020-01-01', '2020-01-02', undefined],
    ['2026/05/10', '2026/05/12', undefined],
    ['2026-05-10', '', undefined],
    ['', '', 'Dates are the same'],
    ['2026-05-10', '2026-05-10', 'Dates are the same'],
    ['foo', 'bar', 'Error. Arrival date invalid : arrival date wrong format'],
  ])('the newest release checks almost nothing: %s to %s', (arrival, departure, reason) => {
    expect(recordedDatesProblem({ arrival, departure }, 'recorded')).toBe(reason)
  })
})

describe('a party', () => {
  const night = (day: '2026-06-01' | '2026-06-02', adults: number, children: number, full = false) => ({
    day,
    adults,
    children,
    full,
  })

  test.each([
    ['that fits', { adults: 4, children: 2 }, undefined],
    ['with too many adults', { adults: 5, children: 2 }, 'Too many adults. Max adults: 4'],
    ['with too many children', { adults: 5, children: 3 }, 'Too many children. Max children: 2'],
  ])('%s', (_, party, reason) => {
    expect(partyProblem(party, { adults: 4, children: 2 }, [])).toBe(reason)
  })

  test('requires capacity on each night', () => {
    const nights = [night('2026-06-01', 1, 2), night('2026-06-02', 4, 0)]
    expect(partyProblem({ adults: 2, children: 1 }, { adults: 4, children: 2 }, nights)).toBe(
      ' Too many adults (2) on 2026-06-01. Capacity on 2026-06-01 is  1 adults , Too many children (1) on 2026-06-02. Capacity on 2026-06-02 is 0 children',
    )
  })
})

describe('a party in a fully booked property', () => {
  const property = { adults: 4, children: 2 }
  const taken = (day: '2026-06-01' | '2026-06-02' | '2026-06-03') => ({ day, adults: 0, children: 0, full: true })

  test.each([
    [[taken('2026-06-01')], 'The property is taken on 2026-06-01'],
    [[taken('2026-06-01'), taken('2026-06-02')], 'The property is taken on 2026-06-01 and another night'],
    [[taken('2026-06-01'), taken('2026-06-02'), taken('2026-06-03')], 'The property is taken on 2026-06-01 and 2 other nights'],
    [[{ ...taken('2026-06-01'), adults: 4, children: 2 }], undefined],
  ])('is refused for that reason, once: %#', (nights, reason) => {
    expect(partyProblem({ adults: 1, children: 0 }, property, nights)).toBe(reason)
  })
})

describe('the complete booking', () => {
  /** Checks that find what is given, and note that they were asked. */
  const checks = (found: Readonly<Record<string, string>>, asked: string[] = []) => {
    const check = (part: string) => () => {
      asked.push(part)
      return found[part]
    }
    return {
      address: check('address'),
      dates: check('dates'),
      guests: check('guests'),
      rooms: check('rooms'),
      nights: check('nights'),
      price: check('price'),
    }
  }

  test.each([
    [{}, undefined],
    [{ address: 'email is required', dates: 'x' }, 'Address does not validate email is required'],
    [{ dates: 'Dates are the same', guests: 'x' }, 'Dates do not validate Dates are the same'],
    [{ guests: ' Too many adults ' }, 'Guest numbers do not validate Too many adults'],
    [{ guests: '' }, 'Guest numbers do not validate'],
    [{ rooms: '' }, 'Rooms do not validate'],
    [{ nights: '', price: 'x' }, 'Stay days do not validate'],
    [{ price: '' }, 'Accommodation total does not validate'],
  ])('returns the first invalid part: %o', (found, reason) => {
    expect(bookingProblem(checks(found))?.reason).toBe(reason)
  })

  test('does not check parts after the first invalid one', () => {
    const asked: string[] = []
    bookingProblem(checks({ guests: 'x' }, asked))
    expect(asked).toEqual(['address', 'dates', 'guests'])
  })
})
