/**
 * Webhooks: URLs that receive events.
 *
 * @module
 * @source facts "Events / webhooks"
 */
import { MASK } from '../../base/mask.ts'

/** Authentication of deliveries: none, HTTP Basic, or a token issued by the receiver. */
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
  /** Only events caused by this manager; 0 for all. */
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
