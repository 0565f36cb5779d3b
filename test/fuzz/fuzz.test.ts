/**
 * Nothing that is sent or read ends in anything but an answer or a clear error. A moment in `npm test`; `npm run fuzz` goes on for
 * a minute, from another seed each time. What it finds becomes a test of what it is about.
 *
 * @module
 */
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { readForm } from '../../src/api/form.ts'
import { FileError } from '../../src/base/file-error.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { Refusal } from '../../src/domain/refusal.ts'
import { parseFixture } from '../../src/fixtures/source.ts'
import { HarError, readRecording } from '../../src/replay/har.ts'
import { loadGivenScenario } from '../../src/scenario/load.ts'
import { serverOf } from '../control-api/server-of.ts'
import { TestWorld } from '../support/test-world.ts'
import { mutated, mutatedText } from './inputs.ts'

/** Seconds for all targets together. */
const SECONDS = Number(process.env['FUZZ_SECONDS'] ?? 0)
const SEED = process.env['FUZZ_SEED'] ?? (SECONDS > 0 ? String(process.hrtime()[1]) : '1')
const TARGETS = 6
const limits = {
  seed: Number(SEED),
  endOnFailure: false,
  ...(SECONDS > 0
    ? { numRuns: 10_000_000, interruptAfterTimeLimit: (SECONDS * 1000) / TARGETS, markInterruptAsFailure: false }
    : { numRuns: 60 }),
}
const TIMEOUT_MS = 60_000 + SECONDS * 1000

/** @throws what is not one of the expected errors */
async function requireClear(work: () => unknown, ...expected: readonly (new (...args: never[]) => Error)[]): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!expected.some((kind) => error instanceof kind)) throw error
    expect(error instanceof Error ? error.message : '').not.toBe('')
  }
}

const yamlText = (documents: readonly unknown[]) =>
  mutatedText(fc.tuple(mutated(documents), fc.boolean()).map(([value, json]) => (json ? JSON.stringify(value) : yamlOf(value))))

/** As YAML, where it can be written as such. */
function yamlOf(value: unknown): string {
  try {
    return stringify(value)
  } catch {
    return JSON.stringify(value)
  }
}

const SCENARIOS = readdirSync('scenarios')
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => parse(readFileSync(`scenarios/${name}`, 'utf8')) as unknown)
const FIXTURES = [parse(readFileSync('fixtures/reference-world.yaml', 'utf8')) as unknown]
const PATHS = OPERATIONS.flatMap(({ path }) => path.replaceAll(/[[\]]/g, '').split('\n'))

describe(`any input (FUZZ_SEED=${SEED})`, () => {
  test('a form', { timeout: TIMEOUT_MS }, () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.uint8Array({ maxLength: 400 }),
          mutatedText(
            fc.constantFrom(
              'a=1&tariffinput[1]=2&b[]=%F0%9F',
              '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
            ),
          ).map((text) => new Uint8Array(Buffer.from(text))),
        ),
        fc.constantFrom(
          'application/x-www-form-urlencoded',
          'multipart/form-data; boundary=x',
          'multipart/form-data',
          'text/plain',
          '',
        ),
        (body, type) => requireClear(async () => [...(await readForm(body, type)).entries()], Refusal),
      ),
      limits,
    ),
  )

  test('an address, as the service interface', { timeout: TIMEOUT_MS }, async () => {
    const server = serverOf()
    const headers = await server.token()
    await fc.assert(
      fc.asyncProperty(
        mutatedText(fc.constantFrom(...PATHS)),
        fc.array(
          fc.oneof(
            fc.constantFrom('1', '2026-05-02', 'en-GB', '%', '%2F', '..', '-1', '99999999999999999999'),
            fc.string({ maxLength: 12 }),
          ),
          { maxLength: 6 },
        ),
        fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        async (template, values, method) => {
          let next = 0
          const path = template.replaceAll(/\{\w+\}/g, () => values[next++] ?? '1').replaceAll(/[\s#?\\]/g, '_')
          const url = new URL(`http://localhost/service/api/${path}`, 'http://localhost')
          const { status } = await server.app.request(url.pathname, { method, headers })
          expect(status).toBeLessThan(500)
        },
      ),
      limits,
    )
  })

  test('a scenario', { timeout: TIMEOUT_MS }, () =>
    fc.assert(
      fc.asyncProperty(yamlText(SCENARIOS), (text) => requireClear(() => loadGivenScenario(`${text}\n`), FileError)),
      limits,
    ),
  )

  test('a fixture', { timeout: TIMEOUT_MS }, () =>
    fc.assert(
      fc.asyncProperty(yamlText(FIXTURES), (text) => requireClear(() => parseFixture('fuzz', text), FileError)),
      { ...limits, ...(SECONDS === 0 && { numRuns: 15 }) },
    ),
  )

  test('a state is accepted completely or refused with a reason', { timeout: TIMEOUT_MS }, async () => {
    const server = serverOf({ of: new TestWorld() })
    const { body } = await server.ask('GET', '/_understay/state')
    await fc.assert(
      fc.asyncProperty(mutated([body]), async (state) => {
        const { status, body: answer } = await server.ask('PUT', '/_understay/state', { body: JSON.stringify(state) })
        expect(status === 200 || (status === 400 && answer.error !== '')).toBe(true)
      }),
      { ...limits, ...(SECONDS === 0 && { numRuns: 25 }) },
    )
  })

  test('a HAR file', { timeout: TIMEOUT_MS }, async () => {
    const server = serverOf()
    await server.token()
    const { body } = await server.ask('GET', '/_understay/journal?format=har')
    await fc.assert(
      fc.asyncProperty(mutatedText(mutated([body]).map((value) => JSON.stringify(value))), (text) =>
        requireClear(() => readRecording(text, '/service/api'), HarError),
      ),
      limits,
    )
  })
})
