import type { Config } from './config.ts'

/** True when a setting enables HTTPS. */
export const wantsTls = ({ tls, tlsCert, tlsKey }: Pick<Config, 'tls' | 'tlsCert' | 'tlsKey'>): boolean =>
  tls || tlsCert !== undefined || tlsKey !== undefined
