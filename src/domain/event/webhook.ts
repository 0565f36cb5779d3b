/**
 * Webhooks: URLs that receive events.
 * @source facts "Events / webhooks"
 */
import { MASK } from '../../base/mask.ts'
import { collection, type Row } from '../collection/collection.ts'
import { flag, id, oneOf, opt, ref, text } from '../collection/fields.ts'

/** Authentication of deliveries: none, HTTP Basic, or a token issued by the receiver. */
export const WEBHOOK_AUTH = ['none', 'basic', 'oauth'] as const

export const webhooks = collection('webhooks', {
  id: opt(id()),
  /** Absolute, http or https. */
  url: text({
    schema: { type: 'string', pattern: '^https?://\\S+$', description: 'an http or https address' },
    mask: maskedUrl,
    check: (url) => (URL.canParse(url) ? undefined : `"${url}" is not an address such as http://127.0.0.1:8080/hook`),
  }),
  auth: oneOf(WEBHOOK_AUTH, { default: 'none' }),
  /** The name of `basic`, the client id of `oauth`. */
  username: text({ default: '' }),
  /** The password of `basic`, the secret of `oauth`. */
  password: text({ default: '', mask: (password) => (password === '' ? '' : MASK) }),
  /** Only events caused by this manager; 0 for all. */
  managerId: ref('users', { default: 0, none: 'all' }),
  enabled: flag({ default: true }),
})

export type Webhook = Row<typeof webhooks>

/** The field that HTTP Basic lacks. */
export function missingCredential(hook: { readonly [K in 'auth' | 'username' | 'password']?: unknown }): string | undefined {
  if (hook.auth !== 'basic') return undefined
  return (['username', 'password'] as const).find((field) => !hook[field])
}

/** The address without credentials, and with the values of its query masked. */
export function maskedUrl(text: string): string {
  const url = new URL(text)
  const credentials = url.username === '' && url.password === '' ? '' : `${MASK}@`
  const query = [...url.searchParams.keys()].map((name) => `${name}=${MASK}`).join('&')
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`
}
