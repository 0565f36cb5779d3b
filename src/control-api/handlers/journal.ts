/**
 * The journal of requests, and the events of the world.
 *
 * @module
 */
import { type Reply, reply } from '../../api/pipeline/reply.ts'
import { isoInstant } from '../../base/instant.ts'
import type { Entry } from '../../journal/journal.ts'
import { rowChangesOf } from '../../journal/row-changes.ts'
import { VERSION } from '../../version.ts'
import type { Sandbox } from '../../world/world.ts'
import type { OnControl, Surroundings } from '../app.ts'
import { clearJournal, listEvents, readEntry, readJournal, streamJournal } from '../contract/journal.ts'
import { ControlError } from '../control-error.ts'
import { filterOf } from './journal-filter.ts'
import { recordEvents } from './journal-stream.ts'

/** Left out of a summary. */
const WITHOUT_BODIES = { requestHeaders: undefined, responseHeaders: undefined, request: undefined, response: undefined }

/** Shows entries of a sandbox. Each names it: the journals of several workers may be read together. */
const shownOf =
  ({ name }: Sandbox) =>
  (entry: Entry) => ({ ...entry, sandbox: name, at: isoInstant(entry.at) })

export function controlJournal(on: OnControl, { booking }: Surroundings): void {
  const operations = new Set(booking.operations.map(({ id }) => id))
  on(readJournal, async ({ query }, { sandbox, request }) => {
    const { since, limit, format } = query
    const { journal } = sandbox
    const shown = shownOf(sandbox)
    const kept = journal.entries()
    const matching = kept.filter(filterOf(query, operations))
    const found = limited(since === undefined ? matching : matching.filter(({ id }) => id > since), since, limit)
    if (format === 'har') return harReply(sandbox, found, request.root)
    if (format === 'ndjson') {
      const lines = found.map((entry) => `${JSON.stringify(shown(entry))}\n`)
      return reply(lines.join(''), { type: 'application/x-ndjson' })
    }
    const entries = query.summary ? found.map((entry) => ({ ...shown(entry), ...WITHOUT_BODIES })) : found.map(shown)
    return { dropped: journal.dropped, kept: kept.length, matching: matching.length, entries }
  })
  on(readEntry, ({ id }, { sandbox }) => {
    const entry = sandbox.journal.entries().find((candidate) => String(candidate.id) === id)
    if (!entry) throw new ControlError(404, `the journal holds no entry ${id.slice(0, 20)}`)
    return { ...shownOf(sandbox)(entry), changes: rowChangesOf(entry) }
  })
  on(streamJournal, ({ query, headers }, { sandbox, request }) => {
    const since = headers['Last-Event-ID'] ?? query.since
    const streamed = {
      what: 'the journal',
      since,
      matches: filterOf(query, operations),
      shown: shownOf(sandbox),
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
