import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** A line at most each this many milliseconds, and at most this many lines however slow the machine is. */
const EVERY_MS = 15_000
const MOST_LINES = 30

/** Tells progress while tests run, and at the end what was skipped and why. The reason of a skipped test is its note, or its name. */
export class RunReporter implements Reporter {
  #modules = 0
  #done = 0
  #tests = 0
  #told = 0
  /** Of the `MOST_LINES` parts of the run, the one in which a line was printed last. */
  #part = 0
  readonly #skipped = new Map<string, number>()

  #isFiltered = false

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined
  }

  onTestRunStart(specifications: readonly unknown[]): void {
    this.#modules = specifications.length
    this.#told = performance.now()
  }

  onTestModuleEnd(module: TestModule): void {
    this.#done++
    for (const test of module.children.allTests()) {
      this.#tests++
      const result = test.result()
      if (result.state !== 'skipped') continue
      const reason = result.note ?? test.name
      this.#skipped.set(reason, (this.#skipped.get(reason) ?? 0) + 1)
    }
    const part = Math.floor((this.#done / this.#modules) * MOST_LINES)
    if (part === this.#part || performance.now() - this.#told < EVERY_MS) return
    this.#part = part
    this.#told = performance.now()
    console.log(`${this.#done} of ${this.#modules} files, ${this.#tests} tests`)
  }

  onTestRunEnd(): void {
    if (this.#isFiltered) return
    for (const [reason, count] of this.#skipped) console.log(`skipped ${count}: ${reason}`)
  }
}
