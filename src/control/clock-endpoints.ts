/**
 * The endpoints of the clock.
 *
 * @module
 */
import { Type } from '../contract/schema.ts'
import { endpoint, type Noun } from './declaration.ts'
import { ClockShown, Run } from './declared-parts.ts'

const SHOWN = { means: 'Where the clock stands, and how it runs', schema: ClockShown }

const readClock = endpoint({
  id: 'readClock',
  method: 'get',
  path: '/clock',
  summary: 'Where the clock of the sandbox stands, and how it runs',
  query: {},
  answers: { 200: { ...SHOWN, example: { at: '2026-03-01T09:00:00.000Z', run: 'real' } } },
})

export const setClock = endpoint({
  id: 'setClock',
  method: 'put',
  path: '/clock',
  summary: 'Set the clock, how it runs, or both',
  about: 'Token life, booking sessions, today, time stamps and the Date header follow it. What is left out stays as it is.',
  body: {
    at: Type.Optional(Type.String({ description: 'An instant such as 2026-03-01T09:00:00Z, or a day, which is its 00:00 UTC' })),
    run: Type.Optional(Run),
  },
  answers: { 200: { ...SHOWN, example: { at: '2026-03-01T09:00:00.000Z', run: 'frozen' } } },
  example: { body: { at: '2026-03-01T09:00:00Z', run: 'frozen' } },
})

export const advanceClock = endpoint({
  id: 'advanceClock',
  method: 'post',
  path: '/clock/advance',
  summary: 'Move the clock ahead',
  body: { by: Type.String({ description: 'A span: 90s, 61m, 2h, 1d' }) },
  answers: { 200: { ...SHOWN, example: { at: '2026-03-01T10:01:00.000Z', run: 'frozen' } } },
  example: { body: { by: '61m' } },
})

export const CLOCK: Noun = {
  name: 'clock',
  about: 'The time of a sandbox: real, frozen, faster, or moved ahead',
  endpoints: [readClock, setClock, advanceClock],
}
