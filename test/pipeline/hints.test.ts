import { describe, expect, test } from 'vitest'
import { Matcher, spellings } from '../../src/api/matcher.ts'
import type { Operation } from '../../src/api/operation.ts'
import { startOfDay } from '../../src/base/instant.ts'
import { refusalRow } from '../../src/booking-api/refusal-table.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'
import { REFUSALS } from '../../src/domain/refusal.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { Journal } from '../../src/journal/journal.ts'
import { nearestOperation } from '../../src/pipeline/hints.ts'
import { TODAY, worldOf } from '../fixtures/world-of.ts'
import { addressesIn, deadAddresses, exampleOf, filledAddress, isValue } from '../support/hint-addresses.ts'
import { deadAddressesOfTests } from '../support/hints-of-tests.ts'
import { aSession, IN_SESSION } from '../support/session-rows.ts'
import { aBooking } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

interface Slip {
  readonly of: Operation
  readonly method: string
  readonly segments: readonly string[]
}

const changed = (list: readonly string[], index: number, word: string): readonly string[] => list.with(index, word)
/** How people mistype a word. */
const typos = (word: string): readonly string[] => [
  word.slice(0, -1),
  `${word}s`,
  `${word.slice(0, 1)}${word.slice(2)}`,
  word.length > 3 ? `${word.slice(0, 2)}${word[3]}${word[2]}${word.slice(4)}` : `${word}x`,
]

/** Every slip on the way to an operation: a wrong method, a missing, an extra segment, a mistyped word. */
function slipsOf(operation: Operation): readonly Slip[] {
  return spellings(operation.path).flatMap((path) => {
    const pattern = path.split('/').slice(1)
    const segments = pattern.map((word) => (isValue(word) ? exampleOf(operation, word) : word))
    const slip = (method: string, sent: readonly string[]): Slip => ({ of: operation, method, segments: sent })
    const methods = ['get', 'post', 'put', 'delete'].filter((method) => method !== operation.method)
    return [
      ...methods.map((method) => slip(method, segments)),
      ...segments.map((_, index) => slip(operation.method, segments.toSpliced(index, 1))),
      ...segments.map((_, index) => slip(operation.method, segments.toSpliced(index + 1, 0, 'extra'))),
      ...pattern.flatMap((word, index) =>
        isValue(word) ? [] : typos(word).map((typo) => slip(operation.method, changed(segments, index, typo))),
      ),
    ]
  })
}

/** The least number of slips between a request and a path, each of a segment or of the method. */
function distance(method: string, segments: readonly string[], operation: Operation): number {
  const paths = [operation.path, ...(operation.also ?? [])].flatMap(spellings).map((path) => path.split('/').slice(1))
  const least = Math.min(...paths.map((pattern) => edits(segments, pattern)))
  return least + (operation.method === method ? 0 : 1)
}

function edits(segments: readonly string[], pattern: readonly string[]): number {
  let row = Array.from({ length: pattern.length + 1 }, (_, index) => index)
  for (const [i, segment] of segments.entries()) {
    const next = [i + 1]
    for (const [j, word] of pattern.entries()) {
      const same = isValue(word) || (i === 0 ? segment === word : segment.toLowerCase() === word.toLowerCase())
      next.push(Math.min((row[j] ?? 0) + (same ? 0 : 1), (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    row = next
  }
  return row[pattern.length] ?? 0
}

test('for a request one mistake away from an operation, the hint names that operation or none, and mostly that operation', () => {
  const matcher = new Matcher(OPERATIONS)
  const slips = OPERATIONS.flatMap(slipsOf).filter(({ method, segments }) => !matcher.find(method, segments))
  expect(slips.length).toBeGreaterThan(1000)
  let named = 0
  for (const { of, method, segments } of slips) {
    const hint = nearestOperation(OPERATIONS, method, segments)
    const id = /^nearest is (\w+)/.exec(hint)?.[1]
    if (id === undefined) continue
    named++
    const operation = OPERATIONS.find((one) => one.id === id)
    const said = `${of.id}: ${method} /${segments.join('/')} -> ${hint}`
    expect(operation && distance(method, segments, operation), said).toBe(1)
    expect(deadAddresses(hint), said).toEqual([])
    if (operation?.method === 'delete' && method !== 'delete') {
      const others = OPERATIONS.filter(
        (one) => one.method === method && one.tag === of.tag && distance(method, segments, one) === 1,
      )
      expect(
        others.map(({ id }) => id),
        said,
      ).toEqual([])
    }
  }
  expect(named / slips.length).toBeGreaterThan(0.9)
})

test.each(
  REFUSALS.filter(
    (code) =>
      /_(unknown|incorrect|not_(found|sent|set)|not_deletable)$/.test(code) &&
      !/^(token|client|authorization|operation|webhook)/.test(code),
  ),
)('the refusal %s names the list of the records that exist', (code) => {
  expect(refusalRow(code).hint?.('/service/api')).toMatch(/GET \/service\/api\/\S+ (lists|finds) /)
})

test.each(['grant_type_missing', 'grant_type_unsupported'] as const)('the refusal %s names the grant type to send', (code) => {
  expect(refusalRow(code).hint?.('/service/api')).toContain('grant_type=client_credentials')
})

describe('a hint suggests an operation', () => {
  test.each([
    ['post', 'booking/set/extras', /^there is no POST .*booking.set continues with dates, guest, address, property, note$/],
    ['post', 'guesttypes/1/Senior/none/4', /^nearest is createGuestType POST .*: it has 11 segments, yours 5$/],
    ['get', 'listinvoices/1/203', /^nearest is getInvoice GET .*: the segment details is missing$/],
    ['get', 'listinvoices/1/2026-11-20', /^nearest is listInvoicesBetween GET .*: the segment \{end_date\} is missing$/],
    ['get', 'blackbookings/1', /^nearest is listBlackBookings GET .*: it has 4 segments, yours 2$/],
    ['post', 'coupon/1/add', /^nearest is createCoupon POST .*: it has 8 segments, yours 3$/],
    ['post', 'coupon/1/4', /^nearest is deleteCoupon DELETE .*: the method is DELETE, not POST$/],
    ['post', 'blackbookings/1/1', /^nearest is createBlackBooking POST .*: the segment \{date\} is missing$/],
    ['get', 'guesttypes/1/12', /^nearest is listGuestTypes GET .*: the segment "12" is not expected$/],
    ['get', 'tariffs/1/5', /^nearest is listTariffs GET .*: the segment "5" is not expected$/],
    ['put', 'tariffs/1/29', /^nearest is updateTariff PUT .*: "29" should be "micromanage"$/],
    ['post', 'guesttypes/1/a/b/1/0/0/5/1/0', /^nearest is createGuestType POST .*: the segment \{is_child\} is missing$/],
    ['post', 'tariffs/1', /^nearest is createTariff POST .*: the segment micromanage is missing$/],
    ['get', 'search/stars/4/12', /the segment "12" is not expected$/],
    ['delete', 'coupon/1/1/2', /the segment "2" is not expected$/],
    ['get', 'charts/1/foo', /^there is no GET .*; .charts.1 continues with bookings, guest_countries, occupancy$/],
    ['get', 'booking/confirm', /^there is no GET .booking.confirm; .booking continues with /],
    ['get', 'xyz/1', /^nothing begins with "xyz"; there are \w/],
    ['get', 'nope', /^nothing begins with "nope"; there are \w/],
    ['get', 'nope/1', /^nothing begins with "nope"; there are \w/],
  ])('for %s /%s', (method, path, hint) => {
    expect(nearestOperation(OPERATIONS, method, path.split('/'))).toMatch(hint)
  })

  const world = new TestWorld({ rows: { sessions: [aSession()] } })
  const hintOf = async (method: string, target: string) =>
    (await world.send(method, target, { as: 'desk', headers: IN_SESSION })).headers['X-Understay-Hint']

  test('when a literal was parsed as a value', async () => {
    expect(await hintOf('GET', '/listbooking/1/1/guests')).toMatch(/^nearest is getBookingGuest .*: "guests" should be "guest"$/)
  })

  test('when a path that is mistyped is refused for its token, which an open operation does not need', async () => {
    const { status, headers } = await world.send('GET', '/Booking/prices', { headers: IN_SESSION })
    expect(status).toBe(401)
    expect(headers['X-Understay-Hint']).toMatch(/^nearest is getPrices GET .booking.prices: "Booking" should be "booking"$/)
    for (const path of ['/properties/all', '/', ''])
      expect((await world.send('GET', path)).headers['X-Understay-Hint']).toMatch(/^POST .service.api.oauth.token/)
    expect(await hintOf('GET', '/')).toMatch(/^the path goes on with oauth, /)
  })

  test('when the base path is sent twice', async () => {
    expect(await hintOf('GET', '/service/api/listbooking/1')).toBe('the path holds /service/api twice')
  })

  test('when the word of another method was parsed as a language', async () => {
    const withBooking = new TestWorld({ rows: { bookings: [aBooking({ id: 1 })] } })
    const { headers } = await withBooking.send('GET', '/bookguestinout/1/1/checkin', { as: 'desk' })
    expect(headers['X-Understay-Hint']).toMatch(/^nearest is checkInGuest PUT .*: the method is PUT$/)
  })

  test('when a number or a day was parsed as a language', async () => {
    const answer = await world.send('GET', '/listinvoices/1/2026-11-20', { as: 'desk' })
    expect(answer.status).toBe(404)
    expect(answer.headers['X-Understay-Hint']).toContain('nearest is listInvoicesBetween')
    const recorded = new TestWorld({ choices: { language_segment: 'ignored' } })
    expect((await recorded.send('GET', '/listinvoices/1/2026-11-20', { as: 'desk' })).status).toBe(200)
  })
})

test('the hints of the calls of every test are held against the operations', async () => {
  await new TestWorld().send('GET', '/propertis/all')
  expect(await deadAddressesOfTests()).toEqual([])
  const journal = new Journal({ entries: 1, bytes: () => 1 })
  const hint = 'next: GET /service/api/nowhere/1, then GET /_understay/nowhere'
  const kept = { id: 1, bytes: 1, hint, entry: () => expect.unreachable() }
  journal.add(kept)
  expect(await deadAddressesOfTests()).toEqual(['GET /nowhere/1', 'GET /_understay/nowhere'])
})

test('a search that finds nothing says how to find every property', async () => {
  const found = await new TestWorld().call('searchByTowns', { path: { towns: 'Atlantis' } })
  expect(found.data).toEqual([])
  expect(found.headers['X-Understay-Hint']).toMatch(
    /^none of \d published properties matches; GET .service.api.search.stars.0,1,2,3,4,5 finds the published properties$/,
  )
  const all = await new TestWorld().call('searchByStars', { path: { stars: '0,1,2,3,4,5' } })
  expect(all.headers['X-Understay-Hint']).toBeUndefined()
})

test('an unknown path of the control API is told what there is, and no empty name', () => {
  expect(nearestOperation(CONTROL_OPERATIONS, 'get', ['nothing'])).toMatch(
    /^nothing begins with "nothing"; there are health, ready, /,
  )
})

test('what the hints of refusals name is called in the bundled world and is there', async () => {
  const rows = worldOf(await readFixtures(['baseline'])).collections
  const world = new TestWorld({ rows, at: startOfDay(TODAY) + 15 * 3_600_000 })
  const values = { PROPERTY: '1', START: TODAY, END: TODAY, DATE: TODAY, LANGUAGE: 'en-GB' }
  const hints = REFUSALS.flatMap((code) => refusalRow(code).hint?.('/service/api') ?? [])
  const addresses = hints.flatMap((hint) => addressesIn(hint)).filter(({ path }) => !path.startsWith('/_understay'))
  expect(addresses.length).toBeGreaterThan(8)
  for (const { method, path } of addresses) {
    const target = path.replace(/[A-Z]{3,}/g, (name) => Object.entries(values).find(([key]) => key === name)?.[1] ?? name)
    const open = target.startsWith('/booking') || target.startsWith('/oauth') || target.startsWith('/search')
    const { status } = await world.send(method, target, { headers: IN_SESSION, ...(!open && { as: 'demo' }) })
    expect([404, 405], `${method} ${target}`).not.toContain(status)
  }
})

test('what hints can name, each operation and what those of slips name, is called in the bundled world and is there', async () => {
  const rows = worldOf(await readFixtures(['baseline'])).collections
  const matcher = new Matcher(OPERATIONS)
  const hints = OPERATIONS.flatMap(slipsOf)
    .filter(({ method, segments }) => !matcher.find(method, segments))
    .map(({ method, segments }) => nearestOperation(OPERATIONS, method, segments))
  const all = OPERATIONS.flatMap(({ method, path, also = [] }) =>
    [path, ...also].flatMap(spellings).map((one) => ({ method: method.toUpperCase(), path: one })),
  )
  const addresses = [...all, ...hints.flatMap((hint) => addressesIn(hint))]
  const named = new Map(addresses.map((one) => [`${one.method} ${one.path}`, one]))
  expect(named.size).toBeGreaterThan(100)
  const dead: string[] = []
  for (const { method, path } of named.values()) {
    const target = filledAddress({ method, path })
    const world = new TestWorld({ rows: { ...rows, sessions: [aSession()] }, at: startOfDay(TODAY) + 15 * 3_600_000 })
    const open = /^\/(?:booking|oauth|search|site_structure)/.test(target)
    const { status, message } = await world.send(method, target, { headers: IN_SESSION, ...(!open && { as: 'demo' }) })
    if (status === 404 || status === 405) dead.push(`${method} ${target}: ${status} ${message}`)
  }
  expect(dead).toEqual([])
}, 60_000)
