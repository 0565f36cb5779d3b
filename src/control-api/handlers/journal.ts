/**
 * The journal of requests, and the events of the world.
 *
 * @module
 */
import { type Reply, reply } from '../../api/pipeline/reply.ts'
import { isoInstant } from '../../base/instant.ts'
import { type Entry, entrySummary, shownEntry } from '../../journal/entry.ts'
import { rowChangesOf } from '../../journal/row-changes.ts'
import { VERSION } from '../../version.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { clearJournal, listEvents, readEntry, readJournal, streamJournal } from '../contract/journal.ts'
import { ControlError } from '../control-error.ts'
import { filterOf } from './journal-filter.ts'
import { recordEvents } from './journal-stream.ts'

export function controlJournal(on: OnControl, { booking }: Surroundings): void {
  const operations = new Set(booking.operations.map(({ id }) => id))
  on(readJournal, async ({ query }, { sandbox, request }) => {
    const { since, limit, format } = query
    const { journal } = sandbox
    const shown = (entry: Entry) => shownEntry(entry, sandbox.name)
    const kept = journal.entries()
    const matching = kept.filter(filterOf(query, operations))
    const found = limited(since === undefined ? matching : matching.filter(({ id }) => id > since), since, limit)
    if (format === 'har') return harReply(sandbox, found, request.root)
    if (format === 'ndjson') {
      const lines = found.map((entry) => `${JSON.stringify(shown(entry))}\n`)
      return reply(lines.join(''), { type: 'application/x-ndjson' })
    }
    const entries = query.summary ? found.map((entry) => entrySummary(entry, sandbox.name)) : found.map(shown)
    return { dropped: journal.dropped, kept: kept.length, matching: matching.length, entries }
  })
  on(readEntry, ({ id }, { sandbox }) => {
    const record = /^\d+$/.test(id) ? sandbox.journal.find(Number(id)) : undefined
    if (!record) throw new ControlError(404, `the journal holds no entry ${id.slice(0, 20)}`)
    return { ...shownEntry(record.entry(), sandbox.name), changes: rowChangesOf(record.commits ?? []) }
  })
  on(streamJournal, ({ query, headers }, { sandbox, request }) => {
    const since = headers['Last-Event-ID'] ?? query.since
    const streamed = {
      what: 'the journal',
      since,
      matches: filterOf(query, operations),
      shown: (entry: Entry) => shownEntry(entry, sandbox.name),
      signal: request.signal(),
    }
    return reply(recordEvents(sandbox.journal, streamed), {
      type: 'text/event-stream',
      headers: { 'Cache-Control': 'no-cache' },
    })
  })
  on(clearJournal, (_, { sandbox }) => ({ cleared: sandbox.journal.clear() }))
  on(listEvents, ({ query: { since = 0 } }, { sandbox }) =>
    sandbox.store.db.events
      .all()
      .filter(({ id }) => id > since)
      .map(({ id, at, task, data }) => ({ id, at: isoInstant(at), task, data })),
  )
}

/** With a cursor the first ones after it, without one the latest. */
function limited(entries: readonly Entry[], since: number | undefined, limit = entries.length): readonly Entry[] {
  return since === undefined ? entries.slice(Math.max(0, entries.length - limit)) : entries.slice(0, limit)
}

async function harReply({ name, world }: Sandbox, entries: readonly Entry[], address: string): Promise<Reply> {
  const { harOf } = await import('../../journal/har.ts')
  const { apiPath, sessionHeader, channelHeader } = world.product
  const har = harOf(entries, { address, sandbox: name, apiPath, sessionHeader, channelHeader, version: VERSION })
  return reply(har, { headers: { 'Content-Disposition': `attachment; filename="understay-${name}.har"` } })
}
