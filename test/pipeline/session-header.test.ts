import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { SESSION_LIFE } from '../../src/domain/session/booking-session.ts'
import { aSession, IN_SESSION, SESSION_ID } from '../support/session-rows.ts'
import { TestWorld } from '../support/test-world.ts'

const group = OPERATIONS.filter(({ session }) => session !== undefined)
const bound = group.filter(({ session }) => session === 'bound')
const HEADER = 'X-SERVICE-BOOKING-SESSION-ID'

const idOf = (world: TestWorld, id: string) => world.sandbox.store.db.sessions.get(id)

describe('the session header', () => {
  test('is required by all 22 operations of the group', () => {
    expect(group).toHaveLength(22)
    expect(group.every(({ tag }) => tag === 'booking-session')).toBe(true)
  })

  test.each(group.map(({ id, example }) => [id, example.path ?? {}] as const))('is required by %s', async (id, path) => {
    const world = new TestWorld()
    for (const headers of [{}, { [HEADER]: '' }, { [HEADER]: '  ' }]) {
      const answer = await world.call(id, { path, headers })
      expect(answer).toMatchObject({ status: 400, body: { meta: { code: 400 } } })
      expect(answer.message).toMatch(/^001 -- No session id was sent; .* X-SERVICE-BOOKING-SESSION-ID/)
    }
  })

  test('is refused with an object in the newest release, which exempts two utilities', async () => {
    const world = new TestWorld({ profile: 'current' })
    const answer = await world.call('getOkToBook')
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 400, error_message: { response: { error_number: '001' } }, lines: [] })
    expect((await world.call('listErrorMessages')).status).toBe(200)
  })

  test('is accepted with any product word, and in any case', async () => {
    const world = new TestWorld({ product: 'harbour', rows: { sessions: [aSession()] } })
    expect((await world.call('getOkToBook', { headers: { 'x-harbour-BOOKING-session-ID': SESSION_ID } })).status).toBe(200)
    expect((await world.call('getOkToBook', { headers: IN_SESSION })).status).toBe(400)
  })

  test('cannot be sent as a query parameter', async () => {
    const world = new TestWorld({ rows: { sessions: [aSession()] } })
    expect((await world.call('getOkToBook', { query: `${HEADER}=${SESSION_ID}` })).status).toBe(400)
  })

  test('replaces the token, which is neither required nor checked', async () => {
    const world = new TestWorld({ rows: { sessions: [aSession()] } })
    const headers = { ...IN_SESSION, authorization: 'Bearer nonsense' }
    expect((await world.call('getOkToBook', { headers })).status).toBe(200)
  })

  test('is truncated to fifty characters', async () => {
    const long = 'k'.repeat(50)
    const world = new TestWorld({ rows: { sessions: [aSession({ id: long })] } })
    expect((await world.call('getOkToBook', { headers: { [HEADER]: `${long}xyz` } })).status).toBe(200)
    expect((await world.call('getOkToBook', { headers: { [HEADER]: long.slice(1) } })).status).toBe(400)
  })
})

test('a session whose id is cut begins with a hint, because another visitor may have the same beginning', async () => {
  const hintFor = async (id: string) => {
    const path = { property_id: 1, language: 'en-GB' }
    return (await new TestWorld().call('initialiseSession', { path, headers: { [HEADER]: id } })).headers['X-Understay-Hint']
  }
  expect(await hintFor('k'.repeat(51))).toContain('only the first 50 characters of the session id count')
  expect(await hintFor(`${'k'.repeat(50)} `)).toBeUndefined()
})

describe('a session that cannot continue', () => {
  test.each(bound.map(({ id, example }) => [id, example.path ?? {}] as const))(
    'is refused by %s when it was never initialised',
    async (id, path) => {
      const answer = await new TestWorld().call(id, { path, headers: { [HEADER]: '__proto__' } })
      expect(answer).toMatchObject({ status: 400, message: 'Property uid not set for session __proto__' })
    },
  )

  test('is refused when its property has been unpublished or deleted', async () => {
    for (const propertyId of [5, 999]) {
      const world = new TestWorld({ rows: { sessions: [aSession({ propertyId })] } })
      const answer = await world.call('getOkToBook', { headers: IN_SESSION })
      expect(answer).toMatchObject({ status: 400, message: 'Property not published or does not exist' })
    }
  })

  test('expires after 24 hours without a request', async () => {
    const world = new TestWorld({ rows: { sessions: [aSession({ okToBook: true })] } })
    world.advance(SESSION_LIFE)
    const answer = await world.call('getOkToBook', { headers: IN_SESSION })
    expect(answer).toMatchObject({ status: 400, message: `Property uid not set for session ${SESSION_ID}` })
    expect(idOf(world, SESSION_ID)).toBeUndefined()
  })

  test('expires 24 hours after the last request', async () => {
    const world = new TestWorld({ rows: { sessions: [aSession({ okToBook: true })] } })
    for (let use = 0; use < 3; use++) {
      world.advance(SESSION_LIFE - 1)
      expect((await world.call('getOkToBook', { headers: IN_SESSION })).data).toEqual({ response: true })
    }
  })

  test('is removed when a later session begins, at most once an hour', async () => {
    const rows = { sessions: ['old-1', 'old-2'].map((id) => aSession({ id })) }
    const world = new TestWorld({ rows })
    const begin = (id: string) =>
      world.call('initialiseSession', { headers: { [HEADER]: id }, path: { property_id: 1, language: 'en-GB' } })
    const all = () => world.sandbox.store.db.sessions.all().map(({ id }) => id)
    await begin('new-1')
    expect(all().toSorted()).toEqual(['new-1', 'old-1', 'old-2'])
    world.advance(SESSION_LIFE - 60_000)
    await begin('new-2')
    expect(all()).toHaveLength(4)
    world.advance(60_000)
    await begin('new-3')
    expect(all()).toHaveLength(5)
    world.advance(3_600_000)
    await begin('new-4')
    expect(all().toSorted()).toEqual(['new-2', 'new-3', 'new-4'])
  })
})

test('a form that is too large is refused before the session is looked up', async () => {
  const answer = await new TestWorld().send('POST', '/booking/set/note', { headers: IN_SESSION, body: 'a=1&'.repeat(100_001) })
  expect(answer.status).toBe(413)
})
