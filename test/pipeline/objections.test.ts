import { describe, expect, test } from 'vitest'
import { serverOf } from '../control-api/server-of.ts'
import { aCompleteSession, IN_SESSION } from '../support/session-rows.ts'
import { TestWorld } from '../support/test-world.ts'

const headers = { 'x-service-booking-session-id': 'v1' }

describe('a booking session that refuses with status 200', () => {
  test('counts as refused in the journal and for expectations', async () => {
    const server = serverOf()
    await server.ask('GET', '/service/api/booking/initialise/1/en-GB', { headers })
    const answer = await server.ask('GET', '/service/api/booking/validate/booking', { headers })
    expect([answer.status, answer.body.data.booking_validation.valid]).toEqual([200, false])
    const { entries } = (await server.ask('GET', '/_understay/journal')).body
    expect(entries.at(-1)).toMatchObject({ status: 200, refusal: expect.stringMatching(/\w/) })
    expect(entries.at(-1).refusalCode).toBeUndefined()
    const verify = async (refused: boolean) =>
      (await server.ask('POST', '/_understay/verify', { body: JSON.stringify({ operation: 'validateBooking', refused }) })).body
    expect(await verify(true)).toMatchObject({ ok: true })
    expect((await verify(false)).difference).toContain('expected at least 1 call of validateBooking not refused, found none')
    expect((await verify(false)).difference).toContain('it was refused')
    const { calls } = (await server.ask('GET', '/_understay/report')).body
    expect(calls.refusals).toMatchObject([{ operation: 'validateBooking', code: 'valid: false', calls: 1 }])
  })

  test('does not count as refused after an accepted call', async () => {
    const world = new TestWorld()
    await world.call('initialiseSession', { path: { property_id: 1, language: 'en-GB' }, headers })
    await world.call('setDates', { headers, form: { arrivalDate: '2026-06-01', departureDate: '2026-06-03' } })
    expect(world.sandbox.journal.entries().map(({ refusal }) => refusal)).toEqual([undefined, undefined])
  })
})

describe('unread form fields', () => {
  const last = ({ sandbox }: TestWorld) => sandbox.journal.entries().at(-1)?.unread ?? []

  test('are not reported for a call that was refused before it read them', async () => {
    const world = new TestWorld()
    await world.call('setDates', { headers, form: { arrivalDate: '2026-06-01', departureDate: '2026-06-03', colour: 'red' } })
    expect(last(world)).toEqual(['colour'])
    const form = {
      grant_type: 'client_credentials',
      client_id: 'desk',
      client_secret: 'no',
      scope: 'properties_get',
      nonsense: '1',
    }
    await world.send('POST', '/oauth/token', { form })
    expect(last(world)).toEqual(['nonsense'])
  })

  test('are named in the hint of a successful response', async () => {
    const world = new TestWorld()
    const form = {
      grant_type: 'client_credentials',
      client_id: 'desk',
      client_secret: 'desk-secret',
      scope: 'properties_get',
      scopes: 'x',
    }
    const { status, headers: sent } = await world.send('POST', '/oauth/token', { form })
    expect([status, sent['X-Understay-Hint']]).toEqual([200, 'nothing reads scopes'])
  })

  test('a list where a value is expected is one, and a field that is sent twice is told', async () => {
    const world = new TestWorld({ rows: { sessions: [aCompleteSession()] } })
    const send = async (body: string) => {
      const { headers: sent } = await world.send('POST', '/booking/set/note', { body, headers: IN_SESSION })
      return sent['X-Understay-Hint']
    }
    expect(await send('note=late&note[]=a')).toBe('nothing reads note[]')
    expect(await send('note=late&note=early')).toBe('sent more than once, where the last one counts: note')
  })
})

test('calls outside the interface are counted, pages of the site are not', async () => {
  const { ask, world } = serverOf()
  await ask('GET', '/')
  await ask('GET', '/properties/all')
  await ask('POST', '/oauth/token')
  expect(world.sandbox().outsideCalls).toEqual({ count: 2, first: 'GET /properties/all' })
  await ask('POST', '/_understay/reset')
  expect(world.sandbox().outsideCalls.count).toBe(0)
})
