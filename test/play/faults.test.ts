import { describe, expect, test } from 'vitest'
import { TestWorld } from '../call.ts'

const scenario = (faults: string, more = ''): string => `name: test\n${more}faults:\n${faults}\n`
const playing = (faults: string, options: ConstructorParameters<typeof TestWorld>[0] = {}): TestWorld =>
  new TestWorld({ ...options, scenario: scenario(faults) })
const faultOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers['X-Understay-Fault']
const standing = (world: TestWorld) => world.sandbox.play.faults(world.sandbox.clock.now())
const bookings = { path: { property_id: 1 }, as: 'desk' }

describe('a token', () => {
  test.each([
    ['expired', 'has expired'],
    ['revoked', 'has been revoked'],
    ['unknown', 'is invalid'],
  ])('is %s after the calls that pass, and stays so; a new one works', async (how, words) => {
    const world = playing(`  - { on: { operation: listBookings }, after: 2, token: ${how} }`)
    const answers = []
    for (let i = 0; i < 5; i++) answers.push(await world.call('listBookings', bookings))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 401, 401, 401])
    expect(answers.map(faultOf)).toEqual([undefined, undefined, 'test/1', undefined, undefined])
    expect(answers[2]?.message).toContain(words)
    expect(answers[2]?.headers['WWW-Authenticate']).toContain('Bearer')
    expect((await world.call('listProperties', { as: 'desk' })).status).toBe(401)
    const token = world.sandbox.issueToken('desk', ['properties_get'])
    const again = await world.call('listBookings', { path: { property_id: 1 }, headers: { authorization: `Bearer ${token.id}` } })
    expect([again.status, faultOf(again)]).toEqual([200, undefined])
    expect(standing(world)).toMatchObject([{ id: 'test/1', matched: 6, happened: 1, spent: true, hindrance: undefined }])
  })

  test('is refused in the words of the profile', async () => {
    const world = playing('  - { on: { operation: listBookings }, token: expired }', { profile: 'current' })
    expect((await world.call('listBookings', bookings)).body).toMatchObject({
      error: 'invalid_token',
      error_description: 'The access token provided has expired',
    })
  })

  test('that was never sent cannot be ended: the fault says so and waits', async () => {
    const world = playing('  - { on: { operation: listBookings }, token: expired }')
    await world.call('listBookings', { path: { property_id: 1 } })
    expect(standing(world)[0]).toMatchObject({
      matched: 1,
      happened: 0,
      hindrance: 'the call carried no token that is known here',
    })
    expect((await world.call('listBookings', bookings)).status).toBe(401)
    expect(standing(world)[0]).toMatchObject({ matched: 2, happened: 1, hindrance: undefined })
  })
})

describe('scopes', () => {
  test('are lost by the client and all its tokens, and by no other client', async () => {
    const world = playing('  - { on: { client: desk }, after: 1, scopes: { without: [properties_set] } }')
    const black = (as: string, property: number, room: number) =>
      world.call('createBlackBooking', { path: { property_id: property, room_id: room, date: '2026-06-01' }, as })
    const second = world.sandbox.issueToken('desk', ['properties_get', 'properties_set'])
    expect((await black('desk', 1, 1)).status).toBe(403)
    const other = { path: { property_id: 1, room_id: 2, date: '2026-06-01' }, headers: { authorization: `Bearer ${second.id}` } }
    expect((await world.call('createBlackBooking', other)).status).toBe(403)
    expect((await world.call('listBookings', bookings)).status).toBe(200)
    expect((await black('neighbour', 3, 6)).status).toBe(200)
    const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_set' }
    expect((await world.send('POST', '/oauth/token', { form })).body).toMatchObject({ error: 'invalid_scope' })
  })

  test('behind generic words are lost too; what the words still allow stays by name', async () => {
    const world = playing('  - { on: { client: no-delete, method: GET }, scopes: { without: [properties_get] } }')
    expect((await world.call('listBookings', { path: { property_id: 1 }, as: 'no-delete' })).status).toBe(403)
    expect(world.sandbox.store.db.clients.get('no-delete')?.scopes).toEqual(['write', 'favourites_get'])
  })

  test('of two words together are held by name as far as there are names', async () => {
    const client = {
      id: 'all',
      secret: 'all-secret',
      label: '',
      userId: 2,
      scopes: ['read', 'write', 'delete'],
      tokens: 'normal' as const,
    }
    const world = playing('  - { on: { client: all, method: GET }, scopes: { without: [properties_set] } }', {
      rows: { clients: [client] },
    })
    await world.call('listBookings', { path: { property_id: 1 }, as: 'all' })
    expect(world.sandbox.store.db.clients.get('all')?.scopes).toEqual(['read', 'favourites_set'])
    expect((await world.call('addFavourite', { path: { property_id: 1 }, as: 'all' })).status).toBe(200)
  })
})

describe('what cannot happen says so, and waits', () => {
  test.each([
    ['a token that is over already', 'late', 'token: expired', 'the token of the call is over already'],
    ['a property withdrawn from a super manager', 'super', 'property: withdrawn', 'client super administers every property'],
  ])('%s', async (_, as, cause, hindrance) => {
    const world = playing(`  - { on: { operation: listBookings }, ${cause} }`)
    await world.call('listBookings', { path: { property_id: 1 }, as })
    expect(standing(world)[0]).toMatchObject({ matched: 1, happened: 0, hindrance: expect.stringContaining(hindrance) })
  })

  test('a token that ended stays so when the clock is put back', async () => {
    const world = playing('  - { on: { operation: listBookings }, token: expired }')
    await world.call('listBookings', bookings)
    world.advance(-60_000)
    expect((await world.call('listBookings', bookings)).status).toBe(401)
  })
})

describe('a call is known by what it says, whether anything is played or not', () => {
  const seen = ({ sandbox }: TestWorld) => {
    const { operation, client, property, token, status } = sandbox.journal.entries().at(-1) ?? {}
    return { operation, client, property, token, status }
  }
  const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'no' }
  const basic = { authorization: `Basic ${btoa('de%73k:desk-secret')}` }

  test.each<[what: string, (world: TestWorld) => Promise<unknown>]>([
    [
      'a token that expired',
      async (world) => {
        await world.token('desk')
        world.advance(3_700_000)
        await world.call('listBookings', bookings)
      },
    ],
    ['a property that no guard checks', (world) => world.call('addFavourite', { path: { property_id: 3 }, as: 'fan' })],
    ['a token in the address', async (world) => world.send('GET', `/properties/all?access_token=${await world.token('desk')}`)],
    ['credentials that are wrong', (world) => world.send('POST', '/oauth/token', { form })],
    [
      'Basic credentials that are escaped',
      (world) =>
        world.send('POST', '/oauth/token', {
          headers: basic,
          form: { grant_type: 'client_credentials', scope: 'properties_get' },
        }),
    ],
    [
      'a header with something behind the token',
      async (world) =>
        world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${await world.token('desk')} x` } }),
    ],
    ['no operation', (world) => world.send('GET', '/nothing/here')],
  ])('%s', async (_, ask) => {
    const [idle, busy] = [new TestWorld(), playing('  - { on: { operation: listGuests }, edge: { status: 503 } }')]
    await ask(idle)
    await ask(busy)
    expect(seen(busy)).toEqual(seen(idle))
    expect(seen(idle).operation === undefined || seen(idle).client !== undefined).toBe(true)
  })

  test('under any product word', async () => {
    const header = '{ x-service-booking-session-id: { present: true } }'
    const fault = `  - { on: { tag: booking-session, where: { header: ${header} } }, edge: { status: 503 } }`
    const world = playing(fault, { product: 'acme' })
    const headers = { 'x-acme-booking-session-id': 'a' }
    expect((await world.send('GET', '/booking/error_messages', { headers })).status).toBe(503)
  })
})

describe('a room', () => {
  test('is taken by a stranger just before a black booking, who is then seen everywhere', async () => {
    const world = playing('  - { on: { operation: createBlackBooking }, room: taken }')
    const path = { property_id: 1, room_id: 1, date: '2026-06-01' }
    const refused = await world.call('createBlackBooking', { path, as: 'desk' })
    expect([refused.status, refused.message, faultOf(refused)]).toEqual([
      204,
      expect.stringContaining('already booked'),
      'test/1',
    ])
    const listed = (await world.call('listBookings', bookings)).data as readonly { arrival: string; contract_uid: number }[]
    const stranger = listed.find(({ arrival }) => arrival === '2026/06/01')
    expect(stranger).toBeDefined()
    expect(world.sandbox.journal.entries().find(({ operation }) => operation === 'createBlackBooking')?.touched).toBeUndefined()
    const elsewhere = await world.call('createBlackBooking', { path: { ...path, room_id: 2 }, as: 'desk' })
    expect(elsewhere.status).toBe(200)
  })

  test('that is taken already cannot be taken: the fault waits for one that is free', async () => {
    const world = playing('  - { on: { operation: createBlackBooking }, after: 1, room: taken }')
    const black = () => world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
    await black()
    expect((await black()).status).toBe(204)
    expect(standing(world)[0]).toMatchObject({ happened: 0, hindrance: expect.stringContaining('room 1') })
  })
})

describe('a property', () => {
  test("that is withdrawn is nobody's any more", async () => {
    const world = playing('  - { on: { property: 1 }, after: 1, property: withdrawn }')
    expect((await world.call('listBookings', bookings)).status).toBe(200)
    expect((await world.call('listBookings', bookings)).status).toBe(403)
    const left = (await world.call('listProperties', { as: 'desk' })).body
    expect(JSON.stringify(left)).not.toContain('Harbour Hotel')
    expect((await world.call('listBookings', { ...bookings, path: { property_id: 2 } })).status).toBe(200)
  })

  test('that leaves micromanage mode takes no tariffs', async () => {
    const world = playing('  - { on: { tag: tariffs, method: DELETE }, property: not-micromanage }')
    await world.call('deleteTariff', { path: { property_id: 1, tarifftypeid: 1 }, as: 'desk' })
    expect(world.sandbox.store.db.properties.get(1)?.tariffMode).toBe('normal')
  })

  test('that is unpublished takes no booking sessions', async () => {
    const world = playing('  - { on: { operation: setDates }, property: unpublished }')
    const headers = { 'x-service-booking-session-id': 'v1' }
    await world.call('initialiseSession', { path: { property_id: 1, language: 'en-GB' }, headers })
    const answer = await world.call('setDates', { headers, form: { arrival: '2026-06-01', departure: '2026-06-03' } })
    expect(answer.headers['X-Understay-Fault']).toBe('test/1')
    expect(world.sandbox.store.db.properties.get(1)?.published).toBe(false)
    expect(answer.status).not.toBe(200)
  })
})

test('prices rise by what was said, once', async () => {
  const world = playing('  - { on: { operation: listTariffs }, price: { by: 10% } }')
  const before = world.sandbox.store.db.rates.by('property', 1).map(({ price }) => price)
  await world.call('listTariffs', bookings)
  await world.call('listTariffs', bookings)
  expect(world.sandbox.store.db.rates.by('property', 1).map(({ price }) => price)).toEqual(
    before.map((price) => Math.round(price * 1.1)),
  )
})

test('a booking session is gone in the middle', async () => {
  const world = playing('  - { on: { tag: booking-session, session: v1 }, after: 1, session: expired }')
  const begin = (id: string) =>
    world.call('initialiseSession', {
      path: { property_id: 1, language: 'en-GB' },
      headers: { 'x-service-booking-session-id': id },
    })
  const dates = (id: string) =>
    world.call('setDates', {
      headers: { 'x-service-booking-session-id': id },
      form: { arrival: '2026-06-01', departure: '2026-06-03' },
    })
  await begin('v1')
  await begin('v2')
  expect((await dates('v2')).status).toBe(200)
  expect([(await dates('v1')).status, (await dates('v1')).status]).toEqual([400, 400])
  await begin('v1')
  expect((await dates('v1')).status).toBe(200)
})

describe('calls are counted', () => {
  const edge = 'edge: { status: 503 }'

  test.each([
    ['sandbox', ['200', '503', '200', '200']],
    ['client', ['200', '200', '503', '503']],
  ])('by %s', async (per, statuses) => {
    const world = playing(`  - { on: { operation: listProperties }, after: 1, per: ${per}, ${edge} }`)
    const answers = []
    for (const as of ['desk', 'reader', 'desk', 'reader']) answers.push(await world.call('listProperties', { as }))
    expect(answers.map(({ status }) => String(status))).toEqual(statuses)
  })

  test('by token: each has its own count; calls without one are not counted', async () => {
    const world = playing(`  - { on: {}, after: 1, per: token, ${edge} }`)
    const tokens = [1, 2].map(() => world.sandbox.issueToken('desk', ['properties_get']).id)
    const statuses = []
    for (const token of [tokens[0], tokens[1], tokens[0], tokens[1], tokens[0]])
      statuses.push((await world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })).status)
    expect(statuses).toEqual([200, 200, 503, 503, 200])
    expect((await world.send('GET', '/search/stars/4')).status).toBe(200)
    expect(standing(world)[0]).toMatchObject({ matched: 5, happened: 2, spent: true })
  })

  test('by booking session', async () => {
    const world = playing(`  - { on: { tag: booking-session }, per: session, ${edge} }`)
    const ask = async (id: string) =>
      (await world.send('GET', '/booking/error_messages', { headers: { 'x-service-booking-session-id': id } })).status
    expect([await ask('a'), await ask('b'), await ask('a'), await ask('b')]).toEqual([503, 503, 200, 200])
  })

  test('only where everything that is named matches', async () => {
    const world = playing(
      `  - { on: { operation: [createBlackBooking], property: 1, client: desk, where: { path: { room_id: 2 }, header: { X-Service-Channel-Name: { matches: "^north" } } } }, ${edge} }`,
    )
    const black = async (room: number, channel: string, as = 'desk') =>
      (
        await world.call('createBlackBooking', {
          path: { property_id: 1, room_id: room, date: '2026-06-01' },
          as,
          headers: { 'x-service-channel-name': channel },
        })
      ).status
    expect([await black(1, 'north'), await black(2, 'south'), await black(2, 'north-east', 'super')]).toEqual([200, 200, 204])
    expect(await black(2, 'north-east')).toBe(503)
  })

  test('with fields of the form', async () => {
    const world = playing(
      `  - { on: { operation: requestToken, where: { form: { client_id: desk, scope: { matches: properties_set } } } }, ${edge} }`,
    )
    const ask = async (scope: string) => {
      const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope }
      return (await world.send('POST', '/oauth/token', { form })).status
    }
    expect([await ask('properties_get'), await ask('properties_get properties_set'), await ask('properties_set')]).toEqual([
      200, 503, 200,
    ])
  })

  test('for a span of the clock that begins with the first one struck', async () => {
    const world = playing('  - { on: { operation: listProperties }, after: 1, for: 2s, edge: { status: 503 } }')
    const ask = async () => (await world.call('listProperties', { as: 'desk' })).status
    expect([await ask(), await ask(), await ask()]).toEqual([200, 503, 503])
    world.advance(1999)
    expect(await ask()).toBe(503)
    expect(standing(world)[0]?.spent).toBe(false)
    world.advance(1)
    expect([await ask(), standing(world)[0]?.spent, standing(world)[0]?.happened]).toEqual([200, true, 3])
  })

  test('exactly, by each of several faults; two ends on the way of one call do not meet', async () => {
    const world = playing(`  - { on: { operation: listProperties }, edge: { status: 503 } }
  - { on: { operation: listProperties }, edge: { status: 429, retry_after: 7 } }`)
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await world.call('listProperties', { as: 'desk' }))
    expect(answers.map((answer) => [answer.status, faultOf(answer), answer.headers['Retry-After']])).toEqual([
      [503, 'test/1', undefined],
      [429, 'test/2', '7'],
      [200, undefined, undefined],
    ])
  })

  test('anew after a reset', async () => {
    const world = playing('  - { on: { operation: listProperties }, edge: { status: 503 } }')
    const ask = async () =>
      (
        await world.send('GET', '/properties/all', {
          headers: { authorization: `Bearer ${world.sandbox.issueToken('desk', ['properties_get']).id}` },
        })
      ).status
    expect([await ask(), await ask()]).toEqual([503, 200])
    world.sandbox.reset()
    expect([await ask(), await ask()]).toEqual([503, 200])
  })
})

describe('trouble on the way', () => {
  const once = (edge: string) => playing(`  - { on: { operation: createBlackBooking }, edge: ${edge} }`)
  const black = (world: TestWorld) =>
    world.call('createBlackBooking', { path: { property_id: 1, room_id: 1, date: '2026-06-01' }, as: 'desk' })
  const taken = (world: TestWorld): boolean =>
    world.sandbox.store.db.roomNights.by('property', 1).some(({ day }) => day === '2026-06-01')
  const last = (world: TestWorld) => world.sandbox.journal.entries().at(-1)

  test('a gateway answers in its own words, and nothing has happened', async () => {
    const world = once('{ status: 502 }')
    const answer = await black(world)
    expect([answer.status, answer.headers['Content-Type']]).toEqual([502, 'text/html; charset=utf-8'])
    expect(answer.body).toContain('502 Bad Gateway')
    expect(taken(world)).toBe(false)
    expect(last(world)).toMatchObject({
      status: 502,
      operation: 'createBlackBooking',
      client: 'desk',
      property: 1,
      edge: 'status',
      fault: ['test/1'],
    })
  })

  test('a line that is cut before: no answer, and nothing has happened', async () => {
    const world = once('{ cut: before }')
    expect((await black(world)).status).toBe(0)
    expect(taken(world)).toBe(false)
    expect(last(world)).toMatchObject({ status: 0, edge: 'cut-before', lost: undefined })
  })

  test('a line that is cut after: no answer, and it has happened', async () => {
    const world = once('{ cut: after-commit }')
    expect((await black(world)).status).toBe(0)
    expect(taken(world)).toBe(true)
    expect(last(world)).toMatchObject({
      status: 0,
      edge: 'cut-after-commit',
      lost: 200,
      touched: { bookings: [expect.any(Number)] },
    })
    expect((await black(world)).status).toBe(204)
  })

  test.each([
    ['truncated', 200, 'application/json; charset=utf-8', /^\{"data".*[^}]$/],
    ['html', 200, 'text/html; charset=utf-8', /^<!doctype html>/],
    ['empty', 200, 'application/json; charset=utf-8', /^$/],
  ])('a body that is %s, and it has happened', async (body, status, type, text) => {
    const world = playing(`  - { on: { operation: listProperties }, edge: { body: ${body} } }`)
    const token = world.sandbox.issueToken('desk', ['properties_get']).id
    const { Service } = await import('../../src/http/service.ts')
    const { boundOperations } = await import('../../src/routes/index.ts')
    const answer = await new Service(boundOperations()).handle(world.sandbox, {
      method: 'GET',
      path: '/properties/all',
      query: '',
      header: (name) => (name === 'authorization' ? `Bearer ${token}` : undefined),
      hasBody: false,
      readBody: async () => new Uint8Array(),
      gone: () => false,
      root: 'http://test.example',
    })
    expect([answer.status, answer.headers['Content-Type'], answer.headers['X-Understay-Fault']]).toEqual([status, type, 'test/1'])
    expect(answer.body).toMatch(text)
    expect(last(world)).toMatchObject({ edge: body })
  })

  test('an answer without a body has none to garble', async () => {
    const world = playing('  - { on: { operation: createBlackBooking }, after: 1, edge: { body: truncated } }')
    await black(world)
    expect((await black(world)).status).toBe(204)
  })

  test('a call that is held up while its world is reset finds the line dead, and leaves no trace', async () => {
    const world = once('{ delay: 50ms }')
    await world.token('desk')
    const held = black(world)
    await new Promise((resolve) => setTimeout(resolve, 10))
    world.sandbox.reset()
    expect((await held).status).toBe(0)
    expect([taken(world), world.sandbox.journal.entries()]).toEqual([false, []])
  })

  test('what is due while a call is held up happens before it goes on', async () => {
    const world = new TestWorld({
      scenario: `name: test
clock: { run: real }
faults: [{ on: { operation: createBlackBooking }, edge: { delay: 120ms } }]
events: [{ at: +40ms, do: room_blocked, with: { property: 1, room: 1, arrival: '2026-06-01' } }]
`,
    })
    expect((await black(world)).status).toBe(204)
    expect(world.sandbox.play.events()).toMatchObject([{ state: 'happened' }])
  })

  test('a web page in the place of a 204 is a lost 204', async () => {
    const world = playing('  - { on: { operation: createBlackBooking }, after: 1, edge: { body: html } }')
    await black(world)
    const page = await world.send('POST', '/blackbookings/1/1/2026-06-01', { as: 'desk' })
    expect([page.status, last(world)?.lost]).toEqual([200, 204])
  })

  test('a fault can keep its mark to itself', async () => {
    const world = playing('  - { on: { operation: listProperties }, mark: false, edge: { status: 503 } }')
    expect(faultOf(await world.call('listProperties', { as: 'desk' }))).toBeUndefined()
    expect(last(world)?.fault).toEqual(['test/1'])
  })

  test("a delay holds the call up, by the machine's clock; of a range it is drawn by chance", async () => {
    const world = playing('  - { on: { operation: listProperties }, times: 3, edge: { delay: [20ms, 60ms] } }')
    for (let i = 0; i < 4; i++) await world.call('listProperties', { as: 'desk' })
    const entries = world.sandbox.journal.entries().filter(({ operation }) => operation === 'listProperties')
    expect(entries.map(({ edge }) => edge)).toEqual(['delay', 'delay', 'delay', undefined])
    for (const { ms } of entries.slice(0, 3)) expect(ms).toBeGreaterThanOrEqual(19)
  })

  test('the header that marks struck answers can be left out; the journal still says', async () => {
    const world = new TestWorld({
      scenario: scenario('  - { on: { operation: listProperties }, edge: { status: 503 } }', 'mark: false\n'),
    })
    expect(faultOf(await world.call('listProperties', { as: 'desk' }))).toBeUndefined()
    expect(last(world)?.fault).toEqual(['test/1'])
  })
})

describe('events', () => {
  test('that happened after the moment a snapshot goes back to happen again', async () => {
    const world = new TestWorld({
      scenario: 'name: test\nevents: [{ at: +5m, do: property_unpublished, with: { property: 1 } }]\n',
    })
    const before = world.sandbox.store.standing()
    const published = () => world.sandbox.store.db.properties.get(1)?.published
    world.advance(6 * 60_000)
    world.sandbox.settle()
    expect(published()).toBe(false)
    world.sandbox.restore(before)
    world.sandbox.settle()
    expect([published(), world.sandbox.play.events()[0]?.state]).toEqual([true, 'waiting'])
    world.advance(6 * 60_000)
    world.sandbox.settle()
    expect(published()).toBe(false)
  })

  test('happen when they are due, by the clock of the sandbox, each at its moment', async () => {
    const world = new TestWorld({
      scenario: `name: test
events:
  - { at: +10m, do: guest_books, with: { property: 1, room: 2, arrival: '2026-07-01', departure: '2026-07-03' } }
  - { at: +5m, do: room_blocked, with: { property: 1, room: 1, arrival: '2026-07-01' } }
  - { at: 2026-05-02T10:00:00Z, do: guest_books, with: { property: 1, room: 1, arrival: '2026-07-01' } }
`,
    })
    const states = () => world.sandbox.play.events().map(({ state }) => state)
    const ask = () => world.send('GET', '/search/stars/4')
    await ask()
    expect(states()).toEqual(['waiting', 'waiting', 'waiting'])
    world.advance(5 * 60_000)
    await ask()
    expect(states()).toEqual(['waiting', 'happened', 'waiting'])
    world.advance(60 * 60_000)
    await ask()
    expect(states()).toEqual(['happened', 'happened', 'hindered'])
    expect(world.sandbox.play.events()[2]?.hindrance).toContain('room 1')
    const at = world.sandbox.store.db.events.all().map((event) => [event.task, new Date(event.at).toISOString().slice(11, 16)])
    expect(at).toContainEqual(['blackbooking_added', '09:05'])
    expect(at).toContainEqual(['booking_added', '09:10'])
  })
})
