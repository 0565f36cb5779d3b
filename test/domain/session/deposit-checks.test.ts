import { expect, test } from 'vitest'
import { type DepositCheckInput, depositProblem } from '../../../src/domain/session/deposit-checks.ts'

const asked: DepositCheckInput = {
  arrival: '2026-06-01',
  departure: '2026-06-03',
  party: { adults: 2, children: 1 },
  capacity: { adults: 2, children: 1 },
  pairs: [{ knowsRoom: true, knowsRate: true }],
}

test('a complete session has no problem', () => {
  expect(depositProblem(asked)).toBeUndefined()
})

test.each([
  [{ arrival: null }, '006', 'Arrival date not set'],
  [{ departure: null }, '007', 'Departure date not set'],
  [{ departure: '2026-06-01' }, '008', 'Arrival and departure in the wrong order'],
  [{ party: { adults: 0, children: 9 } }, '011', 'No adults passed, must be at least 1 adult in the booking'],
  [{ party: { adults: 3, children: 9 } }, '011', 'Adult numbers exceed property capacity for adults'],
  [{ party: { adults: 2, children: 2 } }, '012', 'Child numbers exceed property capacity for children'],
  [{ pairs: [] }, '013', 'invalid hatPair format'],
  [
    {
      pairs: [
        { knowsRoom: true, knowsRate: false },
        { knowsRoom: false, knowsRate: false },
      ],
    },
    '013',
    'room id invalid for property',
  ],
  [{ pairs: [{ knowsRoom: true, knowsRate: false }] }, '013', 'tariff invalid for room id'],
] satisfies readonly (readonly [Partial<DepositCheckInput>, string, string])[])('%o is problem %s', (lacks, number, about) => {
  expect(depositProblem({ ...asked, ...lacks })).toEqual({ number, about })
})
