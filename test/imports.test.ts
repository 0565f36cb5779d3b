import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { IMPORTS } from './import-table.ts'

const ORDER = Object.keys(IMPORTS)
const IMPORT = /(?:\bfrom |\bimport\(|^import )'([^']+)'/gm

const words = (text: string): readonly string[] => text.split(' ').filter((word) => word !== '')

/** `domain/pricing/price.ts` -> `domain`; a file at the top of `src` is a layer of its own. */
const layerOf = (path: string): string => path.split('/')[0] ?? path

/** `node:fs` -> `node`, `@scope/name/part` -> `@scope/name`, `name/part` -> `name`. */
const packageOf = (name: string): string =>
  name.startsWith('node:') ? 'node' : name.split('/', name.startsWith('@') ? 2 : 1).join('/')

const sourceFiles = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

/** The imports below `root` that the table does not allow, as `file imports what`. */
function forbiddenImports(root: string): readonly string[] {
  return sourceFiles(root).flatMap((file) => {
    const layer = layerOf(file)
    const { folders, packages } = IMPORTS[layer] ?? { folders: '', packages: '' }
    const allowed = new Set([layer, ...words(folders), ...words(packages).map((name) => `package ${name}`)])
    return [...readFileSync(join(root, file), 'utf8').matchAll(IMPORT)].flatMap(([, name = '']) => {
      const target = name.startsWith('.') ? layerOf(normalize(join(dirname(file), name))) : `package ${packageOf(name)}`
      return allowed.has(target) ? [] : [`${file} imports ${name}`]
    })
  })
}

test('every file of src is in a layer of the table, and every layer has a file', () => {
  expect([...new Set(sourceFiles('src').map(layerOf))].sort()).toEqual([...ORDER].sort())
})

test('a layer may import only layers above it', () => {
  const wrong = ORDER.flatMap((layer, place) =>
    words(IMPORTS[layer]?.folders ?? '').filter((other) => !ORDER.slice(0, place).includes(other)),
  )
  expect(wrong).toEqual([])
})

test('src imports what the table allows', () => {
  expect(forbiddenImports('src')).toEqual([])
})

describe('a planted import is found', () => {
  let root = ''
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'understay-imports-'))
    cpSync('src', root, { recursive: true })
    for (const layer of ORDER.filter((name) => !name.endsWith('.ts')))
      writeFileSync(
        join(root, layer, 'planted.ts'),
        `import type { A } from '../main.ts'\nimport b from 'left-pad/b'\nconst c = await import('@left/pad/c')\n`,
      )
  })
  afterAll(() => rmSync(root, { recursive: true, force: true }))

  test.each(ORDER.filter((name) => !name.endsWith('.ts')))('in %s', (layer) => {
    expect(forbiddenImports(root).filter((found) => found.startsWith(`${layer}/planted.ts`))).toEqual([
      `${layer}/planted.ts imports ../main.ts`,
      `${layer}/planted.ts imports left-pad/b`,
      `${layer}/planted.ts imports @left/pad/c`,
    ])
  })
})
