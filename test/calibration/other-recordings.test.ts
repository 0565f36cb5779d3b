import { beforeAll, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { type Calibration, calibrate, worldBehind } from '../../src/calibration/calibrate.ts'
import { maskedRecording } from '../../src/calibration/masking/masked-recording.ts'
import { readRecordings } from '../../src/calibration/recording.ts'
import { amountOf } from '../../src/calibration/values.ts'
import { worldOf } from '../../src/calibration/world.ts'
import { resolveConfig } from '../../src/config/config.ts'
import type { FixtureData } from '../../src/fixtures/fixture-set.ts'
import { geography } from '../../src/fixtures/geo.ts'
import { randomWorld, recordDeployment } from './deployment.ts'

/** What the tests change of an entry of a HAR file. */
interface Entry {
  startedDateTime: string
  request: { url: string; headers: { name: string; value: string }[]; postData?: { text: string } }
  response: { status: number; content: { text?: string } }
}

const PRODUCT = productOf('service')
const options = { config: resolveConfig({}), keepSecrets: false }
const choices = choicesOf('documented')
const asked = (...targets: readonly string[]) => [
  targets.map((t) => ({ m: t.split(' ')[0] ?? '', t: t.split(' ')[1] ?? '', as: 'full' })),
]
const LISTS = asked('GET /properties/all', 'GET /listbooking/1', 'GET /tariffs/1', 'GET /listinvoices/1')

let data: FixtureData
let text: string
beforeAll(async () => {
  data = await randomWorld(5)
  text = (await recordDeployment({ choices, data }, LISTS))[0] ?? ''
})

/** A recording with other entries. */
function changed(har: string, change: (entries: Entry[]) => Entry[]): string {
  const file = JSON.parse(har) as { log: { entries: Entry[] } }
  return JSON.stringify({ log: { ...file.log, entries: change(file.log.entries) } })
}

const worldIn = async (...texts: readonly string[]) => {
  const { calls } = readRecordings(texts, PRODUCT)
  return (await worldOf(calls, { at: calls[0]?.at ?? 0, keepSecrets: false })).data
}
const record = async (targets: readonly string[], world: FixtureData = data) =>
  (await recordDeployment({ choices, data: world }, asked(...targets)))[0] ?? ''
const ids = (rows: unknown) => [rows].flat().map((row) => (row as { id: number }).id)

test('the order of entries and of files does not matter', () => {
  const numbers = (har: string) => readRecordings([har], PRODUCT).calls.map(({ at }) => at)
  expect(numbers(changed(text, (entries) => entries.reverse()))).toEqual(numbers(text))
  const later = text.replaceAll('2026-11-20T', '2026-12-01T').replaceAll('Fri, 20 Nov 2026', 'Tue, 01 Dec 2026')
  const { calls } = readRecordings([later, text], PRODUCT)
  expect(calls[0]?.at).toBe(numbers(text)[0])
  expect([calls[0]?.file, calls.at(-1)?.file]).toEqual([1, 0])
})

test('calls to another host than most are skipped, and told without its name', () => {
  const mixed = changed(text, (entries) => [
    ...entries,
    ...entries
      .slice(0, 2)
      .map((one) => ({ ...one, request: { ...one.request, url: one.request.url.replace('deployment', 'staging') } })),
  ])
  const { calls, skipped } = readRecordings([maskedRecording(mixed, () => 'k'.repeat(40), PRODUCT)], PRODUCT)
  // A token may come from a host of its own.
  expect(calls.map(({ operation }) => operation?.id).filter((id) => id === 'requestToken')).toHaveLength(2)
  expect([calls.length, skipped.map(({ reason }) => reason)]).toEqual([6, ['to another host: deployment-2.example']])
})

test('a token of another host names its client', () => {
  const elsewhere = changed(text, ([first, ...others]) =>
    first ? [{ ...first, request: { ...first.request, url: first.request.url.replace('deployment', 'login') } }, ...others] : [],
  )
  expect(readRecordings([elsewhere], PRODUCT).calls.map(({ client }) => client)).toEqual(['full', 'full', 'full', 'full', 'full'])
})

test.each([
  ['the header', () => undefined],
  ['its value', () => '[REDACTED]'],
  ['the token', () => 'Bearer '],
])('a successful call of which another tool removed %s is one of the latest client', (_, credentials) => {
  const bare = changed(text, (entries) =>
    entries.map((one) => {
      const others = one.request.headers.filter(({ name }) => name !== 'authorization')
      const value = credentials()
      return {
        ...one,
        request: { ...one.request, headers: value === undefined ? others : [...others, { name: 'authorization', value }] },
      }
    }),
  )
  const { calls } = readRecordings([bare], PRODUCT)
  expect(calls.map(({ client }) => client)).toEqual(['full', 'full', 'full', 'full', 'full'])
  expect(calls.at(-1)?.step.headers.filter(({ name }) => name === 'authorization')).toHaveLength(1)
})

test('a list whose body was not recorded is not an empty one', async () => {
  const bare = changed(text, (entries) =>
    entries.map((one, at) => (at === 3 ? { ...one, response: { status: 200, content: {} } } : one)),
  )
  const { tariffs } = await worldIn(bare)
  expect([tariffs].flat()).toContainEqual(expect.objectContaining({ property: 1 }))
})

test('recordings that go on where others ended are joined; those that begin anew are not', async () => {
  const guest = 'POST /guests/1/Ada/Brook/7/Mill%20Lane/Westby/Devon/GB/WB1%202AB/0100/0700/ada%40example.test/0/5'
  const whole = await record(['GET /guests/1/list', guest, guest, 'GET /guests/1/list', 'GET /listbooking/1'])
  const [before, after] = [whole, whole].map((har, at) =>
    changed(har, (entries) => (at === 0 ? entries.slice(0, 4) : entries.slice(4))),
  )
  const isContinued = async (...texts: readonly string[]) =>
    (await worldBehind(readRecordings(texts, PRODUCT).calls, options)).isContinued
  expect([
    await isContinued(before ?? '', after ?? ''),
    await isContinued(after ?? '', before ?? ''),
    await isContinued(text, text),
  ]).toEqual([true, true, false])
})

test('a list that was refused because it has no rows gets none', async () => {
  const { features, feature_categories, ...bare } = data
  const har = await record(['GET /site_structure/property_features', 'GET /site_structure/property_features_categories'], {
    ...bare,
    properties: [data['properties'] ?? []].flat().map((row) => ({ ...(row as object), features: [] })),
  })
  const world = await worldIn(har)
  expect([features, feature_categories].every((one) => one !== undefined)).toBe(true)
  expect(world).not.toHaveProperty('features')
  expect(world).not.toHaveProperty('feature_categories')
})

test("countries and regions of the world are not rows of a deployment's own, in any language", async () => {
  const { countries: _, regions: __, ...bare } = data
  const asks = ['GET /site_structure/countries/de-DE', 'GET /site_structure/countries', 'GET /site_structure/regions']
  const har = await record(asks, bare)
  expect(Object.keys(await worldIn(har)).filter((list) => ['countries', 'regions'].includes(list))).toEqual([])
  const { calls } = readRecordings([har], PRODUCT)
  expect((await worldOf(calls, { at: 0, keepSecrets: false })).others).toEqual([])
})

test("a deployment's own countries are read, even when there are as many as in the world", async () => {
  const countries = geography()
    .countries()
    .map(({ code, name }, index) => ({ id: index + 5000, code, name }))
  const world = await worldIn(await record(['GET /site_structure/countries'], { ...data, countries }))
  expect(ids(world['countries']).toSorted((a, b) => a - b)).toEqual(ids(countries))
})

test('details that notifications name are read: rooms, guests, bookings, the property, its rates', async () => {
  const paths = ['room_added/1', 'room_updated/3', 'guest_saved/2', 'booking_added/4', 'property_saved', 'tariffs_updated']
  const clients = [data['clients'] ?? []].flat().map((row) => ({ ...(row as object), scopes: ['webhooks_get'] }))
  const har = await record(
    [...paths, 'rooms_multiple_added'].map((path) => `GET /webhooks/1/${path}`),
    { ...data, clients },
  )
  const world = await worldIn(har)
  const was = data as Record<string, { id: number; name?: string; surname?: string; stars?: number }[]>
  const rowOf = (list: string, id: number) => was[list]?.find((row) => row.id === id)
  expect(world['rooms']).toEqual(expect.arrayContaining([expect.objectContaining({ id: 3, name: rowOf('rooms', 3)?.name })]))
  expect(world['guests']).toEqual(
    expect.arrayContaining([expect.objectContaining({ id: 2, surname: rowOf('guests', 2)?.surname })]),
  )
  expect(ids(world['bookings'])).toEqual([4])
  expect(world['properties']).toEqual([
    expect.objectContaining({ name: rowOf('properties', 1)?.name, stars: rowOf('properties', 1)?.stars }),
  ])
  expect(ids(world['rooms']).sort()).toEqual([1, 2, 3, 4])
})

test('details of a booking that lists leave out do not make the bookings after it new', async () => {
  const clients = [data['clients'] ?? []]
    .flat()
    .map((row) => ({ ...(row as object), scopes: ['properties_get', 'webhooks_get'] }))
  const [first, ...others] = ids(data['bookings'])
  const black = { id: first, property: 1, room: 1, from: '2027-02-01', nights: 2 }
  const world = {
    ...data,
    clients,
    bookings: [data['bookings']].flat().filter((row) => (row as { id: number }).id !== first),
    black_bookings: [black],
  }
  const details = [`GET /webhooks/1/blackbooking_added/${first}`]
  const found = await worldIn(await record(['GET /listbooking/1', ...details], world))
  expect(ids(found['bookings']).length).toBeGreaterThan(1)
  expect(ids(found['black_bookings'])).toEqual([first])
  expect(others).toEqual(expect.arrayContaining(ids(found['bookings'])))
})

test('a change between two whole lists is told when no recorded call made it', async () => {
  const [list, change] = [
    'GET /guests/1/list',
    'PUT /guests/1/1/Ada/Brook/7/Mill/Westby/Devon/GB/WB1/0100/0700/ada%40example.test/V/5',
  ]
  const har = await record([list, change, list, list])
  const unseen = changed(har, (entries) => entries.filter(({ request }) => !request.url.includes('/Ada/')))
  const othersIn = async (text: string) =>
    (await worldOf(readRecordings([text], PRODUCT).calls, { at: 0, keepSecrets: false })).others
  expect(await othersIn(har)).toEqual([])
  expect(await othersIn(unseen)).toContain('guests 1: surname changed by others between #2 and #3')
})

test('an invoice of a list has its lines and payments, and a booking without one has none', async () => {
  const bare: Calibration = await calibrate([text], options)
  const differing = bare.solution.played.filter(({ cost }) => cost > 0)
  expect(differing.map(({ call }) => call.step.asked.target)).toEqual([])
})

test('a payment may stand before what it pays', async () => {
  const har = changed(await record(['GET /listinvoices/1']), (entries) =>
    entries.map(({ response, ...one }) => {
      const content = { text: String(response.content.text).replace('Accommodation<br>Deposit', 'Deposit<br>Sauna') }
      return { ...one, response: { ...response, content } }
    }),
  )
  const { invoices } = await worldIn(har)
  const lines = [invoices].flat().map((row) => (row as { lines: { kind: string; price: number }[] }).lines)
  const [deposit, sauna] = lines.find(([first]) => first?.kind === 'deposit') ?? []
  expect(sauna).toMatchObject({ kind: 'text', name: 'Sauna' })
  expect(deposit?.price).toBeLessThan(0)
  expect(sauna?.price).toBeGreaterThan(0)
})

test.each([
  ['162.3', 162.3],
  ['1,234', 1234],
  ['1.234,5 EUR', 1234.5],
  ['81.967213', 81.97],
  ['1,234.50', 1234.5],
])('the amount %s is read', (written, amount) => {
  expect(amountOf(written)).toBe(amount)
})

test('cookies may be lines of one header, as browsers write them', () => {
  const cookies = { name: 'Set-Cookie', value: 'a=1\nb=2' }
  const lines = changed(text, (entries) => entries.map((one) => ({ ...one, response: { ...one.response, headers: [cookies] } })))
  expect(readRecordings([lines], PRODUCT).calls).toHaveLength(5)
})

test('the first step of a booking session shows the tax rate', async () => {
  const requests = [[{ m: 'GET', t: '/booking/initialise/1/en-GB', s: 'one' }]]
  const [har = ''] = await recordDeployment({ choices, data }, requests)
  expect((await worldIn(har))['tax_rates']).toEqual([expect.objectContaining({ id: 1, rate: 20 })])
})
