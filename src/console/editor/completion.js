/**
 * What can be written at a place of a YAML text, by the JSON schema of its format.
 *
 * @module
 */

const KEY = /^(?:"([^"]+)"|([\w-]+)):(?=\s|$)/

/** The keys that lead to the end of a text; `[]` stands for an item of a list. `value` is true after a colon. */
export function placeIn(text) {
  const lines = text.split('\n')
  const open = []
  for (const line of lines) {
    if (/^\s*(#|$)/.test(line) && line !== lines.at(-1)) continue
    let column = line.search(/\S|$/)
    let rest = line.slice(column)
    while (
      open.length > 0 &&
      open.at(-1).column >= column &&
      !(open.at(-1).column === column && rest.startsWith('- ') && open.at(-1).key !== '[]')
    )
      open.pop()
    for (let item = /^- */.exec(rest); item; item = /^- */.exec(rest)) {
      open.push({ column, key: '[]' })
      column += item[0].length
      rest = rest.slice(item[0].length)
    }
    const [whole, quoted, plain] = KEY.exec(rest) ?? []
    if (whole !== undefined) open.push({ column, key: quoted ?? plain, inline: rest.slice(whole.length) })
    else if (line === lines.at(-1)) open.push({ column, key: undefined, inline: rest })
  }
  const last = open.at(-1)
  const path = open.flatMap(({ key }) => (key === undefined ? [] : [key]))
  if (last?.inline === undefined) return { path, value: false }
  return inFlow(path, last.inline, last.key !== undefined)
}

/** Continues inside `{ ... }` and `[ ... ]` on a line. */
function inFlow(path, inline, hasKey) {
  const levels = []
  let value = hasKey
  for (const [token] of inline.matchAll(/[{}[\],]|[\w-]+:(?=\s|$)|"(?:[^"\\]|\\.)*"?/g)) {
    if (token === '{') levels.push({ path, list: false })
    else if (token === '[') levels.push({ path, list: true })
    else if (token === '}' || token === ']') path = levels.pop()?.path ?? path
    else if (token.endsWith(':') && levels.length > 0) path = [...levels.at(-1).path, token.slice(0, -1)]
    if (token === '{' || (token === ',' && levels.at(-1)?.list === false)) [path, value] = [levels.at(-1).path, false]
    else if (token === '[') [path, value] = [[...path, '[]'], true]
    else if (token.endsWith(':')) value = true
  }
  return { path, value }
}

/** All schemas that a value at a path may follow. */
function schemasAt(root, path) {
  const spread = (schema) => {
    const target =
      schema.$ref === undefined
        ? schema
        : schema.$ref
            .slice(2)
            .split('/')
            .reduce((node, name) => node[name], root)
    return [
      target,
      ...['anyOf', 'oneOf', 'allOf'].flatMap((name) => (target[name] ?? []).flatMap(spread)),
      ...(target.then ? spread(target.then) : []),
    ]
  }
  return path.reduce(
    (schemas, key) =>
      schemas
        .flatMap((schema) =>
          key === '[]'
            ? [schema.items]
            : [schema.properties?.[key] ?? schema.additionalProperties ?? Object.values(schema.patternProperties ?? {})[0]],
        )
        .filter((schema) => typeof schema === 'object')
        .flatMap(spread),
    spread(root),
  )
}

const aboutOf = ({ markdownDescription, description }) => markdownDescription ?? description

/** The keys or values that can stand at the end of a text. */
export function optionsAt(root, text) {
  const { path, value } = placeIn(text)
  const schemas = schemasAt(root, path)
  const options = value
    ? schemas.flatMap((schema) =>
        [
          ...(schema.enum ?? []),
          ...('const' in schema ? [schema.const] : []),
          ...(schema.type === 'boolean' ? [true, false] : []),
        ].map((word) => ({ label: String(word), type: 'constant' })),
      )
    : schemas.flatMap(({ properties = {} }) =>
        Object.entries(properties).map(([name, schema]) => ({
          label: name,
          apply: `${name}: `,
          type: 'property',
          info: aboutOf(schema),
        })),
      )
  return [...new Map(options.map((option) => [option.label, option])).values()]
}
