import type { Json } from '../api/define-api.ts'
import type { DocumentBody, Fields, FormShape, Operation } from '../api/operation.ts'
import { Type } from '../api/schema.ts'

export const requiredIn = (fields: Fields): readonly string[] => Type.Object(fields).required ?? []

export function requestBody({ form, body, document, example }: Operation): Json | undefined {
  if (form) return formBody(form, example?.form)
  if (body && Object.keys(body).length > 0) return jsonBody(body, example?.body)
  return document && documentBody(document)
}

function jsonBody(fields: Fields, example: Json | undefined): Json {
  const schema = Type.Object(fields, { additionalProperties: false })
  return { required: requiredIn(fields).length > 0, content: { 'application/json': { schema, ...(example && { example }) } } }
}

const documentBody = ({ means, schema, example, also = {} }: DocumentBody): Json => ({
  required: true,
  description: means,
  content: { 'application/json': { schema, example }, ...textTypes(also) },
})

/** Media types with a plain text schema. */
export const textTypes = (examples: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(examples).map(([type, example]) => [type, { schema: Type.String(), example }]))

function formBody(form: FormShape, example: Readonly<Record<string, string>> | undefined): Json {
  const shown = (name: string, alone: string): string => example?.[name] ?? alone
  const fields = Object.entries(form.fields).map(([name, { description, example: sent }]) => [
    name,
    { type: 'string', description, ...(shown(name, sent) !== '' && { examples: [shown(name, sent)] }) },
  ])
  const maps = Object.entries(form.maps ?? {}).map(
    ([
      name,
      {
        description,
        example: [key, value],
      },
    ]) => [name, { type: 'object', description, additionalProperties: { type: 'string' }, examples: [{ [key]: value }] }],
  )
  const required = Object.entries(form.fields).filter(([, field]) => field.required)
  const requiredMaps = Object.entries(form.maps ?? {}).flatMap(([name, { optional }]) => (optional ? [] : [name]))
  const schema = {
    type: 'object',
    properties: Object.fromEntries([...fields, ...maps]),
    required: [...required.map(([name]) => name), ...requiredMaps],
  }
  const encoding = Object.fromEntries(Object.keys(form.maps ?? {}).map((name) => [name, { style: 'deepObject', explode: true }]))
  const content = { schema, encoding, ...(example && { example: nested(example) }) }
  return { required: true, content: { 'application/x-www-form-urlencoded': content, 'multipart/form-data': { schema } } }
}

/** Flat form names such as `tariffinput[1]` as nested objects. */
function nested(form: Readonly<Record<string, string>>): Json {
  const result: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(form)) {
    const match = /^(\w+)\[(.*)\]$/.exec(name)
    if (!match) result[name] = value
    else result[match[1] ?? ''] = { ...(result[match[1] ?? ''] as object), [match[2] ?? '']: value }
  }
  return result
}
