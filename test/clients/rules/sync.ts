/**
 * Clients for the rules about how often something is read, and how a calendar is kept.
 *
 * @module
 */
import { ARRIVAL, watchBookings } from './arrival.ts'
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

export const SYNC_TRIALS: RuleTrials = {
  'efficiency/reference-cached': {
    breaks: { does: 'fetches the countries three times', run: async (w) => times(3, () => w.get('/site_structure/countries')) },
    near: {
      does: 'fetches them in two languages',
      run: async (w) => {
        await w.get('/site_structure/countries/en-GB')
        await w.get('/site_structure/regions/en-GB')
      },
    },
  },
  'efficiency/no-polling': {
    breaks: signedIn('reads the same eight times, with a query that changes', (w) =>
      times(8, (i) => w.get(`/tariffs/1?nocache=${i}`)),
    ),
    near: signedIn('looks before each of six writes', async (w) => {
      await times(6, async (i) => {
        await w.get(`/properties/1/availabilities/${w.night(60)}/${w.night(80)}`)
        await w.close(1, 1, 60 + i)
      })
    }),
  },
  'sync/delta-only': {
    breaks: signedIn('sends the same tariff five times', async (w) => {
      const id = await tariffId(w)
      await times(5, () => w.put('/tariffs/1/micromanage', { ...w.tariff(51), tarifftypeid: id }))
    }),
    near: signedIn('sends five different prices', async (w) => {
      const id = await tariffId(w)
      await times(5, (i) => w.put('/tariffs/1/micromanage', { ...w.tariff(51, `12${i}.00`), tarifftypeid: id }))
    }),
  },
  'sync/twin-create': {
    breaks: signedIn('makes the same tariff twice', async (w) => {
      await w.post('/tariffs/1/micromanage', w.tariff(52))
      await w.post('/tariffs/1/micromanage', w.tariff(52, '130.00'))
    }),
    near: signedIn('makes tariffs for two nights', async (w) => {
      await w.post('/tariffs/1/micromanage', w.tariff(52))
      await w.post('/tariffs/1/micromanage', w.tariff(53))
    }),
  },
  'sync/replace-gap': {
    breaks: signedIn('deletes a tariff and makes one', async (w) => {
      const id = await tariffId(w)
      await w.world.clock.advance('5m')
      await replaceTariff(w, id)
    }),
    near: signedIn('makes the new one first', async (w) => {
      const id = await tariffId(w)
      await w.post('/tariffs/1/micromanage', w.tariff(55))
      await w.remove(`/tariffs/1/${id}`)
    }),
  },
  'sync/check-before-close': {
    breaks: signedIn('closes a room without a look', (w) => w.close(1, 1, 61)),
    near: signedIn('looks at a whole month first', async (w) => {
      await w.get(`/properties/1/availabilities/${w.night(50)}/${w.night(80)}`)
      await w.close(1, 1, 61)
    }),
  },
  'sync/window-not-loop': {
    breaks: signedIn('asks for eight nights one by one', (w) => times(8, (i) => w.free(1, 20 + i))),
    near: signedIn('asks for four', (w) => times(4, (i) => w.free(1, 20 + i))),
  },
  'sync/n-plus-one': {
    breaks: signedIn('reads 35 bookings one by one', async (w) => {
      const ids = await bookingIds(w)
      for (const id of ids.slice(0, 35)) await w.get(`/listbooking/1/${id}/guest`)
    }),
    near: signedIn('reads five that changed', async (w) => {
      const ids = await bookingIds(w)
      for (const id of ids.slice(0, 5)) await w.get(`/listbooking/1/${id}/guest`)
    }),
  },
  'sync/full-once-a-day': {
    breaks: signedIn('reads all bookings each hour', async (w) => {
      await times(6, async () => {
        await w.get('/listbooking/1')
        await w.world.clock.advance('9m')
      })
    }),
    near: signedIn('reads all once, and windows each hour', async (w) => {
      await w.get('/listbooking/1')
      await times(6, async () => {
        await watchBookings(w)
        await w.world.clock.advance('9m')
      })
    }),
  },
  'sync/call-rate': {
    breaks: signedIn('makes 620 calls in a go', async (w) => {
      await times(62, (i) =>
        Promise.all(Array.from({ length: 10 }, (_, k) => w.get(`/tariffs/${[1, 2, 4][k % 3]}?page=${i}-${k}`))),
      )
    }),
    near: signedIn('makes 60', (w) =>
      times(6, (i) => Promise.all(Array.from({ length: 10 }, (_, k) => w.get(`/tariffs/${[1, 2, 4][k % 3]}?page=${i}-${k}`)))),
    ),
  },
  'sync/booking-picked-up': {
    breaks: {
      does: 'reads bookings once in the morning',
      run: async (w) => {
        await w.world.play(ARRIVAL)
        await w.signIn()
        await watchBookings(w)
        await w.world.clock.advance('50m')
        await w.get('/tariffs/1')
      },
    },
    near: {
      does: 'reads them a quarter of an hour later',
      run: async (w) => {
        await w.world.play(ARRIVAL)
        await w.signIn()
        await watchBookings(w)
        await w.world.clock.advance('15m')
        await watchBookings(w)
        await w.world.clock.advance('40m')
        await w.get('/tariffs/1')
      },
    },
  },
}

async function tariffId(w: RawClient): Promise<string> {
  const { text } = await w.post('/tariffs/1/micromanage', w.tariff(51, '110.00', 'Base'))
  return /"tarifftypeid":\s*"?(\d+)/.exec(text)?.[1] ?? /(\d+)/.exec(text)?.[1] ?? ''
}

/** Deletes a tariff and creates another one. */
async function replaceTariff(w: RawClient, id: string): Promise<void> {
  await w.remove(`/tariffs/1/${id}`)
  await w.post('/tariffs/1/micromanage', w.tariff(56))
}

async function bookingIds(w: RawClient): Promise<readonly string[]> {
  const { text } = await w.get('/listbooking/1')
  return [...new Set([...text.matchAll(/"contract_uid":\s*"?(\d+)/g)].map((match) => match[1] ?? ''))]
}
