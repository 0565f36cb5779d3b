/**
 * What was asked and what happened: the journal of requests, and the events of the world.
 *
 * @module
 */
import { isoInstant } from '../base/instant.ts'
import type { Entry } from '../http/journal.ts'
import type { Service } from '../http/service.ts'
import { VERSION } from '../version.ts'
import type { Sandbox } from '../world.ts'
import { badRequest, readQuery } from './body.ts'
import { namesOf } from './declaration.ts'
import type { ControlApp } from './index.ts'
import { clearJournal, listEvents } from './journal-endpoints.ts'
import { readFilter, readLimit, readSince } from './journal-filter.ts'
import { streamJournal } from './journal-stream.ts'

const FORMATS = ['json', 'ndjson', 'har'] as const

/** Shows entries of a sandbox. Each names it: the journals of several workers may be read together. */
const shownOf =
  ({ name }: Sandbox) =>
  (entry: Entry) => ({ ...entry, sandbox: name, at: isoInstant(entry.at) })

export function controlJournal(app: ControlApp, service: Service): void {
  const operations = new Set(service.operations.map(({ id }) => id))
  app.get('/journal', async (c) => {
    const { query, matches } = readFilter(c, ['since', 'limit', 'format'], operations)
    const format = FORMATS.find((known) => known === (query.format ?? 'json'))
    if (!format) throw badRequest(`format: "${query.format}" is not one of ${FORMATS.join(', ')}`)
    const [since, limit] = [readSince(query.since), readLimit(query.limit)]
    const sandbox = c.env.sandbox()
    const { journal } = sandbox
    const shown = shownOf(sandbox)
    const found = limited(journal.entries(since).filter(matches), since, limit)
    if (format === 'har') {
      const file = `understay-${sandbox.name}.har`
      return c.body(JSON.stringify(await har(sandbox, found, `${c.env.origin}${c.env.root}`)), 200, {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="${file}"`,
      })
    }
    if (format === 'ndjson') {
      const lines = found.map((entry) => `${JSON.stringify(shown(entry))}\n`)
      return c.body(lines.join(''), 200, { 'Content-Type': 'application/x-ndjson' })
    }
    return c.json({ dropped: journal.dropped, entries: found.map(shown) })
  })
  app.get('/journal/stream', async (c) => {
    const { query, matches } = readFilter(c, ['since'], operations)
    const since = readSince(c.req.header('last-event-id'), 'Last-Event-ID') ?? readSince(query.since)
    const sandbox = c.env.sandbox()
    return streamJournal(c, sandbox.journal, { since, matches, shown: shownOf(sandbox) })
  })
  app.delete('/journal', (c) => {
    readQuery(c, namesOf(clearJournal.query))
    return c.json({ cleared: c.env.sandbox().journal.clear() })
  })
  app.get('/events', (c) => {
    const after = readSince(readQuery(c, namesOf(listEvents.query)).since) ?? 0
    const events = c.env
      .sandbox()
      .store.db.events.all()
      .filter(({ id }) => id > after)
    return c.json(events.map(({ id, at, task, data }) => ({ id, at: isoInstant(at), task, data })))
  })
}

/** With a cursor the first ones after it, without one the latest. */
function limited(entries: readonly Entry[], since: number | undefined, limit = entries.length): readonly Entry[] {
  return since === undefined ? entries.slice(Math.max(0, entries.length - limit)) : entries.slice(0, limit)
}

async function har({ name, world }: Sandbox, entries: readonly Entry[], address: string) {
  const { harOf } = await import('../http/har.ts')
  const { apiPath, sessionHeader, channelHeader } = world.product
  return harOf(entries, { address, sandbox: name, apiPath, sessionHeader, channelHeader, version: VERSION })
}
