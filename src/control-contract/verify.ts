import { OneOf, Type } from '../api/schema.ts'
import { RENAMED_EXPECTATION_KEYS } from '../scenario/names.ts'
import {
  DIFFERENCE_EXAMPLE,
  EXPECTATION,
  EXPECTATION_EXAMPLE,
  NEAR_MISS_EXAMPLE,
  OUTCOME_EXAMPLE,
  Outcomes,
} from './expectations.ts'
import { Subject } from './operation.ts'
import { Since } from './parts.ts'

export const VERIFY = new Subject('verify', 'Expected calls and rows')

/** The longest wait, in milliseconds. */
const MAX_WAIT_MS = 60_000

export const TimeoutMs = Type.Integer({
  description: `a whole number of milliseconds from 0 to ${MAX_WAIT_MS}: how long to wait; left out, not at all`,
  minimum: 0,
  maximum: MAX_WAIT_MS,
})

export const verify = VERIFY.operation({
  id: 'verify',
  method: 'post',
  path: '/verify',
  summary: 'Verify expectations',
  description: [
    'The body is one expectation, or a list of them under `expect`; an empty body uses those of the scenario.',
    'A `reaction` is inconclusive, and so not met: only `understay run --compare` and `certify` tell it. `reactions: ignore` leaves it out,',
    'and what depends on it or stands in for it by `unless`; `outcomes` still has it.',
    'With `timeoutMs` it waits until all are met, or one can no longer be met. An expectation without a lower bound, such as `never`,',
    'is met from the start and can be broken later: it is decided at the end of the wait, or as soon as it is broken.',
  ].join(' '),
  body: {
    expect: Type.Optional(
      Type.Array(Type.Object(EXPECTATION, { title: 'SentExpectation', 'x-renamed': RENAMED_EXPECTATION_KEYS }), {
        description: 'a list of expectations',
        minItems: 1,
        maxItems: 1000,
      }),
    ),
    timeoutMs: Type.Optional(TimeoutMs),
    since: Type.Optional(Since),
    reactions: Type.Optional(OneOf(['require', 'ignore'])),
    ...EXPECTATION,
  },
  renamed: RENAMED_EXPECTATION_KEYS,
  answers: {
    200: {
      means: 'Every expectation is met, but for those that `reactions: ignore` leaves out',
      schema: Type.Object({ ok: Type.Literal(true), outcomes: Outcomes }),
      example: {
        ok: true,
        outcomes: [
          {
            id: 'one-renewal',
            state: 'met',
            met: true,
            expectation: EXPECTATION_EXAMPLE,
            found: 2,
            wanted: OUTCOME_EXAMPLE.wanted,
            nearest: [],
            entries: [3, 14],
          },
        ],
      },
    },
    409: {
      means: 'An expectation is unmet or inconclusive, or the sandbox was restarted during the wait',
      schema: Type.Object({
        ok: Type.Literal(false),
        difference: Type.String({
          description: 'The expectations that are not met, with their nearest misses, as text for a ticket',
        }),
        outcomes: Outcomes,
      }),
      example: {
        ok: false,
        difference: `one-renewal: ${DIFFERENCE_EXAMPLE}\n  nearest miss: ${NEAR_MISS_EXAMPLE.what}: ${NEAR_MISS_EXAMPLE.because}`,
        outcomes: [OUTCOME_EXAMPLE],
      },
    },
  },
  example: { body: { expect: [EXPECTATION_EXAMPLE], timeoutMs: 0 } },
})
