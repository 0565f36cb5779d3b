import { GenericContainer, type StartedTestContainer } from 'testcontainers'
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { StartedUnderstayContainer, UnderstayContainer } from '../../src/adapters/testcontainers.ts'
import { startUnderstay, VerifyError } from '../../src/index.ts'

/** A container whose program runs in this process. */
const understay = await startUnderstay({ control: 'open' })
const { hostname, port } = new URL(understay.url)
const started: Partial<StartedTestContainer> = { getHost: () => hostname, getMappedPort: () => Number(port) }
const container = new StartedUnderstayContainer(started as StartedTestContainer, 'service')

afterAll(() => understay.close())

describe('a started container', () => {
  test('has addresses for the server and for each sandbox', () => {
    expect(container.baseUrl).toBe(understay.baseUrl)
    expect(container.tokenUrl).toBe(understay.tokenUrl)
    expect(container.sandbox('w1').apiUrl).toBe(`${understay.url}/@w1/service/api`)
    expect(() => Reflect.apply(container.sandbox, container, [])).toThrow("expected a name such as 'w1', got undefined")
  })

  test('returns the credentials of a client', async () => {
    expect(await container.credentials()).toEqual(understay.credentials)
    await expect(container.credentials('nobody')).rejects.toThrow(/no client "nobody"; there are demo, /)
  })

  test('verifies the calls of a sandbox, and resets it', async () => {
    await fetch(`${container.sandbox('w1').apiUrl}/properties/all`)
    const expected = { operation: 'listProperties', status: 401, count: 1 } as const
    expect(await container.verify(expected, { sandbox: 'w1' })).toMatchObject([{ met: true, found: 1 }])
    await expect(container.verify(expected)).rejects.toBeInstanceOf(VerifyError)
    await container.reset('w1')
    await expect(container.verify(expected, { sandbox: 'w1' })).rejects.toThrow(/listProperties/)
  })

  test('throws an ordinary error for an invalid expectation', async () => {
    const wrong: object = { operation: 'listBookins' }
    await expect(container.verify(wrong)).rejects.toThrow(/listBookins/)
  })

  test('throws an ordinary error for an option that there is not', async () => {
    const wrong: object = { timeout: 50 }
    await expect(container.verify({ operation: 'listProperties' }, wrong)).rejects.toThrow(/timeout/)
  })
})

test('a container with a control token sends it', async () => {
  await using locked = await startUnderstay({ controlToken: 'a-long-secret' })
  const { port: lockedPort } = new URL(locked.url)
  const at: Partial<StartedTestContainer> = { getHost: () => hostname, getMappedPort: () => Number(lockedPort) }
  const start = vi.spyOn(GenericContainer.prototype, 'start').mockResolvedValue(at as StartedTestContainer)
  onTestFinished(() => start.mockRestore())
  const open = await new UnderstayContainer().withSetting('control-token', 'a-long-secret').start()
  expect(await open.credentials()).toEqual(locked.credentials)
  await open.reset()
})

test('HTTPS inside a container is refused, because its addresses are http', () => {
  expect(() => new UnderstayContainer().withSetting('tls', true)).toThrow(/are http/)
})

test('the port inside a container cannot be changed', () => {
  expect(() => new UnderstayContainer().withSetting('port', 1)).toThrow(/read the mapped one from baseUrl/)
})

test.each([
  ['tokenLifetime', 60, 'there is no setting "tokenLifetime"; did you mean "token-lifetime"?'],
  ['typo', 1, 'there is no setting "typo"'],
  ['profile', 'new', 'profile: "new" is not documented or current'],
  ['token-lifetime', 'long', 'token-lifetime: "long" is not a whole number'],
])('a container has no setting %s=%s', (flag, value, message) => {
  expect(() => new UnderstayContainer().withSetting(flag, value)).toThrow(message)
})

test('settings of a container become variables, and values of a list are joined', () => {
  class Shown extends UnderstayContainer {
    variables = (): object => this.environment
  }
  const container = new Shown().withSetting('--choice', 'token_refusal=oauth').withSetting('choice', 'guest_property_uid=number')
  expect(
    container.withFixture('a.yaml').withFixture('b.yaml').withSetting('latency', 5).withSetting('latency', 7).variables(),
  ).toEqual({
    UNDERSTAY_CHOICE: 'token_refusal=oauth,guest_property_uid=number',
    UNDERSTAY_FIXTURES: '/fixtures/a.yaml,/fixtures/b.yaml',
    UNDERSTAY_LATENCY: '7',
  })
})

test('fixture files of the same name from different folders are all in the container', () => {
  const copied: string[] = []
  class Copying extends UnderstayContainer {
    override withCopyFilesToContainer(files: Parameters<GenericContainer['withCopyFilesToContainer']>[0]): this {
      for (const { source, target } of files) copied.push(`${source} ${target}`)
      return this
    }
    variables = (): object => this.environment
  }
  const container = new Copying().withFixture('one/hotel.yaml').withFixture('two/hotel.yaml').withFixture('three\\hotel.yaml')
  const targets = ['/fixtures/hotel.yaml', '/fixtures/1/hotel.yaml', '/fixtures/2/hotel.yaml']
  expect(copied).toEqual([`one/hotel.yaml ${targets[0]}`, `two/hotel.yaml ${targets[1]}`, `three\\hotel.yaml ${targets[2]}`])
  expect(container.variables()).toEqual({ UNDERSTAY_FIXTURES: targets.join() })
})
