import { describe, expect, expectTypeOf, test } from 'vitest'
import { type JournalEntry, startUnderstay } from '../../src/index.ts'
import { JournalEntrySchema, type ShownEntry } from '../../src/journal/entry.ts'

describe('the public type of a journal entry', () => {
  test('has the fields of the schema that responses are checked against, and no others', () => {
    expectTypeOf<keyof JournalEntry>().toEqualTypeOf<keyof ShownEntry>()
  })

  test('is what the journal answers at run time', async () => {
    const understay = await startUnderstay({ listen: false })
    const headers = { 'x-request-id': 'mine', authorization: `Bearer ${await understay.token()}` }
    await understay.fetch('/service/api/properties/all', { headers })
    const [entry] = await understay.journal()
    expect(entry?.correlation).toBe('mine')
    expect(entry?.requestHeaders['authorization']).toContain('[masked]')
    expect(Object.keys(JournalEntrySchema.properties)).toEqual(expect.arrayContaining(Object.keys(entry ?? {})))
    await understay.close()
  })
})
