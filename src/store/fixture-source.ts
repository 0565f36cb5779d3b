/**
 * Reads fixtures: bundled worlds by name, files, and folders of files.
 *
 * @module
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FixtureError, type FixtureProblem } from './fixture-error.ts'
import type { FixtureData, FixtureFile, FixtureSet, FixtureSource } from './fixture-set.ts'

/** The worlds that come with the program. */
export const BUNDLED_FIXTURES = ['baseline', 'reference-world'] as const

/** Beside this file when shipped, at the top of the project when run from source. */
const BUNDLED_PLACES = ['./fixtures/', '../fixtures/', '../../fixtures/'] as const

/**
 * Reads fixtures, in the order in which they take effect: rows of a later one replace rows of an earlier one that have the
 * same id. Nothing is checked here that needs more than one file, see `seedWorld`.
 *
 * @param names bundled worlds, files or folders (their `*.yaml` and `*.yml`, sorted)
 * @param options `from`: the folder that relative names start from; by default the current one
 * @throws FixtureError with everything that is wrong in all files
 */
export async function readFixtures(names: readonly string[], options: { readonly from?: string } = {}): Promise<FixtureSet> {
  const problems: FixtureProblem[] = []
  const sources: FixtureSource[] = []
  for (const name of names) sources.push(await readSource(name, options.from ?? '.', problems))
  if (problems.length > 0) throw new FixtureError(problems)
  return withPeople(sources)
}

/**
 * Reads a fixture from its text.
 *
 * @param name what to call it in problems
 * @throws FixtureError
 */
export async function parseFixture(name: string, text: string): Promise<FixtureSet> {
  const problems: FixtureProblem[] = []
  const file = await parseFile(name, text, problems)
  if (problems.length > 0) throw new FixtureError(problems)
  return withPeople([{ name, files: [file] }])
}

/** The files that a fixture name stands for, so that they can be watched; none for a compiled one. */
export function fixtureFiles(name: string, from = '.'): readonly string[] {
  const path = bundledPath(name) ?? resolve(from, name)
  if (!existsSync(path) || path.endsWith('.json')) return []
  if (!statSync(path).isDirectory()) return [path]
  // Names with a dot are what editors leave beside a file while they work on it.
  const inside = readdirSync(path).filter((file) => /^[^.].*\.ya?ml$/.test(file))
  return inside.sort().map((file) => join(path, file))
}

async function withPeople(sources: readonly FixtureSource[]): Promise<FixtureSet> {
  if (!sources.some(({ files }) => files.some(({ data }) => data.generate))) return { sources }
  const { loadPeople } = await import('../sim/people.ts')
  return { sources, people: await loadPeople() }
}

async function readSource(name: string, from: string, problems: FixtureProblem[]): Promise<FixtureSource> {
  const bundled = bundledPath(name)
  if (bundled?.endsWith('.json')) return { name, files: readCompiled(bundled) }
  const whole = (message: string): FixtureSource => {
    problems.push({ file: name, line: 0, column: 0, field: '', message })
    return { name, files: [] }
  }
  const place = bundled ?? resolve(from, name)
  if (!existsSync(place)) return whole(`no such file or folder, nor a bundled world (${BUNDLED_FIXTURES.join(', ')})`)
  const paths = fixtureFiles(name, from)
  if (paths.length === 0) return whole('the folder has no *.yaml or *.yml file')
  const files: FixtureFile[] = []
  for (const path of paths) {
    const shown = bundled ? `${name}/${basename(path)}` : statSync(place).isDirectory() ? join(name, basename(path)) : name
    files.push(await parseFile(shown, readFileSync(path, 'utf8'), problems))
  }
  return { name, files }
}

/** Where a bundled world is; undefined when the name is not one of them. */
function bundledPath(name: string): string | undefined {
  if (!BUNDLED_FIXTURES.some((known) => known === name)) return undefined
  const places = BUNDLED_PLACES.flatMap((place) => [`${place}${name}.json`, `${place}${name}.yaml`, `${place}${name}`])
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path))
}

/** A world as `scripts/compile-fixtures.mjs` wrote it: checked when it was built. */
function readCompiled(path: string): readonly FixtureFile[] {
  return JSON.parse(readFileSync(path, 'utf8')) as readonly FixtureFile[]
}

async function parseFile(name: string, text: string, problems: FixtureProblem[]): Promise<FixtureFile> {
  const [{ readDocument }, { Fixture }] = await Promise.all([import('./checked-document.ts'), import('./fixture-schema.ts')])
  const document = readDocument(name, text, Fixture)
  problems.push(...document.problems)
  const data = document.problems.length === 0 ? (document.data as FixtureData) : {}
  return { name, data, locate: document.locate }
}
