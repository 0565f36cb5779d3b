import { expect, test } from 'vitest'
import { aBooking } from '../support/small-world.ts'
import { consoleOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

const FOLLOWED = `name: followed
clock: { at: 2026-06-01T00:00:00Z, run: frozen }
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: { from: today+1, to: today+200 }, nights: 1 } }
expect:
  - { id: picks-up, each: guests, within: 10m, operation: listBookings }
  - { id: asks, precondition: true, operation: listGuests }
  - { id: again, operation: listBookings }
`

const LIVELY = `name: lively
clock: { at: 2026-06-01T00:00:00Z, run: frozen }
traffic:
  - { id: guests, do: guest_books, every: 1h, with: { property: 1, arrival: today+5, nights: 1 } }
`

test('the scenario tab shows how often traffic was offered, happened and could not happen', async () => {
  const { app, page } = consoleOf({ scenario: LIVELY })
  const advanced = await app.request('http://localhost/_understay/clock/advance', { method: 'POST', body: '{"by":"20h"}' })
  expect(advanced.status).toBe(200)
  const { traffic } = (await (await app.request('http://localhost/_understay/traffic')).json()) as {
    readonly traffic: readonly { readonly acts: readonly { readonly happened: number; readonly blocked: number }[] }[]
  }
  const { happened = 0, blocked = 0 } = traffic[0]?.acts[0] ?? {}
  expect(happened + blocked).toBe(20)
  const shown = await page('/_understay/console/scenario')
  const cells = byId(shown, 'traffic-guests-guest_books').children.map((cell) => (typeof cell === 'string' ? cell : textIn(cell)))
  expect(cells.filter((text) => text.trim() !== '')).toEqual([
    'guests',
    'guest_books',
    '20',
    `${happened}`,
    `${blocked}`,
    '2026-06-01 21:00:00',
  ])
})

test('rules and scenario show how clients kept up with traffic, and name the first missed acts', async () => {
  const { app, page } = consoleOf({ scenario: FOLLOWED })
  await app.request('http://localhost/_understay/clock/advance', { method: 'POST', body: '{"by":"20h"}' })
  const rules = await page('/_understay/console/rules')
  expect(textIn(byId(rules, 'traffic-guests-guest_books'))).toMatch(/^guests guest_books 20 /)
  const report = (await (await app.request('http://localhost/_understay/report')).json()) as {
    readonly expectations: readonly { readonly delays?: { readonly missed: number } }[]
  }
  const missed = report.expectations[0]?.delays?.missed ?? 0
  expect(missed).toBeGreaterThan(10)
  expect(textIn(byId(rules, 'followed-picks-up'))).toMatch(new RegExp(`^picks-up not met 0 0 ${missed} \\d+ – – –$`))
  const scenario = await page('/_understay/console/scenario')
  expect(textIn(byId(scenario, 'expect-picks-up'))).toContain('not met')
  expect(textIn(byId(scenario, 'expect-picks-up'))).toMatch(
    new RegExp(
      `missed: 2026-06-01 01:00:00 guest_books, property 1, room \\d+, booking \\d+, arrival 2026-\\d\\d-\\d\\d .*and ${missed - 10} more$`,
    ),
  )
  expect(textIn(byId(scenario, 'expect-again'))).toMatch(/^inconclusive again/)
})

test('the calendar names what a call cancelled', async () => {
  const { page, ask, token, world } = consoleOf()
  const { store } = world.sandbox()
  store.change(
    ({ bookings }) => void bookings.put(aBooking({ id: 9001, guestId: 1, arrival: '2026-05-20', departure: '2026-05-22' })),
  )
  await ask('DELETE', '/service/api/guests/1/1', { headers: await token() })
  const shown = textIn(await page('/_understay/console/calendar?property=1'))
  expect(shown).toMatch(/Changed by calls .*#2 booking 9001 \S+ , 2026-05-20 to 2026-05-22 cancelled/)
})

test('the calendar has charts of occupancy, arrivals and average rate above it, made by the server', async () => {
  const { app, page } = consoleOf({ scenario: LIVELY })
  await app.request('http://localhost/_understay/clock/advance', { method: 'POST', body: '{"by":"20h"}' })
  const { figures, rooms } = (await (await app.request('http://localhost/_understay/calendar?property=1')).json()) as {
    readonly figures: readonly { readonly day: string; readonly taken: number; readonly arrivals: number }[]
    readonly rooms: readonly unknown[]
  }
  const full = figures.find(({ arrivals }) => arrivals === Math.max(...figures.map((night) => night.arrivals)))
  expect(full?.arrivals).toBeGreaterThan(1)
  const shown = textIn(await page('/_understay/console/calendar?property=1'))
  const highest = Math.max(...figures.map(({ taken }) => taken))
  expect(shown).toContain(`at most ${Math.round((100 * highest) / rooms.length)} % on`)
  const average = figures.reduce((sum, night) => sum + night.arrivals, 0) / figures.length
  expect(shown).toContain(`Arrivals: ${Number(average.toFixed(1))} on average, at most ${full?.arrivals} on ${full?.day}`)
  expect(shown).toMatch(/Average rate: \d+\.\d\d EUR on average, at most \d+\.\d\d EUR on \d{4}-\d\d-\d\d/)
  const empty = textIn(await page('/_understay/console/calendar?property=1&from=2029-01-01'))
  expect(empty).toMatch(/Occupancy: none .*Arrivals: none .*Average rate: none/)
})
