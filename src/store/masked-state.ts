/**
 * Masks secrets and tokens in exported states, and restores them on import.
 *
 * @module
 */

import type { Client } from '../auth/client.ts'
import type { Token } from '../auth/token.ts'
import { MASK } from '../base/mask.ts'
import { maskedUrl, type Webhook } from '../domain/event/webhook.ts'
import type { CollectionName, Id, RowLists } from './state.ts'

const SHOWN_CHARACTERS = 4

const maskedToken = (id: string): string => `${id.slice(0, SHOWN_CHARACTERS)}${MASK}`

/** A row with masked secrets. */
export function maskedRow(collection: CollectionName, row: unknown): unknown {
  if (collection === 'clients') return { ...(row as Client), secret: MASK }
  if (collection === 'webhooks') return maskedWebhook(row as Webhook)
  return collection === 'tokens' ? { ...(row as Token), id: maskedToken((row as Token).id) } : row
}

/** A webhook with masked password and URL. */
const maskedWebhook = (hook: Webhook): Webhook => ({
  ...hook,
  url: maskedUrl(hook.url),
  password: hook.password === '' ? '' : MASK,
})

/** An id, masked if it is a token. */
export const maskedId = (collection: CollectionName, id: Id): Id => (collection === 'tokens' ? maskedToken(String(id)) : id)

/** All rows with masked secrets. */
export function maskedRows(rows: RowLists): RowLists {
  return {
    ...rows,
    clients: rows.clients.map((client) => ({ ...client, secret: MASK })),
    tokens: rows.tokens.map((token) => ({ ...token, id: maskedToken(token.id) })),
    webhooks: rows.webhooks.map(maskedWebhook),
  }
}

/** Rows with restored secrets. */
export interface Unmasked {
  readonly rows: RowLists
  /** The number of masked tokens without a matching known token; they are left out. */
  readonly tokensLeftOut: number
  /** The first masked secret without a known client. */
  readonly problem: string | undefined
}

/** Replaces masked secrets and tokens by the known ones. */
export function unmaskedRows(shown: RowLists, known: Pick<RowLists, 'clients' | 'tokens' | 'webhooks'>): Unmasked {
  const secrets = new Map(known.clients.map(({ id, secret }) => [id, secret]))
  const clients = shown.clients.map((client) =>
    client.secret === MASK ? { ...client, secret: secrets.get(client.id) ?? MASK } : client,
  )
  const nameless = shown.clients.findIndex(({ id, secret }) => secret === MASK && !secrets.has(id))
  const free = new Set(known.tokens)
  const tokens = shown.tokens.flatMap((token) => {
    if (!token.id.endsWith(MASK)) return [token]
    const own = [...free].find((candidate) => sameToken(candidate, token))
    if (own) free.delete(own)
    return own ? [own] : []
  })
  const webhooks = (shown.webhooks ?? []).map((hook) => unmaskedWebhook(hook, known.webhooks))
  const problem = `collections.clients[${nameless}].secret is masked, and there is no client "${shown.clients[nameless]?.id}" here to take it from`
  return {
    rows: { ...shown, clients, tokens, webhooks },
    tokensLeftOut: shown.tokens.length - tokens.length,
    problem: nameless < 0 ? undefined : problem,
  }
}

/** Restores the masked parts of a webhook from the known one; without one they stay masked. */
function unmaskedWebhook(hook: Webhook, known: readonly Webhook[]): Webhook {
  const own = known.find(({ id }) => id === hook.id)
  if (!own || maskedWebhook(own).url !== maskedWebhook(hook).url) return hook
  const url = hook.url.includes(MASK) ? own.url : hook.url
  return { ...hook, url, password: hook.password === MASK ? own.password : hook.password }
}

function sameToken(known: Token, shown: Token): boolean {
  return (
    maskedToken(known.id) === shown.id &&
    known.clientId === shown.clientId &&
    known.issuedAt === shown.issuedAt &&
    known.expiresAt === shown.expiresAt &&
    known.scopes.join(' ') === shown.scopes.join(' ')
  )
}
