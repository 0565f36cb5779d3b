/**
 * Recordings for tests of the replay.
 *
 * @module
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readReplayFlags } from '../../src/cli/replay/flags.ts'
import { replayRecording } from '../../src/cli/replay/replay.ts'
import { newFolder } from '../process/program.ts'

export const AT = '2026-05-02T09:00:00.000Z'

/** What a test says of an entry; everything else is a good answer to a GET. */
export interface EntryParts {
  readonly method?: string
  readonly url?: string
  readonly at?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly postData?: object
  readonly bodySize?: number
  readonly status?: number
  readonly body?: unknown
  readonly content?: object
  readonly note?: object
}

const pairs = (map: Readonly<Record<string, string>>) => Object.entries(map).map(([name, value]) => ({ name, value }))

/** One entry of a HAR, as browsers write it. */
export function entryOf(parts: EntryParts = {}) {
  const { method = 'GET', url = 'https://shop.example/service/api/search/stars/4', headers = {}, status = 200, body = {} } = parts
  return {
    startedDateTime: parts.at ?? AT,
    time: 12,
    request: {
      method,
      url,
      httpVersion: 'http/2.0',
      cookies: [{ name: 'visit', value: '1' }],
      headers: pairs(headers),
      queryString: [],
      headersSize: -1,
      bodySize: parts.bodySize ?? 0,
      ...(parts.postData && { postData: parts.postData }),
    },
    response: {
      status,
      headers: [{ name: 'Content-Type', value: 'application/json; charset=utf-8' }],
      content: parts.content ?? { size: 2, mimeType: 'application/json; charset=utf-8', text: JSON.stringify(body) },
    },
    ...(parts.note && { _understay: parts.note }),
  }
}

/** A HAR of these entries, as text. */
export const harOf = (entries: readonly unknown[]): string =>
  JSON.stringify({ log: { version: '1.2', creator: { name: 'test', version: '1' }, entries } })

/** What becomes of a recording under these flags. */
export async function replayOf(har: string, ...flags: readonly string[]) {
  const file = join(newFolder(), 'run.har')
  writeFileSync(file, har)
  return replayRecording(await readReplayFlags([file, ...flags]))
}
