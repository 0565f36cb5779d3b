/**
 * Clients for the rules about network faults.
 *
 * @module
 */
import { until } from '../../support/until.ts'
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

type Fault = Parameters<RawClient['world']['faults']['arm']>[0]
const fault = (client: RawClient, operation: 'listTariffs' | 'listGuests' | 'createBlackBooking', network: object, count = 1) =>
  client.world.faults.arm({ on: { operation }, times: count, network } as Fault)

/** Disconnects while the service delays its call, and waits until the call has ended. */
async function disconnect(client: RawClient, path: string): Promise<void> {
  await fault(client, 'listTariffs', { delay: '1s' })
  const calls = (await client.world.journal()).length
  const connection = new AbortController()
  const call = client.get(path, { signal: connection.signal })
  await until(async () => (await client.world.faults.list()).at(-1)?.happened === 1)
  connection.abort()
  await call
  await until(async () => (await client.world.journal()).length > calls)
}

const reads = async (client: RawClient) => {
  await client.get('/guests/1/list')
  await client.get('/coupon/1/list')
  await client.get('/guesttypes/1')
}

export const RESILIENCE_TRIALS: RuleTrials = {
  'resilience/retries-bounded': {
    breaks: signedIn('retries forty times in a row', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 45)
      await times(40, () => client.get('/tariffs/1'))
    }),
    near: signedIn('retries three times with growing waits', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 3)
      await times(4, async (i) => {
        await client.get('/tariffs/1')
        await client.wait(500 * 2 ** i)
      })
    }),
  },
  'resilience/retries-growing': {
    breaks: signedIn('waits equally long each time', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 4)
      await times(5, async () => {
        await client.get('/tariffs/1')
        await client.wait(2000)
      })
    }),
    near: signedIn('doubles its waits', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 4)
      await times(5, async (i) => {
        await client.get('/tariffs/1')
        await client.wait(500 * 2 ** i)
      })
    }),
  },
  'resilience/retry-after': {
    breaks: signedIn('retries before Retry-After', async (client) => {
      await fault(client, 'listTariffs', { status: 429, retry_after: 2 }, 3)
      await times(4, async () => {
        await client.get('/tariffs/1')
        await client.wait(500)
      })
    }),
    near: signedIn('honours Retry-After', async (client) => {
      await fault(client, 'listTariffs', { status: 429, retry_after: 1 })
      await client.get('/tariffs/1')
      await client.wait(1050)
      await client.get('/tariffs/1')
    }),
  },
  'resilience/no-duplicate-write': {
    breaks: signedIn(
      'repeats a write whose response was lost',
      async (client) => {
        await client.free(1, 40)
        await fault(client, 'createBlackBooking', { cut: 'after-commit' })
        await client.close(1, 1, 40)
        await client.close(1, 1, 40)
        await client.free(1, 40)
      },
      ['resilience/ambiguous-5xx'],
    ),
    near: signedIn('reads, and finds it done', async (client) => {
      await client.free(1, 40)
      await fault(client, 'createBlackBooking', { cut: 'after-commit' })
      await client.close(1, 1, 40)
      await client.get(`/blackbookings/1/roomlist/${client.night(40)}`)
    }),
  },
  'resilience/call-completed': {
    breaks: signedIn('never repeats a call that got 503', async (client) => {
      await fault(client, 'listTariffs', { status: 503 })
      await client.get('/tariffs/1')
      await reads(client)
    }),
    near: signedIn('does other work first, then repeats the call', async (client) => {
      await fault(client, 'listTariffs', { status: 503 })
      await client.get('/tariffs/1')
      await reads(client)
      await client.get('/tariffs/1')
    }),
  },
  'resilience/retry-after-wide': {
    breaks: signedIn('sends other calls before Retry-After', async (client) => {
      await fault(client, 'listTariffs', { status: 429, retry_after: 1 })
      await client.get('/tariffs/1')
      await reads(client)
      await client.wait(1000)
      await client.get('/tariffs/1')
    }),
    near: signedIn('sends no call before Retry-After', async (client) => {
      await fault(client, 'listTariffs', { status: 429, retry_after: 1 })
      await client.get('/tariffs/1')
      await client.wait(1050)
      await client.get('/tariffs/1')
      await reads(client)
    }),
  },
  'resilience/ambiguous-5xx': {
    breaks: signedIn('repeats a write after 504', async (client) => {
      await client.free(1, 43)
      await fault(client, 'createBlackBooking', { status: 504 })
      await client.close(1, 1, 43)
      await client.close(1, 1, 43)
    }),
    near: signedIn('reads before it repeats the write', async (client) => {
      await client.free(1, 43)
      await fault(client, 'createBlackBooking', { status: 504 })
      await client.close(1, 1, 43)
      await client.get(`/blackbookings/1/roomlist/${client.night(43)}`)
      await client.close(1, 1, 43)
    }),
  },
  'resilience/bounded-long': {
    breaks: signedIn('retries every two minutes without limit', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 30)
      await times(24, async () => {
        await client.get('/tariffs/1')
        await client.world.clock.advance('2m')
      })
    }),
    near: signedIn('gives up after ten attempts', async (client) => {
      await fault(client, 'listTariffs', { status: 503 }, 30)
      await times(10, async () => {
        await client.get('/tariffs/1')
        await client.world.clock.advance('2m')
      })
    }),
  },
  'resilience/breaker': {
    breaks: signedIn('sends twelve different calls during an outage', async (client) => {
      await client.world.faults.arm({ on: {}, times: 12, network: { status: 503 } })
      await times(12, (i) => client.free(1, 20 + i))
    }),
    near: signedIn('sends five calls during an outage', async (client) => {
      await client.world.faults.arm({ on: {}, times: 5, network: { status: 503 } })
      await times(5, (i) => client.get(`/properties/1/availabilities/${client.night(20 + i)}/${client.night(60)}`))
      await times(5, (i) => client.get(`/properties/1/availabilities/${client.night(20 + i)}/${client.night(60)}`))
    }),
  },
  'resilience/hang-up': {
    breaks: signedIn('disconnects three times before the response', async (client) => {
      await times(3, () => disconnect(client, '/tariffs/1'))
      await client.get('/tariffs/1')
    }),
    near: signedIn('disconnects once, then waits', async (client) => {
      await disconnect(client, '/tariffs/1')
      await fault(client, 'listTariffs', { delay: '150ms' })
      await client.get('/tariffs/1')
    }),
  },
  'resilience/parallel-twin': {
    breaks: signedIn('sends the same write twice in parallel', async (client) => {
      await client.free(1, 44)
      await fault(client, 'createBlackBooking', { delay: '500ms' }, 2)
      await Promise.all([client.close(1, 1, 44), client.close(1, 1, 44)])
      await client.free(1, 44)
    }),
    near: signedIn('sends two writes for two rooms in parallel', async (client) => {
      await client.free(1, 44)
      await fault(client, 'createBlackBooking', { delay: '60ms' }, 2)
      await Promise.all([client.close(1, 1, 44), client.close(1, 2, 44)])
    }),
  },
}
