/**
 * Markup in which every value is text, unless it was made here.
 *
 * @module
 */

/** Markup that is safe to send as it stands. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

/** What may stand in markup; nothing is shown for undefined, null and false. */
export type Value = string | number | Html | undefined | null | false | readonly Value[]

/** Text as it stands between tags, and between the quotes of an attribute. */
export const escaped = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.codePointAt(0)};`)

/** Markup with values in it, each of them escaped. Attributes that hold one are written in double quotes. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.map((part, index) => (index === 0 ? part : `${markup(values[index - 1])}${part}`)).join(''))
}

function markup(value: Value): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value))
  return value instanceof Html ? value.text : value.map(markup).join('')
}

/** A list of names and values; a row without a value is left out. */
export function facts(rows: readonly (readonly [name: string, value: Value])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined && value !== null && value !== false && value !== '')
  return html`<dl>${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** A word with a colour. */
export const badge = (kind: 'good' | 'bad' | 'odd' | 'plain', text: Value): Html =>
  html`<span class="badge ${kind}">${text}</span>`

/** A text to copy, with a button that does. The button is there only where the script is. */
export const copied = (text: string, what: string): Html =>
  html`<span class="copied"><code>${text}</code><button type="button" class="script-only" data-copy="${text}" aria-label="Copy ${what}">Copy</button></span>`

/** `1 call`, `2 calls`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`
