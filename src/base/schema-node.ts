/** A schema as values are checked against it, and what it expects, in words. */

/** The supported subset of JSON Schema. `description` is used in messages, such as "a day (YYYY-MM-DD)". */
export interface SchemaNode {
  readonly type?: string | undefined
  readonly description?: string | undefined
  readonly properties?: Properties | undefined
  readonly required?: readonly string[] | undefined
  /** True to allow other keys. */
  readonly additionalProperties?: unknown
  /** Earlier names of keys, and their names now; an extension that readers of the schema ignore. */
  readonly 'x-renamed'?: Readonly<Record<string, string>> | undefined
  readonly patternProperties?: Readonly<Record<string, SchemaNode>> | undefined
  readonly items?: SchemaNode | undefined
  readonly minItems?: number | undefined
  readonly maxItems?: number | undefined
  readonly anyOf?: readonly SchemaNode[] | undefined
  readonly enum?: readonly unknown[] | undefined
  readonly const?: unknown | undefined
  readonly pattern?: string | undefined
  readonly minLength?: number | undefined
  readonly maxLength?: number | undefined
  readonly minimum?: number | undefined
  readonly exclusiveMinimum?: number | undefined
  readonly maximum?: number | undefined
}

export type Properties = Readonly<Record<string, SchemaNode>>

/**
 * What a schema expects: its description, if that is a phrase such as "a day (YYYY-MM-DD)". A description with a capital letter
 * is a sentence for documents about the purpose of the field.
 */
export function expectedText(schema: SchemaNode): string {
  const { description } = schema
  if (description !== undefined && !/^[A-Z]/.test(description)) return description
  if (schema.anyOf) return schema.anyOf.map(expectedText).join(' or ')
  if (schema.enum) return `one of ${schema.enum.join(', ')}`
  if ('const' in schema) return String(schema.const)
  return `${TYPE_NAMES[schema.type ?? ''] ?? 'a value'}${boundsText(schema)}`
}

/** The allowed numbers or text lengths, in words. */
function boundsText({ minimum, maximum, exclusiveMinimum, minLength }: SchemaNode): string {
  if (minLength !== undefined && minLength > 0) return ' that is not empty'
  if (exclusiveMinimum !== undefined) return ` above ${exclusiveMinimum}`
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`
  if (minimum !== undefined) return ` of at least ${minimum}`
  return maximum === undefined ? '' : ` of at most ${maximum}`
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  object: 'a map',
  array: 'a list',
  string: 'text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'a map'
  if (typeof value === 'string') return JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value)
  return typeof value === 'number' ? `the number ${value}` : String(value)
}
