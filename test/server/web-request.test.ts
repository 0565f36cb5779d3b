import { expect, test } from 'vitest'
import { WebRequest } from '../../src/server/web-request.ts'

test('header names are read in any case: happy-dom keeps that of the sender', () => {
  const request = new Request('http://localhost/service/api/oauth/token')
  Object.defineProperty(request, 'headers', { value: new Map([['Content-Type', 'text/plain']]) })
  const { headers } = new WebRequest(request, { publicUrl: undefined, scheme: 'http' }, {})
  expect(headers).toEqual({ host: 'localhost', 'content-type': 'text/plain' })
})
