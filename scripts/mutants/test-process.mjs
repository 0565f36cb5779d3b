/**
 * The process that runs the tests; restarted after a timeout.
 *
 * @module
 */
import { spawn } from 'node:child_process'

const SCRIPT = 'scripts/mutants/vitest-process.mjs'
/** Time limit for the start of Vitest, build included, in milliseconds. */
const START = 120_000

/** No answer in time. */
export class Late extends Error {}

export class TestProcess {
  #env
  #child

  /** @param {Record<string, string>} env what the process gets beside the environment */
  constructor(env = {}) {
    this.#env = env
  }

  /**
   * @param {object | 'list'} request as `vitest-process.mjs` takes it
   * @param {number} limit milliseconds
   * @throws {Late} when there is no answer in time; the process has been ended then
   */
  async ask(request, limit) {
    if (this.#child === undefined) await this.#start()
    const answer = this.#answer(limit)
    this.#child.send(request)
    return answer
  }

  /** Ends the process and all that it started. */
  stop() {
    if (this.#child === undefined) return
    process.kill(-this.#child.pid, 'SIGKILL')
    this.#child = undefined
  }

  /** Lets the process end by itself. */
  async close() {
    const child = this.#child
    if (child === undefined) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.disconnect()
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10_000))])
    if (child.exitCode === null) this.stop()
    this.#child = undefined
  }

  async #start() {
    // a group of its own, so that a database that a test started ends with it
    this.#child = spawn(process.execPath, [SCRIPT], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
      env: { ...process.env, ...this.#env },
    })
    await this.#answer(START)
  }

  async #answer(limit) {
    const child = this.#child
    let timer
    let settle
    try {
      return await new Promise((resolve, reject) => {
        settle = { message: resolve, exit: (code) => reject(new Error(`the tests ended with ${code}`)) }
        child.once('message', settle.message)
        child.once('exit', settle.exit)
        timer = setTimeout(() => reject(new Late()), limit)
      }).then(({ answer, failure }) => {
        if (failure !== undefined) throw new Error(failure)
        return answer
      })
    } catch (error) {
      if (child.exitCode === null) this.stop()
      this.#child = undefined
      throw error
    } finally {
      clearTimeout(timer)
      child.off('message', settle.message)
      child.off('exit', settle.exit)
    }
  }
}
