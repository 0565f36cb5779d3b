/**
 * An exporter: workers read everything of each property at the same time, behind a circuit breaker that all of them share.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, type Day } from '../../src/base/day.ts'
import type { UnderstaySandbox } from '../../src/index.ts'
import { type Reply, SmallHttp } from './small-http.ts'

const WORKERS = 3
const PROPERTIES = [1, 2, 6]
const MAX_FAILURES = 8

/** `drops`: what fails is counted as exported. */
export type ExporterFault = 'none' | 'drops what fails'

/** After a failure no worker calls; after the wait one of them tries, and opens the way for the others. */
class Breaker {
  #open: Promise<void> | undefined
  #failures = 0

  async pass(call: () => Promise<Reply>, isFailure: (reply: Reply) => boolean): Promise<Reply> {
    while (this.#open) await this.#open
    let reply = await call()
    while (isFailure(reply) && this.#failures < MAX_FAILURES) {
      if (this.#open) {
        await this.#open
        reply = await call()
        continue
      }
      let close = (): void => undefined
      this.#open = new Promise((done) => {
        close = done
      })
      while (isFailure(reply) && this.#failures < MAX_FAILURES) {
        await sleep(Math.max(reply.retryAfter ?? 0, 200 * 2 ** this.#failures * (0.8 + Math.random() * 0.4)))
        this.#failures++
        reply = await call()
      }
      if (!isFailure(reply)) this.#failures = 0
      this.#open = undefined
      close()
    }
    return reply
  }
}

export async function exportAll(world: UnderstaySandbox, day: Day, fault: ExporterFault): Promise<void> {
  const http = new SmallHttp(world, WORKERS)
  const breaker = new Breaker()
  const isFailure = ({ status, data }: Reply): boolean =>
    fault === 'none' && (status === 0 || status === 429 || status >= 500 || (status === 200 && data === undefined))
  const get = (path: string): Promise<Reply> => breaker.pass(() => http.call('GET', path), isFailure)
  await get('/properties/all')
  const gone = new Set<number>()
  const window = `${day}/${addDays(day, 30)}`
  const tasks = PROPERTIES.flatMap((property) =>
    [
      `/listbooking/${property}/${window}`,
      `/properties/${property}/availabilities/${window}`,
      `/tariffs/${property}`,
      `/listinvoices/${property}/${window}`,
      `/properties/${property}/availabilities/timeline/${window}`,
    ].map((path) => ({ property, path })),
  )
  const work = async (): Promise<void> => {
    for (let task = tasks.shift(); task; task = tasks.shift()) {
      if (gone.has(task.property)) continue
      const { status } = await get(task.path)
      if (status !== 403 || gone.has(task.property)) continue
      gone.add(task.property)
      await get('/properties/all')
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  http.close()
}
