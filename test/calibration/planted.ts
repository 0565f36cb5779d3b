/**
 * A recording with a word of its own in every personal place, to see whether masking finds all of them.
 *
 * @module
 */
import { choicesOf } from '../../src/booking-contract/choices/choices.ts'
import { OPERATIONS } from '../../src/booking-contract/index.ts'
import { answerSchema, type BookingOperation } from '../../src/booking-contract/shared/operation.ts'
import { personalKind } from '../../src/calibration/masking/personal-fields.ts'

const words: string[] = []
/** A word of 16 letters that no other place has. */
function plant(): string {
  const digits = [...`${words.length + 1}`.padStart(4, '0')]
  words.push(`Q${digits.map((digit) => 'bdfghjklmn'[Number(digit)]).join('')}wxyzpqrstvk`)
  return words.at(-1) ?? ''
}

/** Every name in a schema. */
function* namesIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return
  if ('properties' in schema && typeof schema.properties === 'object') yield* Object.keys(schema.properties ?? {})
  for (const inner of Object.values(schema)) yield* namesIn(inner)
}

/** A recorded call with a planted word in each personal place of an operation. */
function plantedEntry(operation: BookingOperation): object {
  const value = (name: string, other: string): string => (personalKind(name) ? plant() : other)
  const params = Object.keys(operation.params)
  const path = params.reduce(
    (text, name) => text.replace(`{${name}}`, value(name, operation.example.path?.[name] ?? '1')),
    operation.path.replaceAll(/[[\]]/g, ''),
  )
  const fields = 'form' in operation && operation.form ? Object.keys(operation.form.fields) : []
  const form = new URLSearchParams(
    [...fields, 'email', 'note'].map((name): [string, string] => [name, value(name, '1')]),
  ).toString()
  const names = new Set(namesIn(answerSchema(operation, choicesOf('current'))))
  const row = Object.fromEntries([...names].map((name) => [name, value(name, '2026-11-20')]))
  const event = JSON.stringify([
    { title: `${plant()} ${plant()}`, description: `Tel: ${plant()}<hr/>2026-11-20 10:00:00 ${plant()}<br/>` },
  ])
  const body = {
    data: { [operation.answer.key]: [row], text: event },
    meta: { site: { url: path, live_site: 'https://qhotelofsomebodyx.example' } },
    error_message: ` Request ${path} unknown`,
  }
  return {
    startedDateTime: '2026-11-20T15:00:00Z',
    time: 1,
    request: {
      method: operation.method.toUpperCase(),
      url: `https://qhotelofsomebodyx.example/service/api${path}?email=${plant()}`,
      headers: [
        { name: 'cookie', value: `guest=${plant()}; b=${plant()}` },
        { name: 'host', value: 'qhotelofsomebodyx.example' },
      ],
      cookies: [{ name: 'guest', value: plant() }],
      postData: { mimeType: 'application/x-www-form-urlencoded', text: form, params: [{ name: 'surname', value: plant() }] },
    },
    response: {
      status: 200,
      headers: [{ name: 'x-service-error-message', value: `Request ${path} unknown` }],
      content: { mimeType: 'application/json', size: 1, text: JSON.stringify(body) },
    },
  }
}

/** One call of every operation, with the words that are planted in it. */
export function plantedRecording(): { readonly har: string; readonly words: readonly string[] } {
  const from = words.length
  const har = JSON.stringify({ log: { version: '1.2', entries: OPERATIONS.map(plantedEntry) } })
  return { har, words: words.slice(from) }
}
