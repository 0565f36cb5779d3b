/**
 * Ends what a test file has started, also when its hooks or tests failed, and requires that the hints of its calls name addresses
 * that exist. Fake timers steer the program. Modules that a call began to load are loaded at the end of its file: vitest would fail them,
 * and with them the tests of the next file that needs them. A setup file of vitest.
 *
 * @module
 */
import { afterAll, expect, vi } from 'vitest'
import { setMachine } from '../../src/simulation/machine-time.ts'
import { endAll } from './end-of-file.ts'
import { noteHintsOfProcesses } from './hints-file.ts'
import { deadAddressesOfTests } from './hints-of-tests.ts'

noteHintsOfProcesses()
setMachine(globalThis)

afterAll(() => vi.dynamicImportSettled())
afterAll(endAll)
afterAll(async () => expect(await deadAddressesOfTests()).toEqual([]))
