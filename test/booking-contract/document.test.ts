import { Validator } from '@seriousme/openapi-schema-validator'
import { Compile } from 'typebox/compile'
import { describe, expect, test } from 'vitest'
import { spellings } from '../../src/api/matcher.ts'
import { productOf } from '../../src/api/product.ts'
import { bookingApi } from '../../src/booking-api/index.ts'
import { choicesOf, PROFILES } from '../../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { answerSchema } from '../../src/booking-contract/shared/operation.ts'
import { apiDocument } from '../../src/pipeline/openapi.ts'

interface Described {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly security: readonly unknown[]
  readonly parameters: readonly { readonly name: string; readonly example?: unknown }[]
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: unknown; readonly example?: unknown }>> }>
  >
}

function documentOf(profile: (typeof PROFILES)[number], product = 'service') {
  const settings = { choices: choicesOf(profile), product: productOf(product) }
  const document = apiDocument(bookingApi, settings, { base: `/${product}/api`, version: '1.0.0', today: '2031-05-01' })
  return JSON.parse(JSON.stringify(document)) as { paths: Record<string, Record<string, Described>> }
}

describe.each(PROFILES)('the OpenAPI document of profile %s', (profile) => {
  const document = documentOf(profile)
  const described = Object.values(document.paths).flatMap((methods) => Object.values(methods))

  test('is valid by a published validator', async () => {
    const result = await new Validator().validate(structuredClone(document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  test('has unique ids and unique path templates', () => {
    const ids = described.map(({ operationId }) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
    const templates = Object.keys(document.paths).map((path) => path.replace(/\{[^}]+\}/g, '{}').toLowerCase())
    const clashes = templates.filter((template, index) => templates.indexOf(template) !== index)
    expect(clashes.filter((template) => !sameTemplateInOtherMethod(document.paths, template))).toEqual([])
  })

  test('has every operation with tag, security, schemas, examples and refusals', () => {
    for (const operation of OPERATIONS) {
      const found = described.find(({ operationId }) => operationId === operation.id)
      expect(found, operation.id).toBeDefined()
      expect(found?.tags).toEqual([operation.tag])
      expect(found?.security.length === 0).toBe(operation.scope === undefined)
      const good = found?.responses['200']?.content?.['application/json']
      expect(good?.schema, operation.id).toBeDefined()
      if (profile === 'documented') expect(good?.example, operation.id).toBeDefined()
      if (operation.scope) expect(Object.keys(found?.responses ?? {}), operation.id).toEqual(expect.arrayContaining(['401']))
      for (const { name, example } of found?.parameters ?? []) expect(example, `${operation.id} ${name}`).toBeDefined()
    }
  })
})

/** Paths of different methods may share a template under other parameter names; one method never may. */
function sameTemplateInOtherMethod(paths: Record<string, Record<string, unknown>>, template: string): boolean {
  const same = Object.keys(paths).filter((path) => path.replace(/\{[^}]+\}/g, '{}').toLowerCase() === template)
  const methods = same.flatMap((path) => Object.keys(paths[path] ?? {}))
  return new Set(methods).size === methods.length
}

test.each(OPERATIONS.map((operation) => [operation.id, operation] as const))(
  'the example of %s fits its own schema',
  (_, operation) => {
    const validator = Compile(answerSchema(operation, choicesOf('documented')))
    expect(validator.Errors(operation.example.answer)).toEqual([])
  },
)

test('uses another product word in label keys and field names', () => {
  const text = JSON.stringify(documentOf('documented', 'acme'))
  expect(text).not.toContain('_SERVICE_')
  expect(text).not.toContain('"service_url"')
  expect(text).toContain('X-ACME-Error-Message')
})

test('has separate paths for optional segments, unless another path has the same template', () => {
  const { paths } = documentOf('documented')
  const template = (path: string): string => path.replaceAll(/\{\w+\}/g, '{}')
  const templates = new Set(Object.keys(paths).map(template))
  for (const operation of OPERATIONS) {
    expect(Object.keys(paths)).toContain(spellings(operation.path)[0])
    for (const path of spellings(operation.path)) expect([...templates]).toContain(template(path))
  }
})
