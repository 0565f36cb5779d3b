/**
 * Ends what a test file has started, also when its hooks or tests failed. A setup file of vitest.
 *
 * @module
 */
import { afterAll } from 'vitest'
import { endAll } from './end-of-file.ts'

afterAll(endAll)
