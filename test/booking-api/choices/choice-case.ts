/**
 * How the effect of a choice is looked at.
 *
 * @module
 */
import type { RowLists } from '../../../src/store/state.ts'
import type { CallOptions, Got, TestWorld } from '../../support/test-world.ts'

/** A world, a question to it, and what it says under each answer to the choice. */
export interface ChoiceCase {
  readonly rows?: Partial<RowLists>
  readonly ask: (world: TestWorld) => Promise<unknown>
  /** By answer; no two are the same. */
  readonly says: Readonly<Record<string, unknown>>
}

type Path = CallOptions['path']
/** The front desk of property 1 calls. */
export const got = (world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<Got> =>
  world.call(id, { path: { property_id: 1, ...path }, as: 'desk', ...more })

/** What stands under the key of the answer. */
export const data = async <T = never>(world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<T> =>
  (await got(world, id, path, more)).data as T

/** The first entry of the answer. */
export const first = async (world: TestWorld, id: string, path: Path = {}): Promise<Readonly<Record<string, unknown>>> =>
  (await data<readonly Readonly<Record<string, unknown>>[]>(world, id, path))[0] ?? {}

/** The status of the answer. */
export const status = async (world: TestWorld, id: string, path: Path = {}, more: CallOptions = {}): Promise<number> =>
  (await got(world, id, path, more)).status

/** Operations that are open: without a property and without a token. */
export const open = async <T>(world: TestWorld, id: string, path: Path = {}): Promise<T> =>
  (await world.call(id, { path })).data as T

export const tasks = (world: TestWorld): readonly string[] => world.sandbox.store.db.events.all().map(({ task }) => task)
