import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

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
    for (const path of ['src', 'scripts/lint', '.gitignore']) cpSync(path, join(root, path), { recursive: true })
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

  test.each(Object.keys(CONSTRUCTS).map((name, index) => [name, index] as const))('%s', (_, index) => {
    expect(output).toContain(`${file('domain', `code-${index}`)}:1`)
  })

  test('a cycle of type imports', () => {
    expect(output).toContain(`${file('domain', 'cycle-a')}:1`)
  })
})
