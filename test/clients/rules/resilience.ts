/**
 * Clients for the rules about network faults, refusals and conflicts.
 *
 * @module
 */
import { pause, type RuleTrials, times, type Wire } from './wire.ts'

type Edge = Parameters<Wire['world']['faults']['arm']>[0]
const fault = (wire: Wire, operation: 'listTariffs' | 'listGuests' | 'createBlackBooking', edge: object, count = 1) =>
  wire.world.faults.arm({ on: { operation }, times: count, edge } as Edge)
const taken = (wire: Wire, count = 1) =>
  wire.world.faults.arm({ on: { operation: 'createBlackBooking' }, times: count, room: 'taken' })
const reads = async (wire: Wire) => {
  await wire.get('/guests/1/list')
  await wire.get('/coupon/1/list')
  await wire.get('/guesttypes/1')
}

export const RESILIENCE_TRIALS: RuleTrials = {
  'resilience/retries-bounded': {
    breaks: {
      does: 'tries forty times in a row',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 45)
        await times(40, () => w.get('/tariffs/1'))
      },
      also: [],
    },
    near: {
      does: 'tries four times, waits longer each time and goes on',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 3)
        await times(4, async (i) => {
          await w.get('/tariffs/1')
          await pause(15 * 2 ** i)
        })
      },
    },
  },
  'resilience/retries-growing': {
    breaks: {
      does: 'waits the same each time',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 4)
        await times(5, async () => {
          await w.get('/tariffs/1')
          await w.world.clock.advance('2s')
        })
      },
    },
    near: {
      does: 'doubles its waits',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 4)
        await times(5, async (i) => {
          await w.get('/tariffs/1')
          await pause(25 * 2 ** i)
        })
      },
    },
  },
  'resilience/retry-after': {
    breaks: {
      does: 'comes back before it was asked to',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 429, retry_after: 2 }, 3)
        await times(4, async () => {
          await w.get('/tariffs/1')
          await pause(20)
        })
      },
    },
    near: {
      does: 'waits as long as it was asked to',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
        await w.get('/tariffs/1')
        await pause(1050)
        await w.get('/tariffs/1')
      },
    },
  },
  'resilience/no-duplicate-write': {
    breaks: {
      does: 'repeats a write whose answer got lost',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 40)
        await fault(w, 'createBlackBooking', { cut: 'after-commit' })
        await w.close(1, 1, 40)
        await w.close(1, 1, 40)
        await w.free(1, 40)
      },
      also: ['resilience/ambiguous-5xx'],
    },
    near: {
      does: 'looks, and finds it done',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 40)
        await fault(w, 'createBlackBooking', { cut: 'after-commit' })
        await w.close(1, 1, 40)
        await w.get(`/blackbookings/1/roomlist/${w.night(40)}`)
      },
    },
  },
  'resilience/no-retry-of-refusals': {
    breaks: {
      does: 'sends a refused call three times',
      run: async (w) => {
        await w.signIn()
        await times(3, () => w.get('/listinvoices/1/99999/details'))
      },
    },
    near: {
      does: 'sends it again after it looked',
      run: async (w) => {
        await w.signIn()
        await w.get('/listinvoices/1/99999/details')
        await w.get('/listinvoices/1')
        await w.get('/listinvoices/1/99999/details')
      },
    },
  },
  'resilience/conflict-not-success': {
    breaks: {
      does: 'removes what it never got',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 41)
        await taken(w)
        await w.close(1, 1, 41)
        await w.remove('/blackbookings/1/99999')
        await w.free(1, 41)
      },
    },
    near: {
      does: 'reads the calendar after a 204',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 41)
        await taken(w)
        await w.close(1, 1, 41)
        await w.free(1, 41)
      },
    },
  },
  'resilience/call-completed': {
    breaks: {
      does: 'drops a call that met a 503',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 })
        await w.get('/tariffs/1')
        await reads(w)
      },
    },
    near: {
      does: 'does other work first, and the call then',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 })
        await w.get('/tariffs/1')
        await reads(w)
        await w.get('/tariffs/1')
      },
    },
  },
  'resilience/conflict-reviewed': {
    breaks: {
      does: 'takes 204 for success and goes on at another property',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 42)
        await taken(w)
        await w.close(1, 1, 42)
        await w.free(2, 42)
        await w.get('/guests/2/list')
      },
    },
    near: {
      does: 'reads another property, and then the right one',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 42)
        await taken(w)
        await w.close(1, 1, 42)
        await w.free(2, 42)
        await w.free(1, 42)
      },
    },
  },
  'resilience/retry-after-wide': {
    breaks: {
      does: 'sends other calls while it is asked to wait',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
        await w.get('/tariffs/1')
        await reads(w)
        await pause(1000)
        await w.get('/tariffs/1')
      },
    },
    near: {
      does: 'lets everything wait',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 429, retry_after: 1 })
        await w.get('/tariffs/1')
        await pause(1050)
        await w.get('/tariffs/1')
        await reads(w)
      },
    },
  },
  'resilience/ambiguous-5xx': {
    breaks: {
      does: 'repeats a write after 504',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 43)
        await fault(w, 'createBlackBooking', { status: 504 })
        await w.close(1, 1, 43)
        await pause(30)
        await w.close(1, 1, 43)
      },
    },
    near: {
      does: 'looks before it repeats',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 43)
        await fault(w, 'createBlackBooking', { status: 504 })
        await w.close(1, 1, 43)
        await w.get(`/blackbookings/1/roomlist/${w.night(43)}`)
        await w.close(1, 1, 43)
      },
    },
  },
  'resilience/bounded-long': {
    breaks: {
      does: 'tries every two minutes for ever',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 30)
        await times(24, async () => {
          await w.get('/tariffs/1')
          await w.world.clock.advance('2m')
        })
      },
    },
    near: {
      does: 'gives up after ten of them',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { status: 503 }, 30)
        await times(10, async () => {
          await w.get('/tariffs/1')
          await w.world.clock.advance('2m')
        })
      },
    },
  },
  'resilience/breaker': {
    breaks: {
      does: 'sends twelve different calls into an outage',
      run: async (w) => {
        await w.signIn()
        await w.world.faults.arm({ on: {}, times: 12, edge: { status: 503 } })
        await times(12, (i) => w.free(1, 20 + i))
      },
    },
    near: {
      does: 'sends five, and waits',
      run: async (w) => {
        await w.signIn()
        await w.world.faults.arm({ on: {}, times: 5, edge: { status: 503 } })
        await times(5, (i) => w.get(`/properties/1/availabilities/${w.night(20 + i)}/${w.night(60)}`))
        await times(5, (i) => w.get(`/properties/1/availabilities/${w.night(20 + i)}/${w.night(60)}`))
      },
    },
  },
  'resilience/hang-up': {
    breaks: {
      does: 'hangs up after 30 ms',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { delay: '150ms' }, 3)
        await times(3, async () => {
          await w.get('/tariffs/1', { patience: 30 })
        })
        await pause(200)
        await w.get('/tariffs/1')
      },
    },
    near: {
      does: 'hangs up once, and waits then',
      run: async (w) => {
        await w.signIn()
        await fault(w, 'listTariffs', { delay: '150ms' }, 2)
        await w.get('/tariffs/1', { patience: 30 })
        await pause(200)
        await w.get('/tariffs/1')
      },
    },
  },
  'resilience/parallel-twin': {
    breaks: {
      does: 'sends the same write twice at once',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 44)
        await fault(w, 'createBlackBooking', { delay: '60ms' }, 2)
        await Promise.all([w.close(1, 1, 44), w.close(1, 1, 44)])
        await w.free(1, 44)
      },
    },
    near: {
      does: 'sends two writes for two rooms at once',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 44)
        await fault(w, 'createBlackBooking', { delay: '60ms' }, 2)
        await Promise.all([w.close(1, 1, 44), w.close(1, 2, 44)])
      },
    },
  },
  'resilience/refusal-flood': {
    breaks: {
      does: 'runs through a list that is refused',
      run: async (w) => {
        await w.signIn()
        await times(7, (i) => w.get(`/listinvoices/1/${99990 + i}/details`))
      },
    },
    near: {
      does: 'stops after three',
      run: async (w) => {
        await w.signIn()
        await times(3, (i) => w.get(`/listinvoices/1/${99990 + i}/details`))
        await w.get('/listinvoices/1')
      },
    },
  },
  'resilience/variant-retry': {
    breaks: {
      does: 'tries a refused call with another query',
      run: async (w) => {
        await w.signIn()
        await w.get('/listinvoices/1/99999/details')
        await w.get('/listinvoices/1/99999/details?r=1')
      },
    },
    near: {
      does: 'asks for another record',
      run: async (w) => {
        await w.signIn()
        await w.get('/listinvoices/1/99999/details')
        await w.get('/listinvoices/1/99998/details')
      },
    },
  },
  'sync/overbooking-handled': {
    breaks: {
      does: 'asks for a room that is taken three times',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 45)
        await taken(w)
        await times(3, async () => {
          await w.close(1, 1, 45)
          await w.free(1, 45)
        })
      },
    },
    near: {
      does: 'takes another room',
      run: async (w) => {
        await w.signIn()
        await w.free(1, 45)
        await taken(w)
        await w.close(1, 1, 45)
        await w.free(1, 45)
        await w.close(1, 2, 45)
      },
    },
  },
}
