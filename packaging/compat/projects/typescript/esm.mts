import {
  type EventOptions,
  type JournalEntry,
  type ScenarioOptions,
  startUnderstay,
  type Understay,
  VerifyError,
} from 'understay'

const scenario: ScenarioOptions = { name: 'a', faults: [{ on: { operation: 'listBookings' }, token: 'expired' }] }
const frontDesk = ['guest_checks_in', 'guest_checks_out', 'guests_check_in', 'guests_check_out', 'guest_walks_in'] as const
const acts: EventOptions['do'][] = [...frontDesk, 'guest_modifies', 'channel_sells']
const understay: Understay = await startUnderstay({ scenario, at: '2026-03-01T09:00:00Z', freeze: true, profile: 'current' })
const w1 = await understay.sandbox('w1')
const client: { fetch: typeof fetch } = { fetch: w1.fetch }
const last: JournalEntry | undefined = (await w1.journal()).at(-1)
await w1.verify({ operation: 'listBookings', status: '4xx', count: { min: 1 } }).catch((error: unknown) => {
  if (error instanceof VerifyError) return error.outcomes.map(({ met }) => met)
  throw error
})
// @ts-expect-error an operation that does not exist
await w1.verify({ operation: 'listBookins' })
// @ts-expect-error an option that does not exist
await startUnderstay({ prot: 1 })
await understay[Symbol.asyncDispose]()

export { acts, client, last }
