import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startUnderstay } from '../../src/index.ts'
import { ConfiguredTemplates } from '../../src/server/sandbox-templates.ts'
import { readConfig } from '../support/start-config.ts'

const IDS = ['refusal_status', 'refusal_body', 'token_refusal'] as const

/** What set three choices, by the configuration and in a scenario that sets the last one. */
async function sourcesOf(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const templates = new ConfiguredTemplates(await readConfig(args, env))
  const plain = await templates.initial()
  const scenario = await templates.fromUntrusted('name: own\nchoices: { token_refusal: oauth }')
  return { plain: IDS.map((id) => plain.choiceFrom?.(id)), scenario: IDS.map((id) => scenario.choiceFrom?.(id)) }
}

test('choices tell what set them: the default, a flag, a variable, a line of the configuration file, or the scenario', async () => {
  expect(await sourcesOf([])).toEqual({
    plain: [undefined, undefined, undefined],
    scenario: [undefined, undefined, 'scenario own'],
  })
  expect(await sourcesOf(['--profile', 'current', '--choice', 'refusal_status=meaning'])).toEqual({
    plain: ['--choice', '--profile', '--profile'],
    scenario: ['--choice', '--profile', 'scenario own'],
  })
  expect((await sourcesOf([], { UNDERSTAY_CHOICE: 'refusal_body=flat' })).plain).toEqual([
    undefined,
    'UNDERSTAY_CHOICE',
    undefined,
  ])
  const folder = mkdtempSync(join(tmpdir(), 'understay-choices-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'understay.config.yaml')
  writeFileSync(file, 'profile: current\nchoices:\n  refusal_body: meta\n')
  expect((await sourcesOf(['--config', file])).plain).toEqual([
    `${file}:1:1 profile`,
    `${file}:2:1 choices`,
    `${file}:1:1 profile`,
  ])
})

test('the control API and the console say so', async () => {
  await using server = await startUnderstay({ listen: false, choices: { refusal_body: 'flat' } })
  const all = JSON.parse(await (await server.fetch('/_understay/choices')).text())
  const sources = all.map(({ id, set_by: by }: { readonly id: string; readonly set_by: string | null }) => [id, by] as const)
  expect(sources.find(([id]: readonly [string]) => id === 'refusal_body')).toEqual(['refusal_body', 'choices'])
  expect(sources.filter(([, by]: readonly [string, string | null]) => by !== null)).toHaveLength(1)
  const page = await (await server.fetch('/_understay/console/choices', { headers: { accept: 'text/html' } })).text()
  expect(page).toContain(`1 of ${all.length} are set`)
  expect(page.indexOf('id="choice-refusal_body"')).toBeLessThan(page.indexOf('id="choice-refusal_status"'))
})
