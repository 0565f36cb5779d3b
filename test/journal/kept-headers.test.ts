import { describe, expect, test } from 'vitest'
import { isKeptHeader, KEPT_HEADERS } from '../../src/journal/kept-headers.ts'

describe('a header is kept', () => {
  test.each(KEPT_HEADERS)('%s', (name) => {
    expect(isKeptHeader(name)).toBe(true)
  })

  test.each(['x-acme-booking-session-id', 'x-acme2-channel-name', 'x-a-no-envelope'])('%s, of any product', (name) => {
    expect(isKeptHeader(name)).toBe(true)
  })

  test.each([
    'cookie',
    'x-colour',
    'x-acme-request-id',
    'x-acme-extra-channel-name',
    'x-acme-channel-names',
    'acme-channel-name',
    'my-x-acme-channel-name',
    'x--channel-name',
    'channel-name',
  ])('%s is not', (name) => {
    expect(isKeptHeader(name)).toBe(false)
  })
})
