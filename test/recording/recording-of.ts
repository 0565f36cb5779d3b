/** Calls through a recorder to a deployment, and the recording of them. */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { productOf } from '../../src/api/product.ts'
import { recordingTexts } from '../../src/cli/record.ts'
import { type Recorder, startRecorder } from '../../src/recording/recorder.ts'

const product = productOf('service')

export interface RecordedEntry {
  readonly request: {
    readonly url: string
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly postData?: { readonly text: string; readonly mimeType: string }
  }
  readonly response: {
    readonly headers: readonly { readonly name: string; readonly value: string }[]
    readonly content: { readonly text: string; readonly size: number }
  }
}

/** @param base a path of the deployment below which the recorder stays */
export async function recordingOf(answer: RequestListener, calls: (url: string) => Promise<unknown>, base = '') {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`
  const recorder = await startRecorder({ upstream, product, timeoutMs: 5000 })
  await calls(recorder.url)
  await recorder.close()
  server.closeAllConnections()
  server.close()
  const text = textOf(recorder)
  const { log } = JSON.parse(text) as { readonly log: { readonly entries: readonly RecordedEntry[] } }
  return { text, entries: log.entries, failures: recorder.failures, unrecorded: recorder.unrecorded, recorder }
}

/** A deployment that gives every request this answer. */
export const answers =
  (
    body: string | Uint8Array,
    headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
  ): RequestListener =>
  (_incoming, outgoing) =>
    outgoing.writeHead(200, headers).end(body)

/** The file of a recording. @param change masks its personal data */
export const textOf = (recorder: Recorder, change = (har: string) => har): string =>
  [...recordingTexts(recorder, 'http://127.0.0.1', product, change)].join('')
