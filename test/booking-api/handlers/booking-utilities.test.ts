import { describe, expect, test } from 'vitest'
import { IN_SESSION } from '../../support/session-rows.ts'
import { aProperty } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { callInSession, worldWith } from './booking-session-world.ts'

describe('error messages and days', () => {
  test('every numbered error has a text', async () => {
    const { messages } = (await callInSession(new TestWorld(), 'listErrorMessages')).data as { messages: Record<string, object> }
    expect(Object.keys(messages)).toHaveLength(21)
    expect(messages['018']).toEqual({ error_message: 'No rooms have been selected.', error_number: '018' })
    expect(messages['019']).toBeUndefined()
  })

  const range = (world: TestWorld, start_date: string, end_date: string) =>
    world.call('listDatesInRange', { headers: IN_SESSION, path: { start_date, end_date } })

  test('a period includes its end, except in the newest release', async () => {
    const days = ['2031-05-01', '2031-05-02', '2031-05-03']
    expect((await range(new TestWorld(), '2031-05-01', '2031-05-03')).data).toEqual({ periods: days })
    expect((await range(new TestWorld(), '2031-05-01', '2031-05-01')).data).toEqual({ periods: ['2031-05-01'] })
    const current = new TestWorld({ profile: 'current' })
    expect((await range(current, '2026-06-01', '2026-06-03')).data).toEqual({ periods: ['2026-06-01', '2026-06-02'] })
    expect((await range(current, '2027-05-01', '2031-05-03')).data).toEqual({ periods: ['2027-05-01'] })
    expect((await range(current, '2026-06-03', '2026-06-01')).data).toEqual({ periods: [] })
    expect((await range(current, 'foo', 'bar')).data).toEqual({ periods: [] })
  })

  test('a period can include the last day there is', async () => {
    const days = ['9999-12-30', '9999-12-31']
    expect((await range(new TestWorld(), '9999-12-30', '9999-12-31')).data).toEqual({ periods: days })
  })

  test('the newest release knows no limit: a year from today ends a period', async () => {
    const { data } = await range(new TestWorld({ profile: 'current' }), '1900-01-01', '9999-12-31')
    expect(data).toMatchObject({ periods: expect.arrayContaining(['1900-01-01', '2001-02-03']) })
  })

  test.each([
    ['2031-05-03', '2031-05-01', 'end_date: "2031-05-01" is before start_date "2031-05-03"'],
    ['foo', '2031-05-01', 'start_date: expected a day that exists, as YYYY-MM-DD, not "foo"'],
    ['2026-01-01', '9999-12-31', 'end_date: "9999-12-31" is 36525 days or more after start_date'],
  ])('%s to %s is not a period', async (start, end, message) => {
    expect(await range(new TestWorld(), start, end)).toMatchObject({ status: 400, message })
  })
})

describe('prices and regions', () => {
  const price = async (amount: string, settings: Readonly<Record<string, string>> = {}, currency = 'EUR') => {
    const world = worldWith({}, { rows: { properties: [aProperty({ settings, currency })] } })
    return (await world.call('formatPrice', { headers: IN_SESSION, path: { amount } })).data
  }

  test.each([
    ['1234.5', {}, '1,234.50€'],
    ['1234.5', { cformat: '1' }, '1.234,50€'],
    ['1234.5', { cformat: '3' }, '1234.50€'],
    ['1234.5', { cformat: '4' }, '1&nbsp;234.50€'],
    ['1234.5', { cformat: '5' }, '1&nbsp;234,50€'],
    ['1234.5', { cformat: '6' }, '1234€'],
    ['0.5', { cformat: '1' }, '0.50€'],
    ['12.99', {}, '12.99€'],
    ['0.999', {}, '1.00€'],
    ['12.345', {}, '12.35€'],
    ['999.995', {}, '1,000.00€'],
    ['1234567.891', {}, '1,234,567.89€'],
    ['-5', {}, '-5.00€'],
    ['12,5', {}, '12.50€'],
  ])('%s by %o is %s', async (amount, settings, text) => {
    expect(await price(amount, settings)).toEqual({ price: text })
  })

  test('the currency symbol is that of the property, on its side', async () => {
    expect(await price('12.5', {}, 'GBP')).toEqual({ price: '12.50£' })
  })

  const regions = async (country_code: string) =>
    (await worldWith().call('listSessionRegions', { headers: IN_SESSION, path: { country_code } })).data as {
      regions: Record<string, string>
    }

  test('regions are found by country code in any case', async () => {
    const found = await regions('gb')
    expect(Object.keys(found.regions).length).toBeGreaterThan(1)
    expect(found).toEqual(await regions('GB'))
  })

  test.each(['ZZ', '__proto__', '-1', 'constructor'])('an unknown country has no regions: %s', async (code) => {
    expect(await regions(code)).toEqual({ regions: [] })
  })
})
