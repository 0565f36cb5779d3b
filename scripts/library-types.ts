/**
 * The published types of the library: `src/library/schema-types.ts`, with every type that a schema or a table describes written
 * out, so that they need no package.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Type } from '../src/api/schema.ts'
import type { SchemaNode } from '../src/base/schema-node.ts'
import { CHOICE_IDS, choice } from '../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../src/booking-contract/index.ts'
import { NAMES, settingOf } from '../src/config/settings.ts'

const SOURCE = new URL('../src/library/schema-types.ts', import.meta.url)
const IMPORT = /^import type \{([^}]+)\} from '([^']+)'\n/gm
const SHOWN = /\b(Shown|BodyOf|QueryOf)<typeof ([\w.]+)(?:, (\w+))?>/g

interface Operation {
  readonly body?: Readonly<Record<string, object>>
  readonly query?: Readonly<Record<string, object>>
}

/** The text of the declaration file. */
export async function libraryTypes(): Promise<string> {
  const source = readFileSync(SOURCE, 'utf8')
  const values = await importedValues(source)
  const names = new Map<unknown, string>()
  for (const [, name, type = ''] of source.matchAll(/^(?:export )?type (\w+) = (.+)/gm))
    for (const [, kind, path = ''] of type.matchAll(SHOWN))
      if (kind === 'Shown') names.set(identityOf(schemaAt(values, path)), name ?? '')
  const stricter = new Map(
    [...source.matchAll(/^interface (\w+) \{\n([^}]*)\}\n/gm)].map(([, name, body = '']) => [name, fieldsIn(body)]),
  )
  const written = source
    .replace(/^\/\*\* The value that a schema describes.*\ntype Shown.*\ntype WithStricter.*\n/m, '')
    .replace(/^type SettingValue<[\s\S]*?\n\/\*\*/m, '/**')
    .replace(
      /^export type SettingOptions = .*/m,
      () => `export interface SettingOptions {\n${NAMES.flatMap(settingLine).join('\n')}\n}`,
    )
    .replace(/\(typeof OPERATIONS\)\[number\]\['id'\]/, () => OPERATIONS.map(({ id }) => `\n  | '${id}'`).join(''))
    .replace(SHOWN, (_, kind: string, path: string, fields?: string) => {
      if (kind === 'Shown') return typeOf(schemaAt(values, path), names, stricter.get(fields) ?? new Map(), true)
      const { body = {}, query = {} } = schemaAt(values, path) as Operation
      return typeOf(Type.Object((kind === 'BodyOf' ? body : query) as Parameters<typeof Type.Object>[0]), names)
    })
  return withNeededImports(written).replace(/^import type \{ Choices \} from .*\n/m, choicesText)
}

/** The answers of every choice: their texts, which their own declarations would carry, are in docs/choices.md. */
const choicesText = (): string =>
  `interface Choices {\n${CHOICE_IDS.map((id) => {
    const answers = Object.keys(choice(id).answers).map((answer) => `'${answer}'`)
    return `  readonly ${id}: ${answers.join(' | ')}`
  }).join('\n')}\n}\n`

/** What the source imports as types, as values. */
async function importedValues(source: string): Promise<ReadonlyMap<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const [, names = '', path = ''] of source.matchAll(IMPORT)) {
    if (!path.startsWith('.')) continue
    const module: Readonly<Record<string, unknown>> = await import(new URL(path, SOURCE).href)
    for (const [, name = '', alias = name] of names.matchAll(/(\w+)(?: as (\w+))?/g)) values.set(alias, module[name])
  }
  return values
}

/** Imports only the types that are still named, and none of a package. */
const withNeededImports = (text: string): string => {
  const body = text.replace(IMPORT, '')
  const imported = text.replace(IMPORT, (_, names: string, path: string) => {
    const needed = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && new RegExp(`\\b${name.split(' ').at(-1)}\\b`).test(body))
    return needed.length === 0 || !path.startsWith('.') ? '' : `import type { ${needed.join(', ')} } from '${path}'\n`
  })
  return `${imported}\n// Exports only what is marked so.\nexport {}\n`
}

function schemaAt(values: ReadonlyMap<string, unknown>, path: string): SchemaNode {
  const [first = '', ...rest] = path.split('.')
  const found = rest.reduce<unknown>(
    (value, name) => (value as Readonly<Record<string, unknown>> | undefined)?.[name],
    values.get(first),
  )
  if (typeof found !== 'object' || found === null) throw new Error(`src/library/schema-types.ts: ${path} is no schema`)
  return found
}

/** The same for a schema and its copies with another description. */
const identityOf = ({ properties, anyOf, ...schema }: SchemaNode): unknown => properties ?? anyOf ?? schema.enum ?? schema

const fieldsIn = (body: string): ReadonlyMap<string, string> =>
  new Map([...body.matchAll(/^ {2}readonly (\w+)\??: (.+)$/gm)].map(([, name = '', type = '']) => [name, type]))

type Names = ReadonlyMap<unknown, string>

/** @param isNamed true at the declaration of a name, which is written out there */
function typeOf(schema: SchemaNode, names: Names, stricter: ReadonlyMap<string, string> = new Map(), isNamed = false): string {
  const name = isNamed ? undefined : names.get(identityOf(schema))
  const { anyOf, items, enum: words, patternProperties, properties, additionalProperties, pattern, minItems, maxItems } = schema
  if (name !== undefined) return name
  if (anyOf) return [...new Set(anyOf.map((branch) => typeOf(branch, names)))].join(' | ')
  if (words) return words.map((word) => (typeof word === 'string' ? `'${word}'` : JSON.stringify(word))).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (items) {
    const item = typeOf(items, names)
    const isTuple = minItems !== undefined && minItems > 1 && minItems === maxItems
    return isTuple ? `readonly [${Array.from({ length: minItems }, () => item).join(', ')}]` : `readonly (${item})[]`
  }
  if (patternProperties) return `Readonly<Record<string, ${Object.values(patternProperties).map((one) => typeOf(one, names))}>>`
  if (additionalProperties === true && Object.keys(properties ?? {}).length === 0) return 'Readonly<Record<string, unknown>>'
  if (properties) return `{\n${fieldLines(schema, names, stricter).join('\n')}\n}`
  if (schema.type === 'string') return textType(pattern)
  return schema.type === 'integer' ? 'number' : (schema.type ?? 'unknown')
}

const fieldLines = (
  { properties = {}, required = [] }: SchemaNode,
  names: Names,
  stricter: ReadonlyMap<string, string>,
): readonly string[] =>
  Object.entries(properties).flatMap(([name, schema]) => [
    ...commentOf(schema),
    `readonly ${name}${required.includes(name) ? '' : '?'}: ${stricter.get(name) ?? typeOf(schema, names)}`,
  ])

/** A number with a unit, such as `5m` or `10%`, is a template of TypeScript; any other text a string. */
function textType(pattern = ''): string {
  const unit = /^\^(?:\[\+-\]\?)?(?:\\d\+\(\\\.\\d\+\)\?|\(100\|[^)]*\)\?\))(%|x|\([a-z|]+\))\$$/.exec(pattern)?.[1]
  if (unit === undefined) return 'string'
  const [first = '', ...others] = unit.replace(/[()]/g, '').split('|')
  return `\`\${number}${others.length === 0 ? first : `\${${[first, ...others].map((word) => `'${word}'`).join(' | ')}}`}\``
}

/** The description of a field for readers; of a value that may be null, that of the value. */
function commentOf(schema: SchemaNode & { readonly markdownDescription?: string }): readonly string[] {
  const { markdownDescription, description, anyOf = [] } = schema
  const text = markdownDescription ?? description ?? anyOf.find((branch) => branch.description !== undefined)?.description
  return text === undefined ? [] : [`/** ${text.slice(0, 1).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'} */`]
}

function settingLine(name: (typeof NAMES)[number]): readonly string[] {
  const { type, library, help } = settingOf(name)
  if (library === undefined) return []
  const text = help.slice(0, 1).toUpperCase() + help.slice(1)
  return [`  /** ${text}. Default: ${library.default}. */`, `  readonly ${name}?: ${type.option.type} | undefined`]
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await libraryTypes())
