import type { Draft } from '../draft.ts'
import type { Call } from '../recording.ts'

export interface ReaderInput {
  readonly call: Call
  readonly draft: Draft
  /** The id of the property in the path. */
  readonly property: number | undefined
}

/** Adds what a successful call shows to the draft. */
export type Reader = (input: ReaderInput) => void
