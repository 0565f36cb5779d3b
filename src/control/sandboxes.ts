/**
 * The sandboxes there are: listed, made ahead of time, let go.
 *
 * @module
 */
import { SANDBOX_NAME } from '../base/sandbox-name.ts'
import { DEFAULT_SANDBOX, type World } from '../world.ts'
import { badRequest, readFields, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { createSandbox, listSandboxes, removeSandbox } from './sandboxes-endpoints.ts'

export function controlSandboxes(app: ControlApp, world: World): void {
  app.get('/sandboxes', (c) => {
    readQuery(c, namesOf(listSandboxes.query))
    return c.json(world.names().map((name) => ({ ...placeOf(world, name, c.env.origin), ...useOf(world, name) })))
  })
  app.post('/sandboxes', async (c) => {
    const { name: asked } = await readFields(c, namesOf(createSandbox.body))
    const name = asked === undefined ? nextFree(world) : demandName(asked)
    const created = !world.names().includes(name)
    world.sandbox(name)
    return c.json({ ...placeOf(world, name, c.env.origin), created }, created ? 201 : 200)
  })
  app.delete('/sandboxes', (c) => {
    const { name } = readQuery(c, namesOf(removeSandbox.query))
    if (!name) throw badRequest('name: which sandbox is to go, as in DELETE /_understay/sandboxes?name=w1')
    return c.json({ name, removed: world.remove(name) })
  })
}

function placeOf({ product }: World, name: string, origin: string) {
  const url = name === DEFAULT_SANDBOX ? origin : `${origin}/@${name}`
  return { name, url, api_url: `${url}${product.apiPath}` }
}

/** What happened in a sandbox so far; nothing is known of one that waits on disk. */
export function useOf(world: World, name: string) {
  const sandbox = world.opened(name)
  if (!sandbox) return { in_use: false, calls: null, changed_rows: null }
  return { in_use: true, calls: sandbox.journal.lastId, changed_rows: sandbox.store.changedRows }
}

function demandName(name: unknown): string {
  if (typeof name === 'string' && SANDBOX_NAME.test(name)) return name
  const what = JSON.stringify(name).slice(0, 80)
  throw badRequest(`name: ${what} is no sandbox name: lower-case letters, digits and hyphens, at most 63, such as "w1"`)
}

/** The first of w1, w2, ... that is not taken. */
function nextFree(world: World): string {
  const taken = new Set(world.names())
  let number = 1
  while (taken.has(`w${number}`)) number++
  return `w${number}`
}
