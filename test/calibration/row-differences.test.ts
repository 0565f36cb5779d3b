import { expect, test } from 'vitest'
import { Ignored } from '../../src/base/json-path.ts'
import { byRows, rowsTold } from '../../src/calibration/row-differences.ts'
import { differences } from '../../src/replay/difference.ts'

const row = (id: number, name: string) => ({ contract_uid: id, name })
const HOW = { ignored: new Ignored([]), sameText: (one: string, other: string) => one === other }

/** The rows that two lists differ in. */
function told(recorded: unknown, now: unknown) {
  const [before, after] = [{ data: recorded }, { data: now }]
  const found = byRows([...differences(before, after, HOW)], before, () => after)
  const { unmatched, different } = rowsTold(found)
  return { unmatched, different: [...different] }
}

test('a row that only one list has does not make the rows after it differ', () => {
  const [one, two, three] = [row(1, 'Ada'), row(2, 'Ben'), row(3, 'Cleo')]
  expect(told([one, two, three], [two, three])).toEqual({ unmatched: 'data["row 1"]', different: [] })
  expect(told([one, two], [three, two])).toEqual({ unmatched: 'data["row 1"] data["row 3"]', different: [] })
  expect(told([one, two, three], [two, row(3, 'Dan')])).toEqual({ unmatched: 'data["row 1"]', different: ['data["row 3"]'] })
})

test('lists without ids that have another number of items are not told apart', () => {
  expect(told(['a', 'b'], ['b']).unmatched).toBeUndefined()
  expect(told([row(1, 'Ada'), row(1, 'Ben')], [row(1, 'Ada')]).unmatched).toBeUndefined()
})
