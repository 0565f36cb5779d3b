import { describe, expect, test } from 'vitest'
import { verify as verifyOperation } from '../../../src/control-contract/verify.ts'
import { ExpectationSchema } from '../../../src/scenario/expectations/expectation-schema.ts'
import { SEARCH, verifyServer as server } from './verify-server.ts'

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

  test('what cannot be told as not met, beside what is', async () => {
    const { search, verify } = server()
    await search()
    const reaction = { after: 'asks', reaction: 'looks-again', operation: 'searchByStars' }
    const { status, body } = await verify({ expect: [{ id: 'asks', operation: 'searchByStars' }, reaction] })
    expect(status).toBe(409)
    expect(body.outcomes.map(({ state }: { state: string }) => state)).toEqual(['met', 'inconclusive'])
    expect(body.difference).toMatch(
      /^expect-2: inconclusive: cannot tell without a run .*\na test can leave it out \("reactions":"ignore"\), which checks what else/,
    )
  })

  describe('with reactions: ignore', () => {
    const asks = { id: 'asks', operation: 'searchByStars' }
    const again = { id: 'again', after: 'asks', reaction: 'looks-again', operation: 'searchByStars' }

    test('what is met, though a reaction beside it cannot be told, nor what stands in for that', async () => {
      const { search, verify } = server()
      await search()
      const instead = { operation: 'deleteGuest', unless: 'again' }
      const { status, body } = await verify({ expect: [asks, again, instead], reactions: 'ignore' })
      expect([status, body.ok]).toEqual([200, true])
      expect(body.outcomes).toMatchObject([
        { id: 'asks', state: 'met' },
        { id: 'again', state: 'inconclusive', needs: 'control-run' },
        { id: 'expect-3', met: false },
      ])
    })

    test('what is met, though other expectations depend on a reaction', async () => {
      const { search, verify } = server()
      await search()
      const later = { id: 'later', operation: 'deleteGuest', after: 'again' }
      const instead = { id: 'instead', operation: 'deleteGuest', unless: 'again' }
      const latest = ['later', 'instead'].map((after) => ({ operation: 'searchByStars', after }))
      const { status, body } = await verify({ expect: [asks, again, later, instead, ...latest], reactions: 'ignore' })
      expect([status, body.outcomes.map(({ met }: { met: boolean }) => met)]).toEqual([200, [true, ...Array(5).fill(false)]])
      const twice = { id: 'twice', operation: 'searchByStars', count: 2 }
      const afterwards = { operation: 'deleteGuest', after: 'twice' }
      const open = (await verify({ expect: [asks, again, twice, afterwards], reactions: 'ignore' })).body.difference
      expect(open).toMatch(/^twice: .*\nexpect-4: .* but twice was not met$/)
    })

    test('what is not met, and names only that', async () => {
      const { search, verify } = server()
      await search()
      const { status, body } = await verify({ expect: [asks, again, { operation: 'deleteGuest' }], reactions: 'ignore' })
      expect(status).toBe(409)
      expect(body.difference).toMatch(/^expect-3: expected at least 1 call of deleteGuest, found none$/)
    })

    test('what comes within the time limit', async () => {
      const { search, verify, waiting } = server()
      await search()
      const twice = { operation: 'searchByStars', count: { min: 2 } }
      const answer = verify({ expect: [asks, again, twice], reactions: 'ignore', timeoutMs: 60_000 })
      await waiting()
      await search()
      expect((await answer).status).toBe(200)
    })

    test('nothing without expectations, and no other word', async () => {
      const { verify } = server()
      expect((await verify({ reactions: 'ignore' })).body.error).toContain('there is nothing to verify')
      expect((await verify({ ...asks, reactions: 'skip' })).body.error).toContain(
        'reactions: expected one of require, ignore, got',
      )
    })
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
    [
      { operation: 'requestToken', count: -1 },
      'count: expected a number, or a map with min, max and per; left out, at least one',
    ],
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

describe('the fields of an expectation', () => {
  test('are those of a scenario', () => {
    const { timeoutMs: _, since: _since, expect: _list, reactions: _reactions, ...single } = verifyOperation.body ?? {}
    const scenarioOnly = ['each', 'within', 'invariant']
    const ofScenario = Object.keys(ExpectationSchema.properties).filter((name) => !scenarioOnly.includes(name))
    expect(Object.keys(single).sort()).toEqual(ofScenario.sort())
  })

  test('are named when an earlier name is sent', async () => {
    const { verify } = server()
    const error = '"struck" is called "fault" now'
    expect(await verify({ struck: 'outage' })).toMatchObject({ status: 400, body: { error: `struck: ${error}` } })
    expect(await verify({ expect: [{ struck: 'outage' }] })).toMatchObject({
      status: 400,
      body: { error: `expect[0].struck: ${error}` },
    })
  })

  test('include unless: an expectation whose condition is met needs no call', async () => {
    const { search, verify } = server()
    await search()
    const expectations = [
      { id: 'searched', operation: 'searchByStars' },
      { operation: 'listGuests', unless: 'searched' },
    ]
    expect((await verify({ expect: expectations })).status).toBe(200)
  })
})
