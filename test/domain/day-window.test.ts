import { describe, expect, test } from 'vitest'
import { parseDay } from '../../src/base/day.ts'
import { dayWindow } from '../../src/domain/day-window.ts'

const sent = (text: string) => ({ sent: text, day: parseDay(text) })

describe('a sent period', () => {
  test.each([
    ['2026-05-01', '2026-05-31'],
    ['2026-05-01', '2026-05-01'],
  ])('from %s to %s includes both days', (from, to) => {
    expect(dayWindow(sent(from), sent(to), 'refuse')).toEqual({ from, to })
  })

  test.each([
    ['reversed', '2026-05-31', '2026-05-01', ['end_date']],
    ['with a day that does not exist', '2026-02-30', '2026-05-01', ['start_date']],
    ['of texts', '93', 'foo', ['start_date', 'end_date']],
    ['in slashes', '2026-05-01', '2026/05/31', ['end_date']],
  ])('%s is refused with its problem, or matches nothing by choice', (_, from, to, fields) => {
    const problems = fields.map((field) => expect.objectContaining({ field }))
    expect(() => dayWindow(sent(from), sent(to), 'refuse')).toThrow(
      expect.objectContaining({ code: 'values_invalid', detail: { problems } }),
    )
    expect(dayWindow(sent(from), sent(to), 'as_recorded')).toBeUndefined()
  })

  test('refuses with the parameter names of the caller', () => {
    const names = { start: 'start', end: 'end' }
    expect(() => dayWindow(sent('2026-05-31'), sent('2026-05-01'), 'refuse', names)).toThrow(
      expect.objectContaining({ detail: { problems: [{ field: 'end', message: '"2026-05-01" is before start "2026-05-31"' }] } }),
    )
  })

  test('quotes at most 40 characters of the sent text', () => {
    try {
      dayWindow(sent('x'.repeat(5000)), sent('2026-05-01'), 'refuse')
      expect.unreachable()
    } catch (error) {
      expect(JSON.stringify((error as { detail: unknown }).detail).length).toBeLessThan(200)
    }
  })
})
