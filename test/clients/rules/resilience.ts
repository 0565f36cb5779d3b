/**
 * Clients for the rules about network faults.
 *
 * @module
 */
import { until } from '../../support/until.ts'
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

type Edge = Parameters<RawClient['world']['faults']['arm']>[0]
const fault = (wire: RawClient, operation: 'listTariffs' | 'listGuests' | 'createBlackBooking', edge: object, count = 1) =>
  wire.world.faults.arm({ on: { operation }, times: count, edge } as Edge)

/** Disconnects while the service delays its call, and waits until the call has ended. */
async function disconnect(wire: RawClient, path: string): Promise<void> {
  await fault(wire, 'listTariffs', { delay: '1s' })
  const calls = (await wire.world.journal()).length
  const connection = new AbortController()
  const call = wire.get(path, { signal: connection.signal })
  await until(async () => (await wire.world.faults.list()).at(-1)?.happened === 1)
  connection.abort()
  await call
  await until(async () => (await wire.world.journal()).length > calls)
}

const reads = async (wire: RawClient) => {
  await wire.get('/guests/1/list')
  await wire.get('/coupon/1/list')
  await wire.get('/guesttypes/1')
}

export const RESILIENCE_TRIALS: RuleTrials = {
  'resilience/retries-bounded': {
    breaks: signedIn('tries forty times in a row', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 45)
      await times(40, () => w.get('/tariffs/1'))
    }),
    near: signedIn('tries four times, waits longer each time and goes on', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 3)
      await times(4, async (i) => {
        await w.get('/tariffs/1')
        await w.wait(500 * 2 ** i)
      })
    }),
  },
  'resilience/retries-growing': {
    breaks: signedIn('waits the same each time', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 4)
      await times(5, async () => {
        await w.get('/tariffs/1')
        await w.wait(2000)
      })
    }),
    near: signedIn('doubles its waits', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 4)
      await times(5, async (i) => {
        await w.get('/tariffs/1')
        await w.wait(500 * 2 ** i)
      })
    }),
  },
  'resilience/retry-after': {
    breaks: signedIn('comes back before it was asked to', async (w) => {
      await fault(w, 'listTariffs', { status: 429, retry_after: 2 }, 3)
      await times(4, async () => {
        await w.get('/tariffs/1')
        await w.wait(500)
      })
    }),
    near: signedIn('waits as long as it was asked to', async (w) => {
      await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
      await w.get('/tariffs/1')
      await w.wait(1050)
      await w.get('/tariffs/1')
    }),
  },
  'resilience/no-duplicate-write': {
    breaks: signedIn(
      'repeats a write whose answer got lost',
      async (w) => {
        await w.free(1, 40)
        await fault(w, 'createBlackBooking', { cut: 'after-commit' })
        await w.close(1, 1, 40)
        await w.close(1, 1, 40)
        await w.free(1, 40)
      },
      ['resilience/ambiguous-5xx'],
    ),
    near: signedIn('looks, and finds it done', async (w) => {
      await w.free(1, 40)
      await fault(w, 'createBlackBooking', { cut: 'after-commit' })
      await w.close(1, 1, 40)
      await w.get(`/blackbookings/1/roomlist/${w.night(40)}`)
    }),
  },
  'resilience/call-completed': {
    breaks: signedIn('drops a call that met a 503', async (w) => {
      await fault(w, 'listTariffs', { status: 503 })
      await w.get('/tariffs/1')
      await reads(w)
    }),
    near: signedIn('does other work first, and the call then', async (w) => {
      await fault(w, 'listTariffs', { status: 503 })
      await w.get('/tariffs/1')
      await reads(w)
      await w.get('/tariffs/1')
    }),
  },
  'resilience/retry-after-wide': {
    breaks: signedIn('sends other calls while it is asked to wait', async (w) => {
      await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
      await w.get('/tariffs/1')
      await reads(w)
      await w.wait(1000)
      await w.get('/tariffs/1')
    }),
    near: signedIn('lets everything wait', async (w) => {
      await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
      await w.get('/tariffs/1')
      await w.wait(1050)
      await w.get('/tariffs/1')
      await reads(w)
    }),
  },
  'resilience/ambiguous-5xx': {
    breaks: signedIn('repeats a write after 504', async (w) => {
      await w.free(1, 43)
      await fault(w, 'createBlackBooking', { status: 504 })
      await w.close(1, 1, 43)
      await w.close(1, 1, 43)
    }),
    near: signedIn('looks before it repeats', async (w) => {
      await w.free(1, 43)
      await fault(w, 'createBlackBooking', { status: 504 })
      await w.close(1, 1, 43)
      await w.get(`/blackbookings/1/roomlist/${w.night(43)}`)
      await w.close(1, 1, 43)
    }),
  },
  'resilience/bounded-long': {
    breaks: signedIn('tries every two minutes for ever', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 30)
      await times(24, async () => {
        await w.get('/tariffs/1')
        await w.world.clock.advance('2m')
      })
    }),
    near: signedIn('gives up after ten of them', async (w) => {
      await fault(w, 'listTariffs', { status: 503 }, 30)
      await times(10, async () => {
        await w.get('/tariffs/1')
        await w.world.clock.advance('2m')
      })
    }),
  },
  'resilience/breaker': {
    breaks: signedIn('sends twelve different calls into an outage', async (w) => {
      await w.world.faults.arm({ on: {}, times: 12, edge: { status: 503 } })
      await times(12, (i) => w.free(1, 20 + i))
    }),
    near: signedIn('sends five, and waits', async (w) => {
      await w.world.faults.arm({ on: {}, times: 5, edge: { status: 503 } })
      await times(5, (i) => w.get(`/properties/1/availabilities/${w.night(20 + i)}/${w.night(60)}`))
      await times(5, (i) => w.get(`/properties/1/availabilities/${w.night(20 + i)}/${w.night(60)}`))
    }),
  },
  'resilience/hang-up': {
    breaks: signedIn('disconnects three times while it waits', async (w) => {
      await times(3, () => disconnect(w, '/tariffs/1'))
      await w.get('/tariffs/1')
    }),
    near: signedIn('disconnects once, and waits then', async (w) => {
      await disconnect(w, '/tariffs/1')
      await fault(w, 'listTariffs', { delay: '150ms' })
      await w.get('/tariffs/1')
    }),
  },
  'resilience/parallel-twin': {
    breaks: signedIn('sends the same write twice at once', async (w) => {
      await w.free(1, 44)
      await fault(w, 'createBlackBooking', { delay: '500ms' }, 2)
      await Promise.all([w.close(1, 1, 44), w.close(1, 1, 44)])
      await w.free(1, 44)
    }),
    near: signedIn('sends two writes for two rooms at once', async (w) => {
      await w.free(1, 44)
      await fault(w, 'createBlackBooking', { delay: '60ms' }, 2)
      await Promise.all([w.close(1, 1, 44), w.close(1, 2, 44)])
    }),
  },
}
