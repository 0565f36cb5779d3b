/** Issues access tokens and purges expired ones. */
import type { Token } from '../auth/token.ts'
import { DAY_MS } from '../base/duration.ts'
import type { Instant } from '../base/instant.ts'
import type { Clock } from '../simulation/clock.ts'
import type { Randomness } from '../simulation/randomness.ts'
import type { WriteDb } from '../store/db.ts'
import type { Store } from '../store/store.ts'

/** Expired tokens are purged once per this number of issued tokens. */
const PURGE_EVERY = 100

/** The part of a sandbox that issuing tokens needs. */
interface TokenIssuer {
  readonly store: Store
  readonly clock: Clock
  readonly randomness: Randomness
  /** Seconds. */
  readonly tokenLifetime: number
}

/** Issues a token to a client. The caller has checked the scopes. */
export function issueToken(
  { store, clock, randomness, tokenLifetime }: TokenIssuer,
  clientId: string,
  scopes: readonly string[],
): Token {
  const issuedAt = clock.now()
  const expiresAt = issuedAt + tokenLifetime * 1000
  return store.change((db) => {
    const number = db.nextId('tokens')
    if (number % PURGE_EVERY === 0) purge(db, issuedAt)
    return db.tokens.put({ id: randomness.token(number), clientId, scopes, issuedAt, expiresAt })
  })
}

/** Removes tokens that expired more than a day ago, as the service does. */
function purge(db: WriteDb, now: Instant): void {
  for (const { id, issuedAt, expiresAt } of db.tokens.all())
    if (Math.max(issuedAt, expiresAt) + DAY_MS < now) db.tokens.remove(id)
}
