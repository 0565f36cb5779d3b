/**
 * Guests in responses.
 * @source spec "Guest"; facts "guests"
 */
import { toNumber } from '../../base/money.ts'
import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import type { Guest } from '../../domain/guest/guests.ts'

/** An entry of the guest list. VAT numbers are not stored. */
export function guestEntry(guest: Guest, propertyUid: Choices['guest_property_uid']) {
  return {
    guests_uid: guest.id,
    firstname: guest.firstname,
    surname: guest.surname,
    house: guest.house,
    street: guest.street,
    town: guest.town,
    county: guest.region,
    country: guest.country,
    postcode: guest.postcode,
    tel_landline: guest.landline,
    tel_mobile: guest.mobile,
    email: guest.email,
    vat_number: '',
    discount: toNumber(guest.discount),
    property_uid: propertyUid === 'text' ? String(guest.propertyId) : guest.propertyId,
  }
}

const DELETED_TEXT: Translated = { 'en-GB': 'Deleted guest', 'fr-FR': 'Client effacé', 'de-DE': 'Gast gelöscht' }

/** The message of a deletion: a text, or the label key that the newest release shows. */
export function guestDeletedMessage(language: Language, message: Choices['guest_deleted_message'], productWord: string): string {
  return message === 'key' ? `_${productWord.toUpperCase()}_MR_AUDIT_DELETE_GUEST` : DELETED_TEXT[language]
}
