import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { recordEvents } from '../../src/control-api/handlers/record-stream.ts'
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
  test('serializes an entry once for all its readers', async () => {
    const journal = await journalWith(3)
    let serialised = 0
    const shown = (entry: Entry) => {
      serialised++
      return { id: entry.id }
    }
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    const readers = Array.from({ length: 5 }, () =>
      readUntil(recordEvents(journal, streamed), (event) => event.includes('id: 3')),
    )
    for (const events of await Promise.all(readers))
      expect(events.join('').match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2', 'id: 3'])
    expect(serialised).toBe(3)
    expect(journal.listeners).toBe(0)
  })

  test('sends a reader 1 MB per second, and then the ids of skipped entries', async () => {
    const journal = await journalWith(5)
    const shown = ({ id }: Entry) => ({ id, text: 'x'.repeat(600_000) })
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    const events = await readUntil(recordEvents(journal, streamed), (event) => event.startsWith('event: skipped'))
    expect(events.join('').match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2'])
    expect(events.at(-1)).toBe('event: skipped\ndata: {"from":3,"to":5}\n\n')
  })

  test('sends all readers together 16 MB per second', async () => {
    const journal = await journalWith(5)
    const shown = ({ id }: Entry) => ({ id, text: 'x'.repeat(300_000) })
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: new AbortController().signal }
    const readers = Array.from({ length: 64 }, () =>
      readUntil(recordEvents(journal, streamed), (event) => event.startsWith('event: skipped')),
    )
    for (const events of await Promise.all(readers)) expect(events.join('').match(/^id: \d+$/gm)?.length).toBeLessThan(4)
  })

  test('sends entries added in quick succession together, and none that were cleared', async () => {
    const world = new TestWorld()
    const { journal } = world.world.sandbox()
    await world.call('listProperties')
    const streamed = {
      what: 'the journal',
      since: 0,
      matches: () => true,
      shown: ({ id }: Entry) => ({ id }),
      signal: new AbortController().signal,
    }
    const events = recordEvents(journal, streamed)[Symbol.asyncIterator]()
    const next = async (): Promise<string> => (await events.next()).value ?? ''
    expect(await next()).toContain(': the journal')
    expect(await next()).toBe('data: {"id":1}\nid: 1\n\n')
    for (let call = 0; call < 3; call++) await world.call('listProperties')
    expect(await next()).toBe([2, 3, 4].map((id) => `data: {"id":${id}}\nid: ${id}\n\n`).join(''))
    await world.call('listProperties')
    journal.clear()
    await world.call('listProperties')
    expect(await next()).toBe('data: {"id":6}\nid: 6\n\n')
    await events.return?.()
    const anew = await readUntil(recordEvents(journal, streamed), (event) => event.includes('id: 6'))
    expect(anew.join('')).not.toContain('id: 5')
  })

  test('leaves no listener on the signal of a reader that waited', async () => {
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
    expect(added).toHaveBeenCalled()
    expect(open).toEqual([])
  })

  test('ends for a reader that leaves while it is above its limit', async () => {
    const journal = await journalWith(5)
    const left = new AbortController()
    const shown = ({ id }: Entry) => ({ id, text: 'x'.repeat(600_000) })
    const streamed = { what: 'the journal', since: 0, matches: () => true, shown, signal: left.signal }
    const events = recordEvents(journal, streamed)[Symbol.asyncIterator]()
    await events.next()
    await events.next()
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const ended = events.next()
    left.abort()
    await ended
    expect(await events.next()).toEqual({ done: true, value: undefined })
  })
})
