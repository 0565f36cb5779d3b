import { describe, expect, test } from 'vitest'
import { call, cases, exchangesOf, expired, judgement, type Step, token } from './exchanges-of.ts'

const on = (connection: number, more: Step = {}): Step => ({ ...call('listProperties', 'a'), ...more, connection })
const refusedOn = (connection: number, more: Step = {}): Step => ({ ...expired('listProperties', 'a'), ...more, connection })
/** Two calls that overlap: the program has threads. */
const threads = [token('a'), on(1, { ms: 50 }), on(2, { wait: -40 })]
const renewal = (...connections: readonly number[]): readonly Step[] => [
  token('b'),
  ...connections.map((connection) => call('listProperties', 'b', { connection })),
]

describe('threads of a program', () => {
  cases('auth/one-renewal', [
    [
      'one that does not hear of a refusal at once',
      [...threads, refusedOn(1), refusedOn(2, { wait: 240 }), ...renewal(1, 2)],
      'noted',
      [4, 5],
    ],
    ['nor within 250 ms', [...threads, refusedOn(1), refusedOn(2, { wait: 250 }), ...renewal(1, 2)], 'failed', [4, 5]],
    [
      'nor on a connection that is opened for it',
      [...threads, refusedOn(1), refusedOn(4, { wait: 2000 }), ...renewal(1)],
      'failed',
      [4, 5],
    ],
    [
      'one whose call may have waited for a connection that is used again',
      [...threads, refusedOn(1), refusedOn(4, { wait: 2000 }), ...renewal(1, 4)],
      'noted',
      [4, 5],
    ],
    [
      'nor within 5 s on such a connection',
      [...threads, refusedOn(1), refusedOn(4, { wait: 5000 }), ...renewal(1, 4)],
      'failed',
      [4, 5],
    ],
    [
      'one that repeats the call on its connection',
      [...threads, refusedOn(1), refusedOn(1, { wait: 100 }), ...renewal(1)],
      'failed',
      [4, 5],
    ],
    [
      'connections in turns are no threads',
      [token('a'), ...[1, 2, 3, 1, 2, 3].map((one) => on(one)), refusedOn(1), refusedOn(2, { wait: 10 }), ...renewal(1)],
      'failed',
      [8, 9],
    ],
    [
      'nor is a connection for each call',
      [token('a'), ...[1, 2, 3, 4].map((one) => on(one)), refusedOn(5), refusedOn(6, { wait: 10 }), ...renewal(7)],
      'failed',
      [6, 7],
    ],
  ])

  test.each([
    ['as often as without the fault', [100, 100], 'noted'],
    ['more often than without the fault', [100], 'failed'],
    ['as often as threads that begin a second apart without the fault', [100, 1000], 'noted'],
    ['more often than in a round without the fault', [100, 3000], 'failed'],
  ] as const)('send a refused call %s', (_, waits, outcome) => {
    const control = exchangesOf(waits.map((wait) => on(1, { wait })))
    const steps = [...threads, refusedOn(1), refusedOn(2, { wait: 100 }), ...renewal(1, 2)]
    expect(judgement('auth/one-renewal', steps, { control })[0]).toBe(outcome)
  })
})

test.each([
  ['together', -30, 'noted'],
  ['one after the other', 1000, 'failed'],
] as const)('calls that come %s without the fault tell of threads', (_, wait, outcome) => {
  const forbidden = (operation: string): Step =>
    call(operation, 'a', { method: 'POST', status: 403, refusalCode: 'scope_not_held', wait: 10 })
  const write = (operation: string, more: Step = {}): Step => call(operation, 'a', { method: 'POST', ms: 50, ...more })
  const control = exchangesOf([token('a'), write('createGuest'), write('createCoupon', { wait })])
  const steps = [token('a'), forbidden('createGuest'), forbidden('createCoupon')]
  expect(judgement('auth/scope-lost', steps, { control })[0]).toBe(outcome)
})

test.each([
  ['only one program', ['s'], 'failed'],
  ['each program', ['s', 't'], 'noted'],
] as const)(
  'threads of %s without the fault are those of the one with the first token only if all have them',
  (_, threaded, outcome) => {
    const write = (operation: string, by: string, more: Step = {}): Step =>
      call(operation, by, { method: 'POST', ms: 50, ...more })
    const forbidden = (operation: string): Step =>
      write(operation, 's', { status: 403, refusalCode: 'scope_not_held', wait: 10, ms: 5 })
    const works = (by: string): readonly Step[] => [
      write('createGuest', by),
      write('createCoupon', by, { wait: threaded.some((one) => one === by) ? -30 : 1000 }),
    ]
    const control = exchangesOf([token('s'), token('t'), ...works('s'), ...works('t'), write('createGuest', 's')])
    const run = [token('s'), token('t'), write('createGuest', 't'), forbidden('createGuest'), forbidden('createCoupon')]
    expect(judgement('auth/scope-lost', run, { control })[0]).toBe(outcome)
  },
)

describe('a program that keeps its connections', () => {
  const limited = on(1, { status: 429, responseHeaders: { 'Retry-After': '5' } })
  const again = (connection: number, carried: string): Step => call('listProperties', carried, { connection })
  cases('resilience/retry-after', [
    ['goes on', [token('a', { connection: 1 }), on(1), limited, again(1, 'a')], 'failed', [3, 4]],
    [
      'is killed and starts again with a new token',
      [token('a', { connection: 1 }), on(1), limited, token('b', { connection: 2 }), again(2, 'b')],
      'not-exercised',
    ],
    [
      'is killed and starts again with the token that it has stored',
      [token('a', { connection: 1 }), on(1), limited, again(2, 'a'), on(2)],
      'noted',
      [3, 4],
    ],
    [
      'opens another connection and uses both',
      [token('a', { connection: 1 }), on(1), limited, again(2, 'a'), on(1)],
      'failed',
      [3, 4],
    ],
    ['keeps none', [token('a', { connection: 1 }), on(2), { ...limited, connection: 3 }, again(4, 'a')], 'failed', [3, 4]],
  ])
  cases('auth/token-reuse', [
    [
      'is killed and starts again, three times',
      [1, 2, 3, 4].flatMap((connection) => [
        token(`t${connection}`, { connection }),
        call('listGuests', `t${connection}`, { connection, target: `/${connection}` }),
      ]),
      'noted',
      [1, 3],
      [1, 5],
      [1, 7],
    ],
    [
      'requests a token for each task',
      [1, 2, 3, 4].flatMap((one) => [
        token(`t${one}`, { connection: 1 }),
        call('listGuests', `t${one}`, { connection: 1, target: `/${one}` }),
        call('listGuests', `t${one}`, { connection: 1, target: `/${one}/more` }),
      ]),
      'failed',
      [1, 4],
      [1, 7],
      [1, 10],
    ],
  ])
})

describe('a call of threads with Retry-After that is repeated after 60 ms, and succeeds', () => {
  const limited = on(3, { status: 503, networkFault: 'status', responseHeaders: { 'Retry-After': '2' } })
  const again = on(4, { wait: 60 })
  test.each([
    ['is a retry where one thread sends it once without the fault', [threads[0], limited, again], [1], 'failed'],
    ['may be of another thread where two do', [threads[0], limited, again], [1, 100], 'noted'],
    ['and where the thread that was told waits', [threads[0], limited, again, on(3, { wait: 2000 })], [1, 2500], 'noted'],
    ['and where it is not known without the fault', [threads[0], limited, again], [], 'noted'],
  ] as const)('%s', (_, steps, waits, outcome) => {
    const [begin, ...others] = steps
    const busy = [1, 2].map((one) => call('listGuests', 'a', { connection: one, ms: 50, wait: one === 1 ? 100 : -40 }))
    const control = exchangesOf(waits.map((wait) => on(1, { wait })))
    expect(judgement('resilience/retry-after', [begin ?? {}, ...busy, ...others], { control })[0]).toBe(outcome)
  })
})
