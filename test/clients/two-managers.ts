/**
 * A channel manager that works for two managers, each with credentials and properties of its own.
 *
 * @module
 */
import type { Client } from './client.ts'
import { type InPool, tasksOf, Work } from './close-nights.ts'

/** The properties of the second manager in the bundled world. */
const OF_SECOND = [10, 11]

/** Closes nights for both managers, with the token of each, or with that of the first for all. */
export async function forTwoManagers(first: Client, inPool: InPool, second: Client): Promise<void> {
  const { tenantTokens } = first.behaviour
  const mine = new Work(first)
  const theirs = new Work(tenantTokens === 'one for each manager' ? second : first, { lister: second })
  const tasks = [
    ...tasksOf([1, 2], { nights: 2 }).map((task) => ({ task, work: mine })),
    ...tasksOf(OF_SECOND, { nights: 4 }).map((task) => ({ task, work: theirs })),
  ]
  await inPool(tasks, ({ task, work }) => work.perform(task))
}
