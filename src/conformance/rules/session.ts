/** The order of the steps in booking sessions. */
import { callName, type Exchange, sessionOf } from '../exchange.ts'
import { BOOKING_KINDS, type Finding, type Findings, idsOf, judgeEach, type Rule, type Run } from '../rule.ts'
import {
  type EarlyStep,
  earlySteps,
  type Flow,
  hasFirstCall,
  isInitialise,
  type LostMilestone,
  type Milestone,
  sessionsOf,
} from '../session-steps.ts'

const MISSING_TEXTS: Readonly<Record<Milestone, string>> = {
  session: 'the session was initialised',
  dates: 'the dates were set',
  guests: 'the guest numbers were set',
  address: 'the address was set',
  rooms: 'rooms were chosen (set/property/booking)',
  prices: 'the prices were requested',
  validation: 'the current booking was validated',
}

const LOSS_TEXTS: Readonly<Record<LostMilestone['how'], (call: string) => string>> = {
  'not accepted': (call) => `; ${call} was not accepted`,
  invalidated: (call) => `; ${call} invalidated that`,
  'session ended': (call) => `; the session had ended, as the refusal of ${call} says`,
}

function tooEarly({ exchange, missing, because }: EarlyStep): Finding {
  const what = `${callName(exchange)} was sent before ${MISSING_TEXTS[missing]}`
  if (!because) return { entries: idsOf(exchange), what }
  return { entries: idsOf(because.exchange, exchange), what: `${what}${LOSS_TEXTS[because.how](callName(because.exchange))}` }
}

/** The sessions that the rules on steps judge: complete, and not strays. */
function judgedFlows(run: Run): readonly Flow[] {
  const flows = sessionsOf(run).filter(hasFirstCall)
  const strays = new Set(uninitialisedSessions(flows, run.exchanges).map(({ stray }) => stray))
  return flows.filter((flow) => !strays.has(flow))
}

/** Sessions that were never initialised although an earlier session was: the client has mixed up session ids. */
function uninitialisedSessions(flows: readonly Flow[], exchanges: readonly Exchange[]) {
  return flows.flatMap((stray) => {
    const [first] = stray.calls
    if (!first || stray.calls.some(isInitialise)) return []
    const begun = exchanges
      .slice(0, exchanges.indexOf(first))
      .findLast((one) => isInitialise(one) && one.refusalCode === undefined)
    return begun ? [{ stray, first, begun }] : []
  })
}

function checkOneId(run: Run): Findings {
  const flows = sessionsOf(run).filter(hasFirstCall)
  const offences = uninitialisedSessions(run.dropped > 0 ? [] : flows, run.exchanges).map(({ stray, first, begun }) => ({
    entries: idsOf(begun, ...stray.calls),
    what: `${callName(first)} names the session "${stray.id}", which was never initialised; ${callName(begun)} had initialised the session "${sessionOf(begun)}"`,
  }))
  return { exercised: flows.some(({ calls }) => calls.some(isInitialise) && calls.length > 1) || offences.length > 0, offences }
}

/** The steps that came too early. @param ofPrices true for those that lack prices, false for all others */
function checkSteps(run: Run, ofPrices: boolean): Findings {
  const flows = judgedFlows(run)
  const early = flows.flatMap(earlySteps).filter(({ missing }) => (missing === 'prices') === ofPrices)
  const exercised = flows.some(({ calls }) =>
    calls.some((one) => (ofPrices ? one.operation === 'validateBooking' : !isInitialise(one))),
  )
  return { exercised, offences: early.map(tooEarly) }
}

function checkHeader({ exchanges, operations, product }: Run): Findings {
  const inSession = new Set(operations.filter(({ session }) => session).map(({ id }) => id))
  return judgeEach(
    exchanges.filter(({ operation }) => inSession.has(operation ?? '')),
    (one) => (sessionOf(one) ? undefined : `${callName(one)} has no ${product.sessionHeader}`),
  )
}

export const SESSION_RULES: readonly Rule[] = [
  {
    id: 'session/header',
    severity: 'must',
    title: 'Every call of a booking session names the session',
    measure: 'Every call below /booking has the session header with a value.',
    remedy: 'Generate one value for each visitor and send it with every call below /booking, reads included.',
    source: 'spec "Booking session"; choice `session_header`',
    risk: 'None known.',
    kinds: BOOKING_KINDS,
    check: checkHeader,
  },
  {
    id: 'session/one-id',
    severity: 'must',
    title: 'A booking keeps its session id',
    measure: 'No call names a session that was never initialised if an earlier call initialised another one.',
    remedy: 'Store the id with the visitor from initialise to create; do not generate a new one for each call.',
    source: 'spec "Booking session"',
    risk: 'A visitor who returns with a link to a session of another day.',
    kinds: BOOKING_KINDS,
    check: checkOneId,
  },
  {
    id: 'session/order',
    severity: 'must',
    title: 'The steps of a booking session are in order',
    measure:
      'The order is: initialise; dates; guest numbers, address; choice of rooms; prices; validation; create. A step counts if its response does not contain valid: false. After a session has ended, the next one begins with initialise. Sessions whose beginning is not in the journal are not checked.',
    remedy:
      'Send each step only after the response to the previous one contains valid: true; correct a refused step before you continue.',
    source: 'spec "Booking session"; choice `step_order`',
    risk: 'Sessions whose beginning is not in a recording are not checked.',
    kinds: BOOKING_KINDS,
    needs: ['answers'],
    check: (run) => checkSteps(run, false),
  },
  {
    id: 'session/prices-before-validate',
    severity: 'must',
    title: 'Prices are requested before the booking is validated',
    measure:
      'validate/booking is sent after prices, and prices are requested again after the last change of dates, guests or rooms.',
    remedy: 'Call prices after every change, show them to the visitor, then call validate/booking.',
    source: 'spec "Booking session"; choice `stale_prices`',
    risk: 'None known.',
    kinds: BOOKING_KINDS,
    needs: ['answers'],
    check: (run) => checkSteps(run, true),
  },
]
