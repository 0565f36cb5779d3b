import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'

/** The parts of `src`; each imports only earlier ones. docs/decisions/0042 says why each stands where it does. */
const ORDER = [
  'version.ts',
  'base',
  'domain',
  'simulation',
  'booking-api/choices',
  'api',
  'auth',
  'config',
  'booking-api/contract',
  'booking-api/responses',
  'store',
  'fixtures',
  'journal',
  'webhooks',
  'recording',
  'replay',
  'conformance',
  'scenario',
  'report',
  'world',
  'api/pipeline',
  'control-api/contract',
  'console',
  'booking-api',
  'control-api',
  'server',
  'library',
  'index.ts',
  'adapters',
  'cli',
  'main.ts',
]

const FILES = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))

/** The place in the order of the longest part that a file is in; -1 for none. */
function placeOf(file: string): number {
  const parts = ORDER.filter((part) => file === part || file.startsWith(`${part}/`))
  return ORDER.indexOf(parts.sort((a, b) => b.length - a.length)[0] ?? '')
}

const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/(?:from |import\()'(\.[^']+\.ts)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  )

test('every file of src is in a part of the order', () => {
  expect(FILES.filter((file) => placeOf(file) < 0)).toEqual([])
  expect(ORDER.filter((_, place) => !FILES.some((file) => placeOf(file) === place))).toEqual([])
})

test('imports are found', () => {
  expect(importsOf('main.ts')).toContain('cli/verbs.ts')
})

test('each part imports only earlier ones', () => {
  const wrong = FILES.flatMap((file) =>
    importsOf(file).flatMap((imported) => (placeOf(imported) > placeOf(file) ? [`${file} imports ${imported}`] : [])),
  )
  expect(wrong).toEqual([])
})
