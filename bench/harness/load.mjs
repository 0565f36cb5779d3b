/**
 * Controls the load: rounds on several servers in turn, with the processor time of each server.
 *
 * @module
 */
import { startModule } from './child.mjs'
import { BenchmarkError } from './errors.mjs'
import { cpuMicros } from './process-figures.mjs'
import { median } from './statistics.mjs'

/** A server is warm after so many requests: by then the engine has compiled what a request runs. */
const WARM_AFTER = 30_000
/** Seconds of warm-up, at most. */
const MAX_WARM_UP = 5

/** A process that generates load. */
export class Load {
  #child = startModule(new URL('./load-worker.mjs', import.meta.url))
  #waiting = new Map()
  #last = 0

  constructor() {
    this.#child.on('message', ({ id, result, failure }) => {
      const { resolve, reject } = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (failure === undefined) resolve(result)
      else reject(new BenchmarkError(failure))
    })
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values())
        reject(new BenchmarkError('the load process ended in the middle of a round'))
    })
  }

  /** One round on one contender. @throws BenchmarkError when any answer is not the expected one */
  async round(contender, { seconds, connections }) {
    const { name, host = '127.0.0.1', port, pid, load } = contender
    const before = cpuMicros(pid)
    const result = await this.#ask({ host, port, load, seconds, connections }, name)
    const after = cpuMicros(pid)
    if (result.wrong > 0)
      throw new BenchmarkError(`${name}: ${result.wrong} of ${result.count} answers were wrong, the first:\n${result.firstWrong}`)
    return {
      perSecond: result.count / result.seconds,
      cpuMicros: after === undefined ? undefined : (after - before) / result.count,
      busy: after === undefined ? undefined : (after - before) / 1e6 / result.seconds,
      loadBusy: result.loadCpuMicros / 1e6 / result.seconds,
    }
  }

  /** Rounds of a second on one contender until it is warm, with another load if it names one as `warm`. */
  async warmUp({ warm, ...contender }, settings) {
    const warmed = warm ? { ...contender, load: warm } : contender
    if (settings.quick) return void (await this.round(warmed, settings))
    let requests = 0
    for (let seconds = 0; seconds < MAX_WARM_UP && requests < WARM_AFTER; seconds++)
      requests += (await this.round(warmed, { ...settings, seconds: 1 })).perSecond
  }

  /**
   * Rounds on all contenders in turn, so that other load on the machine affects all of them. The order alternates. Before
   * that each contender is warmed up.
   *
   * @returns the rounds of each contender, by its name
   */
  async interleave(contenders, settings) {
    const { rounds } = settings
    const results = Object.fromEntries(contenders.map(({ name }) => [name, []]))
    for (const contender of contenders) await this.warmUp(contender, settings)
    for (let i = 0; i < rounds; i++) {
      for (const contender of i % 2 === 0 ? contenders : contenders.toReversed()) {
        results[contender.name].push(await this.round(contender, settings))
      }
    }
    return results
  }

  close() {
    this.#child.kill('SIGKILL')
  }

  #ask(round, name) {
    const id = ++this.#last
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, {
        resolve,
        reject: (error) => reject(new BenchmarkError(`${name}: ${error.message}`)),
      })
      this.#child.send({ id, round })
    })
  }
}

/** Round by round, `of` against `against`: by requests per second, and by processor time per request. */
export function ratios(of, against) {
  const perSecond = of.map((round, i) => round.perSecond / against[i].perSecond)
  const isCounted = [...of, ...against].every((round) => round.cpuMicros)
  const cpu = isCounted ? of.map((round, i) => against[i].cpuMicros / round.cpuMicros) : undefined
  return { perSecond, cpu }
}

/** The median of one figure of some rounds; undefined where the machine does not tell it. */
export function medianOf(rounds, figure) {
  const values = rounds.map((round) => round[figure]).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : median(values)
}
