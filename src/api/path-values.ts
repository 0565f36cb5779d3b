/** Path parameters that several operations share. */
import { parseDay, type SentDay } from '../base/day.ts'

/** An invalid path value; the message names the expected form. */
export class PathValueError extends Error {}

export interface PathParameter<T> {
  readonly description: string
  readonly schema: Readonly<Record<string, unknown>>
  /** @throws PathValueError when the text is invalid */
  readonly read: (text: string) => T
  /** The value of an optional parameter that was left out. */
  readonly absent?: T
  /** A text to send. */
  readonly example?: string | undefined
  /** True when an empty segment is allowed. */
  readonly blank?: true
  /** True for the property that the guard checks; its name is `property_id`. */
  readonly guarded?: true
}

export type PathValue<W> = W extends PathParameter<infer T> ? T : never

const ID = /^\d{1,9}$/

/** Parses an id; 0, which no record has, for an invalid text. */
export const readId = (text: string): number => (ID.test(text) ? Number(text) : 0)

/** The property that the caller must be allowed to administer; the guard checks it. */
export const propertyUid: PathParameter<number> = {
  description: 'Property uid',
  schema: { type: 'integer', minimum: 1 },
  read: readId,
  guarded: true,
}

/** The id of a record with the text that was sent. An invalid text becomes 0, which no record has. */
export interface SentId {
  readonly id: number
  readonly sent: string
}

const sentId = (description: string): PathParameter<SentId> => ({
  description,
  schema: { type: 'integer', minimum: 1 },
  read: (text) => ({ id: readId(text), sent: text }),
})

/** The property of a favourite or a booking session: access is not checked. */
export const anyPropertyUid = sentId('Property uid')
/** The guarded property, for responses that repeat the text that was sent. */
export const sentPropertyUid: PathParameter<SentId> = { ...anyPropertyUid, guarded: true }

export const contractUid = sentId('Contract uid: the id of a booking')
export const guestUid = sentId('Guest uid')
export const guestTypeUid = sentId('Guest type id')
export const couponUid = sentId('Coupon id')
export const roomUid = sentId('Room uid')
export const invoiceUid = sentId('Invoice id')
export const tariffTypeUid = sentId('Tariff type id')

/** A day in a path. The rules of the operation handle an invalid text. */
export const day: PathParameter<SentDay> = {
  description: 'Day, YYYY-MM-DD',
  schema: { type: 'string', format: 'date' },
  read: (text) => ({ sent: text, day: parseDay(text) }),
}

export const text = (description: string, example?: string): PathParameter<string> => ({
  description,
  schema: { type: 'string' },
  read: (value) => value,
  example,
})

/** A text that may be empty. */
export const textOrBlank = (description: string, example?: string): PathParameter<string> => ({
  ...text(description, example),
  blank: true,
})

/** One of several words. */
export function oneOf<const T extends string>(description: string, values: readonly T[]): PathParameter<T> {
  return {
    description,
    schema: { type: 'string', enum: values },
    read: (value) => {
      const found = values.find((candidate) => candidate === value.toLowerCase())
      if (found === undefined) throw new PathValueError(`expected ${values.join(', ')}`)
      return found
    },
  }
}

/** The optional language segment as sent; empty when left out. The context resolves it together with the form field. */
export const language: PathParameter<string> = {
  description: 'Language of labels and texts, such as fr-FR; English when unknown',
  schema: { type: 'string', examples: ['fr-FR'] },
  read: (value) => value,
  absent: '',
}

export const optionalGuestUid: PathParameter<SentId | null> = {
  description: 'Guest uid; left out, the coupon is for any guest',
  schema: { type: 'integer', minimum: 0 },
  read: (value) => ({ id: readId(value), sent: value }),
  absent: null,
}
