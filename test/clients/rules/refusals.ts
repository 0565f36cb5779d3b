/**
 * Clients for the rules about refusals and conflicts.
 *
 * @module
 */
import { type RawClient, type RuleTrials, signedIn, times } from './raw-client.ts'

const taken = (client: RawClient, count = 1) =>
  client.world.faults.arm({ on: { operation: 'createBlackBooking' }, times: count, room: 'taken' })

export const REFUSAL_TRIALS: RuleTrials = {
  'resilience/no-retry-of-refusals': {
    breaks: signedIn('sends a refused call three times', (client) => times(3, () => client.get('/listinvoices/1/99999/details'))),
    near: signedIn('repeats it after a successful read', async (client) => {
      await client.get('/listinvoices/1/99999/details')
      await client.get('/listinvoices/1')
      await client.get('/listinvoices/1/99999/details')
    }),
  },
  'resilience/conflict-not-success': {
    breaks: signedIn('deletes a black booking it never got', async (client) => {
      await client.free(1, 41)
      await taken(client)
      await client.close(1, 1, 41)
      await client.remove('/blackbookings/1/99999')
      await client.free(1, 41)
    }),
    near: signedIn('reads the calendar after a 204', async (client) => {
      await client.free(1, 41)
      await taken(client)
      await client.close(1, 1, 41)
      await client.free(1, 41)
    }),
  },
  'resilience/conflict-reviewed': {
    breaks: signedIn('treats 204 as success and continues with another property', async (client) => {
      await client.free(1, 42)
      await taken(client)
      await client.close(1, 1, 42)
      await client.free(2, 42)
      await client.get('/guests/2/list')
    }),
    near: signedIn('reads another property, then the right one', async (client) => {
      await client.free(1, 42)
      await taken(client)
      await client.close(1, 1, 42)
      await client.free(2, 42)
      await client.free(1, 42)
    }),
  },
  'resilience/refusal-flood': {
    breaks: signedIn('sends seven calls that are refused for one reason', (client) =>
      times(7, (i) => client.get(`/listinvoices/1/${99990 + i}/details`)),
    ),
    near: signedIn('stops after three refusals', async (client) => {
      await times(3, (i) => client.get(`/listinvoices/1/${99990 + i}/details`))
      await client.get('/listinvoices/1')
    }),
  },
  'resilience/variant-retry': {
    breaks: signedIn('repeats a refused call with another query string', async (client) => {
      await client.get('/listinvoices/1/99999/details')
      await client.get('/listinvoices/1/99999/details?r=1')
    }),
    near: signedIn('reads another record', async (client) => {
      await client.get('/listinvoices/1/99999/details')
      await client.get('/listinvoices/1/99998/details')
    }),
  },
  'sync/overbooking-handled': {
    breaks: signedIn('requests a taken room three times', async (client) => {
      await client.free(1, 45)
      await taken(client)
      await times(3, async () => {
        await client.close(1, 1, 45)
        await client.free(1, 45)
      })
    }),
    near: signedIn('requests another room', async (client) => {
      await client.free(1, 45)
      await taken(client)
      await client.close(1, 1, 45)
      await client.free(1, 45)
      await client.close(1, 2, 45)
    }),
  },
}
