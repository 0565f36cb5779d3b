/**
 * A replica for tests of several machines: the shipped program on a shared database.
 *
 * @module
 */
import { onTestFinished } from 'vitest'
import { startProgram } from './program.ts'

/** Starts a replica that is killed when the test has finished. */
export async function startReplica(database: string, args: readonly string[] = []) {
  const replica = await startProgram(['--store', database, '--log', 'json', ...args])
  onTestFinished(async () => {
    await replica.program.stop('SIGKILL')
  })
  return replica
}
