/** Server information, liveness, readiness, and the reset of a sandbox. */

import { pathOf } from '../../base/http-url.ts'
import { ENDPOINTS } from '../../control-contract/index.ts'
import { listEndpoints, readHealth, readReady, resetSandbox } from '../../control-contract/server.ts'
import { reply } from '../../pipeline/reply.ts'
import { steadyNow } from '../../simulation/clock.ts'
import { setTimeout } from '../../simulation/machine-time.ts'
import { VERSION } from '../../version.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'

/** Time for the storage to list its sandboxes: less than the second that probes wait by default. */
const LISTING_MS = 800

export function controlServer(on: OnControl, { rules }: HandlerDependencies): void {
  const { started = steadyNow(), instance = '' } = rules
  on(listEndpoints, (_, { sandbox, request, world }) => {
    const { word, apiPath, sessionHeader, channelHeader } = world.product
    const control = `${pathOf(request.root)}/_understay`
    const documents = { service: `${control}/openapi.json`, control: `${control}/control-openapi.json` }
    const shown = {
      sandbox: sandbox.name,
      version: VERSION,
      product: word,
      api_url: `${request.root}${apiPath}`,
      session_header: sessionHeader,
      channel_header: channelHeader,
      token_lifetime: sandbox.tokenLifetime,
      data: (sandbox.store.isKept && world.options.storage?.place) || null,
      endpoints: ENDPOINTS,
      documents,
    }
    return reply(shown, { headers: { Vary: 'Accept' } })
  })
  on(readHealth, () => ({ status: 'ok', version: VERSION, uptimeSeconds: Math.floor((steadyNow() - started) / 1000), instance }))
  on(readReady, async (_, { world }) => {
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, LISTING_MS).unref())
    const names = rules.ready() ? await Promise.race([world.names(), late]) : undefined
    const ready = names !== undefined
    return reply({ ready, sandboxes: names?.length ?? world.openSandboxes.length }, { status: ready ? 200 : 503 })
  })
  on(resetSandbox, (_, context) => {
    const { sandbox } = context
    const cleared = sandbox.reset()
    context.log('reset', cleared)
    return { sandbox: sandbox.name, cleared }
  })
}
