/** Properties in search results. */

import type { SearchResult } from '../../booking-contract/search.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import type { Property } from '../../domain/property/properties.ts'
import { type BookingOffer, bookingOffer } from '../../domain/search/search.ts'
import type { Ctx } from '../handler-context.ts'

const OFFER_TEXTS: Readonly<Record<BookingOffer, Translated>> = {
  contact_agent: { 'en-GB': 'Contact agent', 'fr-FR': "Contacter l'agent", 'de-DE': 'Makler kontaktieren' },
  contact_us: { 'en-GB': 'Contact us', 'fr-FR': 'Nous contacter', 'de-DE': 'Kontakt aufnehmen' },
  request_booking: { 'en-GB': 'Request booking', 'fr-FR': 'Demander une réservation', 'de-DE': 'Buchung anfragen' },
  book_now: { 'en-GB': 'Book now!', 'fr-FR': 'Réserver !', 'de-DE': 'Jetzt buchen!' },
}

export function searchResult(property: Property, language: Language, ctx: Ctx): SearchResult {
  const { geography, sentLanguage, links, choices } = ctx
  const { id, pictures, email, countryCode } = property
  const offer = bookingOffer(property)
  const task = offer === 'book_now' || offer === 'request_booking' ? 'dobooking' : 'contactowner'
  return {
    property_name: property.name,
    property_street: property.street,
    property_town: property.town,
    property_postcode: property.postcode,
    property_region: geography.region(property.regionId)?.name ?? '',
    property_region_id: String(property.regionId),
    property_country: geography.countryName(countryCode, language) ?? '',
    property_country_code: countryCode,
    property_tel: property.tel,
    ...(choices.property_email === 'included' && email !== '' && { property_email: email }),
    stars: property.stars,
    cat_id: property.categoryId,
    images: pictures.main === null ? [] : [[links.picture(id, 'property', 0, pictures.main)]],
    property_details_page: links.page({ task: 'viewproperty', property_uid: id }, sentLanguage.code),
    bookthis_link: links.page({ task, selectedProperty: id }, sentLanguage.code),
    bookthis_text: OFFER_TEXTS[offer][language],
  }
}
