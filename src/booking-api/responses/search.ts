/** Properties in search results. */

import type { SearchResult } from '../../booking-contract/search.ts'
import type { Language, Translated } from '../../booking-contract/shared/language.ts'
import type { Property } from '../../domain/property/properties.ts'
import { type BookingOffer, bookingOffer } from '../../domain/search/search.ts'
import type { Links } from '../links.ts'

const OFFER_TEXTS: Readonly<Record<BookingOffer, Translated>> = {
  contact_agent: { 'en-GB': 'Contact agent', 'fr-FR': "Contacter l'agent", 'de-DE': 'Makler kontaktieren' },
  contact_us: { 'en-GB': 'Contact us', 'fr-FR': 'Nous contacter', 'de-DE': 'Kontakt aufnehmen' },
  request_booking: { 'en-GB': 'Request booking', 'fr-FR': 'Demander une réservation', 'de-DE': 'Buchung anfragen' },
  book_now: { 'en-GB': 'Book now!', 'fr-FR': 'Réserver !', 'de-DE': 'Jetzt buchen!' },
}

/** The data of a result besides the property. */
export interface ResultContext {
  readonly regionName: string
  readonly countryName: string
  readonly language: Language
  /** The language of linked pages, such as `es-ES`. */
  readonly languageCode: string
  readonly links: Links
  readonly email: 'included' | 'left_out'
}

export function searchResult(property: Property, around: ResultContext): SearchResult {
  const { links, languageCode } = around
  const { id, pictures, email } = property
  const offer = bookingOffer(property)
  const task = offer === 'book_now' || offer === 'request_booking' ? 'dobooking' : 'contactowner'
  return {
    property_name: property.name,
    property_street: property.street,
    property_town: property.town,
    property_postcode: property.postcode,
    property_region: around.regionName,
    property_region_id: String(property.regionId),
    property_country: around.countryName,
    property_country_code: property.countryCode,
    property_tel: property.tel,
    ...(around.email === 'included' && email !== '' && { property_email: email }),
    stars: property.stars,
    cat_id: property.categoryId,
    images: pictures.main === null ? [] : [[links.picture(id, 'property', 0, pictures.main)]],
    property_details_page: links.page({ task: 'viewproperty', property_uid: id }, languageCode),
    bookthis_link: links.page({ task, selectedProperty: id }, languageCode),
    bookthis_text: OFFER_TEXTS[offer][around.language],
  }
}
