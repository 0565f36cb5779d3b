import type { Reporter, TestModule, Vitest } from 'vitest/node'

/** A line at most each this many milliseconds. */
const EVERY_MS = 15_000

/** Tells progress while tests run, and at the end what was skipped and why. The reason of a skipped test is its note, or its name. */
export class RunReporter implements Reporter {
  #modules = 0
  #done = 0
  #tests = 0
  #told = 0
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
    if (performance.now() - this.#told < EVERY_MS) return
    this.#told = performance.now()
    console.log(`${this.#done} of ${this.#modules} files, ${this.#tests} tests`)
  }

  onTestRunEnd(): void {
    if (this.#isFiltered) return
    for (const [reason, count] of this.#skipped) console.log(`skipped ${count}: ${reason}`)
  }
}
