import { describe, expect, test } from 'vitest'
import { Form } from '../../src/api/form.ts'
import { MAX_BODY, maskedForm, maskedNames, maskedQuery } from '../../src/journal/masking.ts'
import { TestWorld } from '../support/test-world.ts'

const LONG = 'x'.repeat(2 * MAX_BODY)
const SHORTER = 'x'.repeat(MAX_BODY - 100)
const SECRET = 'abc123def'

const masked = (name: string, value: string): string => maskedForm(new Form([[name, value]]))
const never = (): boolean => false

describe('a secret in a form with a long name', () => {
  test.each([
    ['the name of a secret at the end', `${SHORTER}[token]`, SECRET],
    ['the name of a secret at the end, percent-encoded', `${SHORTER}%5Btoken%5D`, SECRET],
    ['the name of a secret at the end, its letters percent-encoded', `${SHORTER}[%74oken]`, SECRET],
    ['the name of a secret as a list', `${SHORTER}[client_secret][]`, SECRET],
    ['the name of a secret after what is shown', `${LONG}[token]`, SECRET],
    ['a secret in the name', `token=${SECRET}${LONG}`, '1'],
    ['a secret in the name, percent-encoded', `token%3D${SECRET}${LONG}`, '1'],
    ['a secret in the name, its letters percent-encoded', `%74oken%3D${SECRET}${LONG}`, '1'],
    ['a secret in the name, in brackets', `a[token]=${SECRET}${LONG}`, '1'],
    ['a secret in the name, where it is cut in an escape', `token%3D${SECRET}${'%C3%A9'.repeat(20_000)}`, '1'],
    ['a secret at the end of what is shown', `${'x'.repeat(MAX_BODY - 20)}&token=${SECRET}${LONG}`, '1'],
    ['a secret in the value', 'comment', `token=${SECRET}${LONG}`],
    ['a secret in the value, where it is cut in an escape', 'comment', `token%3D${SECRET}${'%C3%A9'.repeat(20_000)}`],
    ['a secret in the value, its encoding broken', 'comment', `token%3D${SECRET}%zz`],
  ])('%s is not shown', (_, name, value) => {
    const form = masked(name, value)
    expect(form).not.toContain(SECRET)
    expect(maskedNames([name], never).join()).not.toContain(SECRET)
    expect(form.length).toBeLessThan(MAX_BODY + 20)
  })

  test('in the name masks the value too', () => {
    expect(masked(`token=${LONG}`, SECRET)).toBe('[masked]=[masked]')
  })

  test('of a long name without a secret its start is shown', () => {
    expect(masked(LONG, SECRET)).toBe(`${LONG.slice(0, MAX_BODY)} ... cut`)
    expect(masked(SHORTER, 'v')).toBe(`${SHORTER}=v`)
    expect(maskedNames([LONG, 'short'], never)).toEqual([`${LONG.slice(0, 200)} ... cut`, 'short'])
  })
})

test('a secret in a query whose encoding is broken is not shown', () => {
  expect(maskedQuery(`note=token%3D${SECRET}%zz&%74oken=${SECRET}`)).toBe('note=[masked]&%74oken=[masked]')
})

test('names that nothing reads are cut; a known secret where they are cut is not shown', async () => {
  const world = new TestWorld()
  const unread = async (name: string) => {
    await world.send('POST', '/oauth/token', { form: { grant_type: 'client_credentials', [name]: '1' } })
    return world.sandbox.journal.entries().at(-1)?.unread
  }
  expect(await unread(LONG)).toEqual([`${LONG.slice(0, 200)} ... cut`])
  expect(await unread(`${'x'.repeat(195)}desk-secret${LONG}`)).toEqual(['[masked]'])
  expect(world.sandbox.journal.bytes).toBeLessThan(3 * MAX_BODY)
})
