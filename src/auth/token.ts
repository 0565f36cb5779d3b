import { MASK } from '../base/mask.ts'
import { collection, type Row } from '../domain/collection/collection.ts'
import { absent, flag, instant, text, value } from '../domain/collection/fields.ts'

const SHOWN_CHARACTERS = 4

export const tokens = collection(
  'tokens',
  {
    /** The access token itself: 40 lower-case hexadecimal characters. */
    id: text({ mask: (id) => `${id.slice(0, SHOWN_CHARACTERS)}${MASK}` }),
    clientId: text(),
    scopes: value<readonly string[]>('list'),
    issuedAt: instant(),
    expiresAt: instant(),
    /** True once it was revoked. */
    revoked: absent(flag()),
  },
  { list: false, indexes: { client: (row) => row.clientId } },
)

export type Token = Row<typeof tokens>
