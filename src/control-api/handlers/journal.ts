/** The journal of requests and the events of the world. */
import { jsonLinesInParts, mapLazily } from '../../api/json-parts.ts'
import { isoInstant } from '../../base/instant.ts'
import { clearJournal, listEvents, readEntry, readJournal, streamJournal } from '../../control-contract/journal.ts'
import { type Entry, entrySummary, shownEntry } from '../../journal/entry.ts'
import type { KeptRequest } from '../../journal/journal.ts'
import { rowChangesOf } from '../../journal/row-changes.ts'
import { eventStream, type Reply, reply } from '../../pipeline/reply.ts'
import { nextTurn } from '../../simulation/turns.ts'
import { VERSION } from '../../version.ts'
import type { Sandbox } from '../../world/world.ts'
import type { HandlerDependencies, OnControl } from '../app.ts'
import { ControlRefusal } from '../control-refusal.ts'
import { filterOf } from './journal-filter.ts'
import { limited, recordEvents } from './record-stream.ts'

export function controlJournal(on: OnControl, { booking }: HandlerDependencies): void {
  const operations = new Set(booking.operations.map(({ id }) => id))
  on(readJournal, async ({ query }, { sandbox, request, masking }) => {
    const { since, limit, format } = query
    const { journal } = sandbox
    const [kept, dropped] = [journal.kept(), journal.dropped]
    const matching = await matchingEntries(kept, filterOf(query, operations))
    const found = limited(matching, since, limit)
    if (format === 'har') return harReply(sandbox, found, request.root)
    const shown = mapLazily(found, (entry) => (query.summary ? entrySummary : shownEntry)(entry, sandbox.name))
    if (format === 'ndjson') return reply(jsonLinesInParts(shown, nextTurn, masking), { type: 'application/x-ndjson' })
    return { dropped, lost: sandbox.storedJournal.lost, kept: kept.length, matching: matching.length, entries: shown }
  })
  on(readEntry, ({ id }, { sandbox }) => {
    const record = /^\d+$/.test(id) ? sandbox.journal.find(Number(id)) : undefined
    if (!record) throw new ControlRefusal(404, `the journal holds no entry ${id.slice(0, 20)}`)
    return { ...shownEntry(record.entry(), sandbox.name), changes: rowChangesOf(record.commits ?? []) }
  })
  on(streamJournal, ({ query, headers }, { sandbox, request, masking }) => {
    const since = headers['Last-Event-ID'] ?? query.since
    const streamed = {
      what: 'the journal',
      since,
      matches: filterOf(query, operations),
      shown: (entry: Entry) => shownEntry(entry, sandbox.name),
      masking,
      signal: request.signal(),
    }
    return eventStream(recordEvents(sandbox.journal, streamed))
  })
  on(clearJournal, (_, context) => {
    const cleared = context.sandbox.clearJournal()
    context.log('journal cleared', { journalEntries: cleared })
    return { cleared }
  })
  on(listEvents, ({ query: { since = 0 } }, { sandbox }) =>
    sandbox.store.db.events
      .all()
      .filter(({ id }) => id > since)
      .map(({ id, at, task, data }) => ({ id, at: isoInstant(at), task, data })),
  )
}

/** Number of records filtered before other requests run. */
const BATCH_SIZE = 500

/** The matching entries of records, as they are at the time of the call. */
async function matchingEntries(kept: readonly KeptRequest[], matches: (entry: Entry) => boolean): Promise<readonly Entry[]> {
  const found: Entry[] = []
  for (const [index, record] of kept.entries()) {
    const entry = record.entry()
    if (matches(entry)) found.push(entry)
    if (index % BATCH_SIZE === BATCH_SIZE - 1) await nextTurn()
  }
  return found
}

async function harReply(
  { name, world, store, scenarioRun, webhooks }: Sandbox,
  entries: readonly Entry[],
  address: string,
): Promise<Reply> {
  const { harInParts } = await import('../../journal/har.ts')
  const { apiPath, sessionHeader, channelHeader } = world.product
  const happened = { arrivals: scenarioRun.arrivals.size, deliveries: webhooks.deliveries.remaining().length }
  const made = { seed: store.seed, scenario: scenarioRun.scenario?.name, ...happened }
  const place = { address, sandbox: name, apiPath, sessionHeader, channelHeader, version: VERSION, world: made }
  const har = harInParts(entries, place)
  return reply(har, { headers: { 'Content-Disposition': `attachment; filename="understay-${name}.har"` } })
}
