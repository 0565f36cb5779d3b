import { describe, expect, test } from 'vitest'
import { NOW } from '../../support/small-world.ts'
import { listBookingsCall, pastCallOf } from './past-calls.ts'

describe('a call of the journal', () => {
  test('began when it was received, and ended with its response', () => {
    expect(pastCallOf(1, { ms: 30 })).toMatchObject({ id: 1, at: NOW + 1000, began: NOW + 1000, ended: NOW + 1030 })
    expect(pastCallOf(1, { at: NOW, real: 5 })).toMatchObject({ at: NOW, began: 5, ended: 10 })
  })

  test.each<readonly [sent: string | undefined, session: string | undefined]>([
    [undefined, undefined],
    ['visitor', 'visitor'],
    [' visitor\t', 'visitor'],
    ['x'.repeat(60), 'x'.repeat(50)],
    [`  ${'x'.repeat(60)}`, 'x'.repeat(50)],
  ])('of the session %j is in the session %j', (session, expected) => {
    expect(pastCallOf(1, { session }).session).toBe(expected)
  })

  test('is the same as another by method, address, form and session', () => {
    const key = (more: Parameters<typeof pastCallOf>[1]): string => pastCallOf(1, { session: 'a', ...more }).key
    expect(key({ id: 2, session: ' a ', status: 500, client: 'other' })).toBe(key({}))
    for (const more of [
      { target: '/other' },
      { request: 'x=1' },
      { request: undefined },
      { session: 'b' },
      { session: undefined },
    ])
      expect(key(more), JSON.stringify(more)).not.toBe(key({}))
    expect(pastCallOf(1, { operation: undefined, method: 'PUT' }).key).not.toBe(pastCallOf(1, { operation: undefined }).key)
  })

  test('has the method and the tag of its operation, independent of the sent method', () => {
    expect(listBookingsCall(1, { method: 'POST' })).toMatchObject({ method: 'GET', tag: 'bookings' })
    expect(listBookingsCall(1, { operation: undefined, method: 'PUT' })).toMatchObject({ method: 'PUT', tag: undefined })
    expect(listBookingsCall(1, { operation: 'unheardOf', method: 'PUT' })).toMatchObject({ method: 'PUT', tag: undefined })
  })

  test('is refused if it has a refusal, independent of its status', () => {
    expect([
      pastCallOf(1, { status: 400 }).refused,
      pastCallOf(1, { refusal: 'no' }).refused,
      pastCallOf(1, { refusal: '' }).refused,
    ]).toEqual([false, true, true])
  })

  test('has the subject that the journal noted, else that of its path and form', () => {
    expect(listBookingsCall(1, { subject: { property: 4 } }).subject).toEqual({ property: 4 })
    expect(listBookingsCall(1).subject).toEqual({ property: 1 })
    expect(pastCallOf(1, { operation: 'setAddress', request: 'email=Ann%40example.test' }).subject).toEqual({
      guest: 'ann@example.test',
    })
    expect(pastCallOf(1).subject).toBeUndefined()
  })

  test('has the fields of its form and its path, and no others', () => {
    const call = listBookingsCall(1, { request: 'name=Ann+Lee&name=Bea&empty=' })
    expect(['name', 'empty', 'none'].map((name) => call.form(name))).toEqual(['Ann Lee', '', undefined])
    expect(call.path).toEqual({ property_id: '1' })
    expect(pastCallOf(1, { path: undefined, request: undefined })).toMatchObject({ path: {}, fault: [] })
    expect(pastCallOf(1, { request: undefined }).form('name')).toBeUndefined()
    expect(pastCallOf(1, { fault: ['day/1'] }).fault).toEqual(['day/1'])
  })

  test('has the headers that the journal keeps', () => {
    const call = pastCallOf(1, {
      ...{ session: ' visitor ', channel: 'north', correlation: 'sync-7' },
      requestHeaders: { accept: 'text/html', 'user-agent': 'sync/2' },
    })
    const headers = (...names: readonly string[]) => names.map((name) => call.header(name))
    expect(headers('x-acme-booking-session-id', 'x-service-booking-session-id')).toEqual([' visitor ', ' visitor '])
    expect(headers('x-acme-channel-name', 'x-request-id', 'x-correlation-id')).toEqual(['north', 'sync-7', 'sync-7'])
    expect(headers('accept', 'user-agent', 'content-type')).toEqual(['text/html', 'sync/2', undefined])
    expect(pastCallOf(1).header('x-service-channel-name')).toBeUndefined()
  })
})
