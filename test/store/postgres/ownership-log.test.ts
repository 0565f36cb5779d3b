import { expect, test } from 'vitest'
import { OwnershipLog } from '../../../src/store/postgres/ownership-log.ts'

test('moves of sandboxes are logged and counted; losses of contact are counted', () => {
  const told: unknown[] = []
  const log = new OwnershipLog({
    onMove: (...move) => told.push(move),
    onLost: (error, id) => told.push([error, id]),
  })
  log.add('created', 'w1', '1')
  log.add('taken', 'w2', '7')
  log.add('taken', 'w3', '2')
  log.lost('no contact', 3)
  expect(told).toEqual([
    ['created', 'w1', '1'],
    ['taken', 'w2', '7'],
    ['taken', 'w3', '2'],
    ['no contact', 3],
  ])
  const metric = log.metric()
  expect(metric).toMatchObject({ name: 'understay_moves_total', type: 'counter' })
  expect(metric.help).toMatch(/^How sandboxes came to this replica and left it; "lost" counts /)
  expect(metric.samples.map(({ labels, value }) => [labels, value])).toEqual([
    [{ move: 'created' }, 1],
    [{ move: 'taken' }, 2],
    [{ move: 'handed-back' }, 0],
    [{ move: 'fenced' }, 0],
    [{ move: 'lost' }, 1],
  ])
})
