import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** One forbidden import for each folder. */
const FORBIDDEN = {
  base: `import type { Refusal } from '../domain/refusal.ts'\nexport type X = Refusal`,
  domain: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  'domain/booking': `import { Store } from '../../store/store.ts'\nexport const x = Store`,
  simulation: `import { parse } from 'yaml'\nexport const x = parse`,
  api: `import { World } from '../world/world.ts'\nexport const x = World`,
  'api/pipeline': `import { OPERATIONS } from '../../booking-api/contract/index.ts'\nexport const x = OPERATIONS`,
  config: `import { World } from '../world/world.ts'\nexport const x = World`,
  auth: `import { Clock } from '../simulation/clock.ts'\nexport const x = Clock`,
  store: `import { OPERATIONS } from '../booking-api/contract/index.ts'\nexport const x = OPERATIONS`,
  'store/files': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'store/postgres': `import { World } from '../../world/world.ts'\nexport const x = World`,
  fixtures: `import { World } from '../world/world.ts'\nexport const x = World`,
  'fixtures/seed': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'booking-api': `import { Store } from '../store/store.ts'\nexport const x = Store`,
  'booking-api/guards': `import { Store } from '../../store/store.ts'\nexport const x = Store`,
  'booking-api/contract': `import { Store } from '../../store/store.ts'\nexport const x = Store`,
  'booking-api/contract/shared': `import { OPERATIONS } from '../index.ts'\nexport const x = OPERATIONS`,
  'booking-api/choices': `import { Store } from '../../store/store.ts'\nexport const x = Store`,
  'booking-api/responses': `import { Hono } from 'hono'\nexport const x = Hono`,
  'booking-api/responses/shared': `import { Hono } from 'hono'\nexport const x = Hono`,
  'booking-api/session': `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
  'booking-api/handlers': `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
  journal: `import { geography } from '../fixtures/geo.ts'\nexport const x = geography`,
  scenario: `import { Service } from '../api/pipeline/service.ts'\nexport const x = Service`,
  'scenario/acts': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'scenario/events': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'scenario/expectations': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'scenario/faults': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'scenario/selectors': `import { World } from '../../world/world.ts'\nexport const x = World`,
  'scenario/traffic': `import { World } from '../../world/world.ts'\nexport const x = World`,
  webhooks: `import { World } from '../world/world.ts'\nexport const x = World`,
  conformance: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  'conformance/rules': `import { Store } from '../../store/store.ts'\nexport const x = Store`,
  world: `import { Hono } from 'hono'\nexport const x = Hono`,
  report: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  recording: `import { World } from '../world/world.ts'\nexport const x = World`,
  replay: `import { World } from '../world/world.ts'\nexport const x = World`,
  console: `import { OPERATIONS } from '../booking-api/handlers/index.ts'\nexport const x = OPERATIONS`,
  'control-api': `import { OPERATIONS } from '../booking-api/handlers/index.ts'\nexport const x = OPERATIONS`,
  'control-api/handlers': `import { OPERATIONS } from '../../booking-api/handlers/index.ts'\nexport const x = OPERATIONS`,
  library: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  server: `import { ServerHandle } from '../library/server-handle.ts'\nexport const x = ServerHandle`,
  'server/replicas': `import { ServerHandle } from '../../library/server-handle.ts'\nexport const x = ServerHandle`,
  cli: `import { toHono } from '../adapters/hono.ts'\nexport const x = toHono`,
  'cli/run': `import { toHono } from '../../adapters/hono.ts'\nexport const x = toHono`,
  adapters: `import { World } from '../world/world.ts'\nexport const x = World`,
} as const

/** Constructs that src/ must not contain, time and randomness outside `simulation`. */
const CONSTRUCTS = {
  'Date.now()': 'export const x = () => Date.now()',
  'new Date()': 'export const x = () => new Date()',
  'Math.random()': 'export const x = () => Math.random()',
  'globalThis.Date': 'export const x = () => globalThis.Date.now()',
  'performance.now()': 'export const x = () => performance.now()',
  'an explicit any': 'export const x = (y: any): unknown => y',
  'a default export': 'export default 1',
  'a function of more than 60 lines': `export const x = () => {\n${'  void 0\n'.repeat(61)}}`,
  'five parameters': 'export const x = (a: 1, b: 1, c: 1, d: 1, e: 1) => [a, b, c, d, e]',
} as const

const file = (folder: string, name: string) => `src/${folder}/planted-${name}.ts`
const files = [
  ...Object.entries(FORBIDDEN).map(([folder, text]) => [file(folder, 'import'), text] as const),
  ...Object.values(CONSTRUCTS).map((text, index) => [file('domain', `code-${index}`), text] as const),
  [file('domain', 'cycle-a'), `import type { B } from './planted-cycle-b.ts'\nexport interface A {\n  readonly b: B\n}`] as const,
  [file('domain', 'cycle-b'), `import type { A } from './planted-cycle-a.ts'\nexport interface B {\n  readonly a: A\n}`] as const,
]

/** What the linter prints about `src` below a folder. */
function lintOutput(root: string): string {
  try {
    const biome = resolve('node_modules/.bin/biome')
    return execFileSync(biome, ['lint', '--max-diagnostics=none', 'src'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string }
    return stdout + stderr
  }
}

describe('the linter rejects', () => {
  let root = ''
  let output = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'understay-architecture-'))
    for (const path of ['src', 'lint', '.gitignore']) cpSync(path, join(root, path), { recursive: true })
    cpSync('biome.json', join(root, 'biome.json'))
    mkdirSync(join(root, '.git'))
    symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
    for (const [path, text] of files) {
      mkdirSync(join(root, dirname(path)), { recursive: true })
      writeFileSync(join(root, path), `${text}\n`)
    }
    output = lintOutput(root)
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each(Object.keys(FORBIDDEN))('a forbidden import in %s', (folder) => {
    expect(output).toContain(`${file(folder, 'import')}:1`)
  })

  test.each(Object.keys(CONSTRUCTS).map((name, index) => [name, index] as const))('%s', (_, index) => {
    expect(output).toContain(`${file('domain', `code-${index}`)}:1`)
  })

  test('a cycle of type imports', () => {
    expect(output).toContain(`${file('domain', 'cycle-a')}:1`)
  })
})
