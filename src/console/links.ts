/** Links from one part of the console to another. */
import { html } from 'hono/html'
import type { SandboxListed } from './control-responses.ts'
import type { Html, Value } from './markup.ts'

/** A sandbox with the path of its console. */
export interface SandboxLink extends SandboxListed {
  readonly console: string
}

/** Sandboxes with the paths of their consoles: their addresses without scheme and host. */
export const pathsOf = (sandboxes: readonly SandboxListed[]): readonly SandboxLink[] =>
  sandboxes.map((sandbox) => ({ ...sandbox, console: `${sandbox.url.replace(/^[a-z]+:\/\/[^/]*/i, '')}/_understay/` }))

const MAX_LINKS = 20

export function callLinks(base: string, entries: readonly number[]): Value {
  if (entries.length === 0) return undefined
  const more = entries.length - MAX_LINKS
  return html`<span class="call-links">${entries.slice(0, MAX_LINKS).map((id) => callLink(base, id))}${more > 0 && `and ${more} more`}</span>`
}

/** A link to what made a change. */
export function causeLink(base: string, { kind, id }: { readonly kind: string; readonly id: string }): Html {
  if (kind === 'call') return html`call ${callLink(base, Number(id))}`
  const anchor = kind === 'traffic' ? `traffic-${id.replace('/', '-')}` : `${kind}-${id}`
  return html`${kind} <a href="${base}/console/scenario#${anchor}">${id}</a>`
}

export const callLink = (base: string, id: number): Html => html`<a href="${base}/?entry=${id}">#${id}</a> `
