/** Schemas that several endpoints share. */

import { InstantText, Type } from '../api/schema.ts'
import { SANDBOX_NAME } from '../base/sandbox-name.ts'

export const SandboxName = Type.String({
  description: 'a sandbox name: lower-case letters, digits and hyphens, at most 63, such as w1',
  pattern: SANDBOX_NAME.source,
})

export const CHANGED_ROWS =
  'Rows that were changed since they were read: from the fixtures, a stored state, an import, or a snapshot read from the storage'

/** For users without types. @throws Error */
export function requireSandboxName(name: unknown): void {
  if (typeof name !== 'string')
    throw new Error(`sandbox: expected a name such as 'w1', got ${String(name)}; the default sandbox is the server itself`)
}

export const ClockRun = Type.String({
  description: 'real, frozen, or a factor such as 60x',
  pattern: '^(?:real|frozen|\\d+(?:\\.\\d+)?x)$',
})

export const ClockShown = Type.Object({
  at: InstantText,
  run: ClockRun,
  waits: Type.Optional(Type.Literal(true, { description: 'It stands still until the first call of a client' })),
})

export const Row = Type.Unsafe<Readonly<Record<string, unknown>> & { readonly id: number | string }>(
  Type.Object({ id: Type.Union([Type.Integer(), Type.String()]) }, { additionalProperties: true }),
)

export const Since = Type.Integer({ description: 'the id of the entry after which the list begins', minimum: 0 })
