import { describe, expect, test } from 'vitest'
import { CHOICE_IDS, type ChoiceId, choice, choicesOf } from '../../../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../../../src/booking-contract/index.ts'
import { TestWorld } from '../../support/test-world.ts'
import { ADMINISTRATION_CASES } from './administration-choices.ts'
import { BOOKING_CASES } from './booking-choices.ts'
import type { ChoiceCase } from './choice-case.ts'
import { SESSION_CASES } from './session-choices.ts'
import { SESSION_PRICE_CASES } from './session-price-choices.ts'
import { SITE_CASES } from './site-choices.ts'

/** Choices about envelopes, refusals and tokens: their tests stand with these, in `test/http` and `test/booking-api/handlers/oauth.test.ts`. */
const ON_THE_WAY: readonly ChoiceId[] = [
  'refusal_status',
  'refusal_body',
  'token_refusal',
  'scope_refusal',
  'meta_site',
  'channel_name',
  'page_links',
  'missing_scope',
  'requested_scope',
  'token_scope_field',
  'token_lifetime',
  'token_requests',
  'client_refusal',
  'operation_scopes',
  // what leaves by a webhook: test/webhooks
  'webhook_delivery',
  'webhook_duplicates',
  'webhook_notes',
  'webhook_order',
  'webhook_oauth',
]
/** Choices about the language of requests, and the refusals of all steps of a session: no operation need name them. */
const IN_ALL: readonly ChoiceId[] = ['language_field', 'language_segment', 'session_header_refusal', 'session_refusal_charset']
const CASES: Readonly<Record<string, ChoiceCase>> = {
  ...SITE_CASES,
  ...BOOKING_CASES,
  ...ADMINISTRATION_CASES,
  ...SESSION_CASES,
  ...SESSION_PRICE_CASES,
}

const each = Object.entries(CASES).flatMap(([id, given]) =>
  Object.keys(given.expected).map((answer) => ({ id, answer, given, said: given.expected[answer] })),
)

/** True when an operation that was called names the choice: `calibrate` suggests its calls to decide it. */
function isNamed(id: ChoiceId, { sandbox }: TestWorld): boolean {
  const called = new Set(sandbox.journal.entries().map(({ operation }) => operation))
  return OPERATIONS.some(({ id: operation, choices = [] }) => called.has(operation) && choices.includes(id))
}

describe('every answer of a choice has its effect', () => {
  test('for every choice except those tested with the pipeline', () => {
    const elsewhere = new Set<string>(ON_THE_WAY)
    expect(Object.keys(CASES).toSorted()).toEqual(CHOICE_IDS.filter((id) => !elsewhere.has(id)).toSorted())
  })

  test.each(Object.keys(CASES))('%s is looked at under all its answers, which differ', (id) => {
    const { expected } = CASES[id] as ChoiceCase
    expect(Object.keys(expected).toSorted()).toEqual(Object.keys(choice(id as ChoiceId).answers).toSorted())
    expect(new Set(Object.values(expected).map((said) => JSON.stringify(said))).size).toBe(Object.keys(expected).length)
  })

  test.each(each)('$id=$answer', async ({ id, answer, given, said }) => {
    const world = new TestWorld({ ...(given.rows && { rows: given.rows }), choices: { [id]: answer } })
    expect(world.world.options.choices).toEqual(choicesOf('documented', { [id]: answer }))
    expect(await given.observe(world)).toEqual(said)
    expect(IN_ALL.includes(id as ChoiceId) || isNamed(id as ChoiceId, world)).toBe(true)
  })
})
