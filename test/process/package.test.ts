import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { newFolder } from './program.ts'

/** A folder of somebody who installed the package, and nothing else. */
let user = ''
let packed: readonly string[] = []

const run = (file: string, args: readonly string[]): string => {
  try {
    return execFileSync(file, args, { cwd: user, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout?: string; readonly stderr?: string }
    return `failed: ${stdout}${stderr}`
  }
}
const write = (name: string, text: string): void => writeFileSync(join(user, name), text)

beforeAll(() => {
  user = newFolder()
  const told = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', user], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [about] = JSON.parse(told) as [{ readonly filename: string; readonly files: readonly { readonly path: string }[] }]
  packed = about.files.map(({ path }) => path)
  write('package.json', '{ "name": "a-user", "private": true, "type": "module" }')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${about.filename}`])
}, 120_000)

describe('the package', () => {
  test('contains the program, its documents and the licences of bundled packages, and no source', () => {
    expect(packed.filter((path) => path.endsWith('.cache'))).toEqual([])
    const elsewhere = packed.filter((path) => !path.startsWith('dist/'))
    expect(elsewhere.sort()).toEqual(['LICENSE', 'README.md', 'package.json'])
    const places = new Set(packed.filter((path) => path.startsWith('dist/')).map((path) => path.split('/')[1]))
    const files = [
      'THIRD-PARTY-LICENSES.txt',
      'config.schema.json',
      'llms.txt',
      'worker.js',
      'index.js',
      'index.mjs',
      'main.js',
      'package.json',
      'sbom.cdx.json',
    ]
    expect([...places].sort()).toEqual(
      [...files, 'adapters', 'chunks', 'console', 'docs', 'fixtures', 'geo', 'scenarios', 'types'].sort(),
    )
    expect(packed.filter((path) => /\.(?:ts|map)$/.test(path) && !path.endsWith('.d.ts'))).toEqual([])
  })

  test('contains every page of the documents but the decisions', () => {
    const pages = readdirSync('docs', { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.md') && !path.startsWith('decisions'),
    )
    expect(packed.filter((path) => path.startsWith('dist/docs/')).sort()).toEqual(
      [...pages, 'start.md', 'changelog.md'].map((page) => `dist/docs/${page}`).sort(),
    )
  })

  test('has types that import only the package an adapter is for', () => {
    const imports = packed
      .filter((path) => /\.d\.[cm]ts$/.test(path))
      .flatMap((path) => {
        const text = readFileSync(join(user, 'node_modules/understay', path), 'utf8')
        const names = [...text.matchAll(/(?:from|import\()\s*['"]([^.'"][^'"]*)['"]/g)].map(([, name = '']) => name)
        return names.map((name) => `${path.replace(/^dist\/types\/|\.d\.[cm]ts$/g, '')} imports ${name}`)
      })
    expect([...new Set(imports)].sort()).toEqual([
      'adapters/hono imports hono',
      'adapters/msw imports msw',
      'adapters/playwright imports @playwright/test',
      'adapters/testcontainers imports testcontainers',
      'adapters/vitest imports vitest',
    ])
  })

  test('takes at most 5 MB when installed', () => {
    const root = join(user, 'node_modules/understay')
    const paths = readdirSync(root, { recursive: true, encoding: 'utf8' })
    const bytes = paths.map((path) => statSync(join(root, path))).filter((stat) => stat.isFile())
    expect(bytes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(5_000_000)
  })

  test('has a valid bill of materials that names every bundled package', async () => {
    const text = readFileSync(join(user, 'node_modules/understay/dist/sbom.cdx.json'), 'utf8')
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull()
    const { components } = JSON.parse(text) as { readonly components: readonly { readonly purl: string }[] }
    const licences = readFileSync(join(user, 'node_modules/understay/dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const named = [...licences.matchAll(/^(\S+) (\d\S+) \((?:MIT|ISC|0BSD|BSD-3-Clause|Apache-2\.0)\)$/gm)].map(
      ([, name = '', version]) => `pkg:npm/${name.replace('@', '%40')}@${version}`,
    )
    expect(components.map(({ purl }) => purl).sort()).toEqual(named.sort())
  })

  test('contains the licence of every bundled package, also of those whose data is shipped', () => {
    const text = readFileSync(join(user, 'node_modules/understay/dist/THIRD-PARTY-LICENSES.txt'), 'utf8')
    const parts = text.split(`\n${'-'.repeat(80)}\n`)
    const names = parts.flatMap((part) => [...part.matchAll(/^(\S+) \d+\.\d+\.\d+ \(/gm)].map(([, name]) => name))
    expect(names).toEqual(expect.arrayContaining(['@codemirror/view', 'fraction.js', 'hono', 'iso-3166', 'lowdb', 'yaml']))
    for (const part of parts) {
      expect(part).toMatch(/^(?:\S+ \d+\.\d+\.\d+ \((?:MIT|ISC|0BSD|BSD-3-Clause|Apache-2\.0)\)\n)+\n/)
      expect(part).toMatch(/Copyright|Apache License|Zero-Clause BSD/i)
      expect(part).toMatch(/Permission|Redistribution/i)
      expect(part).toMatch(/WARRANT/i)
    }
  })

  test('installs no other package', () => {
    expect(readdirSync(join(user, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['understay'])
  })

  test('installs the program under its name, with its version', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string }
    expect(run('node_modules/.bin/understay', ['--version'])).toBe(`${version}\n`)
  })
})

const PROGRAM = `
const understay = await startUnderstay()
const headers = { authorization: \`Bearer \${await understay.token()}\` }
const answer = await fetch(\`\${understay.apiUrl}/properties/all\`, { headers })
console.log(answer.status, (await understay.journal()).length)
await understay.close()
`

describe('the installed library', () => {
  test('runs, and keeps no process alive after it was closed', () => {
    write('user.mjs', `import { startUnderstay } from 'understay'\n${PROGRAM}`)
    expect(run(process.execPath, ['user.mjs'])).toBe('200 1\n')
  })

  test('keeps no process alive with a data folder and without a socket', () => {
    const program = PROGRAM.replace('startUnderstay()', "startUnderstay({ listen: false, data: './world' })")
    write(
      'no-socket.mjs',
      `import { startUnderstay } from 'understay'\n${program.replace('await fetch', 'await understay.fetch')}`,
    )
    expect(run(process.execPath, ['no-socket.mjs'])).toBe('200 1\n')
  })

  test('can be loaded with require', () => {
    write('user.cjs', `const { startUnderstay } = require('understay')\n;(async () => {${PROGRAM}})()`)
    expect(run(process.execPath, ['--no-warnings', 'user.cjs'])).toBe('200 1\n')
  })

  test('has the same exports with import and with require', () => {
    const text = `
import * as imported from 'understay'
import { createRequire } from 'node:module'
const required = createRequire(import.meta.url)('understay')
console.log(Object.keys(imported).sort().join(), Object.keys(imported).every((name) => imported[name] === required[name]))
`
    write('both.mjs', text)
    expect(run(process.execPath, ['both.mjs'])).toBe('VerifyError,createApp,settingVariable,startUnderstay true\n')
  })

  test('throws a VerifyError that instanceof recognizes', () => {
    const text = `
import { startUnderstay, VerifyError } from 'understay'
const understay = await startUnderstay({ listen: false })
const error = await understay.verify({ operation: 'listBookings' }).catch((thrown) => thrown)
console.log(error instanceof VerifyError, error.outcomes.length)
await understay.close()
`
    write('verify.mjs', text)
    expect(run(process.execPath, ['verify.mjs'])).toBe('true 1\n')
  })

  test('runs where the timers of Node are no globals, as in an environment of Jest with a DOM', () => {
    const start =
      "globalThis.setTimeout = () => 1\ndelete globalThis.setImmediate\nconst { startUnderstay } = require('understay')"
    write('dom.cjs', `${start}\n;(async () => {${PROGRAM}})()`)
    expect(run(process.execPath, ['--no-warnings', 'dom.cjs'])).toBe('200 1\n')
  })

  test('says what to do when a bundler has moved its code', async () => {
    const entryPoints = [join(user, 'moved.cjs')]
    write('moved.cjs', "require('understay').startUnderstay().catch((error) => console.log(error.message))")
    await build({ entryPoints, outfile: join(user, 'moved/out.cjs'), bundle: true, platform: 'node', logLevel: 'silent' })
    expect(run(process.execPath, ['moved/out.cjs'])).toMatch(/^baseline: no such file.*mark the package understay as external\n$/)
  })

  test.each(['Response', 'TextEncoder'])('says which test environment it needs where there is no %s', (name) => {
    write('bare.cjs', `delete globalThis.${name}\nrequire('understay')`)
    expect(run(process.execPath, ['bare.cjs'])).toContain("set the testEnvironment of Jest to 'node', not 'jsdom'")
  })

  test("is an app in a user's own Hono", () => {
    linkPackage('hono')
    const text = `
import { Hono } from 'hono'
import { createApp } from 'understay/hono'
const { app: mock, close } = await createApp()
const app = new Hono().route('/mock', mock)
console.log((await app.request('/mock/service/api/core/report')).status, (await app.request('/service/api/core/report')).status)
await close()
`
    write('mounted.mjs', text)
    expect(run(process.execPath, ['mounted.mjs'])).toBe('200 404\n')
  })
})

describe('the snippets in the documents', () => {
  const section = readFileSync('docs/library.md', 'utf8')
  const [library = '', fixtures = ''] = [...section.matchAll(/```js run[^\n]*\n(.*?)```/gs)].map(([, code = '']) => code)

  test('of the library print the shown output', () => {
    write('snippet.mjs', library)
    const promised = [...library.matchAll(/console\.log\(.*\/\/ (.*)/g)].map(([, text]) => `${text}\n`)
    expect(promised).toHaveLength(2)
    expect(run(process.execPath, ['snippet.mjs'])).toBe(promised.join(''))
  })

  test('of the fixtures for Vitest pass', () => {
    linkPackage('vitest')
    write('snippet.test.mjs', fixtures)
    const said = run(process.execPath, [join(user, 'node_modules/vitest/vitest.mjs'), 'run', '--root', user])
    expect(said).toMatch(/Tests.*2 passed/)
  })
})

/** A package that the user has installed too. */
function linkPackage(name: string): void {
  const place = join(user, 'node_modules', name)
  if (!existsSync(place)) symlinkSync(resolve('node_modules', name), place)
}

/** What a user's editor and compiler make of files. */
function compiled(files: Readonly<Record<string, string>>, options: object): string {
  for (const [file, text] of Object.entries(files)) write(file, text)
  const compilerOptions = {
    target: 'es2022',
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    ...options,
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: Object.keys(files) }))
  return run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', 'tsconfig.json'])
}

const MODULES = [
  ['nodenext', { module: 'nodenext', moduleResolution: 'nodenext' }],
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }],
] as const

test('the types are available to CommonJS', () => {
  const text = `
import { startUnderstay, VerifyError, type Understay } from 'understay'
export const started: Promise<Understay> = startUnderstay({ freeze: true })
export const failed = (error: unknown): boolean => error instanceof VerifyError
`
  expect(compiled({ 'types.cts': text }, { module: 'node16', moduleResolution: 'node16', skipLibCheck: false })).toBe('')
})

/** Lines that do not compile, each in a file of its own. */
const WRONG: readonly (readonly [what: string, line: string, objection: RegExp])[] = [
  ['an option that there is not', `await startUnderstay({ prot: 1 })`, /'prot' does not exist/],
  ['a choice that there is not', `await startUnderstay({ choices: { colour: 'red' } })`, /'colour' does not exist/],
  ['an answer that there is not', `await startUnderstay({ choices: { token_refusal: 'maybe' } })`, /"maybe"' is not assignable/],
  [
    'a fault of a cause that there is not',
    `await startUnderstay({ scenario: { name: 'a', faults: [{ on: {}, token: 'lost' }] } })`,
    /"lost"' is not assignable/,
  ],
  [
    'an operation that there is not',
    `await (await startUnderstay()).verify({ operation: 'listBookins' })`,
    /"listBookins"' is not assignable/,
  ],
  [
    'a span that is none',
    `await startUnderstay({ scenario: { name: 'a', faults: [{ on: {}, network: { delay: 'soon' } }] } })`,
    /"soon"' is not assignable/,
  ],
]

describe.each(MODULES)('under moduleResolution %s', (_, modules) => {
  test('the types compile without others, and fit the usage in the documents', () => {
    const text = `
import { startUnderstay, type JournalEntry, type Understay, type UnderstayOptions, type UnderstaySandbox } from 'understay'
const options: UnderstayOptions = { at: new Date(0), freeze: true, profile: 'current', choices: { black_booking_conflict: '200-with-meta' } }
const understay: Understay = await startUnderstay(options)
const w1: UnderstaySandbox = await understay.sandbox('w1')
await w1.clock.set({ at: '2026-03-01T09:00:00Z', run: '60x' })
const client: { fetch: typeof fetch } = { fetch: w1.fetch }
const last: JournalEntry | undefined = (await w1.journal()).at(-1)
const id: string = understay.credentials.clientId
if (last?.refusalCode === 'room_taken') console.log(id, client, (await w1.events())[0]?.task === 'guest_saved')
await understay[Symbol.asyncDispose]()
`
    expect(compiled({ 'types.mts': text }, { ...modules, skipLibCheck: false })).toBe('')
  })

  test('the types do not need those of Node, and include scenarios', () => {
    const text = `
import { startUnderstay, VerifyError, type ScenarioOptions } from 'understay'
const scenario: ScenarioOptions = { name: 'a', faults: [{ on: {}, for: '2s', network: { status: 503, retry_after: 1 } }] }
const understay = await startUnderstay({ scenario })
await understay.faults.arm({ on: { operation: 'listBookings' }, token: 'expired' })
const error: unknown = await understay.verify({ operation: 'listBookings', refused: true }).catch((e: unknown) => e)
if (error instanceof VerifyError) error.outcomes.map(({ met }) => met)
const verdict: 'passed' | 'failed' | 'inconclusive' = (await understay.report()).verdict
export { verdict }
`
    expect(compiled({ 'plain.mts': text }, { ...modules, types: [], skipLibCheck: false })).toBe('')
  })

  let said: string | undefined
  test.each(WRONG)('%s does not compile', (what, _line, objection) => {
    const fileOf = (index: number): string => `wrong-${index}.mts`
    const textOf = (line: string): string => `import { startUnderstay } from 'understay'\n${line}\nexport {}\n`
    const files = Object.fromEntries(WRONG.map(([, line], index) => [fileOf(index), textOf(line)]))
    said ??= compiled(files, { ...modules, skipLibCheck: true })
    const file = fileOf(WRONG.findIndex(([one]) => one === what))
    expect(
      said
        .split(/^(?:failed: )?(?=wrong-)/m)
        .filter((problem) => problem.startsWith(file))
        .join(''),
      said,
    ).toMatch(objection)
  })

  test('the fixtures for Vitest are typed', () => {
    linkPackage('vitest')
    const text = `
import { test as usual, understayTest } from 'understay/vitest'
const test = understayTest({ freeze: true }).extend<{ token: string }>({ token: async ({ sandbox }, use) => use(await sandbox.token()) })
test('typed', async ({ sandbox, understay, token }) => {
  const name: string = sandbox.name
  await understay.fetch(name, { headers: { token } })
})
usual('typed', async ({ sandbox }) => sandbox.reset())
`
    expect(compiled({ 'fixtures.mts': text }, { ...modules, skipLibCheck: true })).toBe('')
  })
})
