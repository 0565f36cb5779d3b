import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { newFolder, Program } from './program.ts'

const CLIENTS = (ids: readonly string[]): string =>
  `clients:\n${ids.map((id) => `  - { id: ${id}, secret: s, user: 2, scopes: [properties_get] }\n`).join('')}`

/** How a sandbox answers a client that asks for a token. */
async function tokenStatus(url: string, client: string): Promise<number> {
  const form = { grant_type: 'client_credentials', client_id: client, client_secret: 's', scope: 'properties_get' }
  return (await fetch(`${url}/service/api/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })).status
}

/** The same in two sandboxes. */
const statuses = async (url: string, client: string): Promise<readonly number[]> => [
  await tokenStatus(url, client),
  await tokenStatus(`${url}/@w1`, client),
]

/** The line of the log that has a message, from the count-th on; parsed. */
async function logged(program: Program, message: string, count = 1): Promise<Record<string, unknown>> {
  const times = `(?:[^]*"msg":"${message}"){${count - 1}}[^]*?(\\{[^\\n]*"msg":"${message}[^\\n]*\\})\\n`
  return JSON.parse(await program.printed(new RegExp(times)))
}

const RELOADED = 'reloaded; sandboxes restarted'
const NOT_RELOADED = 'not reloaded; nothing was changed'

test('changed fixtures are loaded again and every sandbox restarts; invalid ones change nothing', async () => {
  const folder = newFolder()
  const file = join(folder, 'clients.yaml')
  writeFileSync(file, CLIENTS(['first']))
  const program = new Program(
    ['start', '--port', '0', '--memory', '--watch', '--fixtures', 'baseline', '--fixtures', './clients.yaml'],
    {},
    folder,
  )
  const url = await program.listening()
  expect(await statuses(url, 'first')).toEqual([200, 200])
  expect(await statuses(url, 'second')).toEqual([401, 401])

  writeFileSync(`${file}~`, CLIENTS(['first', 'second']))
  renameSync(`${file}~`, file)
  expect(await logged(program, RELOADED)).toMatchObject({ level: 'info', files: ['clients.yaml'], sandboxes: 2 })
  expect(await statuses(url, 'second')).toEqual([200, 200])

  writeFileSync(file, 'clients:\n  - { id: third, secret: s, usr: 2, scopes: [] }\n')
  expect(await logged(program, NOT_RELOADED)).toMatchObject({
    level: 'error',
    files: ['clients.yaml'],
    problems: expect.arrayContaining([expect.stringMatching(/^\.\/clients\.yaml:2:\d+ clients\[0\]\.usr: /)]),
  })
  expect(await statuses(url, 'second')).toEqual([200, 200])

  // Right in itself, but it does not fit what is there.
  writeFileSync(file, CLIENTS(['third']).replace('user: 2', 'user: 99'))
  const problems = expect.arrayContaining([expect.stringMatching(/^\.\/clients\.yaml:2:\d+ clients\[0\]\.user: /)])
  expect(await logged(program, NOT_RELOADED, 2)).toMatchObject({ problems })
  expect(await statuses(url, 'second')).toEqual([200, 200])

  writeFileSync(file, CLIENTS(['third']))
  await logged(program, RELOADED, 2)
  expect([await statuses(url, 'second'), await statuses(url, 'third')]).toEqual([
    [401, 401],
    [200, 200],
  ])
  await program.stop()
})

test('a changed scenario and its fixtures are loaded again, also after an invalid version', async () => {
  const folder = newFolder()
  mkdirSync(join(folder, 'bad-days'))
  const scenario = join(folder, 'bad-days', 'mine.yaml')
  writeFileSync(scenario, 'name: mine\nabout: Nothing happens.\n')
  const program = new Program(['start', '--port', '0', '--memory', '--watch', '--scenario', './bad-days/mine.yaml'], {}, folder)
  const url = await program.listening()
  expect(await statuses(url, 'late')).toEqual([401, 401])

  writeFileSync(join(folder, 'bad-days', 'late.yaml'), 'clents: []\n')
  writeFileSync(scenario, 'name: mine\nfixtures: [baseline, ./late.yaml]\n')
  expect(await logged(program, NOT_RELOADED)).toMatchObject({ problems: [expect.stringMatching(/late\.yaml:1:1 clents: /)] })
  writeFileSync(join(folder, 'bad-days', 'late.yaml'), CLIENTS(['late']))
  expect(await logged(program, RELOADED)).toMatchObject({ files: ['bad-days/late.yaml'] })
  expect(await statuses(url, 'late')).toEqual([200, 200])

  writeFileSync(scenario, 'name: mine\nfaults:\n  - on: { operation: requestToken }\n    network: { status: 503 }\n')
  expect(await logged(program, RELOADED, 2)).toMatchObject({ files: ['bad-days/mine.yaml'] })
  expect(await statuses(url, 'demo')).toEqual([503, 503])
  await program.stop()
})

test('each of several scenarios is watched', async () => {
  const folder = newFolder()
  const second = join(folder, 'b.yaml')
  writeFileSync(join(folder, 'a.yaml'), 'name: a\nabout: Nothing happens.\n')
  writeFileSync(second, 'name: b\nabout: Nothing happens.\n')
  const program = new Program(['start', '--port', '0', '--memory', '--watch', '--scenario', 'a.yaml, b.yaml'], {}, folder)
  const url = await program.listening()
  expect(await statuses(url, 'demo')).toEqual([401, 401])

  writeFileSync(second, 'name: b\nfaults:\n  - on: { operation: requestToken }\n    network: { status: 503 }\n')
  expect(await logged(program, RELOADED)).toMatchObject({ files: ['b.yaml'] })
  expect(await statuses(url, 'demo')).toEqual([503, 503])
  await program.stop()
})

test('sandboxes that are only on disk restart as well; one with its own scenario continues', async () => {
  const folder = newFolder()
  const file = join(folder, 'clients.yaml')
  writeFileSync(file, CLIENTS(['first']))
  const args = ['start', '--port', '0', '--fixtures', 'baseline', '--fixtures', './clients.yaml']
  const before = new Program(args, {}, folder)
  expect(await statuses(await before.listening(), 'first')).toEqual([200, 200])
  await before.stop()

  const program = new Program([...args, '--watch'], {}, folder)
  const url = await program.listening()
  const own = await fetch(`${url}/@own/_understay/scenario`, { method: 'PUT', body: 'name: own\nseed: 2\n' })
  expect(own.status).toBe(200)
  writeFileSync(file, CLIENTS(['second']))
  expect(await logged(program, RELOADED)).toMatchObject({ sandboxes: 2 })
  expect(await statuses(url, 'second')).toEqual([200, 200])
  expect(await (await fetch(`${url}/@own/_understay/scenario`)).json()).toMatchObject({ scenario: { name: 'own' } })
  expect(await tokenStatus(`${url}/@own`, 'first')).toBe(200)
  await program.stop()
})

test('nothing is loaded again without --watch', async () => {
  const folder = newFolder()
  const file = join(folder, 'clients.yaml')
  writeFileSync(file, CLIENTS(['first']))
  const args = ['start', '--port', '0', '--memory', '--fixtures', 'baseline', '--fixtures', file]
  const program = new Program(args, {}, folder)
  const watching = new Program([...args, '--watch'], {}, folder)
  const url = await program.listening()
  await watching.listening()
  writeFileSync(file, CLIENTS(['second']))
  await logged(watching, RELOADED)
  expect(await statuses(url, 'first')).toEqual([200, 200])
  expect(program.out).not.toContain('reloaded')
  await Promise.all([program.stop(), watching.stop()])
})
