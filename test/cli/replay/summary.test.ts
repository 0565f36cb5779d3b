import { expect, test } from 'vitest'
import { CHOICE_IDS, choice } from '../../../src/booking-contract/choices/choices.ts'
import { replayOutput } from '../../replay/replay-output.ts'

const entry = (index: number) => ({
  startedDateTime: '2026-05-02T09:00:00.000Z',
  request: { method: 'GET', url: `http://127.0.0.1/service/api/${index % 3 === 0 ? 'user' : 'users'}`, headers: [] },
  response: { status: 200, headers: [], content: { mimeType: 'application/json', text: '{"data":{}}' } },
})
const CALLS = Array.from({ length: 90 }, (_, index) => entry(index))
/** What the terminal shows, without the JSON of the report. */
const shown = async (...flags: readonly string[]): Promise<string> =>
  (await replayOutput(CALLS, ...flags)).split('\n{\n')[0]?.trimEnd() ?? ''

test('a replay with many differences ends with a summary by operation and field', async () => {
  const lines = (await shown()).split('\n')
  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines[0]).toMatch(/run\.har, sent to a fresh world .*: 90 of 90 responses differ, 0 requests skipped$/)
  expect(lines).toContain('What differs')
  const status = lines.findIndex((line) => /^- GET status: 90 times, first$/.test(line))
  expect(lines[status + 1]).toMatch(/^ {4}entries\[0\] GET \/user$/)
  expect(lines[status + 2]).toMatch(/^ {4}status: recorded 200, now 40\d$/)
  const fields = lines.filter((line) => line.startsWith('- ')).map((line) => line.split(':')[0])
  expect(
    fields.filter((field) => field !== '- GET status' && !/message|description/.test(field ?? '')),
    'of the body',
  ).toEqual([])
  expect(lines.at(-1)).toBe('Every response that differs: --verbose prints them, --report FILE writes them as JSON.')
})

test('the summary shortens the many choices of a calibrated world, and the report has them all', async () => {
  const answers = CHOICE_IDS.slice(0, 30).map((id) => `${id}=${Object.keys(choice(id).answers)[0]}`)
  const flags = answers.flatMap((answer) => ['--choice', answer])
  const output = await replayOutput(CALLS, ...flags)
  expect(output.split('\n')[0]).toMatch(/sent to a fresh world \(fixtures .{150,220}\.\.\.: 90 of 90 responses differ/)
  expect(output).toContain(`, ${answers.join(', ')}, seed`)
})

test('--verbose lists every response that differs', async () => {
  const lines = (await shown('--verbose')).split('\n')
  expect(lines.filter((line) => line.startsWith('entries['))).toHaveLength(90)
  expect(lines.at(-1)).toBe('90 exchanges, 0 same, 90 differ, 0 skipped')
})

test('a booking session that was opened before the recording is named', async () => {
  const inSession = (path: string, text: object) => ({
    startedDateTime: '2026-05-02T09:00:00.000Z',
    request: {
      method: 'GET',
      url: `http://127.0.0.1/service/api${path}`,
      headers: [{ name: 'X-SERVICE-BOOKING-SESSION-ID', value: 'open-since-monday' }],
    },
    response: { status: 200, headers: [], content: { mimeType: 'application/json', text: JSON.stringify(text) } },
  })
  const validated = inSession('/booking/validate/dates', { data: { dates_validation: { valid: true } }, meta: { code: 200 } })
  expect(await replayOutput([validated, validated])).toContain(
    'note: opened before the recording, so not open here: booking session open-since-monday (2 calls)',
  )
})
