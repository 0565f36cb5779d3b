/**
 * Guests of a property.
 * @source spec "Guest"
 */
import { keysOf } from '../../base/keys-of.ts'
import { collection, type Row } from '../collection/collection.ts'
import { country, id, percent, place, type RowOf, ref, text } from '../collection/fields.ts'
import { TEXT } from '../collection/schemas.ts'

const texts = {
  firstname: text(),
  surname: text(),
  house: text({ default: '' }),
  street: text({ default: '' }),
  town: text({ default: '' }),
  /** Whatever was sent as region: an id or a name. */
  region: place({ default: '' }),
  /** Country code as sent. */
  country: country({ default: '', schema: TEXT }),
  postcode: text({ default: '' }),
  landline: text({ default: '' }),
  mobile: text({ default: '' }),
  email: text({ default: '' }),
}
export type GuestTexts = RowOf<typeof texts>

const TEXT_NAMES = keysOf(texts)

/** The texts of a guest. @param textOf the text of a field */
export const guestTexts = (textOf: (name: keyof GuestTexts) => string): GuestTexts =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, textOf(name)] as const)) as GuestTexts

/** The key of guests with an e-mail address, in any case. */
export const emailKey = (propertyId: number, email: string): string => `${propertyId}/${email.toLowerCase()}`

export const guests = collection(
  'guests',
  {
    id: id(),
    propertyId: ref('properties'),
    ...texts,
    /** Percent in hundredths: 5 % is 500. */
    discount: percent({ default: 0, asSent: true }),
    /** The site user the invoices are addressed to; 0 when none. */
    userId: ref('users', { default: 0 }),
  },
  { indexes: { property: (row) => row.propertyId, email: (row) => emailKey(row.propertyId, row.email) } },
)

export type Guest = Row<typeof guests>
