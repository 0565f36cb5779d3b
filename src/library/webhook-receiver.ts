/** A webhook receiver in the test process. */
import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { clearTimeout, setTimeout } from '../simulation/machine-time.ts'
import { LONGEST_DELAY } from '../simulation/timers.ts'
import { requireObject, requireOptions } from './checked-options.ts'
import type { ReceivedEvent, WebhookReceiver } from './types.ts'

const MAX_BODY = 1_000_000
const NEXT_OPTIONS = { timeoutMs: { type: 'number', minimum: 0, maximum: LONGEST_DELAY } }

/** The webhook of a receiver. */
interface Registration {
  /** Why events do not arrive; undefined where nothing is known to be wrong. */
  trouble(): Promise<string | undefined>
  remove(): Promise<void>
}

/** Listens on a free local port, without keeping the process alive. */
export class Receiver implements WebhookReceiver {
  readonly url: string
  readonly #server: HttpServer
  readonly #all: ReceivedEvent[] = []
  readonly #taken = new Set<ReceivedEvent>()
  /** Those who wait for an event, called with each new one. */
  readonly #waiting = new Set<() => void>()
  #registration: Registration | undefined
  status: number

  private constructor(server: HttpServer, status: number) {
    const { port } = server.address() as AddressInfo
    this.url = `http://127.0.0.1:${port}/`
    this.#server = server
    this.status = status
    server.on('request', (request, response) => {
      this.#receive(request).then(
        () => response.writeHead(this.status).end(),
        () => response.writeHead(400).end(),
      )
    })
  }

  /** @param register registers the URL */
  static async open(status = 200, register: (url: string) => Promise<Registration>): Promise<Receiver> {
    const server = createServer()
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    server.unref()
    const receiver = new Receiver(server, status)
    try {
      receiver.#registration = await register(receiver.url)
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
    for (const look of this.#waiting) look()
  }

  next: WebhookReceiver['next'] = async (wanted = {}, options = {}) => {
    requireObject('next', wanted, "the event's values, such as { task: 'booking_added' }")
    const { timeoutMs = 5000 } = requireOptions('next', options, NEXT_OPTIONS)
    const matches = ({ data }: ReceivedEvent): boolean =>
      Object.entries(wanted).every(([name, value]) => String(data[name]) === String(value))
    const take = (): ReceivedEvent | undefined => {
      const event = this.#all.find((one) => !this.#taken.has(one) && matches(one))
      if (event) this.#taken.add(event)
      return event
    }
    const event = take() ?? (await this.#arrival(take, timeoutMs))
    if (event) return event
    // Thrown here and not by the timer: the stack has the line of the caller.
    const tasks = this.#all.map(({ task }) => task).join(', ')
    const isOpen = this.#server.listening
    const trouble = isOpen ? await this.#registration?.trouble() : undefined
    const time = isOpen ? `within ${timeoutMs} ms` : 'until the receiver was closed'
    const told = [`no event ${JSON.stringify(wanted)} ${time}`, `received so far: ${tasks || 'none'}`, trouble]
    throw new Error(told.filter(Boolean).join('; '))
  }

  /** What `take` returns after the arrival of an event; undefined when the time is over, or the receiver is closed. */
  #arrival(take: () => ReceivedEvent | undefined, timeoutMs: number): Promise<ReceivedEvent | undefined> {
    return new Promise((resolve) => {
      const end = (event?: ReceivedEvent): void => {
        clearTimeout(timer)
        this.#waiting.delete(look)
        resolve(event)
      }
      const look = (): void => {
        const event = take()
        if (event || !this.#server.listening) end(event)
      }
      const timer = setTimeout(end, timeoutMs)
      this.#waiting.add(look)
      if (!this.#server.listening) end()
    })
  }

  all(): readonly ReceivedEvent[] {
    return [...this.#all]
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    try {
      await this.#registration?.remove()
    } finally {
      this.#server.closeAllConnections()
      const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()))
      for (const look of this.#waiting) look()
      await closed
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
