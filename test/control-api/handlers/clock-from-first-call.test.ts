import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startUnderstay, type Understay } from '../../../src/index.ts'

const AT = '2031-05-02T09:00:00.000Z'
const SCENARIO = {
  name: 'waits',
  clock: { at: AT, run: '10x', from: 'first-call' },
  events: [{ at: '+60s', do: 'guest_books', with: { property: 1 } }],
} as const

let understay: Understay
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  understay = await startUnderstay({ listen: false })
})
afterEach(async () => {
  vi.useRealTimers()
  await understay.close()
})

/** Lets the machine's time pass. */
const passes = (seconds: number): void => void vi.advanceTimersByTime(seconds * 1000)
const json = async (path: string, init?: RequestInit): Promise<Record<string, unknown>> => {
  const response = await understay.fetch(path, init)
  expect(response.ok).toBe(true)
  return JSON.parse(await response.text())
}
const clock = () => json('/_understay/clock')
const call = () => understay.fetch('/service/api/search/stars/4')

describe('the clock of a scenario that begins with the first call', () => {
  test('stands still until then, whatever the control API is asked, and runs from there', async () => {
    await understay.play(SCENARIO)
    passes(100)
    expect(await clock()).toEqual({ at: AT, run: '10x', waits: true })
    expect((await json('/_understay/scenario'))['events']).toMatchObject([{ state: 'waiting' }])
    expect((await call()).headers.get('date')).toBe(new Date(AT).toUTCString())
    passes(7)
    expect(await clock()).toEqual({ at: '2031-05-02T09:01:10.000Z', run: '10x' })
    await call()
    expect((await json('/_understay/scenario'))['events']).toMatchObject([{ state: 'happened' }])
  })

  test('waits again after a reset, and in a snapshot that was taken before', async () => {
    await understay.play(SCENARIO)
    await json('/_understay/snapshots', { method: 'POST', body: '{"name":"before"}' })
    const waiting = { at: AT, run: '10x', waits: true }
    for (const [restart, answer] of [
      ['/_understay/reset', {}],
      ['/_understay/snapshots/before/restore', { clock: waiting }],
    ] as const) {
      await call()
      passes(5)
      expect(await json(restart, { method: 'POST' })).toMatchObject(answer)
      passes(5)
      expect(await clock()).toEqual(waiting)
    }
  })

  test('can be moved before, and runs at once when its speed is set', async () => {
    await understay.play(SCENARIO)
    await understay.clock.advance('1h')
    passes(5)
    expect(await clock()).toEqual({ at: '2031-05-02T10:00:00.000Z', run: '10x', waits: true })
    await understay.clock.set({ run: '60x' })
    passes(60)
    expect(await clock()).toEqual({ at: '2031-05-02T11:00:00.000Z', run: '60x' })
  })

  test('gives a client that takes a minute to start the last minute of January', async () => {
    await understay.play('month-end-midnight')
    passes(60)
    const form = { grant_type: 'client_credentials', scope: 'properties_get', ...(await understay.credentialsOf('demo')) }
    const body = new URLSearchParams({ ...form, client_id: form.clientId, client_secret: form.clientSecret })
    const { access_token: token } = await json('/service/api/oauth/token', { method: 'POST', body })
    const free = (from: string, to: string) =>
      understay.fetch(`/service/api/properties/1/availabilities/${from}/${to}`, {
        headers: { authorization: `Bearer ${token}`, 'x-service-channel-name': 'Northern Rooms' },
      })
    await free('2027-01-31', '2027-02-01')
    passes(11)
    await free('2027-02-01', '2027-02-02')
    const { verdict, reasons } = await understay.report()
    expect({ verdict, reasons }).toEqual({ verdict: 'passed', reasons: [] })
  })
})
