/**
 * Control characters in texts: no form sends them, and they break tables, logs and files of those who read them.
 *
 * @module
 */
import { expect, test } from 'vitest'
import { GUEST_TYPE_FORM } from '../support/forms.ts'
import { AN_ADDRESS, aCompleteSession, IN_SESSION } from '../support/session-rows.ts'
import { JUNE, TARIFF_FIELDS, tariffDates } from '../support/tariff-form.ts'
import { TestWorld } from '../support/test-world.ts'

test('are refused in guest types, tariffs, addresses and notes, each with its field', async () => {
  const world = new TestWorld({ rows: { sessions: [aCompleteSession()] } })
  const path = { property_id: 1, ...GUEST_TYPE_FORM, type: 'Sen\u0000ior', notes: 'a\u0085b' }
  const guestType = await world.call('createGuestType', { path, as: 'desk' })
  expect(guestType).toMatchObject({
    status: 400,
    message: 'type: must not hold control characters; notes: must not hold control characters',
  })
  const form = { ...TARIFF_FIELDS, ...tariffDates(JUNE, { 0: '90' }), rate_title: 'Sum\nmer', rate_description: '\u0007' }
  const tariff = await world.call('createTariff', { path: { property_id: 1 }, form, as: 'desk' })
  expect(tariff).toMatchObject({
    status: 400,
    message: 'rate_title: must not hold control characters; rate_description: must not hold control characters',
  })
  const address = { ...AN_ADDRESS, street: 'Mill\u0000Lane' }
  const { data } = await world.call('setAddress', { headers: IN_SESSION, form: address })
  expect(data).toEqual({ valid: false, reason: 'street must not hold control characters' })
  const note = await world.call('setNote', { headers: IN_SESSION, form: { note: 'late\u0000' } })
  expect(note.data).toEqual({ valid: false, reason: 'note must not hold control characters' })
})

test('line ends and tabs are part of notes', async () => {
  const world = new TestWorld({ rows: { sessions: [aCompleteSession()] } })
  const path = { property_id: 1, ...GUEST_TYPE_FORM, notes: 'from\t60\r\nto 99' }
  expect((await world.call('createGuestType', { path, as: 'desk' })).data).toMatchObject([{ notes: 'from\t60\r\nto 99' }])
  const note = await world.call('setNote', { headers: IN_SESSION, form: { note: 'late,\nafter 22:00' } })
  expect(note.data).toEqual({ valid: true })
})

test('are stored by the newest release', async () => {
  const world = new TestWorld({ profile: 'current' })
  const path = { property_id: 1, ...GUEST_TYPE_FORM, notes: 'a\u0000b' }
  expect((await world.call('createGuestType', { path, as: 'desk' })).status).toBe(200)
})
