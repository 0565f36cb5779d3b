/** The JSON of responses with frozen parts, whose text is kept. */

const texts = new WeakMap<object, string>()

/** The JSON of a value between two texts. The text of frozen objects is kept; all parts are joined at once, because a text that grows is copied twice. */
export function keptJson(before: string, value: unknown, after: string): string {
  const parts = [before]
  add(value, parts)
  parts.push(after)
  return parts.join('')
}

function keptText(frozen: object): string {
  const kept = texts.get(frozen)
  if (kept !== undefined) return kept
  const text = JSON.stringify(frozen)
  texts.set(frozen, text)
  return text
}

function add(value: unknown, parts: string[]): void {
  if (typeof value !== 'object' || value === null) {
    parts.push(JSON.stringify(value) ?? 'null')
  } else if (Object.isFrozen(value)) {
    parts.push(keptText(value))
  } else if (Array.isArray(value)) {
    addList(value, parts)
  } else {
    addFields(value, parts)
  }
}

function addList(values: readonly unknown[], parts: string[]): void {
  let before = '['
  for (const value of values) {
    parts.push(before)
    add(value, parts)
    before = ','
  }
  parts.push(values.length === 0 ? '[]' : ']')
}

function addFields(value: object, parts: string[]): void {
  let before = '{'
  for (const [name, field] of Object.entries(value)) {
    if (field === undefined) continue
    parts.push(`${before}${JSON.stringify(name)}:`)
    add(field, parts)
    before = ','
  }
  parts.push(before === '{' ? '{}' : '}')
}
