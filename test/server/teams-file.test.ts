import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readTeams } from '../../src/server/teams-file.ts'

const SHOP = 'shop-token-0123456789'
const SYNC = 'sync-token-0123456789'
const CONTROL = 'control-token-0123456789'

function file(text: string, name = 'teams.yaml'): string {
  const folder = mkdtempSync(join(tmpdir(), 'understay-teams-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

/** What is wrong with a file, without the folder. */
function problemsIn(text: string): string {
  const path = file(text)
  try {
    readTeams(path, CONTROL)
  } catch (error) {
    return String(error).replaceAll(path, 'teams.yaml')
  }
  throw new Error('the file was read')
}

const team = (fields: string): string => `teams:\n  - ${fields.replaceAll('\n', '\n    ')}\n`
const VALID = `label: shop\ntoken: ${SHOP}\nsandbox_prefixes: [shop-]`

test('the file in docs/teams.md is valid', () => {
  const example = /```yaml not-run: a file to begin with\n(.*?)```/s.exec(readFileSync('docs/teams.md', 'utf8'))?.[1] ?? ''
  const { all } = readTeams(file(example), undefined)
  expect(all.map(({ label, limits }) => [label, limits.sandboxes])).toEqual([
    ['shop', 50],
    ['channel-manager', undefined],
  ])
})

test('a file names teams, in YAML or JSON', () => {
  const yaml = file(`${team(`${VALID}\nlimits: { sandboxes: 3, calls_per_minute: 60 }`)}  - label: sync
    token: ${SYNC}
    sandbox_prefixes: [sync-, nightly-]
`)
  const teams = readTeams(yaml, CONTROL)
  expect([...teams.tokens]).toEqual([SHOP, SYNC])
  expect(teams.all.map(({ label, prefixes, limits }) => ({ label, prefixes, limits }))).toEqual([
    { label: 'shop', prefixes: ['shop-'], limits: { sandboxes: 3, callsPerMinute: 60 } },
    { label: 'sync', prefixes: ['sync-', 'nightly-'], limits: { sandboxes: undefined, callsPerMinute: undefined } },
  ])
  expect(teams.withToken(SYNC)?.label).toBe('sync')
  expect([teams.of('nightly-7')?.label, teams.of('shop-')?.label, teams.of('shop'), teams.of('default')]).toEqual([
    'sync',
    'shop',
    undefined,
    undefined,
  ])
  const json = file(JSON.stringify({ teams: [{ label: 'shop', token: SHOP, sandbox_prefixes: ['shop-'] }] }), 'teams.json')
  expect(readTeams(json, undefined).of('shop-w1')?.label).toBe('shop')
})

describe('an invalid file is reported with file, line and field', () => {
  test.each([
    ['an unknown key', team(`${VALID}\ntokne: x`), 'teams.yaml:5:5 teams[0].tokne: unknown key "tokne"; did you mean "token"?'],
    ['an unknown key at the top', `team: []\n`, 'teams.yaml:1:1 team: unknown key "team"; did you mean "teams"?'],
    [
      'an unknown limit',
      team(`${VALID}\nlimits: { calls: 5 }`),
      'teams.yaml:5:15 teams[0].limits.calls: unknown key "calls"; known here: sandboxes, calls_per_minute',
    ],
    [
      'a limit that is none',
      team(`${VALID}\nlimits: { sandboxes: 0 }`),
      'teams[0].limits.sandboxes: expected a whole number from 1 to 1000000000',
    ],
    ['no prefix', team(`label: shop\ntoken: ${SHOP}\nsandbox_prefixes: []`), 'teams[0].sandbox_prefixes: expected at least 1'],
    [
      'a prefix that no name has',
      team(`label: shop\ntoken: ${SHOP}\nsandbox_prefixes: [Shop_]`),
      'teams.yaml:4:24 teams[0].sandbox_prefixes[0]: expected what names of sandboxes begin with',
    ],
    [
      'a token of digits',
      team('label: shop\ntoken: 12345678901234567\nsandbox_prefixes: [shop-]'),
      'openssl rand -hex 16 makes (write it in quotes)',
    ],
    ['a missing token', team('label: shop\nsandbox_prefixes: [shop-]'), 'teams[0].token: is missing: expected a token'],
    [
      'prefixes that share sandboxes',
      `${team(VALID)}  - { label: other, token: ${SYNC}, sandbox_prefixes: [x-, shop-w] }\n`,
      'teams[1].sandbox_prefixes[1]: shop-w and shop- of teams[0] would share sandboxes',
    ],
    [
      'the same label',
      `${team(VALID)}  - { label: shop, token: ${SYNC}, sandbox_prefixes: [x-] }\n`,
      'teams.yaml:5:14 teams[1].label: teams[0] has this label already',
    ],
    [
      'the same token',
      `${team(VALID)}  - { label: other, token: ${SHOP}, sandbox_prefixes: [x-] }\n`,
      'teams[1].token: teams[0] has this token already',
    ],
    [
      'the token of the operator',
      team(`label: shop\ntoken: ${CONTROL}\nsandbox_prefixes: [shop-]`),
      'teams[0].token: this is the value of --control-token',
    ],
    ['no teams at all', '', 'teams.yaml:1:1: is empty: expected a map'],
  ])('%s', (_, text, message) => {
    expect(problemsIn(text)).toContain(message)
  })

  test('when it is missing', () => {
    expect(() => readTeams('/nowhere/teams.yaml', undefined)).toThrow('teams.yaml: there is no such file; see --control-tokens')
  })
})

describe('no message contains a token', () => {
  const secret = 'planted-secret-value'
  test.each([
    ['too short', team('label: shop\ntoken: planted-secret\nsandbox_prefixes: [shop-]')],
    ['with a blank', team(`label: shop\ntoken: ${secret} more\nsandbox_prefixes: [shop-]`)],
    ['a map', team(`label: shop\ntoken: { ${secret}: 1 }\nsandbox_prefixes: [shop-]`)],
    ['a list', team(`label: shop\ntoken: [${secret}]\nsandbox_prefixes: [shop-]`)],
    ['an alias', team(`label: shop\ntoken: *${secret}\nsandbox_prefixes: [shop-]`)],
    ['a tag', team(`label: shop\ntoken: !${secret} x\nsandbox_prefixes: [shop-]`)],
    ['a broken text', team(`label: shop\ntoken: "${secret}\nsandbox_prefixes: [shop-]`)],
    ['a bad escape', team(`label: shop\ntoken: "${secret}\\q"\nsandbox_prefixes: [shop-]`)],
  ])('for %s', (_, text) => {
    const shown = problemsIn(text)
    expect(shown).toContain('teams.yaml:')
    expect(shown).not.toContain('planted')
  })

  test('for a number', () => {
    expect(problemsIn(team('label: shop\ntoken: 4711471147114711\nsandbox_prefixes: [shop-]'))).not.toContain('4711')
  })
})
