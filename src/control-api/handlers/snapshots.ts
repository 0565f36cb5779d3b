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
import { type Sandbox, SnapshotError, stateChangesSince } from '../../world/world.ts'
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
  on(compareSnapshot, async ({ name }, { sandbox }) => {
    const { snapshots, clock } = sandbox
    const { at } = await snapshots.info(name)
    const snapshot = await snapshots.read(name)
    const times = { from: isoInstant(at), to: isoInstant(clock.now()) }
    return { snapshot: name, clock: times, collections: await stateChangesSince(sandbox, snapshot) }
  })
}

type Snapshots = Sandbox['snapshots']

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
