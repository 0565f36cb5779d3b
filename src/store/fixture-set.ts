/**
 * Fixtures as they were read: sources in order, each a file, a folder or a bundled world.
 *
 * @module
 */
import type { MakePeople } from '../sim/people.ts'
import type { Path, Place } from './fixture-error.ts'
import type { Fixture, FixtureRow, Generate, ListName } from './fixture-schema.ts'

/** The lists of a fixture file, by name. */
type FixtureLists = { readonly [K in ListName]?: readonly FixtureRow<K>[] | undefined }

export interface FixtureFile {
  /** As it is shown in problems. */
  readonly name: string
  readonly data: FixtureLists & { readonly generate?: Generate | undefined }
  /** Where a value stands; undefined when the file was compiled at build time, which also says that it was checked then. */
  readonly locate?: (path: Path) => Place
}

/** One of the names that were asked for. Ids are unique in it; later sources replace rows of earlier ones. */
export interface FixtureSource {
  readonly name: string
  readonly files: readonly FixtureFile[]
}

export interface FixtureSet {
  readonly sources: readonly FixtureSource[]
  /** Makes up people; there when a file has a `generate` block. */
  readonly people?: MakePeople
}

/** A row, and where it comes from. */
export interface Sourced<T> {
  readonly row: T
  readonly file: FixtureFile
  readonly path: Path
}

/** Checks that the compiler takes every fixture for what {@link FixtureFile} holds. */
export type FixtureData = Fixture extends FixtureFile['data'] ? FixtureFile['data'] : never
