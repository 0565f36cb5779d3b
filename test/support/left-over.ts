/**
 * Ends what a file of tests has started and not ended, also where its hooks or tests failed. Runs in each file.
 *
 * @module
 */
import { afterAll } from 'vitest'
import { endAll } from './started.ts'

afterAll(endAll)
