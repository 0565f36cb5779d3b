import { expect, test } from 'vitest'
import { readScenario } from '../../../src/scenario/scenario.ts'
import { ScenarioRun } from '../../../src/scenario/scenario-run.ts'
import { Progress } from '../../../src/store/progress.ts'
import { NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const WATCHED = readScenario(
  'watched.yaml',
  `
name: watched
traffic:
  - { id: channel, do: channel_sells, every: 1h, with: { property: 1, arrival: today+1, nights: 1 } }
expect:
  - { each: channel, operation: createBlackBooking, within: 1d }
`,
)

test('shows and judges acts that an older version has stored, which lack the fields that are null', () => {
  const made = { id: 1, traffic: 'channel', number: 1, do: 'channel_sells', head: true, at: NOW, property: 1, room: 1 }
  const stay = { arrival: '2026-06-03', departure: '2026-06-04' }
  const full = { id: 2, traffic: 'channel', number: 2, do: 'channel_sells', head: true, at: NOW, blocked: 'full' }
  const run = new ScenarioRun(WATCHED, {
    begun: NOW,
    randomness: new TestWorld().sandbox.randomness,
    progress: new Progress(true, { 'act 1': { ...made, ...stay }, 'act 2': full }),
  })
  expect(run.traffic?.acts()).toEqual([
    { ...made, ...stay, booking: null, blocked: null },
    { ...full, property: null, booking: null, room: null, arrival: null, departure: null },
  ])
  run.resumeWatch(undefined)
  expect(run.watch?.state().each).toMatchObject([{ blocked: 1, lastBlocked: 'full' }])
  const [each = expect.unreachable()] = WATCHED.expect
  expect(run.watch?.outcomeOf(each, 'each', new TestWorld().sandbox.clock)?.delays).toMatchObject({ waiting: 1 })
})
