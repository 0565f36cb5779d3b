/**
 * Access tokens.
 *
 * @module
 */
import type { Instant } from '../base/instant.ts'

export interface Token {
  /** The access token itself: 40 lower-case hexadecimal characters. */
  readonly id: string
  readonly clientId: string
  readonly scopes: readonly string[]
  readonly issuedAt: Instant
  readonly expiresAt: Instant
  /** True once it was revoked. */
  readonly revoked?: boolean | undefined
}
