import fc from 'fast-check'
import type { Pool } from 'pg'
import { describe, expect, test } from 'vitest'
import { worldBase } from '../../../src/store/db.ts'
import { stateOfRows } from '../../../src/store/postgres/state-rows.ts'
import { Templates } from '../../../src/store/postgres/templates.ts'
import { emptyRows, type RowLists, type WorldState } from '../../../src/store/state.ts'

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

/** The table of templates, and the statements that ran. */
function table(rows = new Map<string, string>()) {
  const query = async (text: string, [hash = '', content = '']: readonly string[]) => {
    if (text.startsWith('INSERT')) rows.set(hash, content)
    const found = rows.get(hash)
    return { rows: found === undefined ? [] : [{ rows: found }] }
  }
  return { rows, pool: { query } as unknown as Pool }
}

/** Templates, the latest of which has these rows. */
function templatesOf(rows?: RowLists, { pool } = table()): Templates {
  const templates = new Templates(pool)
  if (rows) templates.begin(rows)
  return templates
}

/** What is stored of a state, and what another process reads of it. */
function stored(templates: Templates, state: WorldState) {
  const { template, rows } = templates.encode(state)
  const inOrder = rows.toSorted((one, other) => one.position - other.position)
  return { template, rows, state: stateOfRows('it', inOrder, template?.base) }
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

  const put = (id: number, text: string, position: number) => ({
    key: `notes ${id}`,
    value: JSON.stringify(note(id, text)),
    position,
  })
  const gone = (id: number) => ({ key: `notes ${id}`, value: 'null', position: 0 })

  test.each<readonly [about: string, notes: readonly ReturnType<typeof note>[], written: readonly object[] | undefined]>([
    ['nothing, where it is the template', [note(1), note(2), note(3)], []],
    ['a changed row', [note(1), note(2, 'new'), note(3)], [put(2, 'new', 0)]],
    ['a new row', [note(1), note(2), note(3), note(4)], [put(4, 'note 4', 1)]],
    ['a removed row', [note(1), note(3)], [gone(2)]],
    ['all of them removed', [], [gone(1), gone(2), gone(3)]],
    ['all rows, where they are in another order', [note(2), note(1), note(3)], undefined],
    ['all rows, where a new one is not the last', [note(1), note(9), note(2), note(3)], undefined],
  ])('writes %s', (_, notes, written) => {
    const templates = templatesOf(rowsOf([note(1), note(2), note(3)]))
    const { template, rows, state } = stored(templates, stateOf(rowsOf(notes)))
    const ofNotes = rows.filter(({ key }) => key.startsWith('notes '))
    if (written) expect(ofNotes).toEqual(written)
    else expect(ofNotes.map(({ value }) => JSON.parse(value))).toEqual(notes)
    expect(template !== undefined).toBe(written !== undefined)
    expect(state?.collections).toEqual(rowsOf(notes))
  })

  test('contains all of its rows where there is no template', () => {
    const state = stateOf(rowsOf([note(1)]))
    const { template, rows } = templatesOf().encode(state)
    expect([template, rows.map(({ key }) => key)]).toEqual([
      undefined,
      ['taxRates 1', 'notes 1', 'head "seed"', 'head "clock"', 'counters "notes"'],
    ])
  })
})

describe('templates', () => {
  const hashOf = (templates: Templates): string | undefined => templates.encode(stateOf(emptyRows())).template?.hash
  const rows = (number: number): RowLists => rowsOf([note(number)])

  test('are the same for the same rows, and are stored once, before a state refers to them', async () => {
    const own = table()
    const templates = templatesOf(rows(1), own)
    const { template } = templates.encode(stateOf(rows(1)))
    expect(template?.hash).toMatch(/^[0-9a-f]{64}$/)
    expect(hashOf(templatesOf(rows(1)))).toBe(template?.hash)
    expect(await templates.with(template, async () => [...own.rows.keys()])).toEqual([template?.hash])
    const another = await templatesOf(undefined, own).read(template?.hash ?? '')
    expect(another?.base).toEqual(worldBase(rows(1)))
  })

  test('that another replica has removed meanwhile are stored again', async () => {
    const own = table()
    const templates = templatesOf(rows(1), own)
    const { template } = templates.encode(stateOf(rows(1)))
    await templates.with(template, async () => own.rows.clear())
    let tries = 0
    await templates.with(template, async () => {
      tries++
      if (own.rows.size === 0) throw Object.assign(new Error('no such template'), { code: '23503' })
    })
    expect(tries).toBe(2)
  })

  test('that were read are used for writing only where there is no other', async () => {
    const own = table()
    const first = templatesOf(rows(1), own)
    const { template } = first.encode(stateOf(rows(1)))
    await first.with(template, async () => undefined)
    const second = templatesOf(rows(2), own)
    const before = hashOf(second)
    await second.read(template?.hash ?? '')
    expect(hashOf(second)).toBe(before)
    const none = templatesOf(undefined, own)
    await none.read(template?.hash ?? '')
    expect(hashOf(none)).toBe(template?.hash)
  })

  test('that do not match their hash are damaged, and those that are not there are missing', async () => {
    const damaged = templatesOf(undefined, table(new Map([['a', JSON.stringify(rows(1))]])))
    await expect(damaged.read('a')).rejects.toThrow('the template a in the table understay.templates is damaged')
    await expect(damaged.read('b')).rejects.toThrow('the template b in the table understay.templates is missing')
  })

  test('of earlier versions lack collections, which are empty', () => {
    const { taxRates: _, ...earlier } = rowsOf([note(1)])
    const { state } = stored(templatesOf(earlier as RowLists), stateOf(rowsOf([note(1)], [])))
    expect(state?.collections).toEqual(rowsOf([note(1)], []))
  })
})
