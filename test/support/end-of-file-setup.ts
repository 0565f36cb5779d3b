/**
 * Ends what a test file has started, also when its hooks or tests failed, and requires that the hints of its calls name addresses
 * that exist. Fake timers steer the program. A setup file of vitest.
 *
 * @module
 */
import { afterAll, expect } from 'vitest'
import { setMachine } from '../../src/simulation/machine-time.ts'
import { endAll } from './end-of-file.ts'
import { deadAddressesOfTests } from './hints-of-tests.ts'

setMachine(globalThis)

afterAll(endAll)
afterAll(async () => expect(await deadAddressesOfTests()).toEqual([]))
