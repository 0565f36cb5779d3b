import { expect, test } from 'vitest'
import { entryOf } from '../../src/journal/entry.ts'
import { harOf } from '../../src/journal/har.ts'

test('brackets are encoded in paths and queries, and not around the IPv6 address of a server', () => {
  const place = {
    address: 'http://[::1]:4010',
    apiPath: '/service/api',
    sandbox: 'default',
    sessionHeader: 'session',
    channelHeader: 'channel',
    version: '0',
  }
  const entry = entryOf({ id: 1, at: 0, method: 'GET', target: '/a[1]?b[]=2', status: 200 })
  expect(harOf([entry], place).log.entries[0]?.request.url).toBe('http://[::1]:4010/service/api/a%5B1%5D?b%5B%5D=2')
})
