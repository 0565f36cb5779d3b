/**
 * Test worlds with faults.
 *
 * @module
 */
import { TestWorld } from '../../support/test-world.ts'

/** A scenario called `test` with these faults, and more fields. */
export const scenarioText = (faults: string, more = ''): string => `name: test\n${more}faults:\n${faults}\n`

/** A test world that plays these faults. */
export const worldWithFaults = (faults: string, options: ConstructorParameters<typeof TestWorld>[0] = {}): TestWorld =>
  new TestWorld({ ...options, scenario: scenarioText(faults) })

/** The header with the faults of a response. */
export const faultOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers['X-Understay-Fault']

/** The faults of a world with their counts. */
export const faultStates = (world: TestWorld) => world.sandbox.scenarioRun.faults.status(world.sandbox.clock.now())

/** Path and client of a call that lists bookings. */
export const LIST_BOOKINGS_CALL = { path: { property_id: 1 }, as: 'desk' }
