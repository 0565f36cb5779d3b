import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** One import a room must not have, and one line that reads time or chance behind the clock's back. */
const PLANTED = {
  base: `import type { Refusal } from '../domain/refusal.ts'\nexport type X = Refusal`,
  domain: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  auth: `import { Clock } from '../sim/clock.ts'\nexport const x = Clock`,
  contract: `import { roundHalfAway } from '../base/money.ts'\nexport const x = roundHalfAway`,
  present: `import { Hono } from 'hono'\nexport const x = Hono`,
  store: `import { OPERATIONS } from '../contract/index.ts'\nexport const x = OPERATIONS`,
  play: `import { Service } from '../http/service.ts'\nexport const x = Service`,
  'play/acts': `import { World } from '../../world.ts'\nexport const x = World`,
  sim: `import { parse } from 'yaml'\nexport const x = parse`,
  http: `import { moneyText } from '../present/money-text.ts'\nexport const x = moneyText`,
  routes: `import { readFileSync } from 'node:fs'\nexport const x = readFileSync`,
  control: `import { boundOperations } from '../routes/index.ts'\nexport const x = boundOperations`,
  grade: `import { Journal } from '../http/journal.ts'\nexport const x = Journal`,
  report: `import { pastCall } from '../play/past-call.ts'\nexport const x = pastCall`,
  console: `import { boundOperations } from '../routes/index.ts'\nexport const x = boundOperations`,
  library: `import { Hono } from 'hono'\nexport const x = Hono`,
  replay: `import { World } from '../world.ts'\nexport const x = World`,
} as const

/** Imports beside those that a room has been allowed by name. */
const BESIDE = {
  http: `import { compress } from '../domain/tariff-runs.ts'\nexport const x = compress`,
  control: `import { FAILURES } from '../http/failures.ts'\nexport const x = FAILURES`,
  routes: `import { dayOfInstant } from '../base/instant.ts'\nexport const x = dayOfInstant`,
  library: `import { Store } from '../store/store.ts'\nexport const x = Store`,
  grade: `import { Refusal } from '../domain/tariff.ts'\nexport const x = Refusal`,
  present: `import Type from 'typebox'\nexport const x = Type`,
  console: `import { maskedQuery } from '../http/mask.ts'\nexport const x = maskedQuery`,
} as const

const CODE = {
  'Date.now()': 'export const x = () => Date.now()',
  'new Date()': 'export const x = () => new Date()',
  'Math.random()': 'export const x = () => Math.random()',
  'globalThis.Date': 'export const x = () => globalThis.Date.now()',
  'performance.now()': 'export const x = () => performance.now()',
  'an explicit any': 'export const x = (y: any): unknown => y',
  'a default export': 'export default 1',
} as const

const file = (room: string, name: string) => `src/${room}/planted-${name}.ts`
const files = [
  ...Object.entries(PLANTED).map(([room, text]) => [file(room, 'import'), text] as const),
  ...Object.entries(BESIDE).map(([room, text]) => [file(room, 'beside'), text] as const),
  ...Object.values(CODE).map((text, index) => [file('domain', `code-${index}`), text] as const),
]

/** What the linter says of one file. */
function objections(path: string): string {
  try {
    return (
      execFileSync('npx', ['biome', 'lint', '--max-diagnostics=none', path], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      }) && ''
    )
  } catch (error) {
    return String((error as { stdout?: string; stderr?: string }).stdout) + String((error as { stderr?: string }).stderr)
  }
}

describe('the linter objects', () => {
  let said = ''
  beforeAll(() => {
    for (const [path, text] of files) {
      mkdirSync(path.slice(0, path.lastIndexOf('/')), { recursive: true })
      writeFileSync(path, `${text}\n`)
    }
    said = objections('src')
  })
  afterAll(() => {
    for (const [path] of files) rmSync(path, { force: true })
  })

  test.each(Object.keys(PLANTED))('to an import that %s must not have', (room) => {
    expect(said).toContain(`${file(room, 'import')}:1`)
  })

  test.each(Object.keys(BESIDE))('to what %s has not been allowed by name', (room) => {
    expect(said).toContain(`${file(room, 'beside')}:1`)
  })

  test.each(Object.keys(CODE).map((name, index) => [name, index] as const))('to %s', (_, index) => {
    expect(said).toContain(`${file('domain', `code-${index}`)}:1`)
  })
})
