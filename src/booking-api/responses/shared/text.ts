/** Days, instants and flags in responses. */
import type { Day } from '../../../base/day.ts'
import { type Instant, timestamp } from '../../../base/instant.ts'
import { type DayNames, longDate, MONTHS, WEEKDAYS } from '../../../base/long-date.ts'
import type { Choices } from '../../../booking-contract/choices/choices.ts'
import type { Language, Translated } from '../../../booking-contract/shared/language.ts'

/** `YYYY/MM/DD`. */
export const slashDay = (day: Day): string => `${day.slice(0, 4)}/${day.slice(5, 7)}/${day.slice(8)}`

export const zeroOrOne = (value: boolean): 0 | 1 => (value ? 1 : 0)

/** `YYYY-MM-DD HH:MM:SS`; 1970-01-01 00:00:01 for an unset instant. */
export const stamp = (at: Instant | null): string => (at === null ? '1970-01-01 00:00:01' : timestamp(at))

const LANGUAGE_NAMES: Readonly<Record<Language, DayNames & { readonly shortMonths: readonly string[] }>> = {
  'en-GB': { weekdays: WEEKDAYS, months: MONTHS, shortMonths: MONTHS.map((month) => month.slice(0, 3)) },
  'fr-FR': {
    weekdays: ['dimanche', 'lundi', 'mardi', 'mercredi', 'jeudi', 'vendredi', 'samedi'],
    months: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
    shortMonths: ['janv.', 'févr.', 'mars', 'avr.', 'mai', 'juin', 'juil.', 'août', 'sept.', 'oct.', 'nov.', 'déc.'],
  },
  'de-DE': {
    weekdays: ['Sonntag', 'Montag', 'Dienstag', 'Mittwoch', 'Donnerstag', 'Freitag', 'Samstag'],
    months: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
    shortMonths: ['Jan', 'Feb', 'Mär', 'Apr', 'Mai', 'Jun', 'Jul', 'Aug', 'Sep', 'Okt', 'Nov', 'Dez'],
  },
}

export const dayNames = (language: Language, names: Choices['label_language']) =>
  LANGUAGE_NAMES[names === 'translated' ? language : 'en-GB']

export const writtenDay = (day: Day, language: Language, choices: Pick<Choices, 'long_date' | 'label_language'>): string =>
  longDate(day, choices.long_date, dayNames(language, choices.label_language))

/** The language of a label that the service has in English and French only. */
export const labelLanguage = (language: Language, labels: Choices['label_language']): Language =>
  language === 'de-DE' && labels === 'as_recorded' ? 'en-GB' : language

const YES: Translated = { 'en-GB': 'Yes', 'fr-FR': 'Oui', 'de-DE': 'Ja' }
const NO: Translated = { 'en-GB': 'No', 'fr-FR': 'Non', 'de-DE': 'Nein' }

export const yesNo = (value: boolean, language: Language): string => (value ? YES : NO)[language]
