import { expect, test } from 'vitest'
import { equivalentMutants, listedMutants, readEntries } from '../scripts/mutants/equivalent.mjs'

const change = { file: 'src/one.ts', mutator: 'ConditionalExpression', original: 'a > b', replacement: 'true' }
const entry = { ...change, reason: 'it saves time only' }
const WHERE = 'scripts/mutants/equivalent.yaml: entry 1 (src/one.ts: a > b -> true)'

test('an equivalent mutant is found by file, original code and replacement, wherever it stands in its file', () => {
  const mutants = [
    { ...change, original: 'a  >\n b', nth: 1, name: 'one' },
    { ...change, file: 'src/other.ts', nth: 1, name: 'of another file' },
    { ...change, replacement: 'false', nth: 1, name: 'another' },
  ]
  expect(equivalentMutants(mutants, [entry])).toEqual({ names: new Set(['one']), problems: [] })
})

test('entries that name no mutant, or several, are reported and have no effect', () => {
  const twice = [1, 2].map((nth) => ({ ...change, nth, name: `number ${nth}` }))
  expect(equivalentMutants([], [entry]).problems).toEqual([
    `${WHERE} names no mutant of the code as it is now: remove it, or correct its text or file`,
  ])
  expect(equivalentMutants(twice, [entry])).toEqual({
    names: new Set(),
    problems: [`${WHERE} names 2 mutants: say which one with nth, from 1 to 2`],
  })
  expect(equivalentMutants(twice, [{ ...entry, nth: 2 }]).names).toEqual(new Set(['number 2']))
  expect(equivalentMutants(twice, [{ ...entry, nth: 3 }]).problems).toEqual([
    `${WHERE} has nth: 3, but there are 2 such mutants: correct nth`,
  ])
})

test('entries without a reason and with unknown keys are refused', () => {
  expect(readEntries().length).toBeGreaterThan(5)
  expect(() => readEntries('- { file: src/one.ts, original: a, replacement: b }')).toThrow('has no reason')
  expect(() => readEntries('- { file: src/one.ts, line: 3, reason: none }')).toThrow('has unknown keys: line')
})

test('each entry of the list names one mutant of the code as it is', async () => {
  const { names, problems } = await listedMutants()
  expect(problems).toEqual([])
  expect(names.size).toBe(readEntries().length)
})
