/**
 * Clients that give up within half a second, in the scenarios that make responses slow. On a machine that is too busy they do so
 * without a fault as well.
 *
 * @module
 */
import { afterAll, beforeAll, describe } from 'vitest'
import { type ComparingServer, prepare, startComparing } from '../clients/comparing.ts'
import { isHasty, testFaulty } from '../clients/faulty-clients.ts'
import { frozen } from '../clients/scenario-case.ts'
import { SCENARIO_CASES } from '../clients/scenario-cases.ts'

const CASES = SCENARIO_CASES.filter(({ faulty }) => faulty.some(isHasty))

let server: ComparingServer
beforeAll(async () => {
  server = await startComparing()
  await prepare(
    server,
    CASES.map(({ scenario }) => frozen(scenario)),
  )
})
afterAll(() => server.understay.close())

describe.each(CASES)('$scenario', (scenarioCase) => testFaulty(scenarioCase, () => server, isHasty))
