import { describe, expect, test } from 'vitest'
import { startUnderstay, type Understay } from '../../../src/index.ts'

interface Stamp {
  readonly calls: number
  readonly changed: number
  readonly rows: number
  readonly armed: number
  readonly sales: number
  readonly snapshots: number
  readonly clock: string
}

/** Opens the stream. `next` reads one event of it. */
async function changesOf(server: Understay) {
  const end = new AbortController()
  const answer = await server.fetch('/_understay/changes/stream', { signal: end.signal })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<Stamp> => {
    for (let text = ''; ; ) {
      text += (await reader?.read())?.value ?? ''
      const found = /data: (\{.*\})\n\n/.exec(text)?.[1]
      if (found !== undefined) return JSON.parse(found)
    }
  }
  const close = async (): Promise<void> => {
    await reader?.cancel()
    end.abort()
  }
  return { next, close }
}

describe('the stream of changes', () => {
  test('sends an event at once and after each change, and ends when its reader disconnects', async () => {
    await using server = await startUnderstay({ listen: false, freeze: true })
    const { next, close } = await changesOf(server)
    const first = await next()
    expect(first).toMatchObject({ calls: 0, armed: 0 })
    await server.fetch('/service/api/search/stars/4')
    const called = await next()
    expect(called).toMatchObject({ calls: 1, armed: 0 })
    await server.faults.arm({ on: {}, network: { status: 503 } })
    expect(await next()).toMatchObject({ calls: 1, armed: 1 })
    await server.clock.advance('1h')
    const later = await next()
    expect(later.clock).not.toBe(called.clock)
    await server.fetch('/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'v' } })
    await server.fetch('/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'v' } })
    let last = await next()
    while (last.calls < 3) last = await next()
    expect(last.rows).toBeGreaterThan(first.rows)
    await server.snapshots.take('here')
    expect(await next()).toMatchObject({ snapshots: 1 })
    await server.snapshots.restore('here')
    const { rows } = await next()
    await server.snapshots.restore('here')
    expect(await next()).toMatchObject({ rows: rows + 1, snapshots: 1 })
    await server.snapshots.remove('here')
    expect(await next()).toMatchObject({ snapshots: 2 })
    await close()
  })

  test('sends an event after a sale of another channel, which changes no row', async () => {
    await using server = await startUnderstay({ listen: false })
    const { next, close } = await changesOf(server)
    expect(await next()).toMatchObject({ sales: 0 })
    const sale = { at: '+1s', do: 'channel_sells', with: { property: 1, arrival: '2026-05-03', nights: 1 } }
    const body = JSON.stringify({ name: 'sold', clock: { at: '2026-05-01T09:00:00Z' }, events: [sale] })
    expect((await server.fetch('/_understay/scenario', { method: 'PUT', body })).status).toBe(200)
    let last = await next()
    while (last.sales === 0) last = await next()
    expect(last).toMatchObject({ calls: 0, sales: 1 })
    await close()
  })
})
