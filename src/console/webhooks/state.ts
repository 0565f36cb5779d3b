/** The colour and sign of a delivery, and what to do about it. */
import type { DeliveryShown } from '../control-responses.ts'
import type { Tone } from '../markup.ts'

type State = DeliveryShown['state']

const TONES: Readonly<Record<State, Tone>> = { waiting: 'plain', delivered: 'good', failed: 'bad', dropped: 'warn' }
/** A sign for each state, so that lists are readable without colours. */
export const SIGNS: Readonly<Record<State, string>> = { waiting: '…', delivered: '✓', failed: '✕', dropped: '∅' }

/** A delivery that a fault affected is marked as such, whatever its state. */
export function toneOf(delivery: DeliveryShown): Tone {
  if (delivery.fault !== null) return 'fault'
  return delivery.state === 'delivered' && problemOf(delivery) !== undefined ? 'warn' : TONES[delivery.state]
}

/** Maximum time to answer in milliseconds, as in the rule `webhooks/answers-in-time`. */
const MAX_ANSWER_MS = 5000

/** The problem of a delivery, also of a delivered one; undefined when there is none. */
export function problemOf({ state, status, error, ms }: DeliveryShown): string | undefined {
  if (error !== null) return error
  if (state === 'failed') return `the receiver answered ${status}`
  return state === 'delivered' && (ms ?? 0) > MAX_ANSWER_MS ? `the receiver took ${ms} ms` : undefined
}

/** What to do about the receiver; undefined when there is nothing to do. */
export function adviceOf({ state, status, error, ms, fault }: DeliveryShown): string | undefined {
  if (state === 'dropped')
    return fault === null
      ? 'It is never sent by itself. Send it again here, or let the client find the change with its next poll.'
      : 'Nothing at the hook: the scenario lost it. The client finds the change with its next poll.'
  if (state === 'delivered') return (ms ?? 0) > MAX_ANSWER_MS ? ANSWER_FIRST : undefined
  if (state === 'waiting') return undefined
  if (error !== null) return ADVICE_FOR_ERRORS.find(([words]) => error.includes(words))?.[1] ?? CHECK_ADDRESS
  return adviceForStatus(status ?? 0)
}

const ANSWER_FIRST = 'Answer 2xx at once and work afterwards.'
const CHECK_ADDRESS = 'Check the address of the hook, and that the receiver runs.'

const ADVICE_FOR_ERRORS: readonly (readonly [words: string, advice: string])[] = [
  ['nothing listens there', 'Start the receiver at this address and send it again, or remove the hook.'],
  ['no answer within', `${ANSWER_FIRST} The service waits 10 seconds.`],
  ['hung up', 'The receiver closed the connection before it answered: its own log says why.'],
  ['no such host', CHECK_ADDRESS],
  ['access_token', 'With oauth the address itself gives out tokens: it answers the form with {"access_token": "..."}.'],
]

function adviceForStatus(status: number): string {
  if (status >= 300 && status < 400) return 'Redirects are not followed: let the hook point to the address itself.'
  if (status === 401 || status === 403)
    return 'The receiver wants other credentials: add the hook again with its user and password.'
  if (status === 404 || status === 405) return 'Nothing takes POST at this path: check the address of the hook.'
  if (status >= 500) return `The receiver failed: its own log says why. ${ANSWER_FIRST}`
  return `The receiver refused it. ${ANSWER_FIRST}`
}
