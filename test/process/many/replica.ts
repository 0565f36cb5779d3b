/**
 * Replicas for tests of several machines: the shipped program on a shared database.
 *
 * @module
 */
import { onTestFinished } from 'vitest'
import { labelled, metricsIn } from '../../control-api/prometheus.ts'
import { run } from '../../support/postgres.ts'
import { until } from '../../support/until.ts'
import { startProgram } from '../program.ts'

export type Replica = Awaited<ReturnType<typeof startProgram>>

/** Starts a replica that is killed when the test has finished. */
export async function startReplica(database: string, args: readonly string[] = []): Promise<Replica> {
  const replica = await startProgram(['--store', database, '--log', 'json', ...args])
  onTestFinished(async () => {
    await replica.program.stop('SIGKILL')
  })
  return replica
}

/** Starts replicas, and waits until each knows the others. */
export async function startReplicas(database: string, count: number, args: readonly string[] = []): Promise<readonly Replica[]> {
  const replicas = await Promise.all(Array.from({ length: count }, () => startReplica(database, args)))
  await untilKnown(replicas)
  return replicas
}

/** Waits until each of all running replicas knows the others, which it learns with a heartbeat. @param token of the operator, where one is set */
export async function untilKnown(replicas: readonly { readonly url: string }[], token?: string): Promise<void> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  for (const { url } of replicas)
    await until(async () => {
      const metrics = metricsIn(await (await fetch(`${url}/_understay/metrics`, { headers })).text())
      return labelled(metrics, 'understay_replicas', {}) === replicas.length
    })
}

const STORED_FACTS = `
  SELECT r.value FROM understay.rows AS r JOIN understay.sandboxes AS s ON s.id = r.sandbox
  WHERE s.name = $1 AND r.key = 'journal facts'`

/** Waits until all calls of a sandbox are stored, which happens some time after they were answered. @param url of its owner */
export async function untilStored(database: string, url: string, name: string): Promise<void> {
  const { entries } = (await (await fetch(`${url}/@${name}/_understay/journal`)).json()) as { entries: { id: number }[] }
  const last = entries.at(-1)?.id ?? 0
  await until(async () => {
    const [row] = await run(database, STORED_FACTS, [name])
    return row !== undefined && JSON.parse(String(row['value'])).last >= last
  })
}
