/**
 * Days, instants and flags as the service writes them.
 *
 * @module
 */
import type { Day } from '../base/day.ts'
import { type Instant, timestamp } from '../base/instant.ts'
import type { Language, Translated } from '../contract/language.ts'

/** `YYYY/MM/DD`. */
export const slashDay = (day: Day): string => `${day.slice(0, 4)}/${day.slice(5, 7)}/${day.slice(8)}`

/** 0 or 1. */
export const flag = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** `YYYY-MM-DD HH:MM:SS`; an instant that never was is the second after the beginning of 1970. */
export const stamp = (at: Instant | null): string => (at === null ? '1970-01-01 00:00:01' : timestamp(at))

const YES: Translated = { 'en-GB': 'Yes', 'fr-FR': 'Oui', 'de-DE': 'Ja' }
const NO: Translated = { 'en-GB': 'No', 'fr-FR': 'Non', 'de-DE': 'Nein' }

/** The word for a flag that people read. */
export const yesNo = (value: boolean, language: Language): string => (value ? YES : NO)[language]
