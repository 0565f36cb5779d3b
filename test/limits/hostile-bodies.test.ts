/**
 * Bodies made to hold the server up: each is refused with a reason, and others are answered meanwhile.
 *
 * @module
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startUnderstay, type Understay } from '../../src/index.ts'
import { readScenario } from '../../src/scenario/scenario.ts'
import { longestTurn } from './longest-turn.ts'

/** Nothing holds the event loop longer, milliseconds. */
const MOST_HELD = 100
const SIZE = 8 * 1024 * 1024 - 64

/** A text of about 8 MB, repeated from parts that are numbered. */
function filled(part: (index: number) => string, size = SIZE): string {
  const parts: string[] = []
  for (let [index, length] = [0, 0]; length < size - 40; index++) {
    const text = part(index)
    parts.push(text)
    length += text.length
  }
  return parts.join('')
}

const keys = (size: number) => `{${filled((index) => `"k${index}":1,`, size)}"z":1}`
const BODIES: Readonly<Record<string, () => string>> = {
  'unknown keys, 8 MB': () => keys(SIZE),
  'unknown keys, 1 MB': () => keys(1024 * 1024),
  'unknown keys, just few enough': () => keys(120_000),
  'one text': () => `{"a":"${'x'.repeat(SIZE)}"}`,
  'one list': () => `[${'1,'.repeat(SIZE / 2 - 5)}1]`,
  'brackets that never close': () => '['.repeat(SIZE),
  'brackets as deep as is allowed': () => `[${filled(() => `${'['.repeat(98)}${']'.repeat(98)},`)}1]`,
  'brackets, 1 MB': () => `[${filled(() => `${'['.repeat(98)}${']'.repeat(98)},`, 1024 * 1024)}1]`,
  escapes: () => `{"a":"${'\\u0041'.repeat(SIZE / 6)}"}`,
  quotes: () => '"'.repeat(SIZE),
  'YAML maps': () => `{${'a: 1, '.repeat(SIZE / 6)}}`,
}

describe('a body made to hold the server up', () => {
  let understay: Understay
  beforeAll(async () => {
    understay = await startUnderstay({ listen: false })
    // modules are loaded once
    await understay.fetch('/_understay/scenario', { method: 'PUT', body: 'name: x' })
    await understay.fetch('/_understay/verify', { method: 'POST', body: '{"operation":"requestToken"}' })
  })
  afterAll(() => understay?.close())

  const held = <T>(work: () => Promise<T>) => longestTurn(work, { enough: MOST_HELD })

  const sent = (method: string, path: string, body: string) =>
    held(async () => {
      const answer = await understay.fetch(`/_understay${path}`, { method, body })
      return { status: answer.status, text: await answer.text() }
    })

  const JSON_BODIES = Object.keys(BODIES).filter((name) => !name.startsWith('YAML'))
  test.each([
    ...JSON_BODIES.map((name) => ['PUT', '/clock', name] as const),
    ...JSON_BODIES.map((name) => ['POST', '/verify', name] as const),
    ['POST', '/faults', 'YAML maps'],
    ['POST', '/faults', 'brackets that never close'],
  ] as const)('sent to %s %s: %s', async (method, path, name) => {
    const { result, longest } = await sent(method, path, BODIES[name]?.() ?? '')
    expect([400, 413]).toContain(result.status)
    expect(result.text.length).toBeLessThan(100_000)
    expect(longest).toBeLessThan(MOST_HELD)
  })

  test('a scenario with very many faults', async () => {
    const scenarioOf = (count: number): string => {
      const faults = Array.from(
        { length: count },
        (_, index) => `  - { id: f${index}, on: { property: 1 }, network: { status: 503 } }\n`,
      )
      return `name: many\nfaults:\n${faults.join('')}`
    }
    expect(() => readScenario('many.yaml', scenarioOf(1001))).toThrow('expected at most 1000 of them, got 1001')
    const most = await sent('PUT', '/scenario', scenarioOf(1000))
    expect(most.result.status).toBe(200)
    for (const path of ['/_understay/scenario', '/_understay/report', '/service/api/properties/all'])
      expect((await held(() => understay.fetch(path).then((answer) => answer.text()))).longest).toBeLessThan(MOST_HELD)
  }, 60_000)

  const faults = (count: number, fault: (index: number) => string): string =>
    `name: many\nfaults:\n${Array.from({ length: count }, (_, index) => `  - { ${fault(index)} }\n`).join('')}`
  const NETWORK = 'on: { property: 1 }, network: { status: 503 }'
  test.each([
    [
      'faults that wait one for the other',
      faults(1000, (index) => `id: f${index}, ${index ? `after_fault: f${index - 1}, ` : ''}${NETWORK}`),
    ],
    ['faults that wait in a circle', faults(1000, (index) => `id: f${index}, after_fault: f${(index + 1) % 1000}, ${NETWORK}`)],
    [
      'faults that wait for unknown ones',
      faults(1000, (index) => `id: fault-number-${index}, after_fault: fault-numbex-${index}, ${NETWORK}`),
    ],
    ['faults of one name', faults(1000, () => `id: f, ${NETWORK}`)],
    [
      'faults with unknown operations',
      faults(1000, (index) => `id: f${index}, on: { operation: listPropertiez${index} }, room: taken`),
    ],
    [
      'faults with unknown clients',
      faults(1000, (index) => `id: f${index}, on: { client: dema${index} }, network: { status: 503 }`),
    ],
  ])(
    'a scenario of %s',
    async (_, text) => {
      const { result, longest } = await sent('PUT', '/scenario', text)
      expect([200, 400]).toContain(result.status)
      expect(result.text.split('\n').length).toBeLessThanOrEqual(50)
      expect(longest).toBeLessThan(MOST_HELD)
    },
    60_000,
  )

  test('very many headers', async () => {
    const headers = Object.fromEntries(Array.from({ length: 1900 }, (_, index) => [`x-header-${index}`, 'v'.repeat(20)]))
    const { result, longest } = await held(() => understay.fetch('/service/api/properties/all', { headers }))
    expect(result.status).toBeLessThan(500)
    expect(longest).toBeLessThan(MOST_HELD)
  })
})
