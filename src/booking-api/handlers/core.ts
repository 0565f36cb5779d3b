/** The report of the site about itself; needs no token. */

import { getReport, listReportProperties } from '../../booking-contract/core.ts'
import { syndicated } from '../../domain/property/syndication.ts'
import type { Ctx, On } from '../handler-context.ts'
import { siteAddresses, syndicatedProperty } from '../responses/core.ts'

export function coreRoutes(on: On): void {
  on(getReport, (_, ctx) => {
    const { db, choices } = ctx
    const property_count = choices.property_count === 'all' ? db.properties.size : listedProperties(db).length
    return [{ ...addressesOf(ctx), property_count }]
  })

  on(listReportProperties, (_, ctx) => {
    const { rooms } = ctx.db
    const shown = listedProperties(ctx.db).map((one) =>
      syndicatedProperty(one, rooms.by('property', one.property.id).length, ctx.links, ctx.sentLanguage.code),
    )
    return [{ ...addressesOf(ctx), properties: shown }]
  })
}

const listedProperties = ({ properties, propertyTypes }: Ctx['db']) =>
  syndicated(properties.all(), (typeId) => propertyTypes.get(typeId)?.name)

const addressesOf = ({ links, sentLanguage, choices }: Ctx) =>
  siteAddresses(links.api, links.page({}, sentLanguage.code), choices.core_urls)
