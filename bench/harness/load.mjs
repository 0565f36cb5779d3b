/**
 * The parent's side of the load: rounds on several servers in turn, with what each server's process cost.
 *
 * @module
 */
import { startModule } from './child.mjs'
import { cpuMicros } from './process-figures.mjs'
import { median } from './statistics.mjs'
import { Failed } from './unmet.mjs'

/** A process that puts load on servers. */
export class Load {
  #child = startModule(new URL('./load-worker.mjs', import.meta.url))
  #waiting = new Map()
  #last = 0

  constructor() {
    this.#child.on('message', ({ id, result, failure }) => {
      const { resolve, reject } = this.#waiting.get(id)
      this.#waiting.delete(id)
      if (failure === undefined) resolve(result)
      else reject(new Failed(failure))
    })
    this.#child.once('exit', () => {
      for (const { reject } of this.#waiting.values()) reject(new Failed('the load process ended in the middle of a round'))
    })
  }

  /** One round on one contender. @throws Failed when any answer is not the expected one */
  async round(contender, { seconds, connections }) {
    const { name, host = '127.0.0.1', port, pid, load } = contender
    const before = cpuMicros(pid)
    const result = await this.#ask({ host, port, load, seconds, connections }, name)
    const after = cpuMicros(pid)
    if (result.wrong > 0)
      throw new Failed(`${name}: ${result.wrong} of ${result.count} answers were wrong, the first:\n${result.firstWrong}`)
    return {
      perSecond: result.count / result.seconds,
      cpuMicros: after === undefined ? undefined : (after - before) / result.count,
      busy: after === undefined ? undefined : (after - before) / 1e6 / result.seconds,
      loadBusy: result.loadCpuMicros / 1e6 / result.seconds,
    }
  }

  /**
   * Rounds on all contenders in turn, so that whatever else the machine does strikes all of them alike. One round of each
   * before that is not counted. The order turns around every time.
   *
   * @returns the rounds of each contender, by its name
   */
  async interleave(contenders, settings) {
    const { rounds, warmUpSeconds = 1 } = settings
    const results = Object.fromEntries(contenders.map(({ name }) => [name, []]))
    for (const contender of contenders) await this.round(contender, { ...settings, seconds: warmUpSeconds })
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
        reject: (error) => reject(new Failed(`${name}: ${error.message}`)),
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
