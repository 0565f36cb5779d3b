/**
 * A server that stops with many changed sandboxes.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { Store } from '../../src/store/store.ts'
import { aGuest } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

const NAMES = Array.from({ length: 20 }, (_, index) => `w${index}`)

test('compaction ends soon when a world is closed, and nothing is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'understay-closing-'))
  const { world } = new TestWorld({ data: folder })
  for (const name of NAMES) {
    const { store } = world.sandbox(name)
    for (const surname of ['Reed', name]) store.change((db) => db.guests.put(aGuest({ id: 1, surname })))
  }
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const compacted = vi.spyOn(Store.prototype, 'compact').mockImplementation(() => {
    now += 60
  })
  await world.close()
  expect(compacted).toHaveBeenCalledTimes(4)
  vi.restoreAllMocks()
  const opened = new TestWorld({ data: folder }).world
  expect(NAMES.map((name) => opened.sandbox(name).store.db.guests.get(1)?.surname)).toEqual(NAMES)
  await opened.close()
  rmSync(folder, { recursive: true, force: true })
})
