import { expect, test } from 'vitest'
import type { Client } from '../../../src/auth/client.ts'
import { clientToShow, requireControl } from '../../../src/cli/start/start.ts'
import { resolveConfig } from '../../../src/config/config.ts'
import { SETTING_LEVELS } from '../../../src/config/raw-settings.ts'

const client = (id: string, tokens: Client['tokens'] = 'normal'): Client => ({
  id,
  secret: `${id}-secret`,
  label: id,
  userId: 1,
  scopes: ['*'],
  tokens,
})
const [OLD, MINE, DEMO] = [client('old', 'expired'), client('mine'), client('demo')]

test.each<[clients: readonly Client[], asked: string | undefined, shown: string | undefined]>([
  [[OLD, MINE, DEMO], undefined, 'demo'],
  [[OLD, MINE], undefined, 'mine'],
  [[OLD], undefined, undefined],
  [[], undefined, undefined],
  [[OLD, MINE, DEMO], 'mine', 'mine'],
  [[OLD, MINE, DEMO], 'old', 'old'],
])('of the clients %j, with %s requested, %s is shown', (clients, asked, shown) => {
  expect(clientToShow(clients, asked)?.id).toBe(shown)
})

test('an unknown client is refused with a list of the known ones', () => {
  expect(() => clientToShow([OLD, MINE], 'yours')).toThrow('client: the world has no client "yours"; there are old, mine')
  expect(() => clientToShow([], 'yours')).toThrow('client: the world has no client "yours"; the fixtures have none')
})

test('a host that other machines reach is refused by the name of what set it', () => {
  const host = { texts: ['0.0.0.0'], from: 'UNDERSTAY_HOST', level: SETTING_LEVELS.environment }
  expect(() => requireControl(resolveConfig({ host }))).toThrow(/^UNDERSTAY_HOST 0\.0\.0\.0 can be reached from other machines/)
})
