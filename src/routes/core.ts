/**
 * What the site says about itself; open to everybody.
 *
 * @module
 */
import { getReport, listReportProperties } from '../contract/core.ts'
import { syndicated } from '../domain/syndication.ts'
import type { On } from '../http/binder.ts'
import type { Ctx } from '../http/context.ts'
import { siteAddresses, syndicatedProperty } from '../present/core.ts'

export function coreRoutes(on: On): void {
  on(getReport, (_, ctx) => [{ ...addressesOf(ctx), property_count: ctx.db.properties.size }])

  on(listReportProperties, (_, ctx) => {
    const { properties, propertyTypes, rooms } = ctx.db
    const offered = syndicated(properties.all(), (typeId) => propertyTypes.get(typeId)?.name)
    const shown = offered.map((one) =>
      syndicatedProperty(one, rooms.by('property', one.property.id).length, ctx.links, ctx.sentLanguage.code),
    )
    return [{ ...addressesOf(ctx), properties: shown }]
  })
}

const addressesOf = ({ links, sentLanguage, choices }: Ctx) =>
  siteAddresses(links.api, links.page({}, sentLanguage.code), choices.core_urls)
