/**
 * The registry of choices: every point where the interface document is silent, or asks for something that HTTP cannot express.
 * The table in the docs, `GET /_understay/choices`, the configuration and `--choice ID=ANSWER` come from here.
 */
import { keysOf } from '../../base/keys-of.ts'
import { orList, suggestion } from '../../base/spelling.ts'
import { ADMINISTRATION_CHOICES } from './administration.ts'
import { BOOKING_CHOICES } from './bookings.ts'
import type { Choice, DeclaredChoice } from './choice.ts'
import { OFFER_CHOICES } from './offers.ts'
import { ROOM_CHOICES } from './rooms.ts'
import { SESSION_BOOKING_CHOICES, SESSION_STEP_CHOICES } from './session.ts'
import { TARIFF_CHOICES } from './tariffs.ts'
import { WEBHOOK_CHOICES } from './webhooks.ts'
import { WIRE_CHOICES } from './wire.ts'

/** All choices by id, each with its possible answers and their meanings. */
const CHOICES_BY_ID = {
  ...WIRE_CHOICES,
  ...TARIFF_CHOICES,
  ...BOOKING_CHOICES,
  ...ROOM_CHOICES,
  ...ADMINISTRATION_CHOICES,
  ...SESSION_STEP_CHOICES,
  ...OFFER_CHOICES,
  ...SESSION_BOOKING_CHOICES,
  ...WEBHOOK_CHOICES,
} as const

export const PROFILES = ['documented', 'current'] as const
/** A named set of answers: `documented` follows the interface document, `current` the newest public release. */
export type Profile = (typeof PROFILES)[number]

type Registry = typeof CHOICES_BY_ID
export type ChoiceId = keyof Registry
/** The answer in force for every choice. */
export type Choices = { readonly [Id in ChoiceId]: Extract<keyof Registry[Id]['answers'], string> }

export const CHOICE_IDS = keysOf(CHOICES_BY_ID)

export function choice(id: ChoiceId): Choice {
  const declared: DeclaredChoice = CHOICES_BY_ID[id]
  const [documented = ''] = Object.keys(declared.answers)
  return { current: documented, ...declared, documented }
}

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
