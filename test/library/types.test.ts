import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, expectTypeOf, test, vi } from 'vitest'
import { parse } from 'yaml'
import type { SchemaNode } from '../../src/base/schema-node.ts'
import type { setClock } from '../../src/control-contract/clock.ts'
import type { BodyOf } from '../../src/control-contract/operation.ts'
import { type ClockSetting, type ReceiverOptions, startUnderstay, type WebhookReceiver } from '../../src/index.ts'
import { JournalEntrySchema } from '../../src/journal/entry.ts'
import { EVENT_WORDS, EVENTS } from '../../src/scenario/events/event-schema.ts'
import { bundledScenarios } from '../../src/scenario/load.ts'
import { CAUSES } from '../../src/scenario/names.ts'

const typesWith = async (): Promise<string> => (await import('../../scripts/library-types.ts')).libraryTypes()

describe('the published types', () => {
  let folder = ''
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'understay-types-'))
    const text = (await typesWith()).replace(/^import .*\n/gm, '')
    writeFileSync(join(folder, 'types.d.ts'), `type RefusalCode = 'code'; type CauseName = '${CAUSES.join("' | '")}'; ${text}`)
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  /** What the compiler says about a user's file. */
  function compiled(code: string, ...others: readonly string[]): string {
    const file = join(folder, 'user.ts')
    writeFileSync(file, code)
    const flags = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2023',
      '--module',
      'esnext',
    ]
    const args = [...flags, '--moduleResolution', 'bundler', '--types', '', ...others, file]
    try {
      return execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', ...args], { encoding: 'utf8' })
    } catch (error) {
      return error instanceof Error && 'stdout' in error ? String(error.stdout) : String(error)
    }
  }

  test('name no package, and no schema', async () => {
    const text = await typesWith()
    expect(text).not.toMatch(/typeof|\bShown\b|BodyOf|QueryOf|Static|typebox/)
    expect([...text.matchAll(/^import .*'(.+)'/gm)].map(([, path]) => path)).toEqual([
      '../domain/refusal.ts',
      '../scenario/names.ts',
    ])
  })

  test('know the rows of fixtures', () => {
    const check = (rows: string) => compiled(`import type { FixtureRows } from './types'\nexport const a: FixtureRows = ${rows}`)
    expect(check("{ users: [{ id: 1, name: 'mara', level: 'manager' }], generate: { bookings: 3 } }")).toBe('')
    expect(check("{ users: [{ id: 1, name: 'mara', level: 'boss' }] }")).toContain('boss')
    expect(check('{ usrs: [] }')).toContain('usrs')
  })

  test('let a project without strict write each kind of fault', () => {
    const code = `import type { FaultOptions } from './types'
export const status: FaultOptions = { on: { operation: 'listBookings' }, network: { status: 503, retry_after: 1 } }
export const delay: FaultOptions = { on: {}, network: { delay: '800ms' } }
`
    expect(compiled(code, '--strict', 'false', '--exactOptionalPropertyTypes', 'false')).toBe('')
  })

  test('take every bundled scenario', () => {
    const all = bundledScenarios().map(({ file }) => JSON.stringify(parse(readFileSync(file, 'utf8'))))
    expect(
      compiled(
        `import type { ScenarioOptions } from './types'\nexport const all: readonly ScenarioOptions[] = [${all.join(',\n')}]`,
      ),
    ).toBe('')
  })

  test('take the fields of each act, and refuse those of another, as the schemas do', () => {
    const example = { property: 1, booking: 'latest', by: '+10%' }
    const acts = EVENT_WORDS.map((word) => {
      const { required = [] } = EVENTS[word] as SchemaNode
      const needed = word.startsWith('invoice_') ? ['booking'] : required
      const fields = Object.entries(example).filter(([name]) => needed.includes(name))
      return `{ at: '+1m', do: '${word}', with: ${JSON.stringify(Object.fromEntries(fields))} }`
    })
    expect(
      compiled(`import type { ScenarioOptions, TriggerOptions, TrafficOptions } from './types'
export const scenario: ScenarioOptions = { name: 'a', events: [${acts.join(', ')}] }
// @ts-expect-error neither an invoice nor its booking
export const noInvoice: TriggerOptions = { do: 'invoice_paid' }
// @ts-expect-error both of them
export const twice: TriggerOptions = { do: 'invoice_paid', with: { invoice: 1, booking: 2 } }
export const ofBooking: TriggerOptions = { do: 'invoice_pending', with: { booking: 2 } }
export const left: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', then: [{ do: 'deposit_paid', after: '1h' }] }
export const optional = (adults?: number): TriggerOptions => ({ do: 'guest_books', with: { property: 1, adults } })
// @ts-expect-error a booking that may be missing
export const perhaps = (booking?: number): TriggerOptions => ({ do: 'guest_cancels', with: { booking } })
// @ts-expect-error no booking
export const nobody: TriggerOptions = { do: 'guest_cancels' }
// @ts-expect-error a field of another act
export const other: TriggerOptions = { do: 'guest_cancels', with: { booking: 'latest', property: 1 } }
// @ts-expect-error a field that no act has
export const slip: TriggerOptions = { do: 'guest_books', with: { property: 1, adult: 2 } }
export const anywhere: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', with: { adults: { weights: { '1': 2, '2': 5 } } } }
export const drawn: TrafficOptions = { id: 'a', do: 'room_blocked', every: '1h', with: { nights: { from: 1, to: 3 }, property: { any: [1, 2] } } }
export const later: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', then: [{ do: 'guest_modifies', with: { adults: 3 } }] }
// @ts-expect-error no traffic
export const rare: TrafficOptions = { id: 'a', do: 'guest_cancels', rate: '9/d' }
// @ts-expect-error no number of nights
export const nights: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', with: { nights: { from: 'a', to: 'b' } } }
// @ts-expect-error no range of percentages
export const raised: TrafficOptions = { id: 'a', do: 'price_changes', every: '1d', with: { by: { from: '-10%', to: '10%' } } }
// @ts-expect-error no range of words
export const fits: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', with: { fit: { from: 'first', to: 'best' } } }
export const arrives: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', with: { arrival: { from: 'today', to: 'today+9' } } }
// @ts-expect-error the booking is the one that was made
export const named: TrafficOptions = { id: 'a', do: 'guest_books', rate: '9/d', then: [{ do: 'guest_cancels', with: { booking: 1 } }] }
`),
    ).toBe('')
  })

  test('refuse what the schema refuses', () => {
    expect(
      compiled(`import type { ScenarioOptions, FaultOptions, ExpectationOptions, DeliveryFilter, SettingOptions } from './types'
export const scenario: ScenarioOptions = { name: 'a', choices: { refusal_status: 'named' } }
export const fault: FaultOptions = { on: { operation: 'listBookings' }, network: { delay: ['1s', '2s'] } }
export const expectation: ExpectationOptions = { status: '4xx', count: { min: 1 }, state: { bookings: { where: { cancelled: true } } } }
export const filter: DeliveryFilter = { since: undefined, state: 'failed' }
export const answered = (count?: number): ExpectationOptions => ({ operation: 'listBookings', count })
export const broken = (times?: number, property?: number): FaultOptions => ({ on: { property }, times, network: { status: 503 } })
export const waits = (retry_after?: number): FaultOptions => ({ on: {}, network: { status: 503, retry_after } })
// @ts-expect-error calls that are not selected
export const calls: FaultOptions = { on: undefined, token: 'expired' }
export const settings: SettingOptions = { at: new Date(0), fixtures: 'baseline', profile: 'current' }
// @ts-expect-error no such act
export const act: ScenarioOptions = { name: 'a', events: [{ at: '+1m', do: 'guest_sleeps' }] }
// @ts-expect-error no such operation
export const operation: FaultOptions = { on: { operation: 'listBookins' }, token: 'expired' }
// @ts-expect-error two causes
export const both: FaultOptions = { on: {}, token: 'expired', network: { status: 503 } }
// @ts-expect-error no cause
export const none: FaultOptions = { on: {} }
// @ts-expect-error a span without a unit
export const span: FaultOptions = { on: {}, network: { delay: '5' } }
// @ts-expect-error no such setting
export const setting: SettingOptions = { prot: 1 }
// @ts-expect-error not for the library
export const watch: SettingOptions = { watch: true }
// @ts-expect-error no such state
export const state: DeliveryFilter = { state: 'lost' }
`),
    ).toBe('')
  })
})

test('an act that is added to the schema is in the types and in the schema for editors', async () => {
  vi.resetModules()
  vi.doMock('../../src/scenario/events/event-schema.ts', async (original) => {
    const { EVENTS, ...rest } = await original<typeof import('../../src/scenario/events/event-schema.ts')>()
    const planted = { ...EVENTS, guest_sleeps: { type: 'object', properties: { pillow: { type: 'string' } } } }
    return { ...rest, EVENTS: planted, EVENT_WORDS: Object.keys(planted), EventFields: { type: 'object', properties: planted } }
  })
  const { scenarioSchema } = await import('../../scripts/editor-schemas.ts')
  expect(scenarioSchema()).toContain('"guest_sleeps"')
  expect(scenarioSchema()).toContain('"pillow"')
  expect(await typesWith()).toMatch(/readonly guest_sleeps\?: \{\nreadonly pillow\?: string\n\}/)
  vi.doUnmock('../../src/scenario/events/event-schema.ts')
})

test('options of receivers may be undefined', () => {
  expectTypeOf<{ status: undefined }>().toExtend<ReceiverOptions>()
  expectTypeOf<{ timeoutMs: undefined }>().toExtend<NonNullable<Parameters<WebhookReceiver['next']>[1]>>()
})

test('the settings of a clock are those of the control API', () => {
  expectTypeOf<keyof ClockSetting>().toEqualTypeOf<keyof BodyOf<typeof setClock>>()
})

test('the public type of a journal entry matches the journal at run time', async () => {
  const understay = await startUnderstay({ listen: false })
  const headers = { 'x-request-id': 'mine', authorization: `Bearer ${await understay.token()}` }
  await understay.fetch('/service/api/properties/all', { headers })
  const [entry] = await understay.journal()
  expect(entry?.correlation).toBe('mine')
  expect(entry?.requestHeaders['authorization']).toContain('[masked]')
  expect(Object.keys(JournalEntrySchema.properties)).toEqual(expect.arrayContaining(Object.keys(entry ?? {})))
  await understay.close()
})
