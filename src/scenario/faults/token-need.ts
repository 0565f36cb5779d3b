/** Whether a scenario is about tokens, so that it cannot take place for a client that sends none. */
import { TOKEN_OPERATION } from '../../booking-contract/oauth.ts'
import type { Scenario } from '../scenario.ts'
import type { WantedValue } from '../selectors/selector-schema.ts'
import type { Fault } from './fault-schema.ts'

/** True when each fault needs a token, or when the scenario shortens the life of tokens. */
export const needsToken = ({ faults, tokenLifetime }: Pick<Scenario, 'faults' | 'tokenLifetime'>): boolean =>
  faults.length > 0 ? faults.every(isAboutTokens) : tokenLifetime !== undefined

function isAboutTokens({ on, token, scopes }: Fault): boolean {
  if (token !== undefined || scopes !== undefined || on.operation === TOKEN_OPERATION) return true
  return Object.entries(on.where?.header ?? {}).some(
    ([name, wanted]) => name.toLowerCase() === 'authorization' && isPresence(wanted),
  )
}

const isPresence = (wanted: WantedValue): boolean => typeof wanted !== 'object' || !('present' in wanted) || wanted.present
