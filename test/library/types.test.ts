import type { Static, TSchema } from 'typebox'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Operation, Typed } from '../../src/api/operation.ts'
import type { setClock } from '../../src/control-contract/clock.ts'
import type { OutcomeShown } from '../../src/control-contract/expectations.ts'
import type { EventShown } from '../../src/control-contract/journal.ts'
import type { ReportShown } from '../../src/control-contract/report.ts'
import type { FaultShown } from '../../src/control-contract/scenario.ts'
import type { Act, Sale, Source } from '../../src/control-contract/traffic.ts'
import type { createWebhook, DeliveryShown, HookShown } from '../../src/control-contract/webhooks.ts'
import {
  type ArmedFault,
  type ChannelSale,
  type ClockSetting,
  type ExpectationOutcome,
  type JournalEntry,
  startUnderstay,
  type TrafficAct,
  type TrafficSource,
  type UnderstayEvent,
  type UnderstayReport,
  type WebhookDelivery,
  type WebhookOptions,
  type WebhookShown,
} from '../../src/index.ts'
import { JournalEntrySchema } from '../../src/journal/entry.ts'

type Readable<T> = T extends string | number | boolean | null | undefined ? T : { readonly [K in keyof T]: Readable<T[K]> }
/** The body that a control endpoint takes. */
type BodyOf<T> = T extends Typed<Operation, infer I, infer _> ? (I extends { readonly body: infer B } ? B : never) : never
/** What a control endpoint sends, by the schema it is checked against. */
type Sent<S extends TSchema> = Readable<Static<S>>

describe('a public type has exactly the fields of the response schema', () => {
  test('for a journal entry', () => {
    expectTypeOf<keyof JournalEntry>().toEqualTypeOf<keyof Sent<typeof JournalEntrySchema>>()
    expectTypeOf<JournalEntry>().toExtend<Sent<typeof JournalEntrySchema>>()
    expectTypeOf<Pick<Sent<typeof JournalEntrySchema>, 'subject' | 'networkFault' | 'refusalCode'>>().toExtend<
      Pick<JournalEntry, 'subject' | 'networkFault' | 'refusalCode'>
    >()
  })

  test('for an event', () => {
    expectTypeOf<keyof UnderstayEvent>().toEqualTypeOf<keyof Sent<typeof EventShown>>()
    expectTypeOf<UnderstayEvent>().toExtend<Sent<typeof EventShown>>()
  })

  test('for traffic', () => {
    expectTypeOf<TrafficSource>().toEqualTypeOf<Sent<typeof Source>>()
    expectTypeOf<keyof TrafficAct>().toEqualTypeOf<keyof Sent<typeof Act>>()
    expectTypeOf<TrafficAct>().toExtend<Sent<typeof Act>>()
    expectTypeOf<ChannelSale>().toEqualTypeOf<Sent<typeof Sale>>()
  })

  test('for webhooks and deliveries', () => {
    expectTypeOf<keyof WebhookShown>().toEqualTypeOf<keyof Sent<typeof HookShown>>()
    expectTypeOf<WebhookShown>().toExtend<Sent<typeof HookShown>>()
    expectTypeOf<keyof WebhookDelivery>().toEqualTypeOf<keyof Sent<typeof DeliveryShown>>()
    expectTypeOf<WebhookDelivery>().toExtend<Sent<typeof DeliveryShown>>()
  })

  test('for the outcome of an expectation, as a part of the response', () => {
    expectTypeOf<ExpectationOutcome>().toExtend<Pick<Sent<typeof OutcomeShown>, keyof ExpectationOutcome>>()
  })

  test('for an armed fault, as a part of the response', () => {
    expectTypeOf<ArmedFault>().toExtend<Pick<Sent<typeof FaultShown>, keyof ArmedFault>>()
  })

  test('for a report, except the fields of an expectation', () => {
    type Sheet = Sent<typeof ReportShown>
    expectTypeOf<Omit<UnderstayReport, 'expectations'>>().toEqualTypeOf<Omit<Sheet, 'expectations'>>()
    type Expected = UnderstayReport['expectations'][number]
    expectTypeOf<Omit<Expected, 'expectation'>>().toEqualTypeOf<Omit<Sheet['expectations'][number], 'expectation'>>()
    expectTypeOf<Sheet['expectations'][number]['expectation']>().toExtend<Expected['expectation']>()
  })

  test('for the settings of a clock and a webhook', () => {
    expectTypeOf<keyof ClockSetting>().toEqualTypeOf<keyof BodyOf<typeof setClock>>()
    expectTypeOf<keyof WebhookOptions>().toEqualTypeOf<keyof BodyOf<typeof createWebhook>>()
  })
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
