/** Testcontainers: the image as a container that resolves when it is ready. */
import { AbstractStartedContainer, GenericContainer, type StartedTestContainer, Wait } from 'testcontainers'
import { type ControlClient, controlAt } from '../control-contract/client.ts'
import { listCredentials } from '../control-contract/credentials.ts'
import { requireSandboxName } from '../control-contract/parts.ts'
import { resetSandbox } from '../control-contract/server.ts'
import { verify } from '../control-contract/verify.ts'
import {
  type Credentials,
  type ExpectationOptions,
  type ExpectationOutcome,
  settingVariable,
  VerifyError,
  type VerifyOptions,
} from '../index.ts'

const PORT = 4010
const FIXTURE_FOLDER = '/fixtures'

/**
 * Addresses of a server, or of a sandbox in it.
 *
 * @example
 * const { apiUrl, tokenUrl } = container.sandbox('w1')
 */
export interface Addresses {
  /** The base URL for clients. */
  readonly baseUrl: string
  /** `baseUrl` followed by the path of the interface. */
  readonly apiUrl: string
  readonly tokenUrl: string
}

/**
 * A container of the image. Settings are those of the command line.
 *
 * @example
 * const container = await new UnderstayContainer().withScenario('rate-limited').start()
 */
export class UnderstayContainer extends GenericContainer {
  #product = 'service'
  #controlToken: string | undefined
  /** Where the fixture files are in the container. */
  readonly #fixtures = new Set<string>()

  /** @param image name of the image; by default the one `docker build -t understay .` makes */
  constructor(image = 'understay') {
    super(image)
    this.withExposedPorts(PORT)
    this.withWaitStrategy(Wait.forHttp('/_understay/ready', PORT))
  }

  /**
   * A setting by the name of its flag: `withSetting('token-lifetime', 60)`. Another value of a setting that takes several is added.
   *
   * @throws UsageError for an unknown setting or an invalid value
   */
  withSetting(flag: string, value: string | number | boolean): this {
    const name = flag.replace(/^--/, '')
    if (name === 'port') throw new Error('the port inside the container is fixed; read the mapped one from baseUrl')
    if (name.startsWith('tls')) throw new Error('the addresses of a container are http; end HTTPS in front of it')
    if (name === 'product') this.#product = String(value)
    if (name === 'control-token') this.#controlToken = String(value)
    const { variable, text, isList } = settingVariable(name, value)
    const others = isList ? this.environment[variable] : undefined
    return this.withEnvironment({ [variable]: others ? `${others},${text}` : text })
  }

  /** Runs a bundled scenario in every sandbox; several are combined. */
  withScenario(name: string): this {
    return this.withSetting('scenario', name)
  }

  /** Seeds from a fixture file of this machine, in place of the bundled one. */
  withFixture(file: string): this {
    const name = file.split(/[\\/]/).at(-1)
    const folder = this.#fixtures.has(`${FIXTURE_FOLDER}/${name}`) ? `${FIXTURE_FOLDER}/${this.#fixtures.size}` : FIXTURE_FOLDER
    const target = `${folder}/${name}`
    this.#fixtures.add(target)
    return this.withCopyFilesToContainer([{ source: file, target }]).withSetting('fixtures', target)
  }

  override async start(): Promise<StartedUnderstayContainer> {
    return new StartedUnderstayContainer(await super.start(), this.#product, this.#controlToken)
  }
}

/**
 * A running container.
 *
 * @example
 * const { clientId, clientSecret } = await container.credentials()
 * await container.reset('w1')
 */
export class StartedUnderstayContainer extends AbstractStartedContainer implements Addresses {
  readonly baseUrl: string
  readonly apiUrl: string
  readonly tokenUrl: string
  readonly #product: string
  readonly #controlToken: string | undefined

  constructor(started: StartedTestContainer, product: string, controlToken?: string) {
    super(started)
    this.#product = product
    this.#controlToken = controlToken
    this.baseUrl = `http://${this.getHost()}:${this.getMappedPort(PORT)}`
    this.apiUrl = `${this.baseUrl}/${product}/api`
    this.tokenUrl = `${this.apiUrl}/oauth/token`
  }

  /** Addresses of a sandbox; it is created when it is first used. */
  sandbox(name: string): Addresses {
    requireSandboxName(name)
    const baseUrl = `${this.baseUrl}/@${name}`
    const apiUrl = `${baseUrl}/${this.#product}/api`
    return { baseUrl, apiUrl, tokenUrl: `${apiUrl}/oauth/token` }
  }

  /** The credentials of a client. @throws Error naming the clients that exist */
  async credentials(clientId = 'demo'): Promise<Credentials> {
    const clients = await this.#control().call(listCredentials)
    const client = clients.find(({ client_id }) => client_id === clientId)
    if (!client) throw new Error(`no client "${clientId}"; there are ${clients.map(({ client_id }) => client_id).join(', ')}`)
    return { clientId, clientSecret: client.client_secret, scopes: client.scopes }
  }

  /**
   * Verifies expectations in a sandbox; the default one if none is named.
   *
   * @throws VerifyError naming what differs, and the nearest calls
   */
  async verify(
    expected: ExpectationOptions | readonly ExpectationOptions[],
    { sandbox, ...options }: VerifyOptions & { readonly sandbox?: string | undefined } = {},
  ): Promise<readonly ExpectationOutcome[]> {
    const answer = await this.#control(sandbox).call(verify, { body: { expect: [expected].flat(), ...options } })
    if (!answer.ok) throw new VerifyError(answer.difference, answer.outcomes)
    return answer.outcomes
  }

  /** Resets state, clock, tokens, scenario and journal of a sandbox. */
  async reset(sandbox?: string): Promise<void> {
    await this.#control(sandbox).call(resetSandbox)
  }

  #control(sandbox?: string): ControlClient {
    const { baseUrl } = sandbox === undefined ? this : this.sandbox(sandbox)
    return controlAt(baseUrl, this.#controlToken, fetch)
  }
}
