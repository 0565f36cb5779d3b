/** The scenario of a sandbox and its armed faults. */

import { FileError } from '../../base/file-error.ts'
import { isoInstant } from '../../base/instant.ts'
import {
  armFault,
  disarmFaults,
  endScenario,
  listFaults,
  playScenario,
  readScenario,
  triggerEvent,
} from '../../control-contract/scenario.ts'
import { reply } from '../../pipeline/reply.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { stayOfResult } from '../../scenario/traffic/act-result.ts'
import { rowsNow } from '../../world/options.ts'
import type { Sandbox } from '../../world/world.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'
import { badRequest, ControlRefusal } from '../control-refusal.ts'
import { readInTurn } from '../turns.ts'
import { newHooks, requireTargets } from './webhooks.ts'

export function controlScenario(on: OnControl, { rules }: HandlerDependencies): void {
  on(readScenario, (_, { sandbox }) => shown(sandbox))
  on(playScenario, async ({ document: { text } }, context) => {
    const { sandbox, world } = context
    if (text.trim() === '') throw badRequest('send a scenario as YAML or JSON, or {"name": NAME} for a bundled one or a file')
    const template = await readInTurn(text, world, context).catch(refuseScenario)
    requireTargets(newHooks(rowsNow(template).collections.webhooks, sandbox), rules)
    const cleared = sandbox.restartFrom(template)
    context.log('scenario started', { scenario: sandbox.secrets.mask(template.scenario?.name ?? ''), ...cleared })
    return shown(sandbox)
  })
  on(endScenario, async (_, context) => {
    const { sandbox, world } = context
    context.log('scenario ended', sandbox.restartFrom(await world.templates.withoutScenario()))
    return shown(sandbox)
  })
  on(listFaults, (_, { sandbox }) => faultsOf(sandbox))
  on(armFault, async ({ document: { text } }, { sandbox: { scenarioRun, clock, store } }) => {
    const [{ readFault }, { selectableRows, unknownRowProblems }] = await Promise.all([
      import('../../scenario/scenario.ts'),
      import('../../scenario/world-check.ts'),
    ])
    const known = selectableRows(store.db)
    const read = readFault(text, (selector, path) => unknownRowProblems(selector, path, known))
    const armed = await read.then((fault) => scenarioRun.arm(fault, clock.now())).catch(refuseScenario)
    store.storeProgress()
    return reply(armed, { status: 201 })
  })
  on(disarmFaults, ({ query: { id } }, { sandbox }) => {
    const removed = sandbox.scenarioRun.faults.disarm(id)
    sandbox.store.storeProgress()
    if (id !== undefined && removed === 0)
      throw new ControlRefusal(404, `there is no fault ${id}; GET /_understay/faults lists them`)
    return { removed }
  })
  on(triggerEvent, async ({ document: { text } }, { sandbox }) => {
    const { readEvent } = await import('../../scenario/scenario.ts')
    const event = await readEvent(text).catch(refuseScenario)
    await sandbox.settle()
    const at = sandbox.clock.now()
    let changed = {}
    const end = sandbox.commits.subscribe((commit) => {
      changed = commit.changed
    })
    try {
      const done = sandbox.scenarioRun.trigger(event, sandbox.scenarioContextAt(at))
      if (typeof done === 'string') throw new ControlRefusal(409, `${event.do} cannot happen: ${done}`)
      sandbox.store.storeProgress()
      const { booking = null, room = null, arrival = null, departure = null } = stayOfResult(done.made)
      return { id: done.id, do: event.do, at: isoInstant(at), booking, room, arrival, departure, changed }
    } finally {
      end()
    }
  })
}

/** @throws ControlRefusal 400 with every problem of a scenario or its fixtures */
function refuseScenario(error: unknown): never {
  throw error instanceof FileError ? badRequest(error.message) : error
}

/** The text that was played; null for several that were combined. */
const textOf = ({ sources: [first, ...others] }: Scenario): string | null =>
  first === undefined || others.length > 0 ? null : first.text

/** The current scenario and its progress. */
function shown(sandbox: Sandbox) {
  const { scenarioRun } = sandbox
  const { scenario } = scenarioRun
  return {
    scenario: scenario
      ? { name: scenario.name, about: scenario.about ?? null, file: scenario.file ?? null, text: textOf(scenario) }
      : null,
    faults: faultsOf(sandbox),
    events: scenarioRun.events.status().map(({ id, do: what, at, state, blockedReason }) => {
      return { id, do: what, at: isoInstant(at), state, blockedReason }
    }),
    expectations: scenarioRun.expectations,
  }
}

const faultsOf = ({ scenarioRun, clock }: Sandbox) => scenarioRun.faults.status(clock.now())
