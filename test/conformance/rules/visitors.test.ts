import { describe } from 'vitest'
import { cases, type Step, sessionStep } from '../exchanges-of.ts'

const PATH = {}
const at = (operation: string, more: Step = {}): Step => sessionStep(operation, { path: PATH, ...more })
const address = (email: string, more: Step = {}): Step => at('setAddress', { request: `firstname=Ann&email=${email}`, ...more })
const create = (more: Step = {}): Step => at('createBooking', { response: '{"success":true}', ...more })
const validate = (more: Step = {}): Step => at('validateBooking', more)

describe('session/one-visitor', () => {
  cases('session/one-visitor', [
    ['books for one', [address('a%40b.example'), create(), address('A%40b.example%20')], 'passed'],
    [
      'books for two in one session, whose id the service reads up to the 50th character',
      [address('a%40b.example'), create(), address('c%40b.example')].map((one, index) => ({
        ...one,
        session: `${'v'.repeat(50)}${index}`,
      })),
      'failed',
      [1, 3],
    ],
    ['books for two', [address('a%40b.example'), create(), address('c%40b.example')], 'failed', [1, 3]],
    [
      'takes three visitors in turn',
      [address('a%40b.example'), address('c%40b.example'), address('d%40b.example'), create()],
      'failed',
      [1, 3],
    ],
    ['corrects the address before it books', [address('a%40b.example'), address('c%40b.example'), create()], 'passed'],
    [
      'books for two in two sessions',
      [address('a%40b.example'), create(), address('c%40b.example', { session: 'other' })],
      'passed',
    ],
    [
      'could not book',
      [address('a%40b.example'), create({ refusalCode: 'session_step_missing', status: 400 }), address('c%40b.example')],
      'passed',
    ],
    [
      'could not book, which the answer says',
      [address('a%40b.example'), create({ response: '{"valid": false}' }), address('c%40b.example')],
      'passed',
    ],
    [
      'met an outage',
      [address('a%40b.example'), create({ status: 503, networkFault: 'status' }), address('c%40b.example')],
      'passed',
    ],
    ['gives no address', [create()], 'not-exercised'],
    ['gives an address without e-mail', [at('setAddress', { request: 'firstname=Ann' })], 'not-exercised'],
  ])
})

describe('session/create-once', () => {
  cases('session/create-once', [
    ['creates once', [validate(), create()], 'passed'],
    ['creates twice', [validate(), create(), create()], 'failed', [2, 3]],
    ['creates three times', [validate(), create(), create(), create()], 'failed', [2, 3], [3, 4]],
    ['validates in between', [validate(), create(), validate(), create()], 'passed'],
    [
      'validates in between, in vain',
      [validate(), create(), validate({ status: 503, networkFault: 'status' }), create()],
      'failed',
      [2, 4],
    ],
    ['creates in two sessions', [create(), create({ session: 'other' })], 'passed'],
    ['lost the answer', [create({ networkFault: 'truncated' }), create()], 'passed'],
    ['was refused', [create({ status: 400, refusalCode: 'session_step_missing' }), create()], 'passed'],
    ['was told 399', [create({ status: 399 }), create()], 'failed', [1, 2]],
    ['does something else in between', [create(), at('getPrices'), create()], 'failed', [1, 3]],
    ['never creates', [validate()], 'not-exercised'],
  ])
})
