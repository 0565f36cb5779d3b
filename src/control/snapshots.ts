/**
 * Named snapshots of a sandbox: taken, restored, compared.
 *
 * @module
 */
import { HTTPException } from 'hono/http-exception'
import { isoInstant } from '../base/instant.ts'
import { runText } from '../sim/clock.ts'
import { type Sandbox, SnapshotError } from '../world.ts'
import { badRequest, readFields, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { compareSnapshot, listSnapshots, removeSnapshot, takeSnapshot } from './snapshots-endpoints.ts'

export function controlSnapshots(app: ControlApp): void {
  app.get('/snapshots', (c) => {
    readQuery(c, namesOf(listSnapshots.query))
    const { snapshots } = c.env.sandbox()
    return c.json(snapshots.names().map((name) => listed(snapshots, name)))
  })
  app.post('/snapshots', async (c) => {
    const { name } = await readFields(c, namesOf(takeSnapshot.body))
    if (typeof name !== 'string') throw badRequest('name: what the snapshot is to be called, as in {"name":"before-sync"}')
    const { snapshots, store, clock } = c.env.sandbox()
    return c.json(
      answered(() => shown(snapshots.take(name, store.standing(), clock.now()))),
      201,
    )
  })
  app.post('/snapshots/:name/restore', async (c) => {
    await readFields(c, [])
    const sandbox = c.env.sandbox()
    const name = c.req.param('name')
    sandbox.restore(answered(() => sandbox.snapshots.standing(name)))
    const { clock } = sandbox
    return c.json({ restored: name, clock: { at: isoInstant(clock.now()), run: runText(clock.state.speed) } })
  })
  app.delete('/snapshots/:name', (c) => {
    readQuery(c, namesOf(removeSnapshot.query))
    const name = c.req.param('name')
    answered(() => c.env.sandbox().snapshots.remove(name))
    return c.json({ name, removed: true })
  })
  app.get('/snapshots/:name/diff', (c) => {
    readQuery(c, namesOf(compareSnapshot.query))
    const sandbox = c.env.sandbox()
    const name = c.req.param('name')
    const { snapshots, clock } = sandbox
    const { at, standing } = answered(() => ({ at: snapshots.info(name).at, standing: snapshots.standing(name) }))
    const times = { from: isoInstant(at), to: isoInstant(clock.now()) }
    return c.json({ snapshot: name, clock: times, collections: sandbox.changesSince(standing) })
  })
}

type Snapshots = Sandbox['snapshots']

const shown = ({ at, ...info }: ReturnType<Snapshots['info']>) => ({ ...info, at: isoInstant(at) })

/** A snapshot in the list; one whose file is damaged is listed with what is wrong with it. */
function listed(snapshots: Snapshots, name: string) {
  try {
    return shown(snapshots.info(name))
  } catch (error) {
    if (error instanceof SnapshotError) return { name, problem: error.message }
    throw error
  }
}

const STATUS = { name: 400, unknown: 404, taken: 409, many: 409, damaged: 409 } as const

function answered<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (error instanceof SnapshotError) throw new HTTPException(STATUS[error.reason], { message: error.message })
    throw error
  }
}
