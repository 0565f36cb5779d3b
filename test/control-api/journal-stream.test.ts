import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordEvents } from '../../src/control-api/handlers/journal-stream.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { TestWorld } from '../support/test-world.ts'

/** A sandbox with so many entries. */
async function journalWith(calls: number) {
  const world = new TestWorld()
  for (let call = 0; call < calls; call++) await world.call('listProperties')
  return world.world.sandbox().journal
}

/** Reads events until one is what is waited for. */
async function readUntil(events: AsyncIterable<string>, isLast: (event: string) => boolean): Promise<readonly string[]> {
  const read: string[] = []
  for await (const event of events) {
    read.push(event)
    if (isLast(event)) break
  }
  return read
}

describe('the journal as a stream', () => {
  test('serialises an entry once, however many read it', async () => {
    const journal = await journalWith(3)
    let serialised = 0
    const shown = (entry: Entry) => {
      serialised++
      return { id: entry.id }
    }
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    for (let reader = 0; reader < 5; reader++)
      expect(await readUntil(recordEvents(journal, streamed), (event) => event.includes('id: 3'))).toHaveLength(4)
    expect(serialised).toBe(3)
    expect(journal.listeners).toBe(0)
  })

  test('gives a reader 1 MB in a second, and then names what it was not sent', async () => {
    const journal = await journalWith(5)
    const shown = ({ id }: Entry) => ({ id, text: 'x'.repeat(600_000) })
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    const events = await readUntil(recordEvents(journal, streamed), (event) => event.startsWith('event: skipped'))
    expect(events.filter((event) => event.startsWith('data:'))).toHaveLength(2)
    expect(events.at(-1)).toBe('event: skipped\ndata: {"from":3,"to":5}\n\n')
  })

  test('leaves nothing on the signal of a reader that was told to wait', async () => {
    const journal = await journalWith(5)
    const open: string[] = []
    const added = vi.spyOn(AbortSignal.prototype, 'addEventListener').mockImplementation((type) => void open.push(type))
    const removed = vi.spyOn(AbortSignal.prototype, 'removeEventListener').mockImplementation(() => void open.pop())
    onTestFinished(() => {
      added.mockRestore()
      removed.mockRestore()
    })
    const shown = ({ id }: Entry) => ({ id, text: 'x'.repeat(600_000) })
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    await readUntil(recordEvents(journal, streamed), (event) => event.startsWith('event: skipped'))
    expect(added.mock.calls.length).toBeGreaterThanOrEqual(2)
    expect(open).toEqual([])
  })
})
