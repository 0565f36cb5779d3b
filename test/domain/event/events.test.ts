import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { BookingNote } from '../../../src/domain/booking/notes.ts'
import { EVENT_NAMES, type EventCollections, recordEvent, recordNote, type WorldEvent } from '../../../src/domain/event/events.ts'
import { aBooking, NOW } from '../../support/small-world.ts'

test('every event is caused by an operation or a scenario', () => {
  const files = [
    'domain',
    'domain/booking',
    'domain/invoice',
    'domain/event',
    'pipeline',
    'booking-api/handlers',
    'scenario/acts',
  ].flatMap((room) =>
    readdirSync(`src/${room}`, { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => `src/${room}/${name}`),
  )
  const code = files.map((path) => readFileSync(path, 'utf8').replace(/EVENT_NAMES = \[[^\]]*\]/, '')).join()
  expect(EVENT_NAMES.filter((name) => !code.includes(`'${name}'`))).toEqual([])
})

/** A log with so many events told before. */
function logAfter(told: number): EventCollections & { readonly kept: Map<number, WorldEvent> } {
  const kept = new Map<number, WorldEvent>()
  let last = told
  const events = {
    put: (event: WorldEvent) => {
      kept.set(event.id, event)
      return event
    },
    remove: (id: number) => void kept.delete(id),
  }
  return { kept, events, nextId: () => ++last }
}

const EVENT = { at: NOW, task: 'tariffs_updated', data: { property_uid: 1 } } as const

test('an event is recorded with time and data', () => {
  const log = logAfter(0)
  recordEvent(log, EVENT)
  expect([...log.kept.values()]).toEqual([{ id: 1, ...EVENT }])
})

test('only the last 10,000 events are kept', () => {
  const log = logAfter(0)
  for (let n = 0; n < 10_002; n++) recordEvent(log, EVENT)
  expect(log.kept.size).toBe(10_000)
  expect([...log.kept.keys()].at(0)).toBe(3)
})

test('adding a note records an event with its id', () => {
  const log = logAfter(0)
  const notes: BookingNote[] = []
  const put = (note: BookingNote): BookingNote => {
    notes.push(note)
    return note
  }
  const nextId = (collection: 'events' | 'notes'): number => (collection === 'notes' ? 7 : log.nextId(collection))
  recordNote({ ...log, nextId, notes: { put } }, aBooking({ id: 4 }), { text: 'Late', at: NOW })
  expect(notes).toEqual([{ id: 7, bookingId: 4, propertyId: 1, text: 'Late', at: NOW }])
  const data = { contract_uid: 4, property_uid: 1, note_id: 7 }
  expect([...log.kept.values()]).toEqual([{ id: 1, at: NOW, task: 'booking_note_saved', data }])
})
