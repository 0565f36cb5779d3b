import { appendFileSync, cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FileStorage } from '../../../src/store/files/file-storage.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'

const FORM = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_get' }

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'understay-'))

/** A change: a new token. */
async function changed(world: TestWorld): Promise<{ readonly status: number; readonly token: string }> {
  const { status, body } = await world.call('requestToken', { form: FORM })
  return { status, token: (body as { access_token: string }).access_token }
}

/** The statuses of reads with tokens after a crash, from a copy of the files. */
async function statusesAfterCrash(data: string, tokens: readonly string[]): Promise<readonly number[]> {
  const copy = newFolder()
  cpSync(join(data, 'default'), join(copy, 'default'), { recursive: true })
  const world = new TestWorld({ data: copy })
  const statuses: number[] = []
  for (const token of tokens)
    statuses.push((await world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })).status)
  world.world.close()
  return statuses
}

describe('files removed under a running server', () => {
  test('a removed state.json is written again by the next change, with all earlier ones', async () => {
    const data = newFolder()
    const world = new TestWorld({ data })
    world.advance(0)
    const tokens: string[] = []
    for (const isRemoved of [false, true, false, true, true, false]) {
      if (isRemoved) rmSync(join(data, 'default', 'state.json'))
      const { status, token } = await changed(world)
      expect(status).toBe(200)
      tokens.push(token)
      expect(await statusesAfterCrash(data, tokens)).toEqual(tokens.map(() => 200))
    }
    world.world.close()
  })

  test.each([
    ['is cut', (path: string) => truncateSync(path, Math.floor(statSync(path).size / 2))],
    ['is emptied', (path: string) => truncateSync(path, 0)],
    ['has a foreign line', (path: string) => appendFileSync(path, 'x\n')],
  ])('a change log that %s is written again by the next change, with all earlier ones', async (_, damage) => {
    const data = newFolder()
    const warned: string[] = []
    const storage = new FileStorage(data, { onFileLost: (_folder, what) => warned.push(what) })
    const world = new TestWorld({ storage })
    world.advance(0)
    const tokens: string[] = []
    for (const isDamaged of [false, false, true, false, true, true, false]) {
      const [log = ''] = readdirSync(join(data, 'default')).filter((name) => name.startsWith('changes-'))
      if (isDamaged && statSync(join(data, 'default', log)).size > 0) damage(join(data, 'default', log))
      const { status, token } = await changed(world)
      expect(status).toBe(200)
      tokens.push(token)
      expect(await statusesAfterCrash(data, tokens)).toEqual(tokens.map(() => 200))
    }
    expect(new Set(warned)).toEqual(new Set(['cut']))
    world.world.close()
  })

  test('without the folder of the sandbox changes are refused with 503', async () => {
    const data = newFolder()
    const world = new TestWorld({ data, log: { ...SILENT, error: () => undefined } })
    world.advance(0)
    expect((await changed(world)).status).toBe(200)
    rmSync(join(data, 'default'), { recursive: true })
    expect((await changed(world)).status).toBe(503)
    expect(existsSync(join(data, 'default'))).toBe(false)
    world.world.close()
  })
})
