import { isoInstant } from '../../base/instant.ts'
import type { BookingApi } from '../../booking-api/index.ts'
import { createSandbox, listSandboxes, removeSandbox } from '../../control-contract/sandboxes.ts'
import { reply } from '../../pipeline/reply.ts'
import { DEFAULT_SANDBOX, OwnedElsewhereError, type Sandbox, type World } from '../../world/world.ts'
import { requireOwnSandbox } from '../access.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'
import { reportsOn } from './report.ts'

export function controlSandboxes(on: OnControl, { booking }: HandlerDependencies): void {
  on(listSandboxes, async ({ query: { verdicts, names: asked } }, { world, origin, team }) => {
    const wanted = asked === undefined ? undefined : new Set(asked.split(','))
    const names = (await world.names(team?.prefixes)).filter((name) => !wanted || wanted.has(name))
    const of = verdicts ? await verdictsOf(world, booking, names) : undefined
    return names.map((name) => ({
      ...addressesOf(world, name, origin),
      ...usageOf(world, name),
      ...(of && { verdict: of.get(name) ?? null }),
    }))
  })
  const beingNamed = new Set<string>()
  on(createSandbox, async ({ body }, { world, origin, team }) => {
    if (body.name !== undefined) requireOwnSandbox(team, body.name)
    const names = await world.names(team?.prefixes)
    const name = body.name ?? (await openNextFree(world, beingNamed, names, team?.prefixes[0]))
    const created = !names.includes(name)
    if (body.name !== undefined) await openUnlessElsewhere(world, name)
    return reply({ ...addressesOf(world, name, origin), created }, { status: created ? 201 : 200 })
  })
  on(removeSandbox, async ({ query: { name } }, context) => {
    requireOwnSandbox(context.team, name)
    const removed = await context.world.remove(name)
    if (removed) context.log('sandbox removed', { sandbox: name })
    return { name, removed }
  })
}

/** Opens a sandbox and stores that it exists, unless another replica already owns it. @returns false if another replica owns it */
async function openUnlessElsewhere(world: World, name: string): Promise<boolean> {
  try {
    const sandbox = await world.openSandbox(name)
    if (!sandbox.store.progress.keeps) sandbox.store.storeInitial()
    await sandbox.storedJournal.store()
    return true
  } catch (error) {
    if (error instanceof OwnedElsewhereError) return false
    throw error
  }
}

/**
 * Opens a sandbox under the next free name of w1, w2, ... behind a prefix. Calls at the same time, here or at another replica, get different names.
 *
 * @param beingNamed the names that calls in progress are opening
 * @param names the names in use when they were listed
 */
async function openNextFree(world: World, beingNamed: Set<string>, names: readonly string[], prefix = ''): Promise<string> {
  const taken = new Set(names)
  for (let number = 1; ; number++) {
    const name = `${prefix}w${number}`
    if (taken.has(name) || beingNamed.has(name) || world.opened(name)) continue
    beingNamed.add(name)
    try {
      if (await openUnlessElsewhere(world, name)) return name
    } finally {
      beingNamed.delete(name)
    }
  }
}

/** The verdicts of the sandboxes in memory. */
async function verdictsOf(world: World, booking: BookingApi, names: readonly string[]) {
  const inMemory = names.flatMap((name) => world.opened(name) ?? [])
  const called = inMemory.filter((sandbox) => callsOf(sandbox) > 0)
  const reports = await reportsOn(called, booking)
  return new Map(inMemory.map(({ name }) => [name, reports.get(name)?.verdict ?? ('no calls' as const)]))
}

function addressesOf({ product }: World, name: string, origin: string) {
  const url = name === DEFAULT_SANDBOX ? origin : `${origin}/@${name}`
  return { name, url, api_url: `${url}${product.apiPath}` }
}

/** Calls since it was opened or reset, also those that are no longer in the journal. */
const callsOf = ({ journal }: Sandbox): number => journal.size + journal.dropped + journal.cleared

/** The usage of a sandbox; empty for one that is not in memory. */
function usageOf(world: World, name: string) {
  const sandbox = world.opened(name)
  if (!sandbox) return { in_use: false, calls: null, called_at: null, changed_rows: null }
  const { calledAt, store } = sandbox
  const called_at = calledAt === undefined ? null : isoInstant(calledAt)
  return { in_use: true, calls: callsOf(sandbox), called_at, changed_rows: store.changedRows }
}
