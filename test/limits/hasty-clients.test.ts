/**
 * Clients that give up within half a second, in the scenarios that make responses slow. On a machine that is too busy they do so
 * without a fault as well.
 *
 * @module
 */
import { describe } from 'vitest'
import { comparingServer } from '../clients/comparing-setup.ts'
import { isHasty, testFaulty } from '../clients/faulty-clients.ts'
import { frozen } from '../clients/scenario-case.ts'
import { SCENARIO_CASES } from '../clients/scenario-cases.ts'

const CASES = SCENARIO_CASES.filter(({ faulty }) => faulty.some(isHasty))

const server = comparingServer(CASES.map(({ scenario }) => frozen(scenario)))

describe.each(CASES)('$scenario', (scenarioCase) => testFaulty(scenarioCase, server, isHasty))
