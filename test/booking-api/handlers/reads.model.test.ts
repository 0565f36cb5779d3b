/**
 * Overview, availability, lists, charts and searches in random worlds, held against the rules of the facts,
 * written once more in their plainest form.
 *
 * @module
 */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PROFILES } from '../../../src/booking-contract/choices/choices.ts'
import { aBooking, aGuest, aLine, anInvoice, aProperty, dayFrom, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

type Row = Readonly<Record<string, unknown>>
const DAY_MS = 86_400_000
const COUNTRIES = { GB: 'United Kingdom', DE: 'Germany', FR: 'France' } as const

const stay = fc.record({
  room: fc.integer({ min: 1, max: 4 }),
  from: fc.integer({ min: -6, max: 6 }),
  nights: fc.integer({ min: 1, max: 6 }),
  state: fc.constantFrom('due', 'due', 'in', 'in', 'out', 'cancelled', 'waiting', 'black', 'black'),
})
const bill = fc.record({
  status: fc.constantFrom('unpaid', 'paid', 'paid', 'cancelled', 'pending'),
  daysAgo: fc.nat({ max: 500 }),
  amounts: fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 3 }),
  paid: fc.nat({ max: 300 }),
  booked: fc.boolean(),
})
const aWorld = fc.record({
  stays: fc.array(stay, { minLength: 6, maxLength: 14 }),
  bills: fc.array(bill, { maxLength: 6 }),
  countries: fc.array(fc.constantFrom(...Object.keys(COUNTRIES)), { minLength: 1, maxLength: 5 }),
  stars: fc.array(fc.nat({ max: 5 }), { minLength: 3, maxLength: 3 }),
  from: fc.integer({ min: -8, max: 8 }),
  length: fc.nat({ max: 6 }),
})
type Wanted = typeof aWorld extends fc.Arbitrary<infer T> ? T : never

/** The stays that find their room free, with what the model knows of them. */
function booked(stays: Wanted['stays']) {
  const taken = new Map<string, number>()
  const kept: (Wanted['stays'][number] & { readonly id: number; readonly holds: boolean })[] = []
  for (const one of stays) {
    const holds = one.state !== 'cancelled' && one.state !== 'waiting'
    const keys = Array.from({ length: one.nights }, (_, index) => `${one.room}/${one.from + index}`)
    if (holds && keys.some((key) => taken.has(key))) continue
    const id = kept.length + 1
    if (holds) for (const key of keys) taken.set(key, id)
    kept.push({ ...one, id, holds })
  }
  return { kept, taken }
}

const slashed = (offset: number): string => dayFrom(offset).replaceAll('-', '/')
const ids = (rows: unknown, name = 'contract_uid'): unknown[] => (rows as readonly Row[]).map((row) => row[name]).toSorted()
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

test.each(PROFILES)('in the profile %s', { timeout: 240_000 }, async (profile) => {
  const documented = profile === 'documented'
  const check = async ({ stays, bills, countries, stars, from, length }: Wanted): Promise<void> => {
    const { kept, taken } = booked(stays)
    const bookings = kept.map(({ id, room, from: first, nights, state }) =>
      aBooking({
        id,
        arrival: dayFrom(first),
        departure: dayFrom(first + nights),
        rooms: [{ roomId: room, rateId: room < 3 ? 1 : 2 }],
        kind: state === 'black' ? 'black' : 'internet',
        guestId: state === 'black' ? 0 : 1,
        bookedIn: state === 'in' || state === 'out',
        bookedOut: state === 'out',
        cancelled: state === 'cancelled',
        approval: state === 'waiting' ? 'waiting' : 'approved',
      }),
    )
    const invoices = bills.map(({ status, daysAgo, booked: ofBooking }, index) =>
      anInvoice({ id: index + 1, status, raisedAt: NOW - daysAgo * DAY_MS - index, bookingId: ofBooking ? 1 : 0 }),
    )
    const lineItems = bills.flatMap(({ amounts, paid }, index) => [
      ...amounts.map((amount, at) =>
        aLine({
          id: index * 10 + at,
          invoiceId: index + 1,
          price: amount * 100,
          total: amount * 100,
          totalInclusive: amount * 120,
        }),
      ),
      ...(amounts.length > 0 && paid > 0
        ? [
            aLine({
              id: index * 10 + 9,
              invoiceId: index + 1,
              kind: 'deposit',
              total: -paid * 100,
              totalInclusive: -paid * 100,
              payment: true,
            }),
          ]
        : []),
    ])
    const guests = countries.map((country, index) => aGuest({ id: index + 1, country }))
    const properties = stars.map((count, index) =>
      aProperty({
        id: index + 1,
        stars: count,
        published: count > 0,
        town: ['Falmouth', 'Bad Ems', 'York'][index] ?? '',
        countryCode: ['GB', 'DE', 'FR'][index] ?? '',
      }),
    )
    const world = new TestWorld({ profile, rows: { bookings, invoices, lineItems, guests, properties } })
    const read = async (id: string, path: Row): Promise<unknown> => {
      const answer = await world.call(id, { path: path as Readonly<Record<string, string | number>>, as: 'desk' })
      expect(answer.status, `${id} ${answer.message}`).toBe(200)
      return answer.data
    }
    const at = { property_id: 1 }

    const counted = kept.filter(
      ({ state }) => state !== 'cancelled' && !(documented && (state === 'black' || state === 'waiting')),
    )
    const arrivals = counted.filter((one) => one.from === 0)
    const departures = counted.filter((one) => one.from + one.nights === 0)
    const residents = counted.filter(({ state }) => state === 'in')
    const idsOf = (rows: readonly { readonly id: number }[]): unknown[] => rows.map(({ id }) => id).toSorted()
    expect(ids(await read('listArrivalsToday', at))).toEqual(idsOf(arrivals))
    expect(ids(await read('listDeparturesToday', at))).toEqual(idsOf(departures))
    expect(ids(await read('listResidents', at))).toEqual(idsOf(residents))
    expect(await read('getStatistic', at)).toEqual([
      {
        sts_checkin: arrivals.filter(({ state }) => state !== 'black').length,
        sts_checkin_bookin: arrivals.filter(({ state }) => state === 'in' || state === 'out').length,
        sts_checkout: departures.length,
        sts_checkout_bookout: departures.filter(({ state }) => state === 'out').length,
        sts_resident: residents.length,
      },
    ])

    const [start, end] = [dayFrom(from), dayFrom(from + length)]
    const nights = Array.from({ length }, (_, index) => from + index)
    const free = [1, 2, 3, 4].filter((room) => nights.every((night) => !taken.has(`${room}/${night}`)))
    if (length > 0)
      expect(Object.keys((await read('listAvailableRooms', { ...at, start, end })) as Row).map(Number)).toEqual(free)
    const meets = ({ from: first, nights: many }: (typeof kept)[number]): boolean =>
      first <= from + length && first + many >= from
    const timeline = JSON.parse((await read('getTimeline', { ...at, start, end })) as string) as readonly Row[]
    const badge = ({ state, from: first, nights: many }: (typeof kept)[number]): string => {
      const departure = first + many
      if (state === 'black') return 'dark'
      if (state === 'out') return 'light'
      if (state === 'in') return departure < 0 ? 'warning' : departure > 0 ? 'success' : 'secondary'
      return first === 0 ? 'primary' : first < 0 ? 'danger' : 'info'
    }
    const LABELS = {
      dark: 'black',
      light: 'teal',
      warning: 'purple',
      success: 'green',
      secondary: 'blue',
      primary: 'orange',
      danger: 'red',
      info: 'grey',
    }
    expect(timeline.map(({ id, className, start: begins, end: ends }) => [id, className, begins, ends])).toEqual(
      kept
        .filter((one) => one.holds && meets(one))
        .map((one) => {
          const name = badge(one)
          const until = name === 'warning' ? TODAY : dayFrom(one.from + one.nights)
          const shown = documented ? `label label-${LABELS[name as keyof typeof LABELS]}` : `badge bg-${name}`
          return [`${one.id}_${one.room}`, shown, `${dayFrom(one.from)}T12:00:00`, `${until}T11:59:59`]
        }),
    )

    const black = [...taken]
      .map(([key, id]) => ({ id, room: Number(key.split('/')[0]), night: Number(key.split('/')[1]) }))
      .filter(({ id, night }) => night >= from && kept[id - 1]?.state === 'black')
    const rows = (await read('listBlackBookings', { ...at, date: start })) as readonly Row[]
    const shownNights = rows.map(({ room_uid, date, contract_uid }) => `${room_uid} ${date} ${contract_uid}`)
    const allNights = black.map(({ id, room, night }) => `${room} ${slashed(night)} ${id}`)
    if (documented) expect(shownNights.toSorted()).toEqual(allNights.toSorted())
    else expect(rows.map(({ room_uid }) => room_uid)).toEqual([...new Set(black.map(({ room }) => room))].toSorted())

    const edge = (day: number): boolean => day >= from && day <= from + length
    const ofGuests = kept.filter(({ state }) => state !== 'black')
    const between = ofGuests.filter((one) => (documented ? meets(one) : edge(one.from) || edge(one.from + one.nights)))
    const listed = (await read('listBookingsBetween', { ...at, start_date: start, end_date: end })) as readonly Row[]
    expect(ids(listed)).toEqual(idsOf(between))
    expect(listed.map(({ arrival }) => arrival)).toEqual(listed.map(({ arrival }) => arrival).toSorted())
    expect(ids(await read('listBookings', at))).toEqual(idsOf(ofGuests))

    const known = bills.map((one, index) => ({ ...one, id: index + 1 })).filter(({ amounts }) => amounts.length > 0)
    const newest = known.toSorted((one, other) => one.daysAgo - other.daysAgo || one.id - other.id)
    const billed = ({ amounts }: Wanted['bills'][number]): number => sum(amounts.map((amount) => amount * 1.2))
    const invoiced = (await read('listInvoices', at)) as readonly Row[]
    const figures = invoiced.map(({ id, init_total, grand_total, contract_id }) => [id, init_total, grand_total, contract_id])
    const rounded = (amount: number): number => Math.round(amount * 100) / 100
    expect(figures).toEqual(
      newest.map((one) => [one.id, rounded(billed(one) - one.paid), rounded(billed(one)), one.booked ? 1 : 0]),
    )
    const recent = (await read('listInvoicesBetween', {
      ...at,
      start_date: dayFrom(-100),
      end_date: dayFrom(-20),
    })) as readonly Row[]
    const inSpan = newest.filter(({ daysAgo }) => daysAgo >= 20 && daysAgo <= 100)
    expect(recent.map(({ id }) => id)).toEqual(inSpan.map(({ id }) => id))

    const income = new Map<string, number[]>()
    for (const one of known.filter(({ status, booked: ofBooking }) => status === 'paid' && ofBooking)) {
      const [year = '', month = ''] = dayFrom(-one.daysAgo).split('-')
      const months = income.get(year) ?? Array.from({ length: 12 }, () => 0)
      months[Number(month) - 1] = rounded((months[Number(month) - 1] ?? 0) + billed(one))
      income.set(year, months)
    }
    const charts = (await read('chartBookings', at)) as Readonly<Record<string, { readonly data: readonly unknown[] }>>
    expect(Object.entries(charts).map(([year, { data }]) => [year, data.map(Number)])).toEqual([...income].sort())
    const [occupancy] = (await read('chartOccupancy', at)) as readonly { readonly data: readonly number[] }[]
    const may = Array.from(
      { length: 31 },
      (_, index) => [...taken.keys()].filter((key) => Number(key.split('/')[1]) === index - 1).length,
    )
    expect(occupancy?.data).toEqual(may)
    const [chart] = (await read('chartGuestCountries', at)) as readonly {
      readonly labels: Row
      readonly data: readonly number[]
    }[]
    const perCountry = Object.entries(COUNTRIES).flatMap(([code, name]) => {
      const many = countries.filter((one) => one === code).length
      return many > 0 ? [[name, many] as const] : []
    })
    expect(chart?.labels).toEqual(Object.fromEntries(perCountry))
    expect(sum(chart?.data ?? [])).toBe(guests.length)

    const published = stars.flatMap((count, index) => (count > 0 ? [index + 1] : []))
    const found = async (id: string, path: Row): Promise<number[]> => Object.keys((await read(id, path)) as Row).map(Number)
    expect(await found('searchByStars', { stars: `${stars[0]},3` })).toEqual(
      published.filter((id) => [stars[0], 3].includes(stars[id - 1])),
    )
    expect(await found('searchByTowns', { towns: 'bad ems,ORK' })).toEqual(published.filter((id) => id > 1))
    expect(await found('searchByCountries', { country_codes: 'GB,FR' })).toEqual(published.filter((id) => id !== 2))
    const hasRoom = published.filter((id) => id !== 1 || free.length > 0)
    if (length > 0) expect(await found('searchByDates', { start_date: start, end_date: end })).toEqual(hasRoom)
  }
  await fc.assert(fc.asyncProperty(aWorld, check), { numRuns: 25, seed: 23 })
})
