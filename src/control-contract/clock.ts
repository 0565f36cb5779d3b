import { Count, InstantText, Type } from '../api/schema.ts'
import { SPAN_PATTERN } from '../base/instant.ts'
import { Subject } from './operation.ts'
import { ClockRun, ClockShown } from './parts.ts'

export const CLOCK = new Subject('clock', 'The time of a sandbox: real, frozen, faster, or advanced')

const ClockMoved = Type.Object({
  ...ClockShown.properties,
  stopped: Type.Optional(
    Type.Object(
      { acts: Count, wanted: InstantText },
      {
        description: 'The requested time, when the clock did not reach it: one move works for at most 5 minutes. Move it again',
      },
    ),
  ),
})
const MOVED_ANSWER = { means: 'The new time and speed of the clock', schema: ClockMoved }

export const readClock = CLOCK.operation({
  id: 'readClock',
  method: 'get',
  path: '/clock',
  summary: 'The time and speed of the clock of the sandbox',
  answer: {
    means: 'The time and speed of the clock',
    schema: ClockShown,
    example: { at: '2026-03-01T09:00:00.000Z', run: 'real' },
  },
})

export const setClock = CLOCK.operation({
  id: 'setClock',
  method: 'put',
  path: '/clock',
  summary: 'Set the time of the clock, its speed, or both',
  description:
    'Token lifetimes, booking sessions, today, time stamps and the Date header follow the clock. A missing field changes nothing.',
  body: {
    at: Type.Optional(Type.String({ description: 'an instant such as 2026-03-01T09:00:00Z, or a day (its 00:00 UTC)' })),
    run: Type.Optional(ClockRun),
  },
  answer: { ...MOVED_ANSWER, example: { at: '2026-03-01T09:00:00.000Z', run: 'frozen' } },
  example: { body: { at: '2026-03-01T09:00:00Z', run: 'frozen' } },
})

export const advanceClock = CLOCK.operation({
  id: 'advanceClock',
  method: 'post',
  path: '/clock/advance',
  summary: 'Advance the clock',
  description: 'Events and traffic in between happen, each at its time.',
  body: {
    by: Type.String({ pattern: SPAN_PATTERN, description: 'a span with its unit, such as "90s", "61m", "2h" or "1d"' }),
  },
  answer: { ...MOVED_ANSWER, example: { at: '2026-03-01T10:01:00.000Z', run: 'frozen' } },
  example: { body: { by: '61m' } },
})
