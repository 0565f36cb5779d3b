/**
 * Operations on the clock.
 *
 * @module
 */
import { Type } from '../../api/schema.ts'
import { operationsOf, type Subject } from '../operation.ts'
import { ClockShown, InstantText, Run } from './parts.ts'

const operation = operationsOf('clock')

/** The clock after it was moved. */
const ClockMoved = Type.Object({
  ...ClockShown.properties,
  stopped: Type.Optional(
    Type.Object(
      { acts: Type.Integer({ minimum: 0 }), wanted: InstantText },
      { description: 'There only when the clock did not get that far: one move performs at most 300,000 acts. Move it again' },
    ),
  ),
})
const MOVED = { means: 'Where the clock stands now, and how it runs', schema: ClockMoved }

const SHOWN = { means: 'Where the clock stands, and how it runs', schema: ClockShown }

export const readClock = operation({
  id: 'readClock',
  method: 'get',
  path: '/clock',
  summary: 'Where the clock of the sandbox stands, and how it runs',
  query: {},
  answers: { 200: { ...SHOWN, example: { at: '2026-03-01T09:00:00.000Z', run: 'real' } } },
})

export const setClock = operation({
  id: 'setClock',
  method: 'put',
  path: '/clock',
  summary: 'Set the clock, how it runs, or both',
  description: 'Token life, booking sessions, today, time stamps and the Date header follow it. What is left out stays as it is.',
  body: {
    at: Type.Optional(Type.String({ description: 'an instant such as 2026-03-01T09:00:00Z, or a day (its 00:00 UTC)' })),
    run: Type.Optional(Run),
  },
  answers: { 200: { ...MOVED, example: { at: '2026-03-01T09:00:00.000Z', run: 'frozen' } } },
  example: { body: { at: '2026-03-01T09:00:00Z', run: 'frozen' } },
})

export const advanceClock = operation({
  id: 'advanceClock',
  method: 'post',
  path: '/clock/advance',
  summary: 'Move the clock ahead',
  description: 'Events and traffic on the way happen, each at its moment.',
  body: { by: Type.String({ description: 'a span such as 90s, 61m, 2h or 1d' }) },
  answers: { 200: { ...MOVED, example: { at: '2026-03-01T10:01:00.000Z', run: 'frozen' } } },
  example: { body: { by: '61m' } },
})

export const CLOCK: Subject = {
  tag: 'clock',
  about: 'The time of a sandbox: real, frozen, faster, or moved ahead',
  operations: [readClock, setClock, advanceClock],
}
