/**
 * Test cases of choices.
 *
 * @module
 */
import type { RowLists } from '../../../src/store/state.ts'
import type { CallOptions, TestResponse, TestWorld } from '../../support/test-world.ts'

/** A call, and its expected result for each answer to the choice. */
export interface ChoiceCase {
  readonly rows?: Partial<RowLists>
  readonly observe: (world: TestWorld) => Promise<unknown>
  /** By answer to the choice; all are different. */
  readonly expected: Readonly<Record<string, unknown>>
}

type Path = CallOptions['path']
/** Calls an operation as the front desk of property 1. */
export const callAsDesk = (world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<TestResponse> =>
  world.call(id, { path: { property_id: 1, ...path }, as: 'desk', ...more })

/** The data of the response. */
export const dataOf = async <T = never>(world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<T> =>
  (await callAsDesk(world, id, path, more)).data as T

/** The first entry of the data. */
export const firstOf = async (world: TestWorld, id: string, path: Path = {}): Promise<Readonly<Record<string, unknown>>> =>
  (await dataOf<readonly Readonly<Record<string, unknown>>[]>(world, id, path))[0] ?? {}

/** The status of the response. */
export const statusOf = async (world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<number> =>
  (await callAsDesk(world, id, path, more)).status

/** Calls an operation without a property and a token. @returns its data */
export const callOpen = async <T>(world: TestWorld, id: string, path: Path = {}): Promise<T> =>
  (await world.call(id, { path })).data as T

export const eventTasks = (world: TestWorld): readonly string[] => world.sandbox.store.db.events.all().map(({ task }) => task)
