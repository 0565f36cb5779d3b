import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Day } from '../../../src/base/day.ts'
import { bindToProperty } from '../../../src/domain/session/steps.ts'
import { NOW } from '../../support/small-world.ts'
import { SILENT, TestWorld } from '../../support/test-world.ts'

const folder = () => mkdtempSync(join(tmpdir(), 'understay-'))
const statePath = (data: string) => join(data, 'default', 'state.json')
const changesPath = (data: string) => join(data, 'default', 'changes-1.ndjson')
const form = { grant_type: 'client_credentials', client_id: 'desk', client_secret: 'desk-secret', scope: 'properties_get' }

/** A data folder with two tokens issued; the world that wrote it was not closed in order when `killed`. */
async function used({ killed }: { killed: boolean }): Promise<{ data: string; tokens: string[] }> {
  const data = folder()
  const first = new TestWorld({ data })
  // the first change writes the whole state, later ones a line each
  first.advance(0)
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
  for (const name of ['state.json', 'changes-1.ndjson'])
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
  test('nothing is written before the first change', () => {
    const data = folder()
    const world = new TestWorld({ data })
    expect(world.sandbox.store.db.properties.size).toBe(5)
    world.world.close()
    expect(existsSync(statePath(data))).toBe(false)
  })

  test('every acknowledged change is on disk before the response, one line each', async () => {
    const { data } = await used({ killed: true })
    const lines = readFileSync(changesPath(data), 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ line: 1 }, { line: 2, change: { counters: { tokens: 2 } } }])
  })

  test.each([[true], [false]])('a restart continues (killed: %s): tokens are valid, ids continue', async (killed) => {
    const { data, tokens } = await used({ killed })
    const kept = killed ? crashed(data) : data
    expect(await works(kept, tokens[1] ?? '')).toBe(200)
    const again = new TestWorld({ data: kept })
    const third = (await again.call('requestToken', { form })).body as { access_token: string }
    expect(tokens).not.toContain(third.access_token)
    again.world.close()
  })

  test('the clock is restored', () => {
    const data = folder()
    const first = new TestWorld({ data })
    first.advance(61 * 60_000)
    const at = first.sandbox.clock.now()
    first.world.close()
    const second = new TestWorld({ data })
    expect(second.sandbox.clock.now()).toBe(at)
    second.world.close()
  })

  test('an incomplete last line is removed; acknowledged changes are kept', async () => {
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

  test('an earlier line with a wrong checksum is refused with its name, and nothing is changed', async () => {
    const { data } = await used({ killed: true })
    const kept = crashed(data)
    const text = readFileSync(changesPath(kept), 'utf8').replace('"desk"', '"dusk"')
    writeFileSync(changesPath(kept), text)
    expect(() => new TestWorld({ data: kept }).sandbox).toThrow(
      /changes-1\.ndjson is damaged: line 1 does not match its checksum/,
    )
    expect(readFileSync(changesPath(kept), 'utf8')).toBe(text)
  })

  test.each([
    ['no JSON', '{"format":', /state\.json is damaged/],
    ['another program', '{"users":[]}', /state\.json is not a state file/],
    ['a newer version', '{"format":"understay state","version":99}', /newer version \(format 99, this one reads 2\)/],
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
  ])('a file of %s is refused with its path and the first wrong field, and not overwritten', (_, text, message) => {
    const data = folder()
    mkdirSync(join(data, 'default'))
    writeFileSync(statePath(data), text)
    const world = new TestWorld({ data })
    expect(() => world.sandbox).toThrow(message)
    world.world.close()
    expect(readFileSync(statePath(data), 'utf8')).toBe(text)
  })

  test('changes without a state are refused', () => {
    const data = folder()
    mkdirSync(join(data, 'default'))
    writeFileSync(changesPath(data), 'x')
    const world = new TestWorld({ data })
    expect(() => world.sandbox).toThrow('has no state.json next to it')
    world.world.close()
  })

  test('a second process on the same folder is refused, and the first continues', () => {
    const data = folder()
    const first = new TestWorld({ data })
    expect(() => new TestWorld({ data })).toThrow(
      /is in use by another server of this process \(\d+\); close it, or give this one another folder with --data/,
    )
    first.world.close()
    new TestWorld({ data }).world.close()
  })

  test.each([
    ['a dead process of this host', () => `4194303@${hostname()} mark\n`, 0],
    ['another host, silent for a while', () => '1@elsewhere mark\n', 60],
    ['this very process id, silent for a while', () => `${process.pid}@${hostname()} mark\n`, 60],
    ['nobody known', () => '', 60],
  ])('a stale lock of %s is taken over', (_, lock, ageSeconds) => {
    const data = folder()
    const path = join(data, '.lock')
    writeFileSync(path, lock())
    const then = Date.now() / 1000 - ageSeconds
    utimesSync(path, then, then)
    new TestWorld({ data }).world.close()
    expect(existsSync(path)).toBe(false)
  })

  test('a lock is kept if its process belongs to another user', () => {
    const data = folder()
    writeFileSync(join(data, '.lock'), `4194303@${hostname()} mark\n`)
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    })
    onTestFinished(() => kill.mockRestore())
    expect(() => new TestWorld({ data })).toThrow('is in use by process 4194303;')
  })

  test.each([
    ['process 1 on elsewhere', () => '1@elsewhere mark\n'],
    [`process ${process.ppid}`, () => `${process.ppid}@${hostname()} mark\n`],
  ])('a lock that is changed regularly is kept: %s', (holder, lock) => {
    const data = folder()
    writeFileSync(join(data, '.lock'), lock())
    expect(() => new TestWorld({ data })).toThrow(`is in use by ${holder};`)
    expect(readFileSync(join(data, '.lock'), 'utf8')).toBe(lock())
  })

  test('a log that the state does not name is removed', async () => {
    const { data, tokens } = await used({ killed: true })
    const kept = crashed(data)
    writeFileSync(join(kept, 'default', 'changes-7.ndjson'), 'of a write that did not come to its end')
    writeFileSync(join(kept, 'default', '.state.json.new'), '{')
    expect(await works(kept, tokens[1] ?? '')).toBe(200)
    expect(readdirSync(join(kept, 'default')).sort()).toEqual(['changes-2.ndjson', 'state.json'])
  })

  test('a missing log that the state names is an error', async () => {
    const { data } = await used({ killed: true })
    const kept = crashed(data)
    rmSync(changesPath(kept))
    expect(() => new TestWorld({ data: kept }).sandbox).toThrow(/changes-1\.ndjson is missing: state\.json names it/)
  })

  test.each([
    [
      'its last line is complete but damaged',
      (text: string) => text.replace(/"tokens":2/, '"tokens":3'),
      /line 2 does not match its checksum/,
    ],
    ['its end is zeroed', (text: string) => text.slice(0, -20) + '\0'.repeat(20), /line 2 is not the beginning of a change/],
    ['a line is missing', (text: string) => text.slice(text.indexOf('\n') + 1), /line 1 is not change 1/],
  ])('a log is damaged when %s', async (_, damage, message) => {
    const { data } = await used({ killed: true })
    const kept = crashed(data)
    const text = damage(readFileSync(changesPath(kept), 'utf8'))
    writeFileSync(changesPath(kept), text)
    expect(() => new TestWorld({ data: kept }).sandbox).toThrow(message)
    expect(readFileSync(changesPath(kept), 'utf8')).toBe(text)
  })

  test('every flipped bit of a state file is detected', async () => {
    const { data } = await used({ killed: false })
    const bytes = readFileSync(statePath(data))
    for (let at = 3; at < bytes.length - 1; at += Math.floor(bytes.length / 97)) {
      const copy = folder()
      mkdirSync(join(copy, 'default'))
      const flipped = Buffer.from(bytes)
      flipped[at] = (flipped[at] ?? 0) ^ 1
      writeFileSync(statePath(copy), flipped)
      const world = new TestWorld({ data: copy })
      expect(() => world.sandbox, `byte ${at}`).toThrow(/state\.json/)
      await world.world.close()
    }
  })

  test('days, instants and references are validated even with a correct checksum', () => {
    const rows = { roomNights: [{ id: 1, roomId: 1, propertyId: 1, bookingId: 77, day: '2026-05-02' as Day }] }
    const data = folder()
    const first = new TestWorld({ data, rows })
    first.advance(0)
    void first.world.close()
    expect(() => new TestWorld({ data }).sandbox).toThrow('collections.roomNights[0].bookingId: there is no 77 in bookings')
    const other = folder()
    const second = new TestWorld({
      data: other,
      rows: { roomNights: [{ ...rows.roomNights[0], day: '2026-90-28' as Day }] as never },
    })
    second.advance(0)
    void second.world.close()
    expect(() => new TestWorld({ data: other }).sandbox).toThrow(
      'collections.roomNights[0].day should be a day, not "2026-90-28"',
    )
  })

  test('a folder of 0.1.0 is opened and converted, with all acknowledged changes', async () => {
    const { data, tokens } = await used({ killed: true })
    const old = folder()
    mkdirSync(join(old, 'default'))
    const { log: _, sum: __, ...state } = JSON.parse(readFileSync(statePath(data), 'utf8'))
    writeFileSync(statePath(old), JSON.stringify({ ...state, version: 1 }, null, 2))
    writeFileSync(join(old, 'default', 'changes.ndjson'), readFileSync(changesPath(data)))
    writeFileSync(join(old, 'default', '.state.json.tmp'), '')
    expect(await works(old, tokens[1] ?? '')).toBe(200)
    expect(readdirSync(join(old, 'default')).sort()).toEqual(['changes-1.ndjson', 'state.json'])
    expect(JSON.parse(readFileSync(statePath(old), 'utf8'))).toMatchObject({ version: 2, log: 'changes-1.ndjson' })
    expect(await works(old, tokens[1] ?? '')).toBe(200)
  })

  test('a folder of 0.1.0 without a log is listed, and opened without a warning', async () => {
    const { data, tokens } = await used({ killed: false })
    const old = folder()
    mkdirSync(join(old, 'default'))
    const { log: _, sum: __, ...state } = JSON.parse(readFileSync(statePath(data), 'utf8'))
    writeFileSync(statePath(old), JSON.stringify({ ...state, version: 1 }, null, 2))
    const warnings: string[] = []
    const world = new TestWorld({ data: old, log: { ...SILENT, warn: (text) => warnings.push(text) } })
    expect(await world.world.names()).toEqual(['default'])
    expect(world.sandbox.store.db.tokens.has(tokens[1] ?? '')).toBe(true)
    expect(warnings).toEqual([])
    await world.world.close()
    expect(JSON.parse(readFileSync(statePath(old), 'utf8'))).toMatchObject({ version: 2, log: 'changes-1.ndjson' })
  })

  test.each([['.state.json.tmp'], ['.state.json.new'], ['changes-1.ndjson']])(
    'what a crash in the first write leaves, %s, keeps nothing from opening',
    async (name) => {
      const data = folder()
      mkdirSync(join(data, 'default'))
      writeFileSync(join(data, 'default', name), '')
      const world = new TestWorld({ data })
      expect(world.sandbox.store.db.properties.size).toBe(5)
      await world.world.close()
      expect(readdirSync(join(data, 'default'))).toEqual([])
    },
  )

  test('writes to a removed data folder fail with the reason', async () => {
    const data = folder()
    const errors: string[] = []
    const world = new TestWorld({
      data,
      log: { ...SILENT, error: (text, fields) => errors.push(`${text}: ${fields?.['error']}`) },
    })
    for (let call = 0; call < 2; call++) expect((await world.call('requestToken', { form })).status).toBe(200)
    rmSync(data, { recursive: true })
    const refused = await world.send('POST', '/oauth/token', { form })
    expect(refused.status).toBe(503)
    // another try cannot help
    expect(refused.headers).not.toHaveProperty('Retry-After')
    expect(errors[0]).toMatch(
      /a change could not be stored: nothing was changed: .* was taken by another process, or its \.lock was removed/,
    )
    expect(world.sandbox.store.db.tokens.size).toBe(2)
    const { snapshots, store } = world.sandbox
    await expect(snapshots.take('kept', store.snapshot(), NOW)).rejects.toMatchObject({ reason: 'lost' })
    expect(existsSync(data)).toBe(false)
    await world.world.close()
    expect(errors.at(-1)).toMatch(/^the state could not be compacted: nothing was changed: .* was taken by another process/)
  })

  test('a change is stored without unchanged data: a note of 5,000 characters takes about 5,000 bytes', () => {
    const data = folder()
    const world = new TestWorld({ data })
    const { store } = world.sandbox
    const session = bindToProperty(1, undefined, 's', NOW)
    const size = () => readFileSync(changesPath(data)).length
    store.change((db) => db.sessions.put(session))
    const sizes = [1, 2, 3].map(() => {
      const before = size()
      store.change((db) => {
        const now = db.sessions.get('s') ?? session
        db.sessions.put({ ...now, notes: [...now.notes, 'n'.repeat(5000)] })
      })
      return size() - before
    })
    for (const written of sizes) expect(written).toBeLessThan(5200)
    const notes = store.db.sessions.get('s')?.notes
    void world.world.close()
    expect(new TestWorld({ data }).sandbox.store.db.sessions.get('s')?.notes).toEqual(notes)
  })

  test('a data folder that is a file is refused with advice', () => {
    const path = join(folder(), 'a-file')
    writeFileSync(path, 'x')
    const advice = 'name another with --data, or keep nothing with --memory'
    expect(() => new TestWorld({ data: path })).toThrow(new RegExp(`a-file cannot be used as the data folder: .*; ${advice}$`))
  })

  test('a data folder that is, or is in, a symbolic link to nothing is refused with advice', () => {
    const parent = folder()
    const [link, nothing] = [join(parent, 'link'), join(parent, 'nothing')]
    symlinkSync(nothing, link)
    const problem = `${link} is a symbolic link to ${nothing}, which does not exist; make that folder, or remove the link; name another with --data`
    for (const data of [link, join(link, 'data')])
      expect(() => new TestWorld({ data })).toThrow(`${data} cannot be used as the data folder: ${problem}`)
    mkdirSync(nothing)
    for (const data of [link, join(link, 'data')]) void new TestWorld({ data }).world.close()
  })

  test('a folder with other content is not used as a sandbox', () => {
    const data = folder()
    mkdirSync(join(data, 'src'))
    writeFileSync(join(data, 'src', 'main.ts'), 'precious')
    const world = new TestWorld({ data })
    expect(() => world.world.sandbox('src')).toThrow('contains other files than those of a sandbox')
    expect(world.world.names()).not.toContain('src')
    world.world.remove('src')
    expect(readFileSync(join(data, 'src', 'main.ts'), 'utf8')).toBe('precious')
    world.world.close()
  })
})
