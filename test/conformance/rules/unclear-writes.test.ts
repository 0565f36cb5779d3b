import { describe, expect, test } from 'vitest'
import { RULES } from '../../../src/conformance/rules/index.ts'
import { at, call, cases, exchangesOf, failedCall, judgement, type Step, token } from '../exchanges-of.ts'

const write = (more: Step = {}): Step =>
  call('createBlackBooking', 'a', { method: 'POST', subject: { property: 1, rooms: [7] }, ...more })
const lost = (more: Step = {}): Step => write({ status: 500, ...more })
const look = (more: Step = {}): Step => call('listBlackBookings', 'a', { subject: { property: 1 }, ...more })

describe('resilience/ambiguous-5xx', () => {
  cases('resilience/ambiguous-5xx', [
    ['looks', [token('a'), lost(), look(), write()], 'passed'],
    ...([500, 502, 504] as const).map(
      (status) => [`meets ${status}`, [token('a'), lost({ status }), write()], 'failed', [2, 3]] as const,
    ),
    ...(['cut-before', 'cut-after-commit', 'carried-out'] as const).map(
      (networkFault) =>
        [`meets ${networkFault}`, [token('a'), lost({ status: 0, networkFault }), write()], 'failed', [2, 3]] as const,
    ),
    ['hangs up', [token('a'), write({ aborted: true, ms: 900 }), write({ wait: -700 })], 'failed', [2, 3]],
    [
      'hangs up on a write that is refused later, as the last one is served first',
      [
        token('a'),
        write({ aborted: true, ms: 900, status: 204, refusalCode: 'room_taken' }),
        write({ wait: -700, aborted: true, ms: 900, status: 204, refusalCode: 'room_taken' }),
        write({ wait: -700, aborted: true, ms: 400 }),
      ],
      'failed',
      [2, 3],
      [3, 4],
    ],
    ['hangs up, and looks', [token('a'), write({ aborted: true, ms: 900 }), look({ wait: -700 }), write()], 'passed'],
    ['is killed, and begins again', [token('a'), write({ aborted: true, ms: 20 }), write({ wait: 8000 })], 'not-exercised'],
    [
      'looked before it hung up',
      [token('a'), write({ aborted: true, ms: 2500, abortedMs: 2000 }), look({ wait: -2450 }), write({ wait: 2000 })],
      'failed',
      [2, 4],
    ],
    [
      'hangs up on what may be repeated',
      [
        token('a'),
        write({ operation: 'updateTariff', method: 'PUT', aborted: true, ms: 900 }),
        write({ operation: 'updateTariff', method: 'PUT', wait: -700 }),
      ],
      'not-exercised',
    ],
    ['gives it up', [token('a'), lost(), look({ operation: 'listGuests' })], 'passed'],
    ['meets 503, which says that nothing was done', [token('a'), lost({ status: 503 }), write()], 'not-exercised'],
    ['sends another write', [token('a'), lost(), write({ target: '/service/api/other' })], 'passed'],
    [
      'looks at another property',
      [token('a'), lost(), look({ subject: { property: 2 }, property: 2 }), write()],
      'failed',
      [2, 4],
    ],
    [
      'reads the tariffs of the property for another job',
      [token('a'), lost(), look({ operation: 'listTariffs' }), write()],
      'failed',
      [2, 4],
    ],
    ['looks in vain', [token('a'), lost(), look({ status: 503, networkFault: 'status' }), write()], 'failed', [2, 4]],
    ['looks too late', [token('a'), lost(), write(), look()], 'failed', [2, 3]],
    [
      'looked while it was under way',
      [token('a'), lost({ ms: 500 }), look({ wait: -400 }), write({ wait: 500 })],
      'failed',
      [2, 4],
    ],
    ['is another program', [token('a'), token('b', { client: 'b' }), lost(), write({ client: 'b', token: 'b' })], 'passed'],
    ['reads, and adds nothing', [token('a'), look({ status: 500 }), look()], 'not-exercised'],
  ])

  test('says what to do after each kind of failure, also after a timeout of the client', () => {
    const remedy = RULES.find(({ id }) => id === 'resilience/ambiguous-5xx')?.remedy
    expect(remedy).toMatch(/429 and 503 .* repeat it\. .* 500, 502, 504, no response or a timeout of your own, read first/)
  })

  test('a look with another token of the client counts, unless it comes without the fault as well', () => {
    const steps = [token('r'), call('listTariffs', 'r'), token('a'), lost(), look({ token: 'r' }), write()]
    const outcome = (...usual: readonly Step[]) =>
      judgement('resilience/ambiguous-5xx', steps, { control: exchangesOf(usual) })[0]
    expect(outcome(token('r'), token('a'), write())).toBe('passed')
    expect(outcome(token('r'), look({ token: 'r' }), token('a'), write()), 'the poll of another program').toBe('failed')
  })
})

describe('resilience/parallel-twin', () => {
  const slow = (more: Step = {}): Step => write({ ms: 100, ...more })
  const beside = (more: Step = {}): Step => write({ wait: -50, ...more })
  cases('resilience/parallel-twin', [
    ['sends one after the other', [token('a'), slow(), write({ wait: 0 })], 'passed'],
    ['sends it twice at once', [token('a'), slow(), beside()], 'failed', [2, 3]],
    ['sends two writes at once', [token('a'), slow(), beside({ target: '/service/api/other' })], 'passed'],
    ['hung up first', [token('a'), slow({ aborted: true }), beside()], 'passed'],
    ['never came through', [token('a'), slow({ status: 503, networkFault: 'status' }), beside()], 'passed'],
    [
      'is cut before it is read, while its twin is sent',
      [token('a'), slow({ status: 0, networkFault: 'cut-before' }), beside({ ms: 200 })],
      'failed',
      [2, 3],
    ],
    [
      'is cut, and repeated within the same millisecond',
      [token('a'), slow({ status: 0, networkFault: 'cut-before', ms: 1 }), beside({ wait: -1 })],
      'passed',
    ],
    ['is two programs', [token('a'), token('b', { client: 'b' }), slow(), beside({ client: 'b', token: 'b' })], 'noted', [3, 4]],
    ['reads twice at once', [token('a'), look({ ms: 100 }), look({ wait: -50 })], 'not-exercised'],
  ])
})

test.each([
  [504, 'listBlackBookings', 'noted'],
  [504, 'listTariffs', 'failed'],
  [503, 'listBlackBookings', 'failed'],
] as const)('a recording does not tell whether a write with %i was carried out; %s: %s', (status, reads, outcome) => {
  const write = at('createBlackBooking', 'a', 1, {
    ...failedCall(status),
    operation: 'createBlackBooking',
    method: 'POST',
    property: 1,
  })
  const steps = [
    token('a'),
    write,
    at(reads, 'a', reads === 'listTariffs' ? 2 : 1),
    at('listTariffs', 'a', 2),
    at('listTariffs', 'a', 3),
  ]
  expect(judgement('resilience/call-completed', steps, { missing: ['rows'] })[0]).toBe(outcome)
  expect(judgement('resilience/call-completed', steps)[0], 'the journal tells that it was not').toBe('failed')
})
