/**
 * Compiles the bundled worlds from YAML to JSON, so that the shipped program starts without reading YAML.
 * Relative days stay relative: they are resolved when a world is made.
 *
 *   node scripts/compile-fixtures.mjs [TARGET]      TARGET is dist/fixtures by default
 *
 * Nothing is checked here; `understay validate` does that.
 */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The files of a world: the file itself, or a folder's, sorted. */
function filesOf(name) {
  const path = join(root, 'fixtures', name)
  if (!statSync(path).isDirectory()) return [path]
  const inside = readdirSync(path).filter((file) => /\.ya?ml$/.test(file))
  return inside.sort().map((file) => join(path, file))
}

/**
 * Writes `<world>.json` for each world in `fixtures/`.
 *
 * @param {string} target the folder to write to
 * @returns {string[]} the files written
 */
export function compileFixtures(target) {
  mkdirSync(target, { recursive: true })
  const worlds = readdirSync(join(root, 'fixtures')).filter((name) => {
    return /\.ya?ml$/.test(name) || statSync(join(root, 'fixtures', name)).isDirectory()
  })
  return worlds.sort().map((world) => {
    const name = world.replace(/\.ya?ml$/, '')
    const files = filesOf(world).map((path) => ({
      name: `${name}/${path.split(/[\\/]/).at(-1)}`,
      data: parse(readFileSync(path, 'utf8'), { merge: true }) ?? {},
    }))
    const output = join(target, `${name}.json`)
    writeFileSync(output, JSON.stringify(files))
    return output
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const file of compileFixtures(process.argv[2] ?? join(root, 'dist', 'fixtures'))) console.log(file)
}
