/** A webhook receiver in the test process. */
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import { LONGEST_DELAY } from '../simulation/timers.ts'
import { requireObject, requireOptions } from './checked-options.ts'
import type { ReceivedEvent, WebhookReceiver } from './types.ts'

const MAX_BODY = 1_000_000
const NEXT_OPTIONS = { timeoutMs: { type: 'number', minimum: 0, maximum: LONGEST_DELAY } }

interface Waiter {
  readonly matches: (event: ReceivedEvent) => boolean
  readonly resolve: (event: ReceivedEvent) => void
}

/** Listens on a free local port, without keeping the process alive. */
export class Receiver implements WebhookReceiver {
  readonly url: string
  readonly #server: HttpServer
  readonly #all: ReceivedEvent[] = []
  readonly #taken = new Set<ReceivedEvent>()
  readonly #waiters = new Set<Waiter>()
  readonly #remove: () => Promise<void>
  status: number

  private constructor(server: HttpServer, status: number, remove: () => Promise<void>) {
    const { port } = server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}/`
    this.#server = server
    this.#remove = remove
    this.status = status
    server.on('request', (request, response) => {
      this.#receive(request).then(
        () => response.writeHead(this.status).end(),
        () => response.writeHead(400).end(),
      )
    })
  }

  /** @param register registers the URL; resolves with a function that removes it */
  static async open(status = 200, register: (url: string) => Promise<() => Promise<void>>): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    server.unref()
    let remove: () => Promise<void> = async () => undefined
    const receiver = new Receiver(server, status, () => remove())
    try {
      remove = await register(receiver.url)
    } catch (error) {
      server.close()
      throw error
    }
    return receiver
  }

  async #receive(request: IncomingMessage): Promise<void> {
    let text = ''
    request.setEncoding('utf8')
    for await (const chunk of request) {
      text += String(chunk)
      if (text.length > MAX_BODY) throw new Error('the body is too long')
    }
    const body = text === '' ? {} : (JSON.parse(text) as { readonly data?: ReceivedEvent['data'] })
    const data = body.data ?? { task: '' }
    const event: ReceivedEvent = { task: data.task, data, headers: { ...request.headers } }
    this.#all.push(event)
    for (const waiter of this.#waiters) {
      if (!waiter.matches(event)) continue
      this.#waiters.delete(waiter)
      this.#taken.add(event)
      waiter.resolve(event)
      return
    }
  }

  next: WebhookReceiver['next'] = async (wanted = {}, options = {}) => {
    requireObject('next', wanted, "the event's values, such as { task: 'booking_added' }")
    const { timeoutMs = 5000 } = requireOptions('next', options, NEXT_OPTIONS)
    const matches = ({ data }: ReceivedEvent): boolean =>
      Object.entries(wanted).every(([name, value]) => String(data[name]) === String(value))
    const known = this.#all.find((event) => !this.#taken.has(event) && matches(event))
    if (known) {
      this.#taken.add(known)
      return known
    }
    const arrived = await new Promise<ReceivedEvent | undefined>((resolve) => {
      const waiter = {
        matches,
        resolve: (event: ReceivedEvent) => {
          clearTimeout(timer)
          resolve(event)
        },
      }
      const timer = setTimeout(() => {
        this.#waiters.delete(waiter)
        resolve(undefined)
      }, timeoutMs)
      this.#waiters.add(waiter)
    })
    if (arrived) return arrived
    // Thrown here and not by the timer: the stack has the line of the caller.
    const tasks = this.#all.map(({ task }) => task).join(', ')
    throw new Error(`no event ${JSON.stringify(wanted)} within ${timeoutMs} ms; received so far: ${tasks || 'none'}`)
  }

  all(): readonly ReceivedEvent[] {
    return [...this.#all]
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    try {
      await this.#remove()
    } finally {
      this.#server.closeAllConnections()
      await new Promise<void>((resolve) => this.#server.close(() => resolve()))
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
