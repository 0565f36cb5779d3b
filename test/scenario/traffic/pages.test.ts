/**
 * The pages of the bundled scenarios in which something acts by itself: how long a client has to run.
 *
 * @module
 */

import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/base/duration.ts'
import { choicesOf } from '../../../src/booking-contract/choices/choices.ts'
import type { FixtureSet } from '../../../src/fixtures/fixture-set.ts'
import { seedWorld } from '../../../src/fixtures/seed/seed.ts'
import { readFixtures } from '../../../src/fixtures/source.ts'
import { TestWorld } from '../../support/test-world.ts'
import { onAct } from './on-act.ts'

const RUN = /run: (\d+)x/

const LIVING = readdirSync('scenarios').flatMap((file) => {
  const text = readFileSync(`scenarios/${file}`, 'utf8')
  return /^traffic:/m.test(text) && file.endsWith('.yaml') ? [{ name: file.slice(0, -5), text }] : []
})

let set: FixtureSet
beforeAll(async () => {
  set = await readFixtures(['baseline'])
})

/** A scenario in the bundled world, its clock standing still. */
const bundledWorld = (text: string): TestWorld =>
  new TestWorld({
    scenario: text.replace(RUN, 'run: frozen'),
    makeRows: (now) => seedWorld(set, { now, seed: 1, choices: choicesOf('documented') }),
  })

test('there are some', () => {
  expect(LIVING.length).toBeGreaterThan(5)
})

test.each(LIVING)(
  '$name has something for each expectation to judge in the time that its page says, and not much sooner',
  async ({ name, text }) => {
    const page = readFileSync(`docs/scenarios/${name}.md`, 'utf8')
    const minutes = Number(/run for at least (\d+) minutes?[:.]/.exec(page)?.[1])
    const speed = Number(RUN.exec(text)?.[1])
    const { sandbox } = bundledWorld(text)
    const begun = sandbox.clock.now()
    const first = new Map<string, number>()
    onAct(sandbox, ({ traffic, do: word, head, at, blocked }) => {
      const key = head ? traffic : `${traffic}/${word}`
      if (blocked === null && !first.has(key)) first.set(key, (at - begun) / speed / MINUTE_MS)
    })
    await sandbox.moveClock({ by: minutes * speed * MINUTE_MS })
    const wanted = sandbox.scenarioRun.expectations.flatMap(({ each }) => each ?? [])
    expect(wanted).not.toEqual([])
    expect(wanted.filter((each) => !first.has(each))).toEqual([])
    expect(minutes - Math.max(...wanted.map((each) => first.get(each) ?? 0))).toBeLessThanOrEqual(1.25)
    for (const [, seconds] of page.matchAll(/(?:books|sells) after (\d+)/g))
      expect([...first.values()].map((after) => Math.ceil(after * 60))).toContain(Number(seconds))
    if (name === 'two-channels') expect(page).toMatch(/books after \d+ seconds, .* sells after \d+/)
  },
)

test.each(LIVING)('in $name no guest is blocked because a random stay is shorter than the minimum', async ({ text }) => {
  const { sandbox } = bundledWorld(text)
  const blocked: string[] = []
  onAct(sandbox, (act) => {
    if (act.blocked?.includes('nights: at least')) blocked.push(act.blocked)
  })
  await sandbox.moveClock({ by: 7 * DAY_MS })
  expect(blocked).toEqual([])
})
