/** Which calls of a recording are of the same deployment. */
import { hostOf } from './address.ts'
import type { Recording } from './har.ts'
import { type Plan, planOf, type Step } from './plan.ts'
import { asksForToken } from './token-request.ts'

/** The plan of the calls to the host that most go to; a token may come from any. Others are of another deployment. */
export function planOfMainHost({ exchanges, host }: Pick<Recording, 'exchanges' | 'host'>, apiPath: string): Plan {
  const { steps, skipped } = planOf(exchanges, apiPath)
  const hostIn = ({ exchange }: Step): string => hostOf(exchange.request.url)
  const isMeant = (step: Step): boolean => hostIn(step) === host || asksForToken(step)
  const others = steps.filter((step) => !isMeant(step))
  const elsewhere = others.map((step) => ({ exchange: step.exchange, reason: `to another host: ${hostIn(step)}` }))
  return { steps: steps.filter(isMeant), skipped: [...skipped, ...elsewhere] }
}
