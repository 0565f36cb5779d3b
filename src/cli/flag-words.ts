import { notOneOfMessage } from '../base/spelling.ts'
import { UsageError } from '../config/usage-error.ts'
import { CLIENT_KINDS, type ClientKind } from '../conformance/exchange.ts'

/** The value of a flag that takes one of some words. @throws UsageError naming them */
export function readWord<W extends string>(flag: string, text: string, words: readonly W[]): W {
  const word = words.find((known) => known === text)
  if (word === undefined) throw new UsageError(`--${flag}: ${notOneOfMessage(text, words)}`)
  return word
}

/** Parses the kind of client; undefined when every rule applies. @throws UsageError */
export const readKind = (text: string | undefined): ClientKind | undefined =>
  text === undefined ? undefined : readWord('kind', text, CLIENT_KINDS)
