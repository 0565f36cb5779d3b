import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { productOf } from '../../src/api/product.ts'
import { bookingApi } from '../../src/booking-api/index.ts'
import { choicesOf, PROFILES } from '../../src/booking-contract/choices/choices.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'

interface Media {
  readonly schema: object
  readonly example?: unknown
}
interface Described {
  readonly operationId: string
  readonly parameters: readonly { readonly name: string; readonly schema: object; readonly example?: unknown }[]
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}

function documentOf(profile: (typeof PROFILES)[number]): Document {
  const settings = { choices: choicesOf(profile), product: productOf('service') }
  return JSON.parse(
    JSON.stringify(apiDocument(bookingApi, settings, { base: '/service/api', version: '1.0.0', today: '2031-05-01' })),
  ) as Document
}

/** A schema with the components it refers to, for a validator. */
const whole = ({ components }: Document, schema: object) => Compile({ ...schema, components })

describe.each(PROFILES)('the document of profile %s', (profile) => {
  const document = documentOf(profile)
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  test('has named schemas for the main resources', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Booking', 'Tariff', 'Guest', 'GuestType', 'Coupon', 'Invoice', 'SearchResult', 'BlackBooking']),
    )
  })

  test('has no two paths that differ only in parameter names', () => {
    const templates = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '{}'))
    expect(templates.filter((path, index) => templates.indexOf(path) !== index)).toEqual([])
  })

  test('has examples that match their schemas', () => {
    for (const { operationId, parameters, responses } of operations) {
      for (const { name, schema, example } of parameters)
        if (example !== undefined) expect(whole(document, schema).Errors(example), `${operationId} ${name}`).toEqual([])
      const { schema, example } = responses['200']?.content?.['application/json'] ?? {}
      if (schema && example !== undefined) expect(whole(document, schema).Errors(example), operationId).toEqual([])
    }
  })
})
