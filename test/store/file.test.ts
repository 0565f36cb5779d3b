import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { TestWorld } from '../call.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'understay-'))
const statePath = (data: string) => join(data, 'default', 'state.json')
const changesPath = (data: string) => join(data, 'default', 'changes.ndjson')
const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_get' }

/** A data folder with two tokens issued; the world that wrote it was not closed in order when `killed`. */
async function used({ killed }: { killed: boolean }): Promise<{ data: string; tokens: string[] }> {
  const data = folder()
  const first = new TestWorld({ data })
  const tokens: string[] = []
  for (let i = 0; i < 2; i++)
    tokens.push(((await first.call('requestToken', { form })).body as { access_token: string }).access_token)
  if (!killed) first.world.close()
  return { data, tokens }
}

/** The same files in another folder, as a crash would leave them. */
function crashed(data: string): string {
  const copy = folder()
  const state = join(copy, 'default')
  mkdirSync(state)
  for (const name of ['state.json', 'changes.ndjson'])
    if (existsSync(join(data, 'default', name))) writeFileSync(join(state, name), readFileSync(join(data, 'default', name)))
  return copy
}

const works = async (data: string, token: string): Promise<number> => {
  const world = new TestWorld({ data })
  const { status } = await world.send('GET', '/properties/all', { headers: { authorization: `Bearer ${token}` } })
  world.world.close()
  return status
}

describe('state files', () => {
  test('nothing is written before something changes', () => {
    const data = folder()
    const world = new TestWorld({ data })
    expect(world.sandbox.store.db.properties.size).toBe(5)
    world.world.close()
    expect(existsSync(statePath(data))).toBe(false)
  })

  test('every acknowledged change is on disk before the answer, one line each', async () => {
    const { data } = await used({ killed: true })
    const lines = readFileSync(changesPath(data), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ line: 1 }, { line: 2, change: { counters: { tokens: 2 } } }])
  })

  test.each([[true], [false]])('a restart goes on where it stopped (killed: %s): tokens work, ids go on', async (killed) => {
    const { data, tokens } = await used({ killed })
    const kept = killed ? crashed(data) : data
    expect(await works(kept, tokens[1] ?? '')).toBe(200)
    const again = new TestWorld({ data: kept })
    const third = (await again.call('requestToken', { form })).body as { access_token: string }
    expect(tokens).not.toContain(third.access_token)
    again.world.close()
  })

  test('the clock stands where it stood', () => {
    const data = folder()
    const first = new TestWorld({ data })
    first.advance(61 * 60_000)
    const at = first.sandbox.clock.now()
    first.world.close()
    const second = new TestWorld({ data })
    expect(second.sandbox.clock.now()).toBe(at)
    second.world.close()
  })

  test('a torn last line is cut off; what was acknowledged stays', async () => {
    const { data, tokens } = await used({ killed: true })
    const kept = crashed(data)
    const whole = readFileSync(changesPath(kept)).length
    appendFileSync(changesPath(kept), '{"line":3,"sum":"0000')
    expect(await works(kept, tokens[1] ?? '')).toBe(200)
    const torn = crashed(data)
    truncateSync(changesPath(torn), whole - 10)
    expect(await works(torn, tokens[0] ?? '')).toBe(200)
    expect(await works(torn, tokens[1] ?? '')).toBe(401)
  })

  test('a line before the last that does not match its checksum is damage: refused by name, nothing is touched', async () => {
    const { data } = await used({ killed: true })
    const kept = crashed(data)
    const text = readFileSync(changesPath(kept), 'utf8').replace('"desk"', '"dusk"')
    writeFileSync(changesPath(kept), text)
    expect(() => new TestWorld({ data: kept }).sandbox).toThrow(/changes\.ndjson is damaged: line 1 does not match its checksum/)
    expect(readFileSync(changesPath(kept), 'utf8')).toBe(text)
  })

  test.each([
    ['no JSON', '{"format":', /state\.json is damaged/],
    ['another program', '{"users":[]}', /state\.json is not a state file/],
    ['a newer version', '{"format":"understay state","version":99}', /newer version \(format 99, this one reads 1\)/],
    [
      'a wrong field',
      JSON.stringify({
        format: 'understay state',
        version: 1,
        line: 0,
        seed: 1,
        counters: {},
        clock: { at: 0, real: 0, speed: 1 },
        collections: { users: [{ id: 1, name: 5 }] },
      }),
      /collections\.users\[0\]\.name should be a text, not 5/,
    ],
    [
      'an unknown collection',
      JSON.stringify({
        format: 'understay state',
        version: 1,
        line: 0,
        seed: 1,
        counters: {},
        clock: { at: 0, real: 0, speed: 1 },
        collections: { pets: [] },
      }),
      /collections\.pets is not a collection/,
    ],
  ])('a file of %s is refused with its path and the first wrong field, and never overwritten', (_, text, message) => {
    const data = folder()
    mkdirSync(join(data, 'default'))
    writeFileSync(statePath(data), text)
    const world = new TestWorld({ data })
    expect(() => world.sandbox).toThrow(message)
    world.world.close()
    expect(readFileSync(statePath(data), 'utf8')).toBe(text)
  })

  test('changes without a state beside them are refused', () => {
    const data = folder()
    mkdirSync(join(data, 'default'))
    writeFileSync(changesPath(data), '')
    const world = new TestWorld({ data })
    expect(() => world.sandbox).toThrow('has no state.json beside it')
    world.world.close()
  })

  test('a second process on the same folder is refused, and the first goes on', () => {
    const data = folder()
    const first = new TestWorld({ data })
    expect(() => new TestWorld({ data })).toThrow(/is in use by process \d+; stop it, or give this one another --data folder/)
    first.world.close()
    new TestWorld({ data }).world.close()
  })

  test.each([
    ['a dead process of this host', () => `4194303@${hostname()} mark\n`, 0],
    ['another host, silent for a while', () => '1@elsewhere mark\n', 60],
    ['this very process id, silent for a while', () => `${process.pid}@${hostname()} mark\n`, 60],
    ['nobody known', () => '', 60],
  ])('a lock left behind by %s is taken over', (_, lock, ageSeconds) => {
    const data = folder()
    const path = join(data, '.lock')
    writeFileSync(path, lock())
    const then = Date.now() / 1000 - ageSeconds
    utimesSync(path, then, then)
    new TestWorld({ data }).world.close()
    expect(existsSync(path)).toBe(false)
  })

  test.each([
    ['process 1 on elsewhere', () => '1@elsewhere mark\n'],
    [`process ${process.ppid}`, () => `${process.ppid}@${hostname()} mark\n`],
  ])('a lock whose heart beats is kept: %s', (holder, lock) => {
    const data = folder()
    writeFileSync(join(data, '.lock'), lock())
    expect(() => new TestWorld({ data })).toThrow(`is in use by ${holder};`)
    expect(readFileSync(join(data, '.lock'), 'utf8')).toBe(lock())
  })

  test('changes that were folded before a crash are not cut by a later failure', async () => {
    const { data, tokens } = await used({ killed: true })
    const kept = crashed(data)
    const world = new TestWorld({ data: kept })
    expect(world.sandbox.store.db.tokens.size).toBe(2)
    const lines = readFileSync(changesPath(data), 'utf8')
    world.world.close()
    writeFileSync(changesPath(kept), lines)
    const again = new TestWorld({ data: kept })
    expect(again.sandbox.store.db.tokens.has(tokens[1] ?? '')).toBe(true)
    expect(readFileSync(changesPath(kept), 'utf8')).toBe('')
    again.world.close()
  })

  test('a data folder that is a file is refused with what to do instead', () => {
    const path = join(folder(), 'a-file')
    writeFileSync(path, 'x')
    const advice = 'name another with --data, or keep nothing with --memory'
    expect(() => new TestWorld({ data: path })).toThrow(new RegExp(`a-file cannot be used as the data folder: .*; ${advice}$`))
  })

  test('a folder that holds other things is never taken for a sandbox', () => {
    const data = folder()
    mkdirSync(join(data, 'src'))
    writeFileSync(join(data, 'src', 'main.ts'), 'precious')
    const world = new TestWorld({ data })
    expect(() => world.world.sandbox('src')).toThrow('holds other things than the state of a sandbox')
    expect(world.world.names()).not.toContain('src')
    world.world.remove('src')
    expect(readFileSync(join(data, 'src', 'main.ts'), 'utf8')).toBe('precious')
    world.world.close()
  })
})
