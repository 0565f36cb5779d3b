import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { aBooking, aGuest, aLine, anInvoice, NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const as = 'desk'
const path = { property_id: 1 }

interface Dataset {
  readonly title: string
  readonly description: string
  readonly labels: unknown
  readonly label: unknown
  readonly data: readonly unknown[]
  readonly fillColor: string
}

const paid = (id: number, day: '2025-12-31' | '2026-04-02' | '2026-04-30' | '2026-05-01', gross: number) => ({
  invoice: anInvoice({ id, status: 'paid', paidAt: NOW, raisedAt: startOfDay(day) }),
  line: aLine({ id, invoiceId: id, total: gross, totalInclusive: gross }),
})
const bills = [
  paid(1, '2026-04-02', 10_000),
  paid(2, '2026-04-30', 1050),
  paid(3, '2026-05-01', 11_050),
  paid(4, '2025-12-31', 700),
]
const withIncome = { invoices: bills.map(({ invoice }) => invoice), lineItems: bills.map(({ line }) => line) }

describe('the chart of bookings', () => {
  test('has the income of each month, one dataset per year', async () => {
    const { data } = await new TestWorld({ rows: withIncome }).call('chartBookings', { path, as })
    const years = data as Record<string, Dataset>
    expect(Object.keys(years)).toEqual(['2025', '2026'])
    expect(years['2026']).toMatchObject({
      title: 'Bookings',
      description: 'Income by year/month',
      labels: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
      label: 2026,
      data: [0, 0, 0, 110.5, 110.5, 0, 0, 0, 0, 0, 0, 0],
    })
  })

  test('has the income of a single invoice as text in the current profile', async () => {
    const { data } = await new TestWorld({ rows: withIncome, profile: 'current' }).call('chartBookings', { path, as })
    const years = data as Record<string, Dataset>
    expect(years['2026']?.data).toEqual([0, 0, 0, 110.5, '110.50', 0, 0, 0, 0, 0, 0, 0])
  })

  test('without income is an empty list, or an empty map by choice', async () => {
    expect((await new TestWorld().call('chartBookings', { path, as })).data).toEqual([])
    const map = new TestWorld({ choices: { empty_map: 'object' } })
    expect((await map.call('chartBookings', { path, as })).data).toEqual({})
  })

  test('excludes an invoice that is cancelled with its guest', async () => {
    const rows = { bookings: [aBooking({ invoiceId: 1 })], invoices: [paid(1, '2026-04-02', 100).invoice], lineItems: [aLine()] }
    const world = new TestWorld({ rows })
    expect(Object.keys((await world.call('chartBookings', { path, as })).data)).toEqual(['2026'])
    await world.call('deleteGuest', { path: { property_id: 1, guest_id: 1 }, as })
    expect((await world.call('chartBookings', { path, as })).data).toEqual([])
  })
})

describe('the chart of guest countries', () => {
  const guests = [
    aGuest({ id: 1, country: 'IT' }),
    aGuest({ id: 2, country: 'DE' }),
    aGuest({ id: 3, country: 'de' }),
    aGuest({ id: 4, country: '' }),
    aGuest({ id: 5, country: 'Narnia' }),
    aGuest({ id: 6, country: 'FR', propertyId: 2 }),
  ]
  const chart = async (options: ConstructorParameters<typeof TestWorld>[0], language?: string) => {
    const call = { path: { ...path, ...(language && { language }) }, as }
    const { data } = await new TestWorld({ rows: { guests }, ...options }).call('chartGuestCountries', call)
    return (data as [Dataset])[0]
  }

  test('counts guests by country, the most frequent first, with data that matches its labels', async () => {
    const dataset = await chart({})
    expect(dataset).toMatchObject({ title: 'Guests', description: 'Country', label: 'May 2026' })
    expect(Object.entries(dataset.labels as Record<string, number>)).toEqual([
      ['Germany', 2],
      ['Italy', 1],
      ['Unknown', 1],
      ['NARNIA', 1],
    ])
    expect(dataset.data).toEqual([2, 1, 1, 1])
  })

  test('has one value per guest, and unknown countries under 0, in the current profile', async () => {
    const dataset = await chart({ profile: 'current' })
    expect(dataset.labels).toEqual({ Germany: 2, Italy: 1, '0': 1, NARNIA: 1 })
    expect(dataset.data).toEqual([1, 1, 1, 1, 1])
  })

  test('keeps labels and data in the same order, even for a country like a number or a reserved word', async () => {
    const odd = [aGuest({ country: 'DE' }), aGuest({ id: 2, country: 'DE' }), aGuest({ id: 3, country: '12345' })]
    const dataset = await chart({ rows: { guests: [...odd, aGuest({ id: 4, country: '__proto__' })] } })
    expect(dataset.data).toEqual(Object.values(dataset.labels as Record<string, number>))
    expect(dataset.labels).toMatchObject({ __PROTO__: 1, '12345': 1, Germany: 2 })
  })

  test('has countries, title, description and month in the language', async () => {
    const dataset = await chart({}, 'de-DE')
    expect(dataset).toMatchObject({ title: 'Gäste', description: 'Land', label: 'Mai 2026' })
    expect(dataset.labels).toEqual({ Deutschland: 2, Italien: 1, Unbekannt: 1, NARNIA: 1 })
  })

  test('exists without guests', async () => {
    const dataset = await chart({ rows: { guests: [] } })
    expect(dataset).toMatchObject({ labels: [], data: [] })
  })
})

describe('the chart of occupancy', () => {
  const bookings = [
    aBooking({ arrival: '2026-04-29', departure: '2026-05-02' }),
    aBooking({
      id: 2,
      guestId: 0,
      kind: 'black',
      arrival: '2026-05-01',
      departure: '2026-05-02',
      rooms: [{ roomId: 2, rateId: 0 }],
    }),
    aBooking({ id: 3, propertyId: 3, arrival: '2026-05-01', departure: '2026-05-09', rooms: [{ roomId: 6, rateId: 3 }] }),
  ]
  const chart = async (world: TestWorld, language?: string) => {
    const { data } = await world.call('chartOccupancy', { path: { ...path, ...(language && { language }) }, as })
    return (data as [Dataset])[0]
  }

  test('counts the rooms of each day of the month, those out of service included', async () => {
    const dataset = await chart(new TestWorld({ rows: { bookings } }))
    expect(dataset).toMatchObject({ title: 'Bookings May 2026', description: 'Rooms booked by month/day', label: 'May 2026' })
    expect(dataset.labels).toEqual(Array.from({ length: 31 }, (_, index) => index + 1))
    expect(dataset.data).toEqual([2, ...Array.from({ length: 30 }, () => 0)])
  })

  test('follows the clock into the next month', async () => {
    const dataset = await chart(new TestWorld({ rows: { bookings }, at: startOfDay('2026-04-30') }))
    expect(dataset.label).toBe('April 2026')
    expect(dataset.data).toEqual([...Array.from({ length: 28 }, () => 0), 1, 1])
  })

  test.each([
    ['fr-FR', 'Réservations mai 2026', 'Chambres réservées par mois/jour'],
    ['de-DE', 'Buchungen Mai 2026', 'Gebuchte Zimmer nach Monat/Tag'],
    ['xx', 'Bookings May 2026', 'Rooms booked by month/day'],
  ])('has title and description in %s', async (language, title, description) => {
    expect(await chart(new TestWorld(), language)).toMatchObject({ title, description, label: title.replace(/^\S+ /, '') })
  })
})

describe('the colours of a chart', () => {
  test('are one triple per dataset, the same in every response, different for other datasets', async () => {
    const ask = async (id: string) => (await new TestWorld({ rows: withIncome }).call(id, { path, as })).data
    const years = (await ask('chartBookings')) as Record<string, Record<string, string>>
    const [dataset, other] = [years['2026'] ?? {}, years['2025'] ?? {}]
    const triple = /^rgba\((\d+,\d+,\d+),0\.2\)$/.exec(dataset['fillColor'] ?? '')?.[1] ?? ''
    for (const part of triple.split(',')) expect(Number(part)).toBeLessThan(256)
    expect(dataset).toMatchObject({
      strokeColor: `rgba(${triple},1)`,
      pointColor: `rgba(${triple},1)`,
      pointStrokeColor: '#fff',
      pointHighlightFill: '#fff',
      pointHighlightStroke: `rgba(${triple},1)`,
    })
    expect(await ask('chartBookings')).toEqual(years)
    expect(other['fillColor']).not.toBe(dataset['fillColor'])
  })
})
