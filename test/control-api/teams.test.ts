import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Team, Teams } from '../../src/auth/teams.ts'
import { CONTROL_OPERATIONS } from '../../src/control-contract/index.ts'
import { byId, everyElement, readPage, textIn } from '../console/markup.ts'
import { TestWorld } from '../support/test-world.ts'
import { serverOf } from './server-of.ts'

const OPERATOR = 'operator-token-0123456789'
const SHOP = 'shop-token-0123456789'
const SYNC = 'sync-token-0123456789'
const NO_LIMITS = { sandboxes: undefined, callsPerMinute: undefined }

const teamsOf = (limits: Partial<Team['limits']> = {}): Teams =>
  new Teams([
    { label: 'shop', token: SHOP, prefixes: ['shop-', 'till-'], limits: { ...NO_LIMITS, ...limits } },
    { label: 'sync', token: SYNC, prefixes: ['sync-'], limits: NO_LIMITS },
  ])

interface Asked {
  readonly limits?: Partial<Team['limits']>
  readonly data?: string
  readonly operator?: boolean
}

function served({ limits, data, operator = true }: Asked = {}) {
  const of = new TestWorld({ teams: teamsOf(limits), ...(data !== undefined && { data }) })
  const server = serverOf({ of, ...(operator && { token: OPERATOR }) })
  const ask = (token: string | undefined, method: string, path: string, body?: object) =>
    server.ask(method, path, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
  const names = async (token: string): Promise<readonly string[]> =>
    (await ask(token, 'GET', '/_understay/sandboxes')).body.map(({ name }: { name: string }) => name)
  return { ...server, ask, names }
}

describe('the token of a team', () => {
  test('gives access to its own sandboxes only, whether others exist or not', async () => {
    const { ask, world } = served()
    expect((await ask(SHOP, 'GET', '/@shop-w1/_understay/clock')).status).toBe(200)
    expect((await ask(SHOP, 'POST', '/@till-1/_understay/reset')).status).toBe(200)
    for (const path of ['/@sync-w1/_understay/clock', '/@nobody/_understay/clock', '/_understay/clock', '/_understay/nothing']) {
      const { status, body } = await ask(SHOP, 'GET', path)
      expect([status, body.error], path).toEqual([
        403,
        expect.stringContaining('its sandboxes begin with shop- or till-, as in /@shop-w1/_understay/'),
      ])
    }
    expect((await ask(SHOP, 'POST', '/@sync-w1/_understay/reset')).status).toBe(403)
    expect(await world.names()).toEqual(['shop-w1', 'till-1'])
  })

  // every operation that is declared, so that a new one cannot be left out
  test.each(CONTROL_OPERATIONS.filter(({ open, sandbox }) => !open && sandbox !== false).map((one) => [one.id, one] as const))(
    'gives no access to %s of another sandbox',
    async (_, { method, path }) => {
      const { ask } = served()
      const target = path.replaceAll(/\{\w+\}/g, '1')
      expect((await ask(SHOP, method.toUpperCase(), `/@sync-w1/_understay${target}`)).status).toBe(403)
    },
  )

  test('lists, creates and removes its own sandboxes only', async () => {
    const { ask, names, world } = served()
    expect((await ask(SYNC, 'POST', '/_understay/sandboxes', { name: 'sync-1' })).status).toBe(201)
    const made = await ask(SHOP, 'POST', '/_understay/sandboxes', {})
    expect([made.status, made.body.name, made.body.url]).toEqual([201, 'shop-w1', 'http://localhost/@shop-w1'])
    expect([await names(SHOP), await names(SYNC)]).toEqual([['shop-w1'], ['sync-1']])
    for (const name of ['sync-1', 'sync-2', 'default']) {
      expect((await ask(SHOP, 'POST', '/_understay/sandboxes', { name })).status, name).toBe(403)
      expect((await ask(SHOP, 'DELETE', `/_understay/sandboxes?name=${name}`)).status, name).toBe(403)
    }
    expect((await ask(SHOP, 'DELETE', '/_understay/sandboxes?name=shop-w1')).body).toEqual({ name: 'shop-w1', removed: true })
    expect(await world.names()).toEqual(['sync-1'])
  })

  test('is required from everybody; the token of the operator gives access to all', async () => {
    const { ask, names } = served()
    expect((await ask(undefined, 'GET', '/@shop-w1/_understay/clock')).status).toBe(401)
    const wrong = await ask('another-token-0123456789', 'GET', '/@shop-w1/_understay/clock')
    expect(wrong.status).toBe(401)
    expect(JSON.stringify(wrong.body)).toContain(
      'token missing or wrong: send Authorization: Bearer TOKEN with the value of --control-token or the token of your team',
    )
    for (const path of ['/@shop-w1/_understay/clock', '/@sync-w1/_understay/clock', '/_understay/clock'])
      expect((await ask(OPERATOR, 'GET', path)).status, path).toBe(200)
    expect(await names(OPERATOR)).toEqual(['default', 'shop-w1', 'sync-w1'])
    expect((await ask(undefined, 'GET', '/_understay/ready')).status).toBe(200)
  })

  test('without a token of the operator, nobody may list all sandboxes', async () => {
    const { ask } = served({ operator: false })
    expect((await ask(undefined, 'GET', '/_understay/clock')).status).toBe(401)
    expect((await ask('', 'GET', '/_understay/clock')).status).toBe(401)
    expect((await ask(SHOP, 'GET', '/@shop-w1/_understay/clock')).status).toBe(200)
  })

  test('is declared in the OpenAPI document', async () => {
    const { ask } = served({ operator: false })
    const { body } = await ask(SHOP, 'GET', '/@shop-w1/_understay/control-openapi.json')
    expect(body.security).toEqual([{ controlToken: [] }])
    expect(Object.keys(body.paths['/clock'].get.responses)).toContain('429')
  })
})

describe('a sandbox that belongs to no team', () => {
  test('is not created by a call; the default one can be used by all', async () => {
    const { ask, token, world } = served()
    const refused = await ask(undefined, 'GET', '/@shpo-w1/service/api/properties/all')
    expect([refused.status, refused.body.meta.error_message]).toEqual([
      404,
      expect.stringContaining('no team has a sandbox shpo-w1: its name begins with none of the prefixes'),
    ])
    expect((await ask(undefined, 'GET', '/@shpo-w1/')).status).toBe(404)
    expect((await ask(OPERATOR, 'POST', '/_understay/sandboxes', { name: 'shpo-w1' })).status).toBe(404)
    expect(await world.names()).toEqual([])
    expect((await token()).authorization).toMatch(/^Bearer /)
  })

  test('can be removed by the operator when it existed before the teams', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-teams-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const before = serverOf({ of: new TestWorld({ data }) })
    await before.token('/@old')
    await before.world.close()
    const { ask, names, world } = served({ data })
    expect(await names(OPERATOR)).toEqual(['old'])
    expect((await ask(undefined, 'GET', '/@old/service/api/properties/all')).status).toBe(404)
    expect((await ask(OPERATOR, 'DELETE', '/_understay/sandboxes?name=old')).body.removed).toBe(true)
    await world.close()
  })
})

describe('the limit of sandboxes', () => {
  test('counts the sandboxes of the team, however they were created', async () => {
    const { ask, token } = served({ limits: { sandboxes: 2 } })
    await token('/@shop-w1')
    expect((await ask(SHOP, 'POST', '/_understay/sandboxes', {})).body.name).toBe('shop-w2')
    const refused = await ask(SHOP, 'POST', '/_understay/sandboxes', {})
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'the team shop has 2 sandboxes, and may have 2; remove one with DELETE /_understay/sandboxes?name=NAME',
    ])
    expect((await ask(undefined, 'GET', '/@till-1/service/api/properties/all')).status).toBe(409)
    expect((await ask(OPERATOR, 'GET', '/@till-1/_understay/clock')).status).toBe(409)
    expect((await ask(SYNC, 'POST', '/_understay/sandboxes', {})).status).toBe(201)
    await ask(SHOP, 'DELETE', '/_understay/sandboxes?name=shop-w1')
    expect((await ask(SHOP, 'POST', '/_understay/sandboxes', {})).status).toBe(201)
  })

  test('counts those on disk, which stay usable', async () => {
    const data = mkdtempSync(join(tmpdir(), 'understay-teams-'))
    onTestFinished(() => rmSync(data, { recursive: true }))
    const first = served({ data, limits: { sandboxes: 1 } })
    await first.token('/@shop-w1')
    await first.world.close()
    const { ask, world } = served({ data, limits: { sandboxes: 1 } })
    expect((await ask(SHOP, 'GET', '/@shop-w2/_understay/clock')).status).toBe(409)
    expect((await ask(SHOP, 'GET', '/@shop-w1/_understay/clock')).status).toBe(200)
    await world.close()
  })
})

describe('the limit of calls per minute', () => {
  test('counts the calls of both APIs, and sends Retry-After', async () => {
    const { ask, token } = served({ limits: { callsPerMinute: 3 } })
    await token('/@shop-w1')
    expect((await ask(SHOP, 'GET', '/@shop-w1/_understay/clock')).status).toBe(200)
    expect((await ask(SHOP, 'GET', '/_understay/sandboxes')).status).toBe(200)
    const control = await ask(SHOP, 'GET', '/@shop-w1/_understay/clock')
    const service = await ask(undefined, 'GET', '/@till-1/service/api/properties/all')
    for (const { status, headers } of [control, service]) {
      expect(status).toBe(429)
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(55)
      expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60)
    }
    expect(control.body.error).toContain(
      'the team shop may make 3 calls a minute, of the service and of the control API together',
    )
    expect(service.body.meta.error_message).toBe(control.body.error)
    expect((await ask(SYNC, 'GET', '/@sync-w1/_understay/clock')).status).toBe(200)
    const journal = await ask(OPERATOR, 'GET', '/@shop-w1/_understay/journal')
    expect(journal.body.entries).toHaveLength(1)
  })

  test('starts again a minute after its first call', () => {
    const [team] = teamsOf({ callsPerMinute: 2 }).all
    if (!team) throw new Error('no team')
    expect([0, 100, 200, 59_000, 59_999].map((at) => team.take(at))).toEqual([0, 0, 60, 1, 1])
    expect([60_000, 70_000, 80_000].map((at) => team.take(at))).toEqual([0, 0, 40])
    expect(team.refusedCalls).toBe(4)
  })

  test('does not apply to a team without one', () => {
    const team = new Team({ label: 'free', token: SHOP, prefixes: ['free-'], limits: NO_LIMITS })
    expect(Array.from({ length: 10_000 }, () => team.take(0)).every((seconds) => seconds === 0)).toBe(true)
  })
})

describe('the console', () => {
  const page = async (app: ReturnType<typeof served>['app'], path: string, token: string) => {
    const headers = { accept: 'text/html', authorization: `Bearer ${token}` }
    const answer = await app.request(`http://localhost${path}`, { headers })
    return { status: answer.status, markup: readPage(await answer.text()) }
  }
  const linksIn = (markup: ReturnType<typeof readPage>): readonly string[] =>
    everyElement(markup).flatMap(({ attributes: { href } }) =>
      href !== undefined && /^\/@[^/]*\/_understay\/$/.test(href) ? [href] : [],
    )

  test('lists the sandboxes of the team only', async () => {
    const { app, token } = served()
    for (const name of ['shop-w1', 'shop-w2', 'sync-w1']) await token(`/@${name}`)
    const { status, markup } = await page(app, '/@shop-w1/_understay/', SHOP)
    expect(status).toBe(200)
    expect(linksIn(markup).join()).not.toContain('sync')
    const list = await page(app, '/@shop-w1/_understay/console/sandboxes', SHOP)
    expect(new Set(linksIn(list.markup))).toEqual(new Set(['/@shop-w1/_understay/', '/@shop-w2/_understay/']))
  })

  test('says on a page that the calls of the minute are used up, also where they end in the middle of a page', async () => {
    const { app } = served({ limits: { callsPerMinute: 3 } })
    for (const reached of ['in the middle', 'before']) {
      const { status, markup } = await page(app, '/@shop-w1/_understay/console/data', SHOP)
      expect([reached, status]).toEqual([reached, 429])
      expect(textIn(byId(markup, 'main'))).toMatch(/may make 3 calls a minute.* try again in \d+ s/)
    }
  })

  test('links from a sandbox of others to those of the team', async () => {
    const { app, token } = served()
    for (const name of ['shop-w1', 'sync-w1']) await token(`/@${name}`)
    for (const path of ['/_understay/', '/@sync-w1/_understay/']) {
      const { status, markup } = await page(app, path, SHOP)
      expect([status, linksIn(markup)], path).toEqual([403, ['/@shop-w1/_understay/']])
      expect(textIn(byId(markup, 'main'))).toContain('its sandboxes begin with shop- or till-')
    }
  })
})
