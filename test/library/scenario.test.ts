import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { startUnderstay, type Understay, VerifyError } from '../../src/index.ts'

let understay: Understay | undefined
afterEach(async () => {
  await understay?.close()
  understay = undefined
})

const start = async (options: Parameters<typeof startUnderstay>[0] = {}): Promise<Understay> =>
  (understay = await startUnderstay({ listen: false, ...options }))

async function listProperties(world: Understay, token?: string): Promise<number> {
  const authorization = `Bearer ${token ?? (await world.token())}`
  return (await world.fetch('/service/api/properties/all', { headers: { authorization } })).status
}

describe('a scenario', () => {
  test('runs from the start, by name', async () => {
    const world = await start({ scenario: 'token-expired-at-start' })
    const token = await world.token()
    expect([await listProperties(world, token), await listProperties(world, token)]).toEqual([401, 401])
    expect(await world.faults.list()).toMatchObject([{ id: 'token-expired-at-start/expired', happened: 1, exhausted: true }])
    await expect(world.verify()).rejects.toThrow(
      'renews: expected at least 1 call of requestToken answered 200 after refused, found none',
    )
  })

  test('is not verified by a reaction that cannot be told', async () => {
    const world = await start({ scenario: 'black-booking-race' })
    const authorization = `Bearer ${await world.token()}`
    const close = () => world.fetch('/service/api/blackbookings/1/1/2031-05-02', { method: 'POST', headers: { authorization } })
    await expect(world.verify({ fault: 'taken' })).rejects.toThrow(VerifyError)
    expect((await close()).status).toBe(204)
    await expect(world.verify()).rejects.toThrow(
      /^looks-again: inconclusive: cannot tell without a run .*\n.* the verdict of report\(\) is not failed$/,
    )
    expect(await world.verify(undefined, { reactions: 'ignore' })).toMatchObject([{ met: true }, { state: 'inconclusive' }])
    expect(await world.verify({ fault: 'taken' })).toMatchObject([{ met: true, entries: [1] }])
    expect((await world.report()).verdict).toBe('inconclusive')
    await close()
    await close()
    expect((await world.report()).verdict).toBe('failed')
  })

  test('runs from the start in every world, as an object', async () => {
    const world = await start({
      scenario: {
        name: 'mine',
        clock: { at: '2031-01-31T12:00:00Z', run: 'frozen' },
        faults: [{ on: {}, network: { status: 503 } }],
      },
    })
    expect([world.clock.today(), await listProperties(world)]).toEqual(['2031-01-31', 503])
    const w1 = await world.sandbox('w1')
    expect(w1.clock.today()).toBe('2031-01-31')
    expect((await w1.fetch('/service/api/search/stars/4')).status).toBe(503)
  })

  test('can be started, restarted and ended in one world', async () => {
    const world = await start()
    const w1 = await world.sandbox('w1')
    await w1.play('outage-and-recovery')
    expect((await w1.faults.list()).map(({ id }) => id)).toEqual(['outage-and-recovery/outage'])
    expect(await world.faults.list()).toEqual([])
    await w1.play({ name: 'other', token_lifetime: 60 })
    expect(await w1.faults.list()).toEqual([])
    await w1.play(undefined)
    expect((await w1.report()).verdict).toBe('failed')
  })

  test('is refused with the place of the problem', async () => {
    await expect(start({ scenario: 'token-expires-mid-snyc' })).rejects.toThrow('did you mean "token-expires-mid-sync"?')
    const world = await start()
    await expect(world.play({ name: 'x', faults: [{ on: { client: 'nobody' }, token: 'expired' }] })).rejects.toThrow(
      'faults[0].on.client: the fixtures have no client nobody; there are demo',
    )
    expect(await listProperties(world)).toBe(200)
  })
})

describe('faults', () => {
  test('are armed and disarmed at any time', async () => {
    const world = await start()
    const armed = await world.faults.arm({
      on: { operation: 'listProperties' },
      times: 5,
      network: { status: 503, retry_after: 1 },
    })
    expect(armed).toMatchObject({ id: 'armed/1', matched: 0, happened: 0, exhausted: false })
    expect(await listProperties(world)).toBe(503)
    expect(await world.faults.disarm('armed/1')).toBe(1)
    expect(await listProperties(world)).toBe(200)
  })

  test('that can never happen are refused', async () => {
    const world = await start()
    await expect(world.faults.arm({ on: { operation: 'listPropertys' as never }, token: 'expired' })).rejects.toThrow(
      'on.operation: there is no operation "listPropertys"; did you mean "listProperties"?',
    )
  })

  test('that close the connection make the call reject, with and without a socket', async () => {
    const world = await start({ listen: true })
    for (const base of ['', world.url]) {
      await world.faults.arm({ on: { method: 'POST' }, network: { cut: 'before' } })
      const ask = base ? fetch : world.fetch
      const failed = await ask(`${base}/service/api/booking/set/note`, { method: 'POST' }).catch((error: unknown) => error)
      expect(failed).toBeInstanceOf(TypeError)
      expect(failed).toMatchObject({ message: 'fetch failed' })
    }
    await world.faults.arm({ on: { method: 'GET' }, network: { cut: 'after-commit' } })
    await expect(fetch(`${world.apiUrl}/search/stars/4`)).rejects.toThrow('fetch failed')
    expect((await fetch(`${world.apiUrl}/search/stars/4`)).status).toBe(200)
    expect((await world.journal()).map(({ status }) => status)).toEqual([0, 0, 0, 200])
  })

  /** Delays end when the test says so, however slow the machine is. */
  function delaysToEnd(): () => void {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    return () => void vi.advanceTimersByTime(600_000)
  }

  test('that delay a call beyond the timeout of the client are recorded as such', async () => {
    const endDelays = delaysToEnd()
    const world = await start({ listen: true })
    for (const method of ['GET', 'POST'] as const) {
      await world.faults.arm({ on: { method }, network: { delay: '10m' } })
      const path = method === 'GET' ? 'search/stars/4' : 'oauth/token'
      const timeLimit = new AbortController()
      const call = expect(fetch(`${world.apiUrl}/${path}`, { method, signal: timeLimit.signal })).rejects.toThrow()
      await expect.poll(async () => (await world.faults.list()).at(-1)?.happened).toBe(1)
      timeLimit.abort()
      await call
      await wait(50) // the server, in this process, sees the end of the connection
      endDelays()
    }
    await expect.poll(async () => (await world.journal()).map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('that delay a call without a socket end when the caller aborts, also after a garbage collection', async () => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    const endDelays = delaysToEnd()
    const world = await start()
    const made = (init: RequestInit) => new Request(`${world.apiUrl}/search/stars/4`, init)
    const ways = [
      (init: RequestInit) => world.fetch('/service/api/search/stars/4', init),
      (init: RequestInit) => world.fetch(made(init)),
    ]
    for (const call of ways) {
      await world.faults.arm({ on: {}, network: { delay: '10m' } })
      const timeLimit = new AbortController()
      const answer = expect(call({ signal: timeLimit.signal })).rejects.toThrow('aborted')
      await expect.poll(async () => (await world.faults.list()).at(-1)?.happened).toBe(1)
      for (let count = 0; count < 3; count++) {
        collect()
        await wait(10)
      }
      timeLimit.abort()
      await answer
      endDelays()
    }
    await expect.poll(async () => (await world.journal()).map(({ aborted }) => aborted)).toEqual([true, true])
  })

  test('that delay end when the server closes', async () => {
    const world = await start({ listen: true })
    await world.faults.arm({ on: {}, network: { delay: '10m' } })
    const held = fetch(`${world.apiUrl}/search/stars/4`).then(({ status }) => status)
    await expect.poll(async () => (await world.faults.list())[0]?.happened).toBe(1)
    await world.close()
    expect(await held).toBe(200)
  })
})

describe('verify', () => {
  test('refuses a fault that neither the scenario nor an armed one has, once there are any', async () => {
    const world = await start()
    const never = (fault: string | number) => world.verify({ fault, never: true })
    expect(await never('typo')).toMatchObject([{ met: true }])
    await world.play('token-revoked')
    await expect(never('revokd')).rejects.toThrow('no fault "revokd"; did you mean "revoked"?')
    await expect(never(1)).rejects.toThrow('there is no fault "1"; there are revoked')
    const { id } = await world.faults.arm({ id: 'mine', on: { operation: 'listProperties' }, network: { status: 504 } })
    for (const fault of ['revoked', 'mine']) expect(await never(fault)).toMatchObject([{ met: true }])
    await listProperties(world)
    await world.faults.disarm(id)
    expect(await world.verify({ fault: 'mine' })).toMatchObject([{ met: true, found: 1 }])
  })

  test('without an expectation judges those of several scenarios, which name their faults', async () => {
    const world = await start()
    await world.play('token-revoked,rate-limited')
    await expect(world.verify()).rejects.toThrow(/fault token-revoked\/revoked was applied to no call/)
  })

  test('returns the outcomes, or throws with the difference', async () => {
    const world = await start()
    await listProperties(world)
    expect(await world.verify({ operation: 'listProperties', count: 1 })).toMatchObject([{ met: true, found: 1 }])
    const error = await world
      .verify([{ operation: 'listProperties' }, { id: 'two', operation: 'listProperties', count: 2 }])
      .catch((e) => e)
    expect(error).toBeInstanceOf(VerifyError)
    expect(error.message).toContain('two: expected exactly 2 calls of listProperties, found 1')
    expect(error.outcomes).toHaveLength(2)
  })

  test('waits for calls still to come', async () => {
    const world = await start()
    const seen = world.verify({ operation: 'listProperties' }, { timeoutMs: 5000 })
    await listProperties(world)
    expect(await seen).toMatchObject([{ met: true }])
  })
})

test('a report is data, or a text', async () => {
  const world = await start({ scenario: 'token-expired-at-start' })
  await listProperties(world)
  const report = await world.report()
  expect(report.verdict).toBe('failed')
  expect(report.reasons.join('\n')).toContain('renews')
  expect(await world.report('md')).toContain('token-expired-at-start')
  expect(await world.report('junit')).toMatch(/^<\?xml version="1.0"/)
})
