/**
 * The pages that follow from the code: choices, coverage, conformance rules, refusals, tested versions of other tools.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { CHOICE_IDS, choice } from '../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../src/booking-contract/index.ts'
import { INTERFACE } from '../test/booking-contract/interface.ts'
import { conformancePage } from './conformance-page.ts'
import { cell, table } from './markdown.ts'
import { refusalsPage } from './refusals-page.ts'

/** The pages by their path below `docs/`. */
export const referencePages = (): Readonly<Record<string, string>> => ({
  'choices.md': choicesPage(),
  'coverage.md': coveragePage(),
  'conformance.md': conformancePage(table, cell),
  'refusals.md': refusalsPage(table),
  'compatibility.md': compatibilityPage(),
})

function choicesPage(): string {
  const sections = CHOICE_IDS.map((id) => {
    const { question, answers, documented, current, why, source } = choice(id)
    const profiles = { documented, current }
    const of = (answer: string): string => {
      const names = Object.entries(profiles).flatMap(([profile, its]) => (its === answer ? [profile] : []))
      return names.length > 0 ? ` (${names.join(', ')})` : ''
    }
    const meanings = Object.entries(answers).map(([answer, meaning]) => `- \`${answer}\`${of(answer)}: ${meaning}`)
    const known = [...new Set(source.replace(/facts [^;]+/g, 'facts').split('; '))].join('; ')
    return `## \`${id}\`\n\n${question}\n\n${meanings.join('\n')}\n\n${why} *${known}*`.replaceAll('<', '&lt;')
  })
  return `# Choices

<!-- Made by \`npm run build\` from \`src/booking-contract/choices\`. -->

How Understay behaves where the interface document is silent, or says something that HTTP cannot carry: each such point is a
choice with a name. A profile is a set of answers: \`documented\` (the default) and \`current\`. Start with \`--profile current\`, or
override single answers with \`--choice ID=ANSWER\`. \`GET /_understay/choices\` lists those of a running server.

Words in italics say where an answer comes from. *spec "..."* is a heading of the interface document ("Conventions" is the list at its
beginning), and with a number a point below it; *facts* are known from public releases of an implementation of the same interface,
*recordings* are answers of its newest release.

${sections.join('\n\n')}
`
}

function coveragePage(): string {
  const declared = new Map(OPERATIONS.map((operation) => [operation.id, operation]))
  const rowOf = ([id, method, path, origin]: (typeof INTERFACE)[number]): readonly string[] => {
    const operation = declared.get(id)
    const also = operation?.also?.map((spelling) => `\`${spelling}\``).join(', ')
    const shown = `\`${method} ${operation?.path ?? path}\`${also ? `<br>also ${also}` : ''}`
    return [`\`${id}\``, shown, operation?.scope ?? 'open', origin === 'spec' ? 'document' : 'facts']
  }
  const rows = INTERFACE.filter(([, , , origin]) => origin !== 'webhooks').map(rowOf)
  const details = INTERFACE.filter(([, , , origin]) => origin === 'webhooks').map(rowOf)
  return `# Coverage

<!-- Made by \`npm run build\` from the contract. -->

Every operation of the interface document, and those that are known from public releases of an implementation of the same
interface (origin "facts"). Scenarios, journal and reports use these ids. Parts of a path in square brackets are optional.

${table(['operation', 'method and path', 'scope', 'origin'], rows)}

## Details of notifications

A [webhook](webhooks.md) contains ids only; with a token for \`webhooks_get\`, these operations read the details. The other
events about the same kind of record are spellings of the path.

${table(['operation', 'method and path', 'scope', 'origin'], details)}
`
}

/** The results of `npm run compat`. */
function compatibilityPage(): string {
  const results = JSON.parse(readFileSync('packaging/compat/results.json', 'utf8')) as readonly CompatibilityResult[]
  const rows = results.map(({ what, version, node, passes }) => [cell(what), version, node, passes ? 'passes' : '**fails**'])
  return `# Compatibility

<!-- Made by \`npm run build\` from \`packaging/compat/results.json\`, which \`npm run compat -- --write\` writes. -->

The versions of other tools with which the package works. Each row is a fresh project into which the packed tarball was installed, with its own tests
([packaging/compat/projects](../packaging/compat/projects)). CI runs all of them again. The package needs Node 20.19, 22.12 or later.

${table(['with', 'version', 'Node', 'result'], rows)}

- Vitest is an ES module, so \`require('understay/vitest')\` fails with Vitest's message; its types work for both.
- Node 20 gets no newer versions of some tools: MSW 2.15 and Testcontainers 11.14 are the last that run there. The adapters for
  them are tested with these.
- Bundlers: Understay reads its files beside its code, so leave it out of a bundle: \`--packages=external\` of esbuild, \`externals\` of
  webpack, \`external\` of Rollup. Nothing of it but \`understay/msw\` runs in a browser.
- Tests in a browser (browser mode of Vitest, Cypress): start it in \`globalSetup\` or \`setupNodeEvents\`, and give the page \`apiUrl\` and a
  token. Pages of other origins may call the interface, not the control API: use commands of Vitest, or tasks of Cypress, which return
  \`null\` where a method returns nothing.
- pnpm and Yarn with Plug'n'Play run the library and the command line; so do tsx and ts-node.
- \`peerDependencies\` accept any version; the tested ones are in this table.
- Bun and Deno run the library from npm: sockets, sandboxes, clock, journal and verification. The command line runs in Node.
`
}

interface CompatibilityResult {
  readonly what: string
  readonly version: string
  readonly node: string
  readonly passes: boolean
}
