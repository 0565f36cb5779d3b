/**
 * Lists, creates and deletes sandboxes.
 *
 * @module
 */
import { reply } from '../../api/pipeline/reply.ts'
import type { BookingApi } from '../../booking-api/index.ts'
import type { Report } from '../../report/report.ts'
import { DEFAULT_SANDBOX, OwnedElsewhereError, type World } from '../../world/world.ts'
import { requireOwn } from '../access.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { createSandbox, listSandboxes, removeSandbox } from '../contract/sandboxes.ts'
import { reporter } from './report.ts'

export function controlSandboxes(on: OnControl, { booking }: Surroundings): void {
  on(listSandboxes, async ({ query: { verdicts } }, { world, origin, team }) => {
    const verdictOf = verdicts ? await verdictReader(world, booking) : undefined
    return (await world.names(team?.prefixes)).map((name) => ({
      ...placeOf(world, name, origin),
      ...useOf(world, name),
      ...(verdictOf && { verdict: verdictOf(name) }),
    }))
  })
  on(createSandbox, async ({ body }, { world, origin, team }) => {
    if (body.name !== undefined) requireOwn(team, body.name)
    const names = await world.names(team?.prefixes)
    const name = body.name ?? nextFree(names, team?.prefixes[0])
    const created = !names.includes(name)
    await openUnlessElsewhere(world, name)
    return reply({ ...placeOf(world, name, origin), created }, { status: created ? 201 : 200 })
  })
  on(removeSandbox, async ({ query: { name } }, { world, team }) => {
    requireOwn(team, name)
    return { name, removed: await world.remove(name) }
  })
}

/** Opens a sandbox, unless another replica already owns it. */
async function openUnlessElsewhere(world: World, name: string): Promise<void> {
  try {
    await world.openSandbox(name)
  } catch (error) {
    if (!(error instanceof OwnedElsewhereError)) throw error
  }
}

type SandboxVerdict = Report['verdict'] | 'no calls'

/** Returns a function that gives the verdict of a sandbox; null for one that is not in memory. */
async function verdictReader(world: World, booking: BookingApi): Promise<(name: string) => SandboxVerdict | null> {
  const report = await reporter(booking)
  return (name) => {
    const sandbox = world.opened(name)
    if (!sandbox) return null
    return sandbox.journal.lastId === 0 ? 'no calls' : report(sandbox).verdict
  }
}

function placeOf({ product }: World, name: string, origin: string) {
  const url = name === DEFAULT_SANDBOX ? origin : `${origin}/@${name}`
  return { name, url, api_url: `${url}${product.apiPath}` }
}

/** The usage of a sandbox; empty for one that is not in memory. */
function useOf(world: World, name: string) {
  const sandbox = world.opened(name)
  if (!sandbox) return { in_use: false, calls: null, changed_rows: null }
  return { in_use: true, calls: sandbox.journal.lastId, changed_rows: sandbox.store.changedRows }
}

/** The first unused name of w1, w2, ... behind a prefix. */
function nextFree(names: readonly string[], prefix = ''): string {
  const taken = new Set(names)
  let number = 1
  while (taken.has(`${prefix}w${number}`)) number++
  return `${prefix}w${number}`
}
