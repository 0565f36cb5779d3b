/** Server information, liveness, readiness, and the reset of a sandbox. */

import { pathOf } from '../../base/http-url.ts'
import { ENDPOINTS } from '../../control-contract/index.ts'
import { listEndpoints, readHealth, readReady, resetSandbox } from '../../control-contract/server.ts'
import { reply } from '../../pipeline/reply.ts'
import { realNow } from '../../simulation/clock.ts'
import { VERSION } from '../../version.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'

export function controlServer(on: OnControl, { rules }: HandlerDependencies): void {
  const { started = realNow(), instance = '' } = rules
  on(listEndpoints, (_, { sandbox, request, world }) => {
    const { word, apiPath, sessionHeader } = world.product
    const control = `${pathOf(request.root)}/_understay`
    const documents = { service: `${control}/openapi.json`, control: `${control}/control-openapi.json` }
    const shown = {
      sandbox: sandbox.name,
      version: VERSION,
      product: word,
      api_url: `${request.root}${apiPath}`,
      session_header: sessionHeader,
      token_lifetime: sandbox.tokenLifetime,
      data: world.options.storage?.place ?? null,
      endpoints: ENDPOINTS,
      documents,
    }
    return reply(shown, { headers: { Vary: 'Accept' } })
  })
  on(readHealth, () => ({ status: 'ok', version: VERSION, uptimeSeconds: Math.floor((realNow() - started) / 1000), instance }))
  on(readReady, async (_, { world }) => {
    const ready = rules.ready()
    // The storage may not respond when the server is not ready.
    const sandboxes = ready ? (await world.names()).length : world.openSandboxes.length
    return reply({ ready, sandboxes }, { status: ready ? 200 : 503 })
  })
  on(resetSandbox, (_, { sandbox, world }) => {
    const cleared = sandbox.reset()
    world.log.info('reset', { sandbox: sandbox.name, ...cleared })
    return { sandbox: sandbox.name, cleared }
  })
}
