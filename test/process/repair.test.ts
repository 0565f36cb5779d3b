import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoToken, runProgram, startProgram } from './program.ts'
import { runShared } from './shared-process.ts'

describe('understay repair', () => {
  let root = ''
  let data = ''
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'understay-repair-'))
    data = join(root, 'data')
    const { program, api } = await startProgram(['--data', data])
    await demoToken(api)
    await demoToken(api)
    expect((await runProgram(['repair', data])).err).toBe(
      `understay: ${data} is in use by process ${program.child.pid}; stop it first\n`,
    )
    await program.stop('SIGKILL')
  })
  afterAll(() => rmSync(root, { recursive: true }))

  test('reports intact files with exit code 0', async () => {
    const { code, out } = await runProgram(['repair', data])
    expect(code).toBe(0)
    expect(out).toMatch(/default: sound, \d+ rows, 1 change after its state\n\nNothing needs repair\.\n$/)
  })

  test('refuses a file', async () => {
    const file = join(data, 'default', 'state.json')
    expect(await runShared(['repair', file])).toMatchObject({
      code: 2,
      err: `understay: ${file} is a file; name the folder that was given with --data\n`,
    })
  })

  test('refuses a copy where a file is', async () => {
    const file = join(data, 'default', 'state.json')
    const isFile = { code: 2, err: `understay: --to ${file}: it is a file; name a new folder\n` }
    expect(await runShared(['repair', data, '--to', file])).toMatchObject(isFile)
    const below = { code: 1, err: expect.stringMatching(/^understay: --to .*copy: .*\n$/) }
    expect(await runShared(['repair', data, '--to', join(file, 'copy')])).toMatchObject(below)
  })

  test('refuses a copy in a folder that cannot be listed, in one line', async () => {
    const patch = join(root, 'patch.cjs')
    writeFileSync(
      patch,
      `const fs = require('node:fs')
      const { readdirSync } = fs
      fs.readdirSync = (folder, ...more) => {
        if (folder === 'docs') throw new Error('EACCES: permission denied')
        return readdirSync(folder, ...more)
      }
      require('node:module').syncBuiltinESMExports()`,
    )
    expect(await runProgram(['repair', data, '--to', 'docs'], { NODE_OPTIONS: `--require ${patch}` })).toEqual({
      code: 2,
      out: '',
      err: 'understay: --to docs: EACCES: permission denied\n',
    })
  })

  test('reports damage with file and line, leaves the folder unchanged, and writes a copy that a server can use', async () => {
    const log = join(data, 'default', 'changes-1.ndjson')
    const sound = readFileSync(log, 'utf8')
    const broken = sound.replace('"sum":"', '"sum":"x')
    writeFileSync(log, broken)
    const asked = await runShared(['repair', data])
    expect(asked.code).toBe(2)
    expect(asked.out).toContain(`  ${log}:1: does not match its checksum: the change is lost\n`)
    expect(asked.out).toContain(`Nothing was changed. understay repair ${data} --to COPY copies what can be recovered.`)
    const copy = join(root, 'copy')
    const copied = await runShared(['repair', data, '--to', copy])
    expect(copied.code).toBe(2)
    expect(copied.out).toContain(`Copied to ${copy}: understay start --data ${copy}. ${data} was not changed.`)
    expect(readFileSync(log, 'utf8')).toBe(broken)
    const { program, api } = await startProgram(['--data', copy])
    await demoToken(api)
    expect((await program.stop()).code).toBe(0)
    expect((await runShared(['repair', copy])).code).toBe(0)
    const again = await runShared(['repair', data, '--to', copy])
    expect(again).toMatchObject({ code: 2, err: `understay: --to ${copy}: the folder is not empty; name a new one\n` })
  })

  test.each([
    [[], 'understay repair takes one folder: understay repair data'],
    [['a', 'b'], 'understay repair takes one folder: understay repair data'],
    [['nowhere'], 'there is no folder nowhere; name the folder that was given with --data'],
    [['docs'], 'docs holds no sandbox; name a folder that was given with --data'],
    [['docs', '--too', 'x'], 'there is no flag --too; did you mean --to? understay repair --help lists the flags'],
    [['docs', '--to'], '--to needs a value: --to=COPY; understay repair --help lists the flags'],
  ])('refuses %j', async (args, message) => {
    expect(await runShared(['repair', ...args])).toEqual({ code: 2, out: '', err: `understay: ${message}\n` })
  })
})
