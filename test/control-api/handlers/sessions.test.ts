import { describe, expect, test } from 'vitest'
import { aCompleteSession, aSession, IN_SESSION, SESSION_ID } from '../../support/session-rows.ts'
import { NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { serverOf } from '../server-of.ts'

/** A server with a priced session, one that has said nothing, and one that is long silent. */
async function serverWithSessions() {
  const old = NOW - 24 * 3_600_000
  const sessions = [aCompleteSession({ adults: 1 }), aSession({ id: 'new' }), aCompleteSession({ id: 'old', usedAt: old })]
  const test = new TestWorld({ rows: { sessions } })
  await test.call('getPrices', { headers: IN_SESSION })
  const server = serverOf({ of: test })
  const ask = async (path: string) => {
    const { status, body } = await server.ask('GET', `/_understay/sessions${path}`)
    return { status, body }
  }
  return { test, ask }
}

describe('the booking sessions of a sandbox', () => {
  test('are listed with their progress; expired ones are left out', async () => {
    const { ask } = await serverWithSessions()
    const nothing = {
      arrival: null,
      departure: null,
      adults: null,
      address: false,
      rooms: [],
      total: null,
      ok_to_book: false,
      contract_uid: null,
    }
    expect((await ask('')).body).toEqual([
      {
        session: SESSION_ID,
        property_uid: 1,
        arrival: '2026-06-01',
        departure: '2026-06-03',
        adults: 1,
        address: expect.any(Boolean),
        rooms: [{ room: 1, rate: 1 }],
        total: '200.00',
        ok_to_book: false,
        contract_uid: null,
        used_at: '2026-05-02T09:00:00.000Z',
      },
      { session: 'new', property_uid: 1, ...nothing, used_at: '2026-05-02T09:00:00.000Z' },
    ])
  })

  test('explain their price: each rule with its amount, exact and rounded', async () => {
    const { ask } = await serverWithSessions()
    expect(await ask(`/${SESSION_ID}/price`)).toEqual({
      status: 200,
      body: {
        session: SESSION_ID,
        property_uid: 1,
        contract_uid: null,
        engine: 'classic',
        currency: 'EUR',
        nights: 2,
        lines: [
          { rule: 'nightly_rates', text: 'room 1: 2 nights x 83.33, x 1 guest', exact: '500/3', amount: '166.67' },
          { rule: 'tax', text: '20 % of 166.67', exact: '100/3', amount: '33.33' },
        ],
        total: { exact: '200', amount: '200.00' },
        deposit: { text: '20 % of 200.00', exact: '40', amount: '40.00' },
      },
    })
  })

  test.each([
    ['/nobody/price', 'there is no booking session "nobody"'],
    ['/old/price', 'there is no booking session "old"'],
    ['/new/price', 'session "new" has no price: it has not asked for one, or that one no longer holds'],
    ['/constructor/price', 'there is no booking session "constructor"'],
  ])('without a price are refused with the reason: %s', async (path, error) => {
    const { ask } = await serverWithSessions()
    expect(await ask(path)).toEqual({ status: 404, body: { error } })
  })

  test('name the booking made from them, and explain its price until there is a new one', async () => {
    const { test, ask } = await serverWithSessions()
    await test.call('validateBooking', { headers: IN_SESSION })
    await test.call('createBooking', { headers: IN_SESSION })
    expect((await ask('')).body[0]).toMatchObject({ contract_uid: 1, total: null })
    const { status, body } = await ask(`/${SESSION_ID}/price`)
    expect(status).toBe(200)
    expect(body).toMatchObject({ contract_uid: 1, currency: 'EUR', total: { exact: '200', amount: '200.00' } })
    const booking = test.sandbox.store.db.bookings.get(1)
    expect(booking?.total).toBe(20_000)
    expect(body.lines.map(({ amount }: { readonly amount: string }) => amount)).toEqual(['166.67', '33.33'])
    const told = { arrival: '2026-07-01', departure: '2026-07-02', rooms: [{ roomId: 1, rateId: 1 }] } as const
    test.sandbox.store.change((db) => {
      const session = db.sessions.get(SESSION_ID)
      if (session) db.sessions.put({ ...session, ...told })
    })
    await test.call('getPrices', { headers: IN_SESSION })
    expect((await ask(`/${SESSION_ID}/price`)).body).toMatchObject({ contract_uid: null, total: { amount: '100.00' } })
  })

  test('explain the price after a given call, independent of later calls', async () => {
    const { test, ask } = await serverWithSessions()
    const [priced] = test.sandbox.journal.entries()
    test.sandbox.store.change((db) => {
      const session = db.sessions.get(SESSION_ID)
      if (session) db.sessions.put({ ...session, departure: '2026-06-02', quote: null })
    })
    await test.call('getPrices', { headers: IN_SESSION })
    const totalAt = async (call: number | undefined) => (await ask(`/${SESSION_ID}/price?call=${call}`)).body.total.amount
    expect(await totalAt(priced?.id)).toBe('200.00')
    expect(await totalAt(test.sandbox.journal.entries().at(-1)?.id)).toBe('100.00')
    expect(await ask(`/${SESSION_ID}/price?call=99`)).toEqual({ status: 404, body: { error: 'the journal holds no entry 99' } })
    expect(await ask(`/new/price?call=${priced?.id}`)).toEqual({
      status: 404,
      body: { error: `the journal holds no call up to ${priced?.id} that changed the booking session "new"` },
    })
  })

  test('are found by the significant part of their id', async () => {
    const { test, ask } = await serverWithSessions()
    const id = 'x'.repeat(50)
    test.sandbox.store.change((db) => db.sessions.put(aSession({ id })))
    expect((await ask(`/${id}yz/price`)).body.error).toContain(`session "${id}" has no price`)
  })
})
