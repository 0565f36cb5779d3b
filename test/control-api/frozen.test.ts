import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { createBookingPipeline } from '../../src/booking-api/pipeline.ts'
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import type { FixtureSet } from '../../src/fixtures/fixture-set.ts'
import { seedWorld } from '../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { createApp } from '../../src/server/app.ts'
import { World } from '../../src/world/world.ts'
import { aBooking, aGuest } from '../support/small-world.ts'
import { JUNE, TARIFF_FIELDS, tariffDates } from '../support/tariff-form.ts'
import { SILENT } from '../support/test-world.ts'
import { serverOf } from './server-of.ts'

const NOW = Date.UTC(2026, 10, 20, 15)

/** A server whose world was seeded from fixtures. */
function seededServer(set: FixtureSet) {
  const world = new World({
    product: productOf('service'),
    choices: choicesOf('documented', {}),
    seed: 1,
    makeRows: (now) => seedWorld(set, { now, seed: 1, choices: choicesOf('documented') }),
    clock: { at: NOW, speed: 0 },
    tokenLifetime: 3600,
    storage: undefined,
    secureTokens: false,
    journal: 100,
    log: SILENT,
  })
  const control = { open: true, token: undefined, ready: () => true }
  const app = createApp({ world, booking: createBookingPipeline(), publicUrl: undefined, control })
  const ask = async (method: string, path: string, init: RequestInit = {}) => {
    const answer = await app.fetch(new Request(`http://localhost${path}`, { method, ...init }))
    return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
  }
  return { world, ask }
}

type Seeded = ReturnType<typeof seededServer>

async function tokenOf({ ask }: Seeded): Promise<{ authorization: string }> {
  const form = {
    grant_type: 'client_credentials',
    client_id: 'demo',
    client_secret: 'demo-secret',
    scope: 'properties_get properties_set',
  }
  const { text } = await ask('POST', '/service/api/oauth/token', { body: new URLSearchParams(form) })
  return { authorization: `Bearer ${JSON.parse(text).access_token}` }
}

/** Freezes a world, and seeds another one from that, with the clients of the first. */
async function thawed(from: Seeded): Promise<{ readonly server: Seeded; readonly yaml: string }> {
  const { status, type, text } = await from.ask('GET', '/_understay/state?as=fixtures')
  expect([status, type]).toEqual([200, 'application/yaml; charset=utf-8'])
  const folder = mkdtempSync(join(tmpdir(), 'understay-frozen-'))
  writeFileSync(join(folder, 'frozen.yaml'), text)
  const clients = from.world
    .sandbox()
    .store.db.clients.all()
    .map(({ userId, ...client }) => ({ ...client, user: userId }))
  writeFileSync(join(folder, 'clients.yaml'), JSON.stringify({ clients }))
  return { server: seededServer(await readFixtures(['frozen.yaml', 'clients.yaml'], { from: folder })), yaml: text }
}

/** What fixtures can hold of a world; what belongs to other rows is written with them, so the order across those is lost. */
function seedable({ world }: Seeded) {
  const { collections: rows } = world.sandbox().store.export()
  const inOrder = <R extends { readonly id: number }>(list: readonly R[]): R[] => [...list].sort((a, b) => a.id - b.id)
  const dependents = {
    notes: inOrder(rows.notes),
    extras: inOrder(rows.extras),
    invoices: inOrder(rows.invoices),
    lineItems: inOrder(rows.lineItems),
    rates: inOrder(rows.rates),
    roomNights: inOrder(rows.roomNights),
  }
  return { ...rows, ...dependents, tokens: [], sessions: [], events: [] }
}

const REQUESTED_PATHS = [
  '/properties/all',
  '/listbooking/1',
  '/listbooking/2',
  '/tariffs/1',
  '/guests/1/list',
  '/listinvoices/1',
  '/search/stars/4',
  '/site_structure/property_types',
]

describe('the bundled world exported as a fixture', () => {
  let before: Seeded
  beforeAll(async () => {
    before = seededServer(await readFixtures(['baseline']))
  })

  test('seeds the same rows on any day', async () => {
    const { server, yaml } = await thawed(before)
    expect(seedable(server)).toEqual(seedable(before))
    expect(yaml).toContain('# Start with it: understay --fixtures THIS-FILE --seed 1 --at 2026-11-20T15:00:00.000Z --freeze\n')
    expect(yaml).not.toMatch(/today[+-]?\d*\b(?!.*#)/)
    server.world.sandbox().store.setClock({ at: NOW + 40 * 86_400_000, real: 0, speed: 0 })
    await server.ask('POST', '/_understay/reset')
    expect(seedable(server)).toEqual(seedable(before))
  })

  test('contains no secret', async () => {
    const { text } = await before.ask('GET', '/_understay/state?as=fixtures')
    for (const { secret } of before.world.sandbox().store.db.clients.all()) expect(text).not.toContain(secret)
    expect(text).toContain('secret: "[masked]"')
  })
})

describe('a changed world exported as a fixture', () => {
  test('holds a hook whose address has secrets, masked', async () => {
    const url = 'http://me:s3cret@127.0.0.1:9/hook?key=k3y'
    const hook = { id: 1, url, auth: 'none', username: '', password: '', managerId: 0, enabled: true } as const
    const { body, status } = await serverOf({ rows: { webhooks: [hook] } }).ask('GET', '/_understay/state?as=fixtures')
    expect(status).toBe(200)
    expect(body).toContain('http://[masked]@127.0.0.1:9/hook?key=[masked]')
  })

  test('holds the highest prices that the service accepts', async () => {
    const before = seededServer(await readFixtures(['baseline']))
    const headers = await tokenOf(before)
    const most = '9999999999999.99'
    const coupon = `/service/api/coupon/1/2031-01-01/2031-12-31/${most}/0/2031-05-01/2031-09-30`
    const body = new URLSearchParams({ ...TARIFF_FIELDS, ...tariffDates(JUNE, { 0: most }) })
    const done = [
      await before.ask('POST', coupon, { headers }),
      await before.ask('POST', '/service/api/tariffs/1/micromanage', { headers, body }),
    ]
    expect(done.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(['done', 'done'])
    const { server: after } = await thawed(before)
    expect(seedable(after)).toEqual(seedable(before))
  })

  test('gives no id of a deleted row again', async () => {
    const before = seededServer(await readFixtures(['baseline']))
    const guest = '/service/api/guests/1/Ann/Bee/1/High/Town/Cork/IE/T1/1/2/ann@example.com/0/0'
    const added = async (server: Seeded): Promise<number> => {
      const { text } = await server.ask('POST', guest, { headers: await tokenOf(server) })
      return JSON.parse(text).data.addguest[0].guest_uid
    }
    const first = await added(before)
    await before.ask('DELETE', `/service/api/guests/1/${first}`, { headers: await tokenOf(before) })
    const { server, yaml } = await thawed(before)
    expect(yaml).toContain(`next_ids:\n  guests: ${first + 1}\n`)
    expect(await added(server)).toBe(first + 1)
  })

  test('restores the same rows and the same responses', async () => {
    const before = seededServer(await readFixtures(['baseline']))
    const headers = await tokenOf(before)
    const { db } = before.world.sandbox().store
    const guest = db.guests.by('property', 1).at(-1)
    const waiting = db.bookings.by('property', 1).find(({ arrival, cancelled }) => arrival > '2026-12-01' && !cancelled)
    const done = [
      await before.ask('POST', '/service/api/blackbookings/1/1/2028-06-01', { headers }),
      await before.ask('DELETE', `/service/api/guests/1/${guest?.id}`, { headers }),
      await before.ask('PUT', `/service/api/bookguestinout/1/${waiting?.id}/checkin`, { headers }),
    ]
    expect(done.map(({ status }) => status)).toEqual([200, 200, 200])
    const { server: after } = await thawed(before)
    expect(seedable(after)).toEqual(seedable(before))
    const again = await tokenOf(after)
    for (const path of REQUESTED_PATHS) {
      const [one, other] = [
        await before.ask('GET', `/service/api${path}`, { headers }),
        await after.ask('GET', `/service/api${path}`, { headers: again }),
      ]
      expect([path, one.status]).toEqual([path, 200])
      expect([path, other]).toEqual([path, one])
    }
  })

  test.each([
    ['small', 0],
    ['written in a worker', 500],
  ])('is refused with its place when it contains what a fixture cannot express: %s', async (_, others) => {
    const guests = Array.from({ length: others }, (_, index) => aGuest({ id: index + 2 }))
    const { ask } = serverOf({ rows: { guests: [aGuest({ country: 'XX' }), ...guests], bookings: [aBooking()] } })
    expect(await ask('GET', '/_understay/state?as=fixtures')).toMatchObject({
      status: 409,
      body: {
        error: expect.stringMatching(/^a fixture cannot hold this state: .*guests\[0\]\.country.* there is no country XX/),
      },
    })
  })

  test.each([
    ['as=yaml', 'as: expected fixtures: the state as a YAML fixture, got "yaml"'],
    ['as=fixtures&collection=rooms', 'collection: fixtures hold the whole state'],
  ])('must be requested correctly: %s', async (query, error) => {
    const { ask } = serverOf()
    expect(await ask('GET', `/_understay/state?${query}`)).toMatchObject({ status: 400, body: { error } })
  })
})
