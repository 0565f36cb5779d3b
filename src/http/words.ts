/**
 * The values of a path, read by the words of its operation.
 *
 * @module
 */
import type { Choices } from '../contract/choices.ts'
import type { Words } from '../contract/operation.ts'
import { type Word, WordProblem } from '../contract/parts.ts'
import { Refusal } from '../domain/refusal.ts'

/** The words of an operation, by name. */
export type NamedWords = readonly (readonly [name: string, word: Word<unknown>])[]

/** Blank segments stand only where the operation says so. @throws Refusal `segment_blank` */
export function demandFilled(words: Words, values: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(values))
    if (values[name] === '' && !words[name]?.blank) throw new Refusal('segment_blank', { what: name })
}

/** The language that the path names; an optional segment names none where it is taken without effect. */
export function languageSegment(words: Words, input: Readonly<Record<string, unknown>>, choices: Choices): string {
  const { language } = input
  const ignored = choices.language_segment === 'ignored' && words['language']?.absent !== undefined
  return typeof language === 'string' && !ignored ? language : ''
}

/** The input of a handler. @throws Refusal `values_invalid` */
export function readWords(words: NamedWords, values: Readonly<Record<string, string>>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [name, word] of words) {
    const text = values[name]
    if (text === undefined) {
      input[name] = word.absent
      continue
    }
    try {
      input[name] = word.read(text)
    } catch (error) {
      if (!(error instanceof WordProblem)) throw error
      throw new Refusal('values_invalid', { problems: [{ field: name, message: error.message }] })
    }
  }
  return input
}
