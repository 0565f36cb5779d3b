import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runWithoutPauses } from '../../../src/base/sliced-work.ts'
import { PATIENT, verifyServer as server } from './verify-server.ts'

describe('verify waits', () => {
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const LONG = { timeoutMs: 60_000 }

  test('until a matching call is made', async () => {
    const { journal, search, verify, waiting } = server()
    const answer = verify({ operation: 'searchByStars', count: 2, ...LONG })
    await waiting()
    await search()
    await search()
    expect(await answer).toMatchObject({ status: 200, body: { ok: true, outcomes: [{ found: 2 }] } })
    expect(journal.listeners).toBe(0)
  })

  test('until a row matches', async () => {
    const { world, verify, waiting } = server()
    const answer = verify({ state: { guests: { where: { surname: 'Newcomer' } } }, ...LONG })
    await waiting()
    const { store } = world.sandbox()
    const [guest] = store.db.guests.all()
    if (!guest) throw new Error('the small world has guests')
    store.change((db) => db.guests.put({ ...guest, surname: 'Newcomer' }))
    expect((await answer).status).toBe(200)
  })

  test('not at all when the expectation is met or exceeded already', async () => {
    const { search, verify } = server()
    await search()
    await search()
    expect((await verify({ operation: 'searchByStars', ...LONG })).status).toBe(200)
    expect((await verify({ operation: 'searchByStars', count: 1, ...LONG })).status).toBe(409)
    expect((await verify({ expect: [{ status: 401 }, { operation: 'searchByStars', never: true }], ...LONG })).status).toBe(409)
  })

  test('to the end of the time for a call that must not be made, unless it is made', async () => {
    const { search, verify, waiting } = server()
    const broken = verify({ operation: 'searchByStars', never: true, ...LONG })
    await waiting()
    await search()
    expect((await broken).body.difference).toMatch(/^expect-1: expected no call of searchByStars, found 1: #1 GET/)
    expect((await verify({ operation: 'deleteGuest', never: true, timeoutMs: 20 })).status).toBe(200)
  })

  test('no longer than the given time, and reports what is missing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { search, verify, journal } = server()
    await search()
    const answer = verify({ operation: 'searchByStars', count: 2, timeoutMs: 5000 })
    while (journal.listeners === 0) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(5000)
    expect(await answer).toMatchObject({
      status: 409,
      body: { ok: false, difference: 'expect-1: expected exactly 2 calls of searchByStars, found 1 (#1)' },
    })
    expect(journal.listeners).toBe(0)
  })

  /** A server whose evaluations end when the test says so; polling and the time limit stand still. */
  function heldServer() {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    const all = server()
    const { pauses } = all.world
    const evaluations: (() => void)[] = []
    let running = 0
    let together = 0
    vi.spyOn(pauses, 'doInSlices').mockImplementation(async (steps) => {
      together = Math.max(together, ++running)
      const result = runWithoutPauses(steps)
      await new Promise<void>((resolve) => evaluations.push(resolve))
      running--
      return result
    })
    const turn = () => new Promise((resolve) => setImmediate(resolve))
    return {
      ...all,
      /** The highest number of evaluations at a time. */
      together: () => together,
      begun: async (count: number) => {
        while (evaluations.length < count) await turn()
      },
      end: (evaluation: number) => evaluations[evaluation - 1]?.(),
      turn,
    }
  }

  test('and sees what happens during an evaluation, without the next poll', async () => {
    const { search, verify, begun, end } = heldServer()
    const answer = verify({ operation: 'searchByStars', count: 2, ...LONG })
    await begun(1)
    await search()
    end(1)
    await begun(2)
    await search()
    end(2)
    await begun(3)
    end(3)
    expect(await answer).toMatchObject({ status: 200, body: { outcomes: [{ found: 2 }] } })
  })

  test('no longer than the given time, of which the first evaluation is a part', async () => {
    const { verify, begun, end } = heldServer()
    const answer = verify({ operation: 'searchByStars', timeoutMs: 5000 })
    await begun(1)
    await vi.advanceTimersByTimeAsync(5000)
    end(1)
    await begun(2)
    end(2)
    expect((await answer).status).toBe(409)
  })

  test('with one evaluation at a time, also when the time is over during one', async () => {
    const { search, verify, begun, end, turn, together } = heldServer()
    const answer = verify({ operation: 'searchByStars', count: 2, timeoutMs: 5000 })
    await begun(1)
    end(1)
    await search()
    await begun(2)
    await vi.advanceTimersByTimeAsync(5000)
    await turn()
    end(2)
    await begun(3)
    end(3)
    expect((await answer).body.difference).toBe('expect-1: expected exactly 2 calls of searchByStars, found 1 (#1)')
    expect(together()).toBe(1)
  })

  test('until its server is closed', async () => {
    const { journal, world, verify, waiting } = server()
    const answer = verify({ operation: 'searchByStars', ...LONG })
    await waiting()
    await world.close()
    expect((await answer).body.difference).toMatch(/^the server was closed while this waited\n/)
    expect(journal.listeners).toBe(0)
  })

  test('until its sandbox is removed or restarted', async () => {
    const { ask, journal, verify, waiting } = server()
    const before = verify({ operation: 'searchByStars', ...LONG })
    await waiting()
    await ask('POST', '/_understay/reset')
    expect((await before).body.difference).toMatch(/^the sandbox default was restarted while this waited\nexpect-1: expected /)
    expect(await before).toMatchObject({ status: 409, body: { outcomes: [{ state: 'inconclusive' }] } })
    const again = verify({ operation: 'searchByStars', ...LONG })
    await waiting()
    await ask('DELETE', '/_understay/sandboxes?name=default')
    expect((await again).body.difference).toMatch(/^the sandbox default was removed while this waited\n/)
    expect(journal.listeners).toBe(0)
  })

  test('no longer than its client is connected, with and without a socket', async () => {
    const { app, journal, waiting } = server()
    const body = JSON.stringify({ operation: 'searchByStars', ...LONG })
    const leaving = new AbortController()
    const inside = app.request('http://localhost/_understay/verify', { method: 'POST', body, signal: leaving.signal })
    await waiting()
    leaving.abort()
    await vi.waitFor(() => expect(journal.listeners).toBe(0), PATIENT)
    await inside

    const socket = createHttpServer(app.listen)
    await new Promise<void>((resolve) => socket.listen(0, '127.0.0.1', resolve))
    const { port } = socket.address() as AddressInfo
    const asked = request({ port, host: '127.0.0.1', method: 'POST', path: '/_understay/verify' })
    asked.on('error', () => undefined)
    asked.end(body)
    await waiting()
    asked.destroy()
    await vi.waitFor(() => expect(journal.listeners).toBe(0), PATIENT)
    await new Promise((resolve) => socket.close(resolve))
  })
})
