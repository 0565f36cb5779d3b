/**
 * Test worlds in which faults are played.
 *
 * @module
 */
import { TestWorld } from '../support/test-world.ts'

/** A scenario called `test` with these faults, and what else it says. */
export const scenario = (faults: string, more = ''): string => `name: test\n${more}faults:\n${faults}\n`

/** A test world that plays these faults. */
export const playing = (faults: string, options: ConstructorParameters<typeof TestWorld>[0] = {}): TestWorld =>
  new TestWorld({ ...options, scenario: scenario(faults) })

/** What an answer says of the faults that struck it. */
export const faultOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers['X-Understay-Fault']

/** How the faults of a world stand. */
export const standing = (world: TestWorld) => world.sandbox.scenarioRun.faults(world.sandbox.clock.now())

/** A call that every manager may make. */
export const bookings = { path: { property_id: 1 }, as: 'desk' }
