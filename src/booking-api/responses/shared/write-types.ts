/** Values in responses to writes, whose types the choice `write_answer_types` decides. */
import type { WriteTypes } from '../../../booking-contract/shared/write-fields.ts'

/** A value with the documented or with the recorded type. */
export const writtenValue = <L, R>({ write_answer_types: types }: WriteTypes, listed: L, recorded: R): L | R =>
  types === 'as_listed' ? listed : recorded

/** An id: a number, or the text that was sent. */
export const writtenId = (choices: WriteTypes, id: number, sent: string = String(id)): number | string =>
  writtenValue(choices, id, sent)
