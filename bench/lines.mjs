/**
 * Counts the lines of `src` by purpose, in one or more checkouts side by side.
 *
 *   node bench/lines.mjs [FOLDER ...]
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** The first pattern that a path matches is its purpose. */
const PURPOSES = [
  ['service interface: choices', /^booking-(?:api|contract)\/choices\//],
  ['service interface: contract', /^booking-(?:contract|api\/contract)\//],
  ['service interface: responses', /^booking-api\/responses\//],
  ['service interface: handlers, guards, session', /^booking-api\//],
  ['control API: contract', /^control-(?:contract|api\/contract)\//],
  ['control API: handlers', /^control-api\//],
  ['API machinery: declarations, pipeline', /^(?:api|pipeline)\//],
  ['domain', /^domain\//],
  ['store: files', /^store\/files\//],
  ['store: PostgreSQL', /^store\/postgres\//],
  ['store: memory', /^store\//],
  ['fixtures', /^fixtures\//],
  ['scenario: traffic, demand', /^scenario\/(?:traffic|demand)\//],
  ['scenario: the rest', /^scenario\//],
  ['conformance', /^conformance\//],
  ['report', /^report\//],
  ['journal, webhooks', /^(?:journal|webhooks)\//],
  ['world, simulation, auth', /^(?:world|simulation|auth)\//],
  ['server: replicas', /^server\/replicas\//],
  ['server: the rest', /^server\//],
  ['console', /^console\//],
  ['command line, settings', /^(?:cli|config)\/|^main\.ts$/],
  ['library, adapters', /^(?:library|adapters)\/|^index\.ts$/],
  ['replay, recording', /^(?:replay|recording)\//],
  ['calibration', /^calibration\//],
  ['base', /./],
]

/** Lines and files of each purpose below a folder. */
function countsOf(folder) {
  const counts = new Map(PURPOSES.map(([purpose]) => [purpose, { lines: 0, files: 0 }]))
  const src = join(folder, 'src')
  for (const entry of readdirSync(src, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.tsx?$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const name = relative(src, path).replaceAll('\\', '/')
    const counted = counts.get(PURPOSES.find(([, pattern]) => pattern.test(name))[0])
    counted.lines += readFileSync(path, 'utf8').split('\n').length - 1
    counted.files++
  }
  return counts
}

const folders = process.argv.length > 2 ? process.argv.slice(2) : ['.']
const all = folders.map(countsOf)
const cell = ({ lines, files }) => `${lines} (${files})`
const row = (name, cells) => `| ${name} | ${cells.join(' | ')} |`
const sums = all.map((counts) =>
  [...counts.values()].reduce((sum, { lines, files }) => ({ lines: sum.lines + lines, files: sum.files + files })),
)
console.log(row('lines (files) of src', folders))
console.log(
  row(
    '---',
    folders.map(() => '--:'),
  ),
)
for (const [purpose] of PURPOSES)
  console.log(
    row(
      purpose,
      all.map((counts) => cell(counts.get(purpose))),
    ),
  )
console.log(row('all', sums.map(cell)))
