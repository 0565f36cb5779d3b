/** Takes, restores and compares named snapshots of a sandbox. */

import { isoInstant } from '../../base/instant.ts'
import {
  compareSnapshot,
  listSnapshots,
  removeSnapshot,
  restoreSnapshot,
  takeSnapshot,
} from '../../control-contract/snapshots.ts'
import { reply } from '../../pipeline/reply.ts'
import { type Sandbox, SnapshotError, stateChanges } from '../../world/world.ts'
import type { OnControl } from '../app.ts'
import { shownClock } from './clock.ts'

export function controlSnapshots(on: OnControl): void {
  on(listSnapshots, async (_, { sandbox: { snapshots } }) => {
    const names = await snapshots.names()
    return Promise.all(names.map((name) => listedSnapshot(snapshots, name)))
  })
  on(takeSnapshot, async ({ body: { name } }, { sandbox: { snapshots, store, clock } }) =>
    reply(shown(await snapshots.take(name, store.snapshot(), clock.now())), { status: 201 }),
  )
  on(restoreSnapshot, async ({ name }, context) => {
    const { sandbox } = context
    sandbox.restore(await sandbox.snapshots.read(name))
    context.log('snapshot restored', { snapshot: sandbox.secrets.mask(name) })
    return { restored: name, clock: shownClock(sandbox) }
  })
  on(removeSnapshot, async ({ name }, context) => {
    const { sandbox } = context
    await sandbox.snapshots.remove(name)
    context.log('snapshot removed', { snapshot: sandbox.secrets.mask(name) })
    return { name, removed: true }
  })
  on(compareSnapshot, async ({ name, query: { to } }, { sandbox }) => {
    const [from, until] = [await taken(sandbox, name), to === undefined ? current(sandbox) : await taken(sandbox, to)]
    const clock = { from: isoInstant(from.at), to: isoInstant(until.at) }
    return { snapshot: name, clock, collections: await stateChanges(sandbox, from.state, until.state) }
  })
}

type Snapshots = Sandbox['snapshots']

const current = ({ store, clock }: Sandbox) => ({ state: store.snapshot(), at: clock.now() })

async function taken({ snapshots }: Sandbox, name: string) {
  const { at } = await snapshots.info(name)
  return { state: await snapshots.read(name), at }
}

const shown = ({ at, ...info }: Awaited<ReturnType<Snapshots['info']>>) => ({ ...info, at: isoInstant(at) })

/** A snapshot in the list; a damaged one is listed with its problem. */
async function listedSnapshot(snapshots: Snapshots, name: string) {
  try {
    return shown(await snapshots.info(name))
  } catch (error) {
    if (error instanceof SnapshotError) return { name, problem: error.message }
    throw error
  }
}
