/**
 * Acts in a test world: runs them as scenarios do, and looks at what they leave behind.
 *
 * @module
 */
import type { ScenarioContext } from '../../../src/scenario/scenario-context.ts'
import type { WriteDb } from '../../../src/store/db.ts'
import type { TestWorld } from '../../support/test-world.ts'

/** The stage of a test world's sandbox, as things stand now. */
export function scenarioContextOf({ sandbox }: TestWorld): ScenarioContext {
  const { store, randomness, clock, world, scenarioRun } = sandbox
  return { store, randomness, choices: world.choices, now: clock.now(), sales: scenarioRun.sales }
}

type Act<W, R> = (db: WriteDb, stage: ScenarioContext, with_: W) => R | string

/** Runs an act inside a change of its own; a hindrance is thrown. */
export function acted<W, R extends object>(world: TestWorld, act: Act<W, R>, with_: W): R {
  const result = attempted(world, act, with_)
  if (typeof result === 'string') throw new Error(result)
  return result
}

/** Runs an act inside a change of its own; what comes back may be a hindrance. */
export function attempted<W, R extends object>(world: TestWorld, act: Act<W, R>, with_: W): R | string {
  const stage = scenarioContextOf(world)
  return stage.store.change((db) => act(db, stage, with_))
}

/** Everything that a world holds, for telling that nothing has changed. */
export const everything = ({ sandbox }: TestWorld) => ({
  ...sandbox.store.export(),
  clock: undefined,
})

/** The events of a world, in words: the task and the ids it names. */
export const told = ({ sandbox }: TestWorld): readonly string[] =>
  sandbox.store.db.events.all().map(({ task, data }) => `${task} ${JSON.stringify(data)}`)

/** The names of the events of a world. */
export const tasks = ({ sandbox }: TestWorld): readonly string[] => sandbox.store.db.events.all().map(({ task }) => task)

/** The texts of the notes of a booking. */
export const notesOf = ({ sandbox }: TestWorld, bookingId: number): readonly string[] =>
  sandbox.store.db.notes.by('booking', bookingId).map(({ text }) => text)

/** The nights that a booking holds, as `room day`. */
export const nightsHeld = ({ sandbox }: TestWorld, bookingId: number): readonly string[] =>
  sandbox.store.db.roomNights.by('booking', bookingId).map(({ roomId, day }) => `${roomId} ${day}`)
