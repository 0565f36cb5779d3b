/** The secrets of one sandbox: those of the server, of clients and of webhooks, and its tokens. */
import { decodedOrSame } from '../base/percent-encoding.ts'
import { KnownSecrets } from '../journal/known-secrets.ts'
import type { Commit } from '../store/commit.ts'
import type { Store } from '../store/store.ts'

export class SandboxSecrets {
  readonly #ofServer: ReadonlySet<string>
  readonly #store: () => Store
  /** The known secrets, and the clients collection they come from: a restored state has another one. */
  #cached: { readonly clients: unknown; readonly known: KnownSecrets } | undefined

  constructor(ofServer: ReadonlySet<string>, store: () => Store) {
    this.#ofServer = ofServer
    this.#store = store
  }

  get known(): KnownSecrets {
    const { clients, webhooks } = this.#store().db
    if (this.#cached?.clients !== clients) {
      const isToken = (text: string): boolean => this.#store().db.tokens.get(text) !== undefined
      const own = [
        ...clients.all().map(({ secret }) => secret),
        ...webhooks.all().flatMap(({ url, password }) => [password, passwordIn(url)]),
      ]
      // a secret that is also the id of a client is no secret: ids are shown
      const secrets = own.filter((secret) => clients.get(secret) === undefined)
      this.#cached = { clients, known: new KnownSecrets([...this.#ofServer, ...secrets], isToken) }
    }
    return this.#cached.known
  }

  committed(commit: Commit): void {
    if (commit.touches('clients', 'webhooks')) this.#cached = undefined
  }
}

/** The password in an address, `http://user:password@host`; empty without one. */
const passwordIn = (url: string): string => decodedOrSame(new URL(url).password)
