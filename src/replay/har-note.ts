/** What a journal notes in a HAR file: about its sandbox, and about each call. */
import type { Entry } from '../journal/entry.ts'
import type { Field } from './har-field.ts'

/** The scenario and the seed of the sandbox, as a journal names them; of other tools nothing. */
export function originOf(note: Field) {
  const [{ value: scenario }, { value: seed }] = [note.field('scenario'), note.field('seed')]
  return { scenario: typeof scenario === 'string' ? scenario : undefined, seed: typeof seed === 'number' ? seed : undefined }
}

/** The names of fields in files of version 0.1. */
const EARLIER_NAMES = { aborted: 'gone', networkFault: 'edge', lostStatus: 'lost', changed: 'touched' } as const

/** The fields of a journal entry that HAR lacks; {@link Entry} says what they mean. */
export function readNote(note: Field) {
  const renamed = (name: keyof typeof EARLIER_NAMES): Field => note.field(note.field(name).isSet ? name : EARLIER_NAMES[name])
  const changed = renamed('changed')
  const number = (field: Field): number | undefined => (field.isSet ? field.number() : undefined)
  const word = (name: string): string | undefined => note.field(name).text('') || undefined
  return {
    id: number(note.field('id')),
    real: number(note.field('real')),
    turn: number(note.field('turn')),
    aborted: renamed('aborted').value === true || undefined,
    abortedMs: number(note.field('abortedMs')),
    operation: word('operation'),
    client: word('client'),
    token: word('token'),
    refusalCode: word('refusalCode'),
    fault: textsOf(note.field('fault')),
    networkFault: renamed('networkFault').text('') || undefined,
    lostStatus: number(renamed('lostStatus')),
    sandbox: word('sandbox'),
    hint: word('hint'),
    warnings: textsOf(note.field('warnings')),
    unread: textsOf(note.field('unread')),
    changed: changed.isMap ? changedIdsOf(changed.value) : undefined,
  }
}

const textsOf = (field: Field): readonly string[] | undefined =>
  field.isSet ? field.items([]).map((item) => item.text()) : undefined

function changedIdsOf(value: unknown): NonNullable<Entry['changed']> {
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  return Object.fromEntries(entries.map(([name, ids]) => [name, Array.isArray(ids) ? ids.filter(isId) : []]))
}

const isId = (id: unknown): id is number | string => typeof id === 'number' || typeof id === 'string'
