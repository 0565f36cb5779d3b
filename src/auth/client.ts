import { MASK } from '../base/mask.ts'
import { collection, type Row } from '../domain/collection/collection.ts'
import { name, oneOf, ref, text, value } from '../domain/collection/fields.ts'
import { ALL_SCOPES, SCOPE_TEXT } from './scope.ts'

/** OAuth clients. */
export const clients = collection('clients', {
  /** The client_id. */
  id: name(),
  secret: name({ mask: () => MASK }),
  /** Its purpose, for the list of credentials. */
  label: text({ default: '' }),
  userId: ref('users', { strict: true }),
  scopes: value<readonly string[]>('list', {
    type: 'array',
    items: {
      anyOf: [
        { enum: ALL_SCOPES, description: `one of ${ALL_SCOPES.join(', ')}` },
        { type: 'string', pattern: SCOPE_TEXT.source, description: 'several with spaces between' },
      ],
      description: 'a scope such as properties_get, read or *',
    },
    description: 'a list of scopes',
  }),
  /** With `expired`, every token of this client is expired when it is issued. */
  tokens: oneOf(['normal', 'expired'], { default: 'normal' }),
})

export type Client = Row<typeof clients>

/** The client that is used where none is named: `demo`, else the first one with valid tokens. */
export const defaultClient = (all: readonly Client[]): Client | undefined =>
  all.find(({ id }) => id === 'demo') ?? all.find(({ tokens }) => tokens === 'normal')
