/**
 * The registry of choices: every point where the interface document is silent, or asks for something that HTTP cannot express.
 * The table in the docs, `GET /_understay/choices`, the configuration and `--choice ID=ANSWER` come from here.
 */
import { orList, suggestion } from '../../base/spelling.ts'
import type { Choice } from './choice.ts'
import { CHOICES_BY_ID } from './registry.ts'

export const PROFILES = ['documented', 'current'] as const
/** A named set of answers: `documented` follows the interface document, `current` the newest public release. */
export type Profile = (typeof PROFILES)[number]

type Registry = typeof CHOICES_BY_ID
export type ChoiceId = keyof Registry
/** The answer in force for every choice. */
export type Choices = { readonly [Id in ChoiceId]: Extract<keyof Registry[Id]['answers'], string> }

export const CHOICE_IDS = Object.keys(CHOICES_BY_ID) as readonly ChoiceId[]

/** A choice by its id. */
export const choice = (id: ChoiceId): Choice => CHOICES_BY_ID[id]

/** The problem of an `ID=ANSWER`; undefined for a valid one. */
export function choiceProblem(id: string, answer: string): string | undefined {
  if (!isChoice(id)) return `there is no choice "${id}"${suggestion(id, CHOICE_IDS) || LIST_OF_CHOICES}`
  const answers = Object.keys(choice(id).answers)
  return answers.includes(answer)
    ? undefined
    : `"${answer}" is not an answer to ${id}; it takes ${orList(answers)}${suggestion(answer, answers)}`
}

const LIST_OF_CHOICES = '; docs/choices.md and GET /_understay/choices list them all'

const isChoice = (id: string): id is ChoiceId => Object.hasOwn(CHOICES_BY_ID, id)

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
