import { describe, expect, test } from 'vitest'
import { consoleOf } from './console-of.ts'
import { byId, textIn } from './markup.ts'

describe('the form that arms a fault, without script', () => {
  test('shows for an operation only the faults that can happen to it, and each can be armed', async () => {
    const { page, ask } = consoleOf()
    const texts = async (operation: string) =>
      textIn(byId(await page(`/_understay/console/scenario?operation=${operation}`), 'possible-faults'))
    expect(await texts('')).toContain('on: {} room: taken')
    expect(await texts('searchByStars')).not.toMatch(/token|session|room|property|price/)
    const blackBooking = await texts('createBlackBooking')
    expect(blackBooking).toContain('on: { operation: createBlackBooking } room: taken')
    expect(blackBooking).not.toContain('session')
    for (const cause of ['token: expired', 'room: taken', 'price: { by: 10% }']) {
      const body = `on: { operation: createBlackBooking }\n${cause}\n`
      expect((await ask('POST', '/_understay/faults', { body })).status).toBe(201)
    }
  })

  test('shows every fault for an operation that is not there', async () => {
    const { page } = consoleOf()
    const shown = await page('/_understay/console/scenario?operation="><script>')
    expect(textIn(byId(shown, 'possible-faults'))).toContain('on: {} session: expired')
  })
})
