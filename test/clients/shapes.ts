/**
 * The shapes of a client: how many calls it has under way at a time, and how it uses connections.
 *
 * @module
 */
import { openPool } from './pooled-fetch.ts'

export interface Shape {
  readonly workers: number
  /** A number: kept alive, and shared by more workers. */
  readonly connections: 'kept alive' | 'one for each call' | number
}

export const SHAPES: readonly Shape[] = [
  { workers: 1, connections: 'kept alive' },
  { workers: 4, connections: 'kept alive' },
  { workers: 1, connections: 'one for each call' },
  { workers: 4, connections: 'one for each call' },
]

/** `pool of 4, one for each call`. */
export const shapeText = ({ workers, connections }: Shape): string =>
  `${workers === 1 ? 'sequential' : `pool of ${workers}`}, connections ${connections}`

/** The connections of a shape, which no other client uses. */
export const connectionsOf = ({ workers, connections }: Shape): ReturnType<typeof openPool> =>
  openPool(connections === 'kept alive' ? workers : connections === 'one for each call' ? 0 : connections)

/** Takes tasks from a list with a number of workers. @throws the first error, after the last task */
export async function inPool<T>(
  workers: number,
  tasks: readonly T[],
  act: (task: T, worker: number) => Promise<unknown>,
): Promise<void> {
  const waiting = [...tasks]
  const work = async (worker: number): Promise<void> => {
    for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) await act(task, worker)
  }
  const ends = await Promise.allSettled(Array.from({ length: workers }, (_, worker) => work(worker)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
