/**
 * Webhooks: URLs that receive events.
 * @source facts "Events / webhooks"
 */
import { MASK } from '../../base/mask.ts'
import { collection, type Row } from '../collection/collection.ts'
import { flag, id, oneOf, opt, type RowOf, ref, text } from '../collection/fields.ts'

/** Authentication of deliveries: none, HTTP Basic, or a token issued by the receiver. */
const WEBHOOK_AUTH = ['none', 'basic', 'oauth'] as const

const FIELDS = {
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
}

export const webhooks = collection('webhooks', FIELDS, { rules: (row) => credentialProblems(row) })

export type Webhook = Row<typeof webhooks>

/** What HTTP Basic lacks, or cannot send. @source RFC 7617 section 2 */
export function* credentialProblems(hook: Pick<RowOf<typeof FIELDS>, 'auth' | 'username' | 'password'>) {
  if (hook.auth !== 'basic') return
  if (hook.username.includes(':')) yield ['username', 'must not contain a colon, which ends the name in HTTP Basic'] as const
  for (const field of ['username', 'password'] as const)
    if (hook[field] === '') yield [field, 'is missing: auth is basic'] as const
}

/** The address without credentials, and with the values of its query masked. */
export function maskedUrl(text: string): string {
  const url = new URL(text)
  const credentials = url.username === '' && url.password === '' ? '' : `${MASK}@`
  const query = [...url.searchParams.keys()].map((name) => `${name}=${MASK}`).join('&')
  return `${url.protocol}//${credentials}${url.host}${url.pathname}${query === '' ? '' : `?${query}`}`
}
