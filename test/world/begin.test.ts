/**
 * A world that restarts from another template: all of its sandboxes, or none.
 *
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileStorage } from '../../src/store/files/file-storage.ts'
import { StorageError } from '../../src/store/storage.ts'
import type { World } from '../../src/world/world.ts'
import { aGuest, smallRows } from '../support/small-world.ts'
import { TestWorld } from '../support/test-world.ts'

/** Files that cannot be removed for one sandbox. */
class StubbornStorage extends FileStorage {
  stubborn: string | undefined

  override clear(name: string): void {
    if (name === this.stubborn) throw new StorageError('read-only', `the folder of ${name} cannot be written`)
    super.clear(name)
  }
}

const NAMES = ['default', 'a', 'b'] as const

let folder: string
let storage: StubbornStorage
let world: World

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'understay-begin-'))
  storage = new StubbornStorage(folder)
  world = new TestWorld({ storage }).world
})

afterEach(async () => {
  await world.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Notes in a guest of each sandbox that it was changed. */
function change(names: readonly string[]): void {
  for (const name of names)
    world.sandbox(name).store.change((db) => db.guests.put(aGuest({ id: 1, firstname: `changed in ${name}` })))
}

const firstnames = (of: World): readonly (string | undefined)[] =>
  NAMES.map((name) => of.sandbox(name).store.db.guests.get(1)?.firstname)

const CHANGED = NAMES.map((name) => `changed in ${name}`)

/** What another server finds in the folder. */
async function stored(): Promise<readonly (string | undefined)[]> {
  await world.close()
  world = new TestWorld({ data: folder }).world
  return firstnames(world)
}

const template = () => ({
  ...world.template,
  makeRows: () => smallRows({ guests: [aGuest({ id: 1, firstname: 'of the next template' })] }),
})

describe('a world with a new template', () => {
  test('restarts every sandbox, in use or only stored', async () => {
    change(NAMES)
    await world.close()
    world = new TestWorld({ data: folder }).world
    change(['a'])
    expect(await world.replaceTemplate(template())).toBe(3)
    expect(firstnames(world)).toEqual(NAMES.map(() => 'of the next template'))
  })

  test('changes nothing and reports it when one sandbox cannot be restarted', async () => {
    change(NAMES)
    const before = world.template
    storage.stubborn = 'b'
    expect(() => world.replaceTemplate(template())).toThrow(
      'the sandbox b could not be restarted: the folder of b cannot be written; no sandbox was restarted',
    )
    expect(world.template).toBe(before)
    expect(firstnames(world)).toEqual(CHANGED)
    change(['a'])
    expect(await stored()).toEqual(CHANGED)
  })

  test('changes nothing where the template makes no world', async () => {
    change(NAMES)
    const broken = {
      ...template(),
      makeRows: () => {
        throw new Error('no such day')
      },
    }
    expect(() => world.replaceTemplate(broken)).toThrow('no such day')
    expect(firstnames(world)).toEqual(CHANGED)
    expect(await stored()).toEqual(CHANGED)
  })

  test('names the sandboxes of which nothing is stored any more', async () => {
    change(NAMES)
    await world.close()
    storage = new StubbornStorage(folder)
    world = new TestWorld({ storage }).world
    change(['default'])
    storage.stubborn = 'b'
    expect(() => world.replaceTemplate(template())).toThrow(/all others continue as before, but nothing is stored of a$/)
    expect(firstnames(world)).toEqual(['changed in default', 'Ada', 'changed in b'])
  })
})
