/**
 * Webhooks: addresses that are notified of what happens.
 *
 * @module
 * @source facts "Events / webhooks"
 */
import { MASK } from '../../base/mask.ts'

/** How a receiver knows who sends: not at all, by HTTP Basic, or by a token that it gives out itself. */
export const WEBHOOK_AUTH = ['none', 'basic', 'oauth'] as const
export type WebhookAuth = (typeof WEBHOOK_AUTH)[number]

export interface Webhook {
  readonly id: number
  /** Absolute, http or https. */
  readonly url: string
  readonly auth: WebhookAuth
  /** The name of `basic`, the client id of `oauth`. */
  readonly username: string
  /** The password of `basic`, the secret of `oauth`. */
  readonly password: string
  /** The manager whose actions it hears of; 0 for all. */
  readonly managerId: number
  readonly enabled: boolean
}

/** The address without credentials, and with the values of its query masked. */
export function maskedUrl(text: string): string {
  const url = new URL(text)
  const credentials = url.username === '' && url.password === '' ? '' : `${MASK}@`
  const query = [...url.searchParams.keys()].map((name) => `${name}=${MASK}`).join('&')
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`
}
