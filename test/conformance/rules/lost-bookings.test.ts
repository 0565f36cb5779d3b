import { describe, expect, test } from 'vitest'
import { cases, exchangesOf, judgement, type Step, sessionStep } from '../exchanges-of.ts'

const stay = (from: '2027-01-12' | '2027-01-19', to: '2027-01-14' | '2027-01-21'): Step['subject'] => ({
  property: 1,
  nights: { from, to },
})
const FIRST = stay('2027-01-12', '2027-01-14')
const OTHER = stay('2027-01-19', '2027-01-21')
const book = (more: Step = {}): Step =>
  sessionStep('createBooking', { property: 1, subject: FIRST, changed: { bookings: [9] }, ...more })
const lost = book({ status: 504, networkFault: 'carried-out' })
const check = sessionStep('getOkToBook', { property: 1, subject: FIRST })
const second = { changed: { bookings: [10] } }

describe('the response to a booking is lost, and the site', () => {
  cases('resilience/no-duplicate-write', [
    ['books another stay in the same session', [lost, check, book({ subject: OTHER, ...second })], 'passed'],
    ['books the same stay again', [lost, check, book(second)], 'failed', [1, 3]],
    ['books the same stay again without a check', [lost, book(second)], 'failed', [1, 2]],
  ])
  cases('resilience/ambiguous-5xx', [
    ['books another stay in the same session', [lost, book({ subject: OTHER, ...second })], 'passed'],
    ['books the same stay again', [lost, book(second)], 'failed', [1, 2]],
  ])
})

test('a booking that failed is repeated for its guest in another session', () => {
  const subject = { property: 1, nights: { from: '2027-01-01', to: '2027-01-03' } } as const
  const visit = (session: string, email: string, more: Step = {}): Step[] => [
    { operation: 'setAddress', method: 'POST', session, request: `email=${email}` },
    { operation: 'createBooking', method: 'POST', session, subject, property: 1, ...more },
  ]
  const failed = visit('a', 'ada@example.com', { status: 503, networkFault: 'status' })
  const outcome = (steps: readonly Step[], control?: readonly Step[]) =>
    judgement('resilience/call-completed', [...failed, ...steps], control && { control: exchangesOf(control) })[0]
  const again = visit('b', 'ada@example.com')
  expect(outcome(again)).toBe('passed')
  expect(outcome(again, visit('a', 'ada@example.com'))).toBe('passed')
  expect(outcome(again, [...visit('a', 'ada@example.com'), ...again]), 'two bookings without the fault as well').toBe('noted')
  expect(outcome(visit('b', 'bo@example.com'))).toBe('noted')
})
