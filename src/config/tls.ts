/**
 * Whether a configuration asks for HTTPS.
 *
 * @module
 */
import type { Config } from './config.ts'

/** True where a setting asks for HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey }: Pick<Config, 'tls' | 'tlsCert' | 'tlsKey'>): boolean =>
  tls || tlsCert !== undefined || tlsKey !== undefined
