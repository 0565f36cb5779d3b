import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { until } from '../support/until.ts'
import { demoToken, newFolder, PROGRAM, Program, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

/** The user without rights that every Linux has. */
const NOBODY = 65_534

const run = async (args: readonly string[], env: Readonly<Record<string, string>> = {}) => {
  const program = new Program(args, env)
  const { code } = await program.exited
  return { code, out: program.out, err: program.err }
}

describe('the control API on a socket', () => {
  test('refuses a host name that was pointed at this machine', async () => {
    const { program, url } = await startProgram(['--memory'])
    const { request } = await import('node:http')
    const status = await new Promise<number | undefined>((resolve, reject) => {
      const options = { method: 'POST', headers: { host: 'rebound.example' } }
      request(`${url}/_understay/reset`, options, (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
    expect(status).toBe(403)
    expect((await fetch(`${url}/_understay/reset`, { method: 'POST' })).status).toBe(200)
    await program.stop()
  })
})

describe('state on disk', () => {
  test('survives kill -9: every acknowledged change is kept, and ids continue', async () => {
    const data = newFolder()
    const first = await startProgram(['--data', data])
    const token = await demoToken(first.api)
    const headers = { authorization: `Bearer ${token}` }
    const add = (api: string, id: number) => fetch(`${api}/favourites/${id}`, { method: 'POST', headers })
    const acknowledged: number[] = []
    let killed = false
    const writing = (async () => {
      for (let id = 1000; id < 3000 && !killed; id++) {
        const answer = await add(first.api, id).catch(() => undefined)
        if (answer?.status !== 200) return
        acknowledged.push(id)
        if (acknowledged.length === 100) {
          killed = true
          first.program.child.kill('SIGKILL')
        }
      }
    })()
    await Promise.all([writing, first.program.exited])
    const second = await startProgram(['--data', data])
    const { data: found } = (await (await fetch(`${second.api}/favourites`, { headers })).json()) as { data: { ids: number[] } }
    expect(found.ids).toEqual(expect.arrayContaining(acknowledged))
    expect(await demoToken(second.api)).not.toBe(token)
    await second.program.stop()
  })

  test('refuses a second process and names the first one', async () => {
    const data = newFolder()
    const { program } = await startProgram(['--data', data])
    const second = await run(['start', '--port', '0', '--data', data])
    expect(second.code).toBe(1)
    expect(second.err).toContain(`${data} is in use by process ${program.child.pid}`)
    await program.stop()
  })

  test.skipIf(!existsSync('/proc/self'))('refuses a data folder that cannot be created', async () => {
    const told = expect.stringMatching(
      /\/proc\/nope\/data cannot be used as the data folder: ENOENT: .*; name another with --data/,
    )
    expect(await runShared(['start', '--data', '/proc/nope/data', '--port', '0'])).toMatchObject({ code: 1, err: told })
  })

  test.skipIf(process.getuid?.() !== 0)('may be read-only when the program is ended', async () => {
    const data = newFolder()
    chmodSync(dirname(data), 0o711)
    chownSync(data, NOBODY, NOBODY)
    const child = spawn(process.execPath, [resolve(PROGRAM), 'start', '--port', '0', '--data', data, '--log', 'json'], {
      uid: NOBODY,
      gid: NOBODY,
    })
    let printed = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += String(text)))
    await until(() => printed.includes('http://'))
    chownSync(data, 0, 0)
    // the lock is touched every second
    await pause(1500)
    child.kill('SIGTERM')
    expect([...(await once(child, 'exit')), printed]).toEqual([0, null, expect.not.stringContaining('EACCES')])
  })

  test('is lost with its folder: the server is not ready any more, and advises no retry', async () => {
    const data = newFolder()
    const { program, url, api } = await startProgram(['--data', data])
    await demoToken(api)
    rmSync(data, { recursive: true })
    const form = { grant_type: 'client_credentials', client_id: 'demo', client_secret: 'demo-secret', scope: 'properties_get' }
    const refused = await fetch(`${api}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect([refused.status, refused.headers.get('retry-after'), await refused.text()]).toEqual([
      503,
      null,
      expect.stringContaining('start again'),
    ])
    const ready = await fetch(`${url}/_understay/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { ready: false }])
    await program.stop()
  })

  test.skipIf(process.getuid?.() !== 0)('of another user is not called damaged', async () => {
    const data = newFolder()
    const first = await startProgram(['--data', data])
    await demoToken(first.api)
    await first.program.stop('SIGKILL')
    chmodSync(dirname(data), 0o711)
    for (const folder of [data, join(data, 'default')]) chmodSync(folder, 0o777)
    rmSync(join(data, '.lock'), { force: true })
    for (const name of readdirSync(join(data, 'default'))) {
      const other = join(data, 'default', name)
      chmodSync(other, 0o600)
      const asOther = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
      for (const args of [
        ['start', '--port', '0', '--data', data],
        ['repair', data],
      ]) {
        const program = new Program(args, {}, '.', asOther)
        expect(await program.exited).toMatchObject({ code: 1 })
        expect(program.err).toContain(`${other} cannot be read (EACCES); make it readable for the user of the server\n`)
      }
      chmodSync(other, 0o644)
    }
  })

  test.skipIf(process.getuid?.() !== 0)(
    'with an unreadable folder of one sandbox starts without it, and not with that of the default one',
    async () => {
      const data = newFolder()
      const first = await startProgram(['--data', data])
      for (const base of [first.api, `${first.url}/@w1/service/api`]) await demoToken(base)
      await first.program.stop()
      chmodSync(dirname(data), 0o711)
      chmodSync(data, 0o777)
      rmSync(join(data, '.lock'), { force: true })
      for (const name of ['default', 'w1']) {
        chmodSync(join(data, name), 0o777)
        for (const file of readdirSync(join(data, name))) chmodSync(join(data, name, file), 0o666)
      }
      const asOther = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
      chmodSync(join(data, 'w1'), 0o700)
      const program = new Program(['start', '--port', '0', '--data', data, '--log', 'json'], {}, '.', asOther)
      const url = await program.listening()
      await demoToken(`${url}/service/api`)
      const refused = await fetch(`${url}/@w1/service/api/properties/all`)
      const problem = (folder: string) =>
        `${join(data, folder)} cannot be read (EACCES); make it readable for the user of the server`
      expect([refused.status, await refused.text()]).toEqual([503, expect.stringContaining(problem('w1'))])
      await program.stop()
      chmodSync(join(data, 'default'), 0o700)
      const unstarted = new Program(['start', '--port', '0', '--data', data], {}, '.', asOther)
      expect(await unstarted.exited).toMatchObject({ code: 1 })
      expect(unstarted.err).toContain(`${problem('default')}\n`)
    },
  )

  test('is continued where the default sandbox was never changed', async () => {
    const data = newFolder()
    // the name of no sandbox, such as of an old copy
    mkdirSync(join(data, 'w1.old'))
    writeFileSync(join(data, 'w1.old', 'state.json'), '{}')
    const first = await startProgram(['--data', data])
    expect(first.program.out).toContain('(new)')
    await demoToken(`${first.url}/@w1/service/api`)
    await first.program.stop()
    const second = await startProgram(['--data', data])
    expect(second.program.out).toContain('(continued; --fresh starts a new world)')
    await second.program.stop()
    expect(await runShared(['start', '--port', '0', '--data', data, '--scenario', 'rate-limited'])).toMatchObject({ code: 2 })
  })

  test('is replaced with --fresh; a damaged file is refused and left unchanged', async () => {
    const data = newFolder()
    const first = await startProgram(['--data', data])
    await demoToken(first.api)
    await first.program.stop()
    const path = join(data, 'default', 'state.json')
    const broken = readFileSync(path, 'utf8').replace('"properties": [', '"propertees": [')
    writeFileSync(path, broken)
    const refused = await runShared(['start', '--port', '0', '--data', data])
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('collections.propertees is not a collection of this version; understay repair FOLDER tells'),
    })
    expect(readFileSync(path, 'utf8')).toBe(broken)
    mkdirSync(join(data, 'holiday-photos'))
    const fresh = await startProgram(['--data', data, '--fresh'])
    expect(readdirSync(data)).toContain('holiday-photos')
    await demoToken(fresh.api)
    await fresh.program.stop()
    expect(readFileSync(path, 'utf8')).toContain('"properties"')
  })

  test('responds with 500 and the file for a damaged sandbox; the others work', async () => {
    const data = newFolder()
    mkdirSync(join(data, 'w1'))
    writeFileSync(join(data, 'w1', 'state.json'), '{')
    const { program, url } = await startProgram(['--data', data])
    const path = '/service/api/site_structure/property_types'
    for (const asked of [{ method: 'GET' }, { method: 'POST', body: new URLSearchParams({ a: '1' }) }]) {
      const answer = await fetch(`${url}/@w1${path}`, asked)
      expect(answer.status).toBe(500)
      expect(await answer.json()).toMatchObject({
        meta: { code: 500, error_message: expect.stringContaining('w1/state.json is damaged') },
      })
    }
    const control = await fetch(`${url}/@w1/_understay/clock`)
    expect([control.status, await control.text()]).toEqual([500, expect.stringContaining('w1/state.json is damaged')])
    expect((await fetch(`${url}${path}`)).status).toBe(200)
    // What was logged is known for sure once the program has ended: a pipe delivers later than a socket.
    expect((await program.stop()).code).toBe(0)
    const said = program.out.split('\n').filter((line) => line.includes('"level":"error"'))
    // one line a second for calls of the interface, and one for those of the control API
    expect(said.length).toBeGreaterThanOrEqual(2)
    for (const line of said)
      expect(JSON.parse(line)).toMatchObject({
        msg: 'a sandbox cannot be opened',
        sandbox: 'w1',
        calls: expect.any(Number),
        error: expect.stringMatching(/state\.json is damaged.*; understay repair FOLDER tells what can be recovered$/),
      })
    expect(program.out).not.toContain('unexpected failure')
  })

  test('excludes fixtures, and nothing is written with --memory', async () => {
    const data = newFolder()
    const { program, api } = await startProgram(['--memory'], { UNDERSTAY_DATA: data })
    await demoToken(api)
    await program.stop()
    expect(readdirSync(data)).toEqual([])
    expect(program.out).toContain('"level":"warn","msg":"UNDERSTAY_DATA: no effect, because of --memory"')
  })
})
