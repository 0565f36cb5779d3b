/**
 * Schemas that several endpoints share.
 *
 * @module
 */
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import { Type } from '../contract/schema.ts'

export const SandboxName = Type.String({
  description: 'The name of a sandbox: a-z, 0-9 and hyphens, at most 63, not with a hyphen first',
  pattern: SANDBOX_NAME.source,
})

export const InstantText = Type.String({ description: 'An instant by the clock of the sandbox, ISO 8601', format: 'date-time' })

export const Run = Type.String({
  description: '`real`, `frozen`, or how many times as fast as real time',
  pattern: '^(?:real|frozen|\\d+(?:\\.\\d+)?x)$',
})

/** Where a clock stands. */
export const ClockShown = Type.Object({ at: InstantText, run: Run })

/** A row as a state holds it. */
export const Row = Type.Object({ id: Type.Union([Type.Integer(), Type.String()]) }, { additionalProperties: true })

/** A price: exactly, as a fraction, and to the cent. */
export const Money = Type.String({ description: 'An amount in the currency, as 166.67', pattern: '^-?\\d+\\.\\d\\d$' })

/** An id to go on after. */
export const Since = Type.Integer({ description: 'Only those after the one with this id', minimum: 0 })
