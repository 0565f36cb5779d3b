import { createServer as createHttpServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { atOnce } from '../../../src/base/steps.ts'
import { serverOf } from '../server-of.ts'

const SEARCH = '/service/api/search/stars/4'
/** A machine may have more to do than this. */
const PATIENT = { timeout: 20_000 }

/** A server, and ways to ask whether its client did what was expected. */
function server() {
  const all = serverOf()
  const { journal } = all.world.sandbox()
  return {
    ...all,
    journal,
    search: () => all.ask('GET', SEARCH),
    verify: (expected: unknown, sandbox = '') =>
      all.ask('POST', `${sandbox}/_understay/verify`, {
        body: typeof expected === 'string' ? expected : JSON.stringify(expected),
      }),
    /** Until a question waits. */
    waiting: () => vi.waitFor(() => expect(journal.listeners).toBe(1), { interval: 1, ...PATIENT }),
  }
}

describe('verify reports', () => {
  test('that an expectation is met', async () => {
    const { search, verify } = server()
    await search()
    await search()
    expect(await verify({ operation: 'searchByStars', count: 2 })).toMatchObject({
      status: 200,
      body: {
        ok: true,
        outcomes: [
          {
            id: 'expect-1',
            met: true,
            expectation: { operation: 'searchByStars', count: 2 },
            found: 2,
            wanted: 'exactly 2 calls of searchByStars',
            nearest: [],
            entries: [1, 2],
          },
        ],
      },
    })
  })

  test('the difference and the nearest misses, as text for a ticket', async () => {
    const { ask, token, verify } = server()
    await token()
    const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'wrong', scope: 'properties_get' }
    await ask('POST', '/service/api/oauth/token', { body: new URLSearchParams(form) })
    const { status, body } = await verify({
      expect: [
        { id: 'one-renewal', operation: 'requestToken', status: 200, count: 2 },
        { id: 'no-cancellation', operation: 'deleteGuest', never: true },
      ],
    })
    expect(status).toBe(409)
    expect(body.difference).toBe(
      [
        'one-renewal: expected exactly 2 calls of requestToken answered 200, found 1 (#1)',
        '  nearest miss: #2 POST /oauth/token 401 at 09:00:00: status is 401, not 200',
      ].join('\n'),
    )
    expect(body.outcomes.map(({ met }: { met: boolean }) => met)).toEqual([false, true])
  })

  test('on the state, and on the requests of its own sandbox only', async () => {
    const { ask, verify } = server()
    await ask('GET', `/@w1${SEARCH}`)
    expect((await verify({ operation: 'searchByStars' })).status).toBe(409)
    expect((await verify({ operation: 'searchByStars' }, '/@w1')).status).toBe(200)
    expect((await verify({ state: { properties: { where: { name: 'Harbour Hotel' }, count: 1 } } })).status).toBe(200)
  })

  test('on the requests after a given entry only', async () => {
    const { search, verify } = server()
    await search()
    const once = { operation: 'searchByStars', count: 1 }
    expect((await verify({ ...once, since: 1 })).body.difference).toBe(
      'expect-1: expected exactly 1 call of searchByStars, found none',
    )
    await search()
    expect((await verify({ ...once, since: 1 })).status).toBe(200)
    expect((await verify({ expect: [once], since: 1 })).status).toBe(200)
    expect((await verify(once)).status).toBe(409)
  })

  test('that a count is uncertain when the journal has dropped relevant requests', async () => {
    const { journal, search, verify } = server()
    for (let n = 0; n < 103; n++) await search()
    expect(journal.dropped).toBe(3)
    const { body } = await verify({ operation: 'deleteGuest', never: true })
    expect(body.difference).toContain('3 earlier requests are no longer in the journal')
    expect((await verify({ operation: 'deleteGuest', never: true, since: 2 })).status).toBe(409)
    expect((await verify({ operation: 'deleteGuest', never: true, since: 3 })).status).toBe(200)
    expect((await verify({ operation: 'searchByStars', count: { min: 50 } })).status).toBe(200)
  })
})

describe('verify refuses', () => {
  test.each<[body: unknown, error: string]>([
    ['{', 'invalid JSON'],
    ['', 'there is nothing to verify: send an expectation such as {"operation":"requestToken","count":1}'],
    [{}, 'there is nothing to verify'],
    [{ operatoin: 'requestToken' }, 'operatoin: unknown key "operatoin"; did you mean "operation"?'],
    [{ operation: 'askToken' }, 'operation: there is no operation "askToken"'],
    [{ count: 1 }, 'an expectation that says neither which calls nor which rows'],
    [{ operation: 'requestToken', count: -1 }, 'count: expected a number, or a map with min, max and per'],
    [{ expect: [] }, 'expect: expected at least 1 of them'],
    [{ expect: { operation: 'requestToken' } }, 'expect: expected a list of expectations'],
    [{ expect: [{ operation: 'requestToken', cuont: 1 }] }, 'expect[0].cuont: unknown key "cuont"; did you mean "count"?'],
    [
      { expect: [{ operation: 'requestToken' }, { status: 200, after: 'x' }] },
      'expect[1].after: no earlier expectation is called "x"',
    ],
    [{ expect: [{ status: 200 }], operation: 'requestToken', count: 1 }, 'expect: goes without operation, count'],
    [{ status: 200, timeoutMs: 60_001 }, 'timeoutMs: expected a whole number of milliseconds from 0 to 60000'],
    [{ status: 200, timeoutMs: '5s' }, 'timeoutMs: expected a whole number of milliseconds from 0 to 60000'],
    [{ status: 200, since: -1 }, 'since: expected the id of the entry after which the list begins, got the number -1'],
    [{ status: 200, since: 7 }, 'since: the journal has come to entry 0 only'],
  ])('%j', async (body, error) => {
    expect(await server().verify(body)).toMatchObject({ status: 400, body: { error: expect.stringContaining(error) } })
  })

  test('all problems at once, one per line', async () => {
    const { body } = await server().verify({ expect: [{ operation: 'a' }, { tag: 'b' }] })
    expect(body.error.split('\n')).toEqual([
      expect.stringContaining('expect[0].operation: there is no operation "a"'),
      expect.stringContaining('expect[1].tag: there is no tag "b"'),
    ])
  })
})

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
      const result = atOnce(steps)
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
    expect((await before).status).toBe(409)
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
