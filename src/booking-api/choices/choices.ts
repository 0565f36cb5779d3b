/**
 * The ledger of choices: every point where the interface document is silent, or says what HTTP cannot carry.
 * The table in the docs, `GET /_understay/choices`, the configuration and `--choice ID=ANSWER` come from here.
 *
 * @module
 */
import type { Choice } from './choice.ts'
import { CHOICE_LEDGER } from './registry.ts'

export const PROFILES = ['documented', 'current'] as const
/** A named set of answers: `documented` follows the interface document, `current` the newest public release. */
export type Profile = (typeof PROFILES)[number]

type Ledger = typeof CHOICE_LEDGER
export type ChoiceId = keyof Ledger
/** The answer in force for every choice. */
export type Choices = { readonly [Id in ChoiceId]: Extract<keyof Ledger[Id]['answers'], string> }

export const CHOICE_IDS = Object.keys(CHOICE_LEDGER) as readonly ChoiceId[]

/** The ledger entry of a choice. */
export const choice = (id: ChoiceId): Choice => CHOICE_LEDGER[id]

/** What is wrong with an `ID=ANSWER`; undefined when nothing is. */
export function choiceProblem(id: string, answer: string): string | undefined {
  if (!isChoice(id)) return `there is no choice "${id}"; docs/choices.md and GET /_understay/choices list them all`
  const answers = Object.keys(choice(id).answers)
  return answers.includes(answer) ? undefined : `"${answer}" is no answer to ${id}; it takes ${answers.join(' or ')}`
}

const isChoice = (id: string): id is ChoiceId => Object.hasOwn(CHOICE_LEDGER, id)

/**
 * The answers of a profile, with single ones overridden.
 *
 * @param overrides answers by id; they must have passed {@link choiceProblem}
 */
export function choicesOf(profile: Profile, overrides: Readonly<Record<string, string>> = {}): Choices {
  const answers: Record<string, string> = {}
  for (const id of CHOICE_IDS) answers[id] = overrides[id] ?? choice(id)[profile]
  return answers as Choices
}
