/** Network faults and invented answers of a scenario, between a client and a real deployment. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../api/product.ts'
import { type ApiResponse, FAULT_HEADER } from '../api/response.ts'
import { bearerToken, issuedToken } from '../auth/authorization.ts'
import { TOKEN_OPERATION } from '../booking-contract/oauth.ts'
import { operationAt } from '../booking-contract/operation-at.ts'
import { UsageError } from '../config/usage-error.ts'
import { networkFaultKind, responseAfter, responseInstead } from '../pipeline/network-faults.ts'
import type { SentRequest } from '../recording/deployment.ts'
import type { OnWay } from '../recording/recorder.ts'
import { faultCheck } from '../report/checks.ts'
import { reportFault } from '../report/faults.ts'
import { loadScenarios } from '../scenario/load.ts'
import type { Scenario } from '../scenario/scenario.ts'
import { ScenarioRun } from '../scenario/scenario-run.ts'
import type { RequestFacts } from '../scenario/selectors/selector.ts'
import { realNow } from '../simulation/clock.ts'
import { Randomness } from '../simulation/randomness.ts'

/** A scenario between a client and a deployment. */
export interface FaultsOnWay {
  readonly onWay: OnWay
  /** The faults that did not happen, each in a sentence. */
  missed(): readonly string[]
}

/** What happens to requests on their way, by a scenario. @throws ScenarioError, UsageError when it needs a world */
export async function faultsOnWay(names: readonly string[], product: Product): Promise<FaultsOnWay> {
  const scenario = await loadScenarios(names)
  requireOnlyOnWay(scenario)
  const randomness = new Randomness(scenario.seed ?? 1)
  const run = new ScenarioRun({ ...scenario, expect: [] }, { begun: realNow(), randomness })
  const factsOf = requestFacts(product)
  /** The client of each token; of a token from elsewhere, the token stands for it. */
  const clients = new Map<string, string>()
  const onWay: OnWay = async (request, send) => {
    const facts = factsOf(request)
    const { token = '', client = clients.get(token) } = facts
    const ask = async (): Promise<Response> => {
      const answer = await send()
      const issued = facts.client !== undefined && issuedToken(await answer.clone().text())
      if (issued) clients.set(issued, facts.client ?? '')
      return answer
    }
    const applied = run.applyNetworkFaults({ ...facts, client: client ?? facts.token }, { now: realNow(), randomness })
    const fault = applied?.network
    if (!applied || !fault) return { answer: await ask(), note: {} }
    await pause(fault.delay)
    const instead = responseInstead(fault)
    const answer = instead ? undefined : await ask()
    const real = answer && {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.clone().text(),
    }
    const arriving = instead ?? (real ? responseAfter(real, fault) : undefined)
    if (answer && fault.respond && arriving === real) {
      fault.respond.takeBack()
      return { answer, note: {} }
    }
    const lostStatus = real && arriving?.status !== real.status ? real.status : undefined
    const note = { fault: applied.marks, networkFault: networkFaultKind(fault), lostStatus }
    const isChanged = arriving !== undefined && arriving !== real
    return { answer: isChanged || !answer ? webResponse(arriving, run.faults.shown(applied.marks)) : answer, note }
  }
  const checks = () => run.faults.status(realNow()).map((fault) => faultCheck(reportFault(fault)))
  return { onWay, missed: () => checks().flatMap(({ outcome, reason }) => (outcome === 'inconclusive' ? [reason] : [])) }
}

/** Everything but faults on the way changes a world, and a deployment has its own. @throws UsageError */
function requireOnlyOnWay({ name, faults, events, traffic, webhook }: Scenario): void {
  const causes = faults.filter(({ network, respond }) => !network && !respond)
  const found = {
    'faults with other causes': causes.length,
    events: events.length,
    traffic: traffic.length,
    webhook: webhook ? 1 : 0,
  }
  const needed = Object.entries(found).flatMap(([what, count]) => (count > 0 ? [what] : []))
  if (needed.length > 0)
    throw new UsageError(
      `--scenario: ${name} has ${needed.join(', ')}; in front of a deployment only faults with network or respond can happen`,
    )
}

/** Reads what selectors need from requests. */
function requestFacts({ apiPath, sessionHeader, word }: Product): (request: SentRequest) => RequestFacts {
  return ({ method, target, headers, body }) => {
    const match = target.startsWith(`${apiPath}/`) ? operationAt(method, target.slice(apiPath.length)) : undefined
    const form = new URLSearchParams(body.toString('utf8'))
    const header = (name: string): string | undefined => headers[name.replace(/^x-service-/, `x-${word}-`)]?.toString()
    return {
      operation: match?.operation.id,
      tag: match?.operation.tag,
      method,
      property: Number(match?.values['property_id']) || undefined,
      client: match?.operation.id === TOKEN_OPERATION ? (form.get('client_id') ?? undefined) : undefined,
      session: headers[sessionHeader]?.toString(),
      token: bearerToken(headers.authorization),
      path: match?.values ?? {},
      form: (name) => form.get(name) ?? undefined,
      header,
    }
  }
}

/** The response that arrives; an error for a connection that is closed without one. */
function webResponse(response: ApiResponse | undefined, marks: readonly string[]): Response {
  if (!response || response.cut) return Response.error()
  const { status, headers, body } = response
  const marked = marks.length > 0 ? { ...headers, [FAULT_HEADER]: marks.join(', ') } : headers
  const isEmpty = body === '' || [204, 205, 304].includes(status)
  return new Response(isEmpty || typeof body !== 'string' ? null : body, { status, headers: marked })
}
