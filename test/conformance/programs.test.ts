import { describe } from 'vitest'
import { call, cases, expired, type Step, token } from './exchanges-of.ts'

describe('threads of a program', () => {
  const on = (connection: number, more: Step = {}): Step => ({ ...call('listProperties', 'a'), ...more, connection })
  const refusedOn = (connection: number, more: Step = {}): Step => ({
    ...expired('listProperties', 'a'),
    ...more,
    connection,
  })
  /** Calls that never overlap, on three connections in turns: so slow a machine still shows that there are threads. */
  const threads = [token('a'), on(1), on(2), on(3), on(1), on(2), on(3)]
  const renewal = [token('b'), call('listProperties', 'b', { connection: 1 })]

  cases('auth/one-renewal', [
    ['one that does not hear of a refusal at once', [...threads, refusedOn(1), refusedOn(2, { wait: 10 }), ...renewal], 'passed'],
    ['nor within two seconds', [...threads, refusedOn(1), refusedOn(2, { wait: 2000 }), ...renewal], 'failed', [8, 9]],
    ['its connection is opened that late', [...threads, refusedOn(1), refusedOn(4, { wait: 2000 }), ...renewal], 'passed'],
    ['it is opened ten seconds later', [...threads, refusedOn(1), refusedOn(4, { wait: 10_000 }), ...renewal], 'failed', [8, 9]],
    [
      'two connections in turns are no threads: libraries do that',
      [token('a'), on(1), on(2), on(1), on(2), refusedOn(1), refusedOn(2, { wait: 10 }), ...renewal],
      'failed',
      [6, 7],
    ],
    [
      'nor is a connection for each call',
      [token('a'), on(1), on(2), on(3), on(4), refusedOn(5), refusedOn(6, { wait: 10 }), ...renewal],
      'failed',
      [6, 7],
    ],
  ])
})
