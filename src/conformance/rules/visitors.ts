/** Booking sessions and the visitors behind them. */
import { groupBy } from '../../base/group-by.ts'
import {
  answerText,
  callName,
  type Exchange,
  formField,
  isAnswered,
  isCarriedOut,
  isReplyLost,
  isSentBefore,
  sessionOf,
} from '../exchange.ts'
import { BOOKING_KINDS, type Finding, type Findings, idsOf, type Rule, type Run } from '../rule.ts'

const emailOf = (one: Exchange): string | undefined => formField(one, 'email')?.trim().toLowerCase()
const inSession = (exchanges: readonly Exchange[]): ReadonlyMap<string, readonly Exchange[]> =>
  groupBy(exchanges, (one) => (one.path !== undefined ? sessionOf(one) : undefined))

function checkOneVisitor({ exchanges }: Run): Findings {
  const isAddressed = (one: Exchange): boolean => one.operation === 'setAddress' && !!emailOf(one)
  const offences = [...inSession(exchanges).values()].flatMap((calls): readonly Finding[] => {
    const addressed = calls.filter(isAddressed)
    const [first] = addressed
    const booked = calls.find((one) => one.operation === 'createBooking' && isCarriedOut(one) && !isObjection(one))
    const later = addressed.filter((one) => first && emailOf(one) !== emailOf(first))
    const third = later.find((one) => emailOf(one) !== emailOf(later[0] ?? one))
    const other = later.find((one) => booked && isSentBefore(booked, one)) ?? third
    if (!first || !other) return []
    const what = `session ${sessionOf(first)} is that of ${emailOf(first)} since ${callName(first)}, and ${callName(other)} set ${emailOf(other)} in it: visitors share it`
    return [{ entries: idsOf(first, other), what }]
  })
  return { exercised: exchanges.some(isAddressed), offences }
}

const isObjection = (one: Exchange): boolean =>
  one.refusalCode !== undefined || /"(?:valid|success)":\s*false/.test(answerText(one))

function checkCreateOnce({ exchanges }: Run): Findings {
  const creates = exchanges.filter((one) => one.operation === 'createBooking')
  const offences = [...inSession(exchanges).values()].flatMap((calls) => {
    const steps = calls.filter((one) => creates.includes(one) || (one.operation === 'validateBooking' && isAnswered(one)))
    return steps.flatMap((one, index): readonly Finding[] => {
      const last = steps[index - 1]
      if (!last || !creates.includes(one) || !creates.includes(last) || isReplyLost(last) || last.status >= 400) return []
      const what = `${callName(one)} creates a booking again after ${callName(last)} without a new validation`
      return [{ entries: idsOf(last, one), what }]
    })
  })
  return { exercised: creates.length > 0, offences }
}

export const VISITOR_RULES: readonly Rule[] = [
  {
    id: 'session/one-visitor',
    severity: 'must',
    title: 'Each visitor has a separate session',
    measure: 'After a session has created a booking, no other e-mail address is set in it, and never three different ones.',
    remedy: 'Generate a new session id for each visitor.',
    source: 'spec "Booking session"',
    risk: 'A visitor who books again with another e-mail address.',
    kinds: BOOKING_KINDS,
    needs: ['forms'],
    check: checkOneVisitor,
  },
  {
    id: 'session/create-once',
    severity: 'must',
    title: 'A booking is created once for each validation',
    measure:
      'After a createBooking, or while one is in progress, no other is sent in the session before validate/booking. A createBooking whose response was lost does not count.',
    remedy: 'Disable the button and protect the call, so that a double click creates one booking.',
    source: 'spec "Booking session"',
    risk: 'None known.',
    kinds: BOOKING_KINDS,
    needs: ['answers'],
    check: checkCreateOnce,
  },
]
