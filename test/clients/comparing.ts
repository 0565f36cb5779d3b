/**
 * A server whose reports compare a client with the same client without the faults, as `understay certify` does.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { bookingApi } from '../../src/booking-api/index.ts'
import { createReporter } from '../../src/control-api/handlers/report.ts'
import type { ScenarioOptions, Understay, UnderstaySandbox, WebhookReceiver } from '../../src/index.ts'
import { configOf } from '../../src/library/options.ts'
import { ServerHandle } from '../../src/library/world-handle.ts'
import type { Report } from '../../src/report/report-data.ts'
import { openLog } from '../../src/server/log.ts'
import { start } from '../../src/server/start.ts'
import { readSentState } from '../../src/store/sent-state.ts'
import type { WorldState } from '../../src/store/state.ts'

/** The delay of responses under `run` and `certify`. */
const LATENCY = 10

export interface ComparingServer {
  readonly understay: Understay
  /** The report on a sandbox, compared with another one. */
  readonly report: (of: UnderstaySandbox, control: UnderstaySandbox) => Promise<Report>
  /** The number of calls in the journal of a sandbox. */
  readonly callsOf: (of: UnderstaySandbox) => number
}

export async function startComparing(): Promise<ComparingServer> {
  const { config } = await configOf({ latency: LATENCY, journal: 20_000 })
  const running = await start(config, openLog('off', 'error'))
  const { world, url, fetch, close } = running
  const answer = async (request: Request) => fetch(request, {})
  const server = {
    world,
    url,
    controlToken: undefined,
    caFile: undefined,
    receivers: new Set<WebhookReceiver>(),
    isOpen: () => true,
    requireOpen: () => undefined,
    answer,
  }
  return {
    understay: new ServerHandle(server, close),
    callsOf: ({ name }) => world.sandbox(name).journal.size,
    report: async (of, control) => {
      const entries = world.sandbox(control.name).journal.entries()
      const played = world.sandbox(of.name)
      requireImportable(played.store.export())
      return (await createReporter(bookingApi, { control: () => entries }))(played)
    },
  }
}

/** Whatever calls and events have made of a state, it can be imported. */
function requireImportable(state: WorldState): void {
  const { problem } = readSentState(Buffer.from(JSON.stringify(state)), state.collections)
  if (problem !== undefined) throw new Error(`this state cannot be imported: ${problem}`)
}

/** A bundled scenario as an object. */
export const bundled = (name: string): ScenarioOptions => parse(readFileSync(`scenarios/${name}.yaml`, 'utf8'))

/** A scenario without what the control does not have. */
export const withoutFaults = ({ faults: _, events: _events, expect: _expect, webhook: _webhook, ...scenario }: ScenarioOptions) =>
  scenario

/**
 * Plays scenarios and their controls for a moment, so that their rows are cached. Making them blocks every client of this process
 * for a moment, and a pause of 100 ms must not take a second.
 */
export async function prepare({ understay }: ComparingServer, scenarios: Iterable<ScenarioOptions>): Promise<void> {
  const world = await understay.sandbox('prepare')
  for (const scenario of scenarios) for (const one of [scenario, withoutFaults(scenario)]) await world.play(one)
  await world.delete()
}

/** Plays a client in a world with a scenario, and again without its faults; the report on the first. */
export async function compare(
  { understay, report }: ComparingServer,
  { name, scenario }: { readonly name: string; readonly scenario: ScenarioOptions | undefined },
  play: (world: UnderstaySandbox) => Promise<unknown>,
): Promise<Report> {
  const [world, control] = [await understay.sandbox(name), await understay.sandbox(`${name}-control`)]
  try {
    if (scenario) await world.play(scenario)
    if (scenario) await control.play(withoutFaults(scenario))
    await play(world)
    await play(control)
    return await report(world, control)
  } finally {
    await world.delete()
    await control.delete()
  }
}
