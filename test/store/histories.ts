/**
 * Histories of a store, for tests of what is stored of them.
 *
 * @module
 */
import fc from 'fast-check'
import type { BookingNote } from '../../src/domain/booking/notes.ts'
import type { Change, SandboxStorage } from '../../src/store/storage.ts'

/** A row that is put, or removed where it has no booking. */
interface Write {
  readonly id: number
  readonly bookingId: number | undefined
}

/** A step of a history. */
type Step =
  | { readonly do: 'put'; readonly id: number; readonly text: string }
  | { readonly do: 'remove'; readonly id: number }
  | { readonly do: 'change'; readonly writes: readonly Write[]; readonly fails: boolean }
  | { readonly do: 'stand' }
  | { readonly do: 'return' }
  | { readonly do: 'clock'; readonly at: number }
  | { readonly do: 'compact' }
  | { readonly do: 'reopen' }

const id = fc.integer({ min: 1, max: 12 })
const write = fc.record({ id, bookingId: fc.constantFrom(undefined, 1, 2) })
/** Histories with a few ids, so that they are used again often. */
export const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('put' as const), id, text: fc.string({ unit: 'binary' }) }),
    fc.record({ do: fc.constant('remove' as const), id }),
    fc.record({ do: fc.constant('change' as const), writes: fc.array(write, { maxLength: 8 }), fails: fc.boolean() }),
    fc.record({ do: fc.constantFrom('stand' as const, 'return' as const) }),
    fc.record({ do: fc.constant('clock' as const), at: fc.integer({ min: 0, max: 4e12 }) }),
    fc.record({ do: fc.constant('compact' as const) }),
    fc.record({ do: fc.constant('reopen' as const) }),
  ),
  { maxLength: 14 },
)

/** A note with another text, as a storage takes it: as a whole, or what changed. */
export const changeOfNote = (note: BookingNote, { wholeRows }: Pick<SandboxStorage, 'wholeRows'>): Change =>
  wholeRows ? { changed: { notes: [note] } } : { patch: { notes: [{ id: note.id, set: { text: note.text } }] } }
