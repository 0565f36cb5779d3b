import { describe, expect, test } from 'vitest'
import { faultOf, faultStates, worldWithFaults } from './world-with-faults.ts'

describe('calls are counted', () => {
  const network = 'network: { status: 503 }'

  test.each([
    ['sandbox', ['200', '503', '200', '200']],
    ['client', ['200', '200', '503', '503']],
  ])('by %s', async (per, statuses) => {
    const world = worldWithFaults(`  - { on: { operation: listProperties }, after: 1, per: ${per}, ${network} }`)
    const answers = []
    for (const as of ['desk', 'reader', 'desk', 'reader']) answers.push(await world.call('listProperties', { as }))
    expect(answers.map(({ status }) => String(status))).toEqual(statuses)
  })

  test('by token: each has its own count; calls without one are not counted', async () => {
    const world = worldWithFaults(`  - { on: {}, after: 1, per: token, ${network} }`)
    const tokens = [1, 2].map(() => world.sandbox.issueToken('desk', ['properties_get']).id)
    const statuses = []
    for (const token of [tokens[0], tokens[1], tokens[0], tokens[1], tokens[0]])
      statuses.push((await world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })).status)
    expect(statuses).toEqual([200, 200, 503, 503, 200])
    expect((await world.send('GET', '/search/stars/4')).status).toBe(200)
    expect(faultStates(world)[0]).toMatchObject({ matched: 5, happened: 2, exhausted: true })
  })

  test('by booking session', async () => {
    const world = worldWithFaults(`  - { on: { tag: booking-session }, per: session, ${network} }`)
    const ask = async (id: string) =>
      (await world.send('GET', '/booking/error_messages', { headers: { 'x-service-booking-session-id': id } })).status
    expect([await ask('a'), await ask('b'), await ask('a'), await ask('b')]).toEqual([503, 503, 200, 200])
  })

  test('only where everything that is named matches', async () => {
    const world = worldWithFaults(
      `  - { on: { operation: [createBlackBooking], property: 1, client: desk, where: { path: { room_id: 2 }, header: { X-Service-Channel-Name: { matches: "^north" } } } }, ${network} }`,
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
    const world = worldWithFaults(
      `  - { on: { operation: requestToken, where: { form: { client_id: desk, scope: { matches: properties_set } } } }, ${network} }`,
    )
    const ask = async (scope: string) => {
      const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope }
      return (await world.send('POST', '/oauth/token', { form })).status
    }
    expect([await ask('properties_get'), await ask('properties_get properties_set'), await ask('properties_set')]).toEqual([
      200, 503, 200,
    ])
  })

  test('for a span of the clock that begins with the first affected one', async () => {
    const world = worldWithFaults('  - { on: { operation: listProperties }, after: 1, for: 2s, network: { status: 503 } }')
    const ask = async () => (await world.call('listProperties', { as: 'desk' })).status
    expect([await ask(), await ask(), await ask()]).toEqual([200, 503, 503])
    world.advance(1999)
    expect(await ask()).toBe(503)
    expect(faultStates(world)[0]?.exhausted).toBe(false)
    world.advance(1)
    expect([await ask(), faultStates(world)[0]?.exhausted, faultStates(world)[0]?.happened]).toEqual([200, true, 3])
  })

  test('exactly, by each of several faults; two ends on the way of one call do not meet', async () => {
    const world = worldWithFaults(`  - { on: { operation: listProperties }, network: { status: 503 } }
  - { on: { operation: listProperties }, network: { status: 429, retry_after: 7 } }`)
    const answers = []
    for (let i = 0; i < 3; i++) answers.push(await world.call('listProperties', { as: 'desk' }))
    expect(answers.map((answer) => [answer.status, faultOf(answer), answer.headers['Retry-After']])).toEqual([
      [503, 'test/1', undefined],
      [429, 'test/2', '7'],
      [200, undefined, undefined],
    ])
  })

  test('from the start after a reset', async () => {
    const world = worldWithFaults('  - { on: { operation: listProperties }, network: { status: 503 } }')
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
