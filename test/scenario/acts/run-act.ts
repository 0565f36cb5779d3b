/**
 * Runs acts in a test world as scenarios do, and reads their effects.
 *
 * @module
 */
import { type Act as Event, performAct } from '../../../src/scenario/events/events.ts'
import { type BlockedReason, type ScenarioContext, unlessBlocked } from '../../../src/scenario/scenario-context.ts'
import type { WriteDb } from '../../../src/store/db.ts'
import type { TestWorld } from '../../support/test-world.ts'

/** The current scenario context of a test world's sandbox. */
export function scenarioContextOf({ sandbox }: TestWorld): ScenarioContext {
  const { store, randomness, clock, world, scenarioRun } = sandbox
  return { store, randomness, choices: world.options.choices, now: clock.now(), sales: scenarioRun.sales }
}

type Act<W, R> = (db: WriteDb, context: ScenarioContext, with_: W) => R

/** Runs an act in a separate change. @throws Error with the reason when it is not possible */
export function runAct<W, R extends object>(world: TestWorld, act: Act<W, R>, with_: W): R {
  const result = tryAct(world, act, with_)
  if (typeof result === 'string') throw new Error(result)
  return result
}

/** Runs an act in a separate change. @returns its result, or the reason why it is not possible */
export function tryAct<W, R extends object>(world: TestWorld, act: Act<W, R>, with_: W): R | string {
  const context = scenarioContextOf(world)
  return unlessBlocked(() => context.store.change((db) => act(db, context, with_)))
}

/** Performs an event. @returns why it could not happen; undefined when it did */
export function triggerEvent(context: ScenarioContext, event: Event): BlockedReason | undefined {
  const made = performAct(context, event)
  return typeof made === 'string' ? made : undefined
}

/** The complete state of a world, to check that nothing has changed. */
export const stateOf = ({ sandbox }: TestWorld) => ({
  ...sandbox.store.export(),
  clock: undefined,
})

/** The events of a world: task and data. */
export const eventTexts = ({ sandbox }: TestWorld): readonly string[] =>
  sandbox.store.db.events.all().map(({ task, data }) => `${task} ${JSON.stringify(data)}`)

/** The tasks of the events of a world. */
export const eventTasks = ({ sandbox }: TestWorld): readonly string[] => sandbox.store.db.events.all().map(({ task }) => task)

/** The texts of the notes of a booking. */
export const notesOf = ({ sandbox }: TestWorld, bookingId: number): readonly string[] =>
  sandbox.store.db.notes.by('booking', bookingId).map(({ text }) => text)

/** The nights of a booking, as `room day`. */
export const nightsOf = ({ sandbox }: TestWorld, bookingId: number): readonly string[] =>
  sandbox.store.db.roomNights.by('booking', bookingId).map(({ roomId, day }) => `${roomId} ${day}`)
