import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Templates } from '../../../src/store/postgres/stored-state.ts'
import { emptyRows, type RowLists, type WorldState } from '../../../src/store/state.ts'
import { StorageError } from '../../../src/store/storage.ts'

const note = (id: number, text = `note ${id}`) => ({ id, bookingId: 1, propertyId: 1, text, at: 0 })
const taxRate = (id: number) => ({ id, code: `T${id}`, description: '', rate: 5 })
const rowsOf = (notes: readonly ReturnType<typeof note>[], taxRates = [taxRate(1)]): RowLists => ({
  ...emptyRows(),
  notes,
  taxRates,
})
const stateOf = (collections: RowLists, more: Partial<WorldState> = {}): WorldState => ({
  ...{ seed: 7, clock: { at: 1, real: 2, speed: 0 }, counters: { notes: 9 }, collections },
  ...more,
})

/** Templates, the latest of which has these rows. */
function templatesOf(rows: RowLists): Templates {
  const templates = new Templates()
  templates.begin(rows)
  return templates
}

/** What is stored of a state, and what another process with the same templates reads of it. */
function stored(templates: Templates, state: WorldState) {
  const { template, text, needs } = templates.encode(state)
  const elsewhere = new Templates()
  const read = needs && elsewhere.read(needs.hash, needs.text)
  return { template, text, needs, state: elsewhere.decode(text, read).state }
}

describe('a stored state', () => {
  const NOTES = fc.uniqueArray(fc.record({ id: fc.nat(9), text: fc.constantFrom('a', 'b') }), {
    selector: ({ id }) => id,
    maxLength: 8,
  })

  test('is read unchanged with any template', () => {
    fc.assert(
      fc.property(NOTES, NOTES, fc.boolean(), (first, then, hasTaxes) => {
        const templates = templatesOf(rowsOf(first.map(({ id, text }) => note(id, text))))
        const rows = rowsOf(
          then.map(({ id, text }) => note(id, text)),
          hasTaxes ? [taxRate(1)] : [],
        )
        expect(stored(templates, stateOf(rows)).state).toEqual(stateOf(rows))
      }),
    )
  })

  test('has seed, clock, counters and progress of its own', () => {
    const templates = templatesOf(rowsOf([]))
    const state = stateOf(rowsOf([]), { seed: 3, clock: { at: 5, real: 6, speed: 2 }, counters: {}, progress: { a: [1] } })
    expect(stored(templates, state).state).toEqual(state)
  })

  test.each<readonly [about: string, notes: readonly ReturnType<typeof note>[], written: object | undefined]>([
    ['nothing, where it is the template', [note(1), note(2), note(3)], { put: {}, removed: {} }],
    ['a changed row', [note(1), note(2, 'new'), note(3)], { put: { notes: [note(2, 'new')] }, removed: {} }],
    ['a new row', [note(1), note(2), note(3), note(4)], { put: { notes: [note(4)] }, removed: {} }],
    ['a removed row', [note(1), note(3)], { put: {}, removed: { notes: [2] } }],
    ['all of them removed', [], { put: {}, removed: { notes: [1, 2, 3] } }],
    ['all rows, where they are in another order', [note(2), note(1), note(3)], undefined],
    ['all rows, where a new one is not the last', [note(1), note(9), note(2), note(3)], undefined],
  ])('writes %s', (_, notes, written) => {
    const templates = templatesOf(rowsOf([note(1), note(2), note(3)]))
    const rows = rowsOf(notes)
    const { template, text, needs, state } = stored(templates, stateOf(rows))
    expect(JSON.parse(text).rows).toEqual(written ?? { put: rows })
    expect([template !== null, needs !== undefined, needs?.hash === (template ?? undefined)]).toEqual([
      written !== undefined,
      written !== undefined,
      true,
    ])
    expect(state.collections).toEqual(rows)
  })

  test('contains all of its rows where there is no template', () => {
    const state = stateOf(rowsOf([note(1)]))
    const { template, needs, text } = new Templates().encode(state)
    expect([template, needs, JSON.parse(text).rows]).toEqual([null, undefined, { put: state.collections }])
  })

  test('that cannot be applied is damaged', () => {
    const text = JSON.stringify({ ...stateOf(emptyRows()), rows: { put: { notes: [{ id: 1 }] } } })
    expect(() => new Templates().decode(text, undefined)).toThrow(
      expect.objectContaining({ reason: 'damaged', message: expect.stringContaining('understay.sandboxes is damaged: notes.') }),
    )
  })
})

describe('templates', () => {
  const hashOf = (templates: Templates): string | null => templates.encode(stateOf(emptyRows())).template
  const rows = (number: number): RowLists => rowsOf([note(number)])

  test('are the same for the same rows, and kept by their hash', () => {
    const [one, other] = [templatesOf(rows(1)), templatesOf(rows(1))]
    const hash = hashOf(one) ?? ''
    expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf(other)).toBe(hash)
    expect(one.get(hash)?.rows).toEqual(rows(1))
    expect(JSON.parse(one.get(hash)?.text ?? '')).toEqual(rows(1))
    expect(one.get('another')).toBeUndefined()
  })

  test('that were read are used for writing only where there is no other', () => {
    const { text, hash } = templatesOf(rows(1)).encode(stateOf(rows(1))).needs ?? { text: '', hash: '' }
    const own = templatesOf(rows(2))
    const before = hashOf(own)
    own.read(hash, text)
    expect(hashOf(own)).toBe(before)
    const none = new Templates()
    expect(none.read(hash, text).hash).toBe(hash)
    expect(hashOf(none)).toBe(hash)
  })

  test('that do not match their hash are damaged', () => {
    const { text, hash } = templatesOf(rows(1)).encode(stateOf(rows(1))).needs ?? { text: '', hash: '' }
    expect(() => new Templates().read(hash, text.replace('note 1', 'note 2'))).toThrow(StorageError)
    expect(() => new Templates().read(hash, text.replace('note 1', 'note 2'))).toThrow(`the template ${hash} in the table`)
  })

  test('are eight in memory; the latest is always there', () => {
    const templates = new Templates()
    const hashes = Array.from({ length: 8 }, (_, index) => {
      templates.begin(rows(index))
      return hashOf(templates) ?? ''
    })
    const kept = () => hashes.map((hash) => templates.get(hash) !== undefined)
    expect(kept()).toEqual(hashes.map(() => true))
    templates.begin(rows(8))
    expect(kept()).toEqual(hashes.map((_, index) => index > 0))
    // those that are read later take the places of others
    for (let number = 20; number < 40; number++) {
      const { text, hash } = templatesOf(rows(number)).encode(stateOf(rows(number))).needs ?? { text: '', hash: '' }
      templates.read(hash, text)
    }
    expect(kept()).toEqual(hashes.map(() => false))
    expect(templates.get(hashOf(templates) ?? '')?.rows).toEqual(rows(8))
  })

  test('of earlier versions lack collections, which are empty', () => {
    const { taxRates: _, ...earlier } = rowsOf([note(1)])
    const { text, hash } = templatesOf(earlier as RowLists).encode(stateOf(emptyRows())).needs ?? { text: '', hash: '' }
    const templates = new Templates()
    const template = templates.read(hash, text)
    const empty = JSON.stringify({ ...stateOf(emptyRows()), collections: undefined, rows: {} })
    expect(templates.decode(empty, template).state.collections).toEqual(rowsOf([note(1)], []))
  })
})
