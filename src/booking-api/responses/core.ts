/** The report of the site about itself. */

import type { Choices } from '../../booking-contract/choices/choices.ts'
import type { SyndicatedProperty } from '../../booking-contract/core.ts'
import type { Pictured } from '../../domain/property/syndication.ts'
import type { Links } from '../links.ts'

/** The two URLs of the site, percent-encoded by the choice `core_urls`. */
export function siteAddresses(
  api: string,
  site: string,
  urls: Choices['core_urls'],
): { readonly api_url: string; readonly service_url: string } {
  const write = urls === 'encoded' ? encodeURIComponent : String
  return { api_url: write(api), service_url: write(site) }
}

export function syndicatedProperty(
  { property, picture }: Pictured,
  rooms: number,
  links: Links,
  languageCode: string,
): SyndicatedProperty {
  const { id, name, latitude, longitude, texts } = property
  return {
    view_property_url: links.page({ task: 'viewproperty', property_uid: id }, languageCode),
    booking_form_url: links.page({ task: 'dobooking', selectedProperty: id }, languageCode),
    propertys_uid: id,
    name,
    multi_room_property: rooms > 1,
    lat: latitude,
    long: longitude,
    metadescription: texts.metaDescription,
    thumbnail_location: links.picture(id, 'property', 0, picture).small,
  }
}
