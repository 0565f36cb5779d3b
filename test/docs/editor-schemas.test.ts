import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, onTestFinished, test } from 'vitest'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { parse, parseDocument } from 'yaml'
import { getLanguageService } from 'yaml-language-server/out/server/src/languageservice/yamlLanguageService.js'
import { configSchema, fixtureSchema, scenarioSchema } from '../../scripts/editor-schemas.ts'
import { initialFiles } from '../../src/cli/init-files.ts'
import { readConfigFile } from '../../src/config/file.ts'
import { readFixtures } from '../../src/fixtures/source.ts'
import { loadScenario } from '../../src/scenario/load.ts'
import { worldOf } from '../fixtures/world-of.ts'

const ajv = new Ajv({ strict: false, allErrors: true })
const SCHEMAS = { scenario: scenarioSchema(), fixture: fixtureSchema(), config: configSchema() }
type Kind = keyof typeof SCHEMAS
const KINDS: readonly Kind[] = ['scenario', 'fixture', 'config']
const compiled = { scenario: compile('scenario'), fixture: compile('fixture'), config: compile('config') }

function compile(kind: Kind) {
  return ajv.compile(JSON.parse(SCHEMAS[kind]))
}

function problems(kind: Kind, text: string): readonly string[] {
  const validate = compiled[kind]
  validate(parse(text, { merge: true }))
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

const service = getLanguageService({
  schemaRequestService: async () => '',
  workspaceContext: { resolveRelativePath: (path) => path },
})
const schemas = KINDS.map((kind) => ({
  uri: `file:///${kind}.json`,
  fileMatch: [`*${kind}.yaml`],
  schema: JSON.parse(SCHEMAS[kind]),
}))
service.configure({ validate: true, customTags: [], schemas })

let shownDocuments = 0

/** What an editor with yaml-language-server shows. */
async function shownInEditor(kind: Kind, text: string): Promise<readonly string[]> {
  const withoutLink = text.replace(/^# yaml-language-server:.*$/m, '')
  // documents are kept by their address
  const address = `file:///${++shownDocuments}-${kind}.yaml`
  const shown = await service.doValidation(TextDocument.create(address, 'yaml', 1, withoutLink), false)
  return shown.map(({ message }) => message)
}

/** The kind of a document: the one that has all its keys. */
function kindOf(text: string): Kind | undefined {
  const document = parseDocument(text)
  const keys = document.errors.length > 0 ? [] : Object.keys(document.toJS() ?? {})
  const [kind] = KINDS.filter((one) => keys.every((key) => Object.hasOwn(JSON.parse(SCHEMAS[one]).properties, key)))
  return keys.length === 0 || (kind === 'scenario' && !keys.includes('name')) ? undefined : kind
}

const files = (folder: string, ending: string): readonly string[] => {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith(ending)).map((name) => join(folder, name))
}
const pages = ['README.md', ...files('docs', '.md')]
/** The files of the documents, but the one that shows mistakes. */
const blocks = pages.flatMap((path) =>
  [...readFileSync(path, 'utf8').matchAll(/^```yaml[^\n]* file=(?!slips)[^\n]*\n(.*?)^```/gms)].flatMap(
    ([, text = ''], index) => {
      const kind = kindOf(text)
      return kind === undefined ? [] : [[`${path}, block ${index + 1}`, kind, text] as const]
    },
  ),
)
const VALID: readonly (readonly [name: string, kind: Kind, text: string])[] = [
  ...files('scenarios', '.yaml').map((path) => [path, 'scenario', readFileSync(path, 'utf8')] as const),
  ...files('fixtures', '.yaml').map((path) => [path, 'fixture', readFileSync(path, 'utf8')] as const),
  ...initialFiles(() => '{}').flatMap(({ path, text }) => {
    const kind = path.startsWith('fixtures/') ? 'fixture' : path.startsWith('scenarios/') ? 'scenario' : 'config'
    return path.endsWith('.yaml') ? [[`init: ${path}`, kind, text] as const] : []
  }),
  ...blocks,
]

describe('the schemas for editors', () => {
  test('see files of every kind', () => {
    for (const kind of KINDS) expect(VALID.filter(([, one]) => one === kind).length, kind).toBeGreaterThan(0)
    expect(blocks.length).toBeGreaterThan(5)
  })

  test.each(VALID)('allow %s', async (_, kind, text) => {
    expect(problems(kind, text)).toEqual([])
    expect(await shownInEditor(kind, text)).toEqual([])
  })
})

const CONFIGURED: readonly (readonly [text: string, isValid: boolean])[] = [
  ...["port: '0'", 'port: 80.0', 'memory: 1', "memory: 'true'", 'memory: false', 'product: hotel1', 'idle: 10m'].map(yes),
  ...[
    'store: postgres://a/b',
    'advertise: http://10.0.0.5:4010',
    'public_url: https://a/b',
    'webhook: http://localhost:8080',
  ].map(yes),
  ...['webhook: [https://a/b?c=d]', 'webhook_hosts: [a.example, "b:80"]', 'webhook_hosts: []', 'at: 2026-03-01'].map(yes),
  ...['at: 2026-03-01T09:00:00Z', 'control_token: 0123', 'choices: [check_in_order=strict]', 'client: true'].map(yes),
  ...['choices: { check_in_order: strict }', 'fixtures: baseline', 'scenario: [rate-limited]'].map(yes),
  ...['product: My Service', 'idle: 10', 'store: mysql://a', 'advertise: https://a', 'public_url: http://a?x', 'at: now'].map(no),
  ...['webhook: localhost:8080', 'webhook_hosts: [http://a]', 'control_token: ""', 'client: " "', 'port: high', "port: '-1'"].map(
    no,
  ),
  ...['choices: [check_in_order]', 'choices: [check_in_ordr=strict]', 'memory: 2', 'memory: yes', 'fixtures: []'].map(no),
  ...['scenario: []', 'port: 65536', 'at: 1767225600000'].map(no),
]

function yes(text: string) {
  return [text, true] as const
}

function no(text: string) {
  return [text, false] as const
}

test.each(CONFIGURED)('the schema of settings and the program agree on %s: %s', (text, isValid) => {
  expect(problems('config', text).length === 0).toBe(isValid)
  const path = join(mkdtempSync(join(tmpdir(), 'understay-')), 'c.yaml')
  onTestFinished(() => rmSync(join(path, '..'), { recursive: true }))
  writeFileSync(path, text)
  const read = () => readConfigFile(path)
  if (isValid) expect(read).not.toThrow()
  else expect(read).toThrow()
})

/** What a schema cannot say: numbers inside texts, and rows that refer to others. */
const BEYOND_SCHEMAS = ['fixture-no-property.yaml', 'scenario-interval.yaml', 'scenario-pace.yaml']

const refused: Readonly<Record<Kind, (path: string) => Promise<unknown>>> = {
  scenario: (path) => loadScenario(path),
  fixture: async (path) => worldOf(await readFixtures([path])),
  config: async (path) => readConfigFile(path),
}

describe('invalid files', () => {
  const names = readdirSync('test/invalid')

  test('of every kind exist, and the list of exceptions names some of them', () => {
    for (const kind of KINDS) expect(names.filter((name) => name.startsWith(kind)).length).toBeGreaterThan(3)
    expect(names).toEqual(expect.arrayContaining(BEYOND_SCHEMAS))
  })

  test.each(names)('%s is refused by the program, and by the schema if it can say so', async (name) => {
    const kind = KINDS.find((one) => name.startsWith(one)) ?? expect.unreachable()
    const path = `test/invalid/${name}`
    await expect(refused[kind](path)).rejects.toThrow()
    const text = readFileSync(path, 'utf8')
    expect(problems(kind, text).length > 0).toBe(!BEYOND_SCHEMAS.includes(name))
    expect((await shownInEditor(kind, text)).length > 0).toBe(!BEYOND_SCHEMAS.includes(name))
  })
})
