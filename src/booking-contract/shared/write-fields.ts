/** Fields of responses to writes, whose types the choice `write_answer_types` decides. */

import type { Static, TSchema } from 'typebox'
import { Int, Text } from '../../api/response-fields.ts'
import { Type } from '../../api/schema.ts'
import type { Choices } from '../choices/choices.ts'

export type WriteTypes = Pick<Choices, 'write_answer_types'>

/** A field with the documented or with the recorded type. */
export const WrittenField = <S extends TSchema, R extends TSchema>(
  { write_answer_types: types }: WriteTypes,
  listed: S,
  recorded: R,
) => Type.Unsafe<Static<S> | Static<R>>(types === 'as_listed' ? listed : recorded)

/** An id: a number, or the text as sent. */
export const WrittenId = (choices: WriteTypes, description: string) => WrittenField(choices, Int(description), Text(description))
