import { readdirSync, readFileSync } from 'node:fs'
import { Hono } from 'hono'
import { setupServer } from 'msw/node'
import { GenericContainer, type StartedTestContainer } from 'testcontainers'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as honoAdapter from '../../src/adapters/hono.ts'
import * as mswAdapter from '../../src/adapters/msw.ts'
import * as containers from '../../src/adapters/testcontainers.ts'
import * as vitestAdapter from '../../src/adapters/vitest.ts'
import * as library from '../../src/index.ts'

interface Export {
  readonly name: string
  /** The code of `@example`; undefined without one. */
  readonly example: string | undefined
}

/** The exports of a file, each with the example in the comment before it. */
function exportsOf(file: string): readonly Export[] {
  const pattern =
    /(?:\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^export (?:declare )?(?:async )?(?:function|class|const|interface|type) (\w+)/gm
  return [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, comment = '', name = '']) => {
    const [, example] = /@example\n([\s\S]*)/.exec(comment.replaceAll(/^ \* ?/gm, '')) ?? []
    return { name, example: example?.trim() }
  })
}

// Types that follow from schemas are described by the documents of those schemas.
const LIBRARY = [
  'src/index.ts',
  'src/library/types.ts',
  'src/library/verify-error.ts',
  'src/library/setting-variable.ts',
].flatMap(exportsOf)
const adapters = readdirSync('src/adapters').filter((file) => file !== 'answered.ts')
const ofAdapter = (name: string): readonly Export[] => exportsOf(`src/adapters/${name}.ts`)

/** Runs an example, in which the names of `scope` are known. */
async function run(example: string | undefined, scope: Readonly<Record<string, unknown>>): Promise<void> {
  // in a block, so that an example can declare a name of the scope
  const body = new Function(...Object.keys(scope), `return (async () => {\n${example}\n})()`)
  await body(...Object.values(scope))
}

test('every export of library and adapters has an example', () => {
  const all = [...LIBRARY, ...adapters.flatMap((file) => exportsOf(`src/adapters/${file}`))]
  expect(all.length).toBeGreaterThan(30)
  expect(all.flatMap(({ name, example }) => (example ? [] : [name]))).toEqual([])
})

const understay = await library.startUnderstay({ control: 'open', webhookHosts: ['127.0.0.1'] })
afterAll(() => understay.close())
const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
afterAll(() => log.mockRestore())

describe('the example runs', () => {
  const world = async () => ({ ...library, understay, sandbox: await understay.sandbox('examples') })

  test.each(LIBRARY)('of $name', async ({ example }) => run(example, await world()))

  test.each(ofAdapter('hono'))('of $name for Hono', async ({ example }) => {
    await run(example, { ...library, ...honoAdapter, app: new Hono() })
  })

  test.each(ofAdapter('msw'))('of $name for MSW', async ({ example }) => {
    await run(example, { ...mswAdapter, ...(await world()), setupServer })
  })

  test.each(ofAdapter('testcontainers'))('of $name for Testcontainers', async ({ example }) => {
    const { hostname, port } = new URL(understay.url)
    const started: Partial<StartedTestContainer> = { getHost: () => hostname, getMappedPort: () => Number(port) }
    vi.spyOn(GenericContainer.prototype, 'start').mockResolvedValue(started as StartedTestContainer)
    const container = new containers.StartedUnderstayContainer(started as StartedTestContainer, 'service')
    await run(example, { ...containers, container })
  })
})

// These examples declare tests, which Vitest then runs. A fixture of a worker is declared at the top of a file.
for (const { example } of ofAdapter('vitest')) await run(example, { ...vitestAdapter, expect })

for (const { name, example } of ofAdapter('jest'))
  describe(`the example of ${name} for Jest`, async () => {
    Object.assign(globalThis, { beforeAll, beforeEach, afterAll, expect })
    const jestAdapter = await import('../../src/adapters/jest.ts')
    await run(example, { ...jestAdapter, test, expect })
    for (const global of ['beforeAll', 'beforeEach', 'afterAll', 'expect']) Reflect.deleteProperty(globalThis, global)
  })

// Their `test` works only inside the runner of Playwright, which packaging/compat starts.
test.each(ofAdapter('playwright'))('the example of $name for Playwright is JavaScript', ({ example }) => {
  expect(() => new Function(`return async () => {\n${example}\n}`)).not.toThrow()
})
