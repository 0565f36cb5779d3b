/**
 * Clients for the rules about refusals and conflicts.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

const taken = (wire: RawClient, count = 1) =>
  wire.world.faults.arm({ on: { operation: 'createBlackBooking' }, times: count, room: 'taken' })

export const REFUSAL_TRIALS: RuleTrials = {
  'resilience/no-retry-of-refusals': {
    breaks: signedIn('sends a refused call three times', (w) => times(3, () => w.get('/listinvoices/1/99999/details'))),
    near: signedIn('sends it again after it looked', async (w) => {
      await w.get('/listinvoices/1/99999/details')
      await w.get('/listinvoices/1')
      await w.get('/listinvoices/1/99999/details')
    }),
  },
  'resilience/conflict-not-success': {
    breaks: signedIn('removes what it never got', async (w) => {
      await w.free(1, 41)
      await taken(w)
      await w.close(1, 1, 41)
      await w.remove('/blackbookings/1/99999')
      await w.free(1, 41)
    }),
    near: signedIn('reads the calendar after a 204', async (w) => {
      await w.free(1, 41)
      await taken(w)
      await w.close(1, 1, 41)
      await w.free(1, 41)
    }),
  },
  'resilience/conflict-reviewed': {
    breaks: signedIn('takes 204 for success and goes on at another property', async (w) => {
      await w.free(1, 42)
      await taken(w)
      await w.close(1, 1, 42)
      await w.free(2, 42)
      await w.get('/guests/2/list')
    }),
    near: signedIn('reads another property, and then the right one', async (w) => {
      await w.free(1, 42)
      await taken(w)
      await w.close(1, 1, 42)
      await w.free(2, 42)
      await w.free(1, 42)
    }),
  },
  'resilience/refusal-flood': {
    breaks: signedIn('runs through a list that is refused', (w) =>
      times(7, (i) => w.get(`/listinvoices/1/${99990 + i}/details`)),
    ),
    near: signedIn('stops after three', async (w) => {
      await times(3, (i) => w.get(`/listinvoices/1/${99990 + i}/details`))
      await w.get('/listinvoices/1')
    }),
  },
  'resilience/variant-retry': {
    breaks: signedIn('tries a refused call with another query', async (w) => {
      await w.get('/listinvoices/1/99999/details')
      await w.get('/listinvoices/1/99999/details?r=1')
    }),
    near: signedIn('asks for another record', async (w) => {
      await w.get('/listinvoices/1/99999/details')
      await w.get('/listinvoices/1/99998/details')
    }),
  },
  'sync/overbooking-handled': {
    breaks: signedIn('asks for a room that is taken three times', async (w) => {
      await w.free(1, 45)
      await taken(w)
      await times(3, async () => {
        await w.close(1, 1, 45)
        await w.free(1, 45)
      })
    }),
    near: signedIn('takes another room', async (w) => {
      await w.free(1, 45)
      await taken(w)
      await w.close(1, 1, 45)
      await w.free(1, 45)
      await w.close(1, 2, 45)
    }),
  },
}
