/**
 * The texts, numbers and colours of invoices.
 * @source spec "States and transitions"; facts "Invoices"
 */

import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import type { InvoiceStatus } from '../../domain/invoice/invoices.ts'
import { LINE_NAMES, type LineItem } from '../../domain/invoice/line-items.ts'
import { compareTexts } from '../../domain/text-order.ts'

export const STATUS_NUMBERS = { unpaid: 0, paid: 1, cancelled: 2, pending: 3 } as const satisfies Record<InvoiceStatus, number>

export const STATUS_COLOURS: Readonly<Record<InvoiceStatus, string>> = {
  unpaid: 'red',
  paid: 'green',
  cancelled: 'black',
  pending: 'orange',
}

/** The list of states in the details, the same in every language. */
export const STATUS_STATES = Object.entries(STATUS_NUMBERS).map(([status, number]) => `${number} ${status}`)

export const STATUS_TEXTS: Readonly<Record<InvoiceStatus, Translated>> = {
  unpaid: { 'en-GB': 'Unpaid', 'fr-FR': 'Impayée', 'de-DE': 'Unbezahlt' },
  paid: { 'en-GB': 'Paid', 'fr-FR': 'Payée', 'de-DE': 'Bezahlt' },
  cancelled: { 'en-GB': 'Cancelled', 'fr-FR': 'Annulée', 'de-DE': 'Storniert' },
  pending: { 'en-GB': 'Pending', 'fr-FR': 'En attente', 'de-DE': 'Ausstehend' },
}

const LINE_TEXTS: Readonly<Record<keyof typeof LINE_NAMES, Omit<Translated, 'en-GB'>>> = {
  accommodation: { 'fr-FR': 'Hébergement', 'de-DE': 'Unterkunft' },
  deposit: { 'fr-FR': 'Acompte', 'de-DE': 'Anzahlung' },
  balance_payment: { 'fr-FR': 'Paiement du solde', 'de-DE': 'Restzahlung' },
  supplement: { 'fr-FR': 'Supplément personne seule', 'de-DE': 'Einzelpersonenzuschlag' },
  city_tax: { 'fr-FR': 'Taxe de séjour', 'de-DE': 'Kurtaxe' },
  cleaning_fee: { 'fr-FR': 'Frais de ménage', 'de-DE': 'Endreinigung' },
  children: { 'fr-FR': 'Enfants', 'de-DE': 'Kinder' },
}

type Named = Pick<LineItem, 'kind' | 'name'>

/** The name of a line: the text of its kind in the language, or its own name. */
export function lineName({ kind, name }: Named, language: Language): string {
  if (kind === 'text') return name
  return language === 'en-GB' ? LINE_NAMES[kind] : LINE_TEXTS[kind][language]
}

/** The distinct names of lines, ordered by their English names. */
export function lineNames(lines: readonly Named[], language: Language): string[] {
  const named = new Map(lines.map((line) => [lineName(line, 'en-GB'), lineName(line, language)]))
  return [...named].sort(([one], [other]) => compareTexts(one, other)).map(([, name]) => name)
}
