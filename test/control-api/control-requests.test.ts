import { describe, expect, test } from 'vitest'
import { serverOf } from './server-of.ts'

describe('addresses outside the interface', () => {
  const { ask } = serverOf()

  test('the base page links to the other addresses', async () => {
    const { status, body } = await ask('GET', '/@w1/')
    expect(status).toBe(200)
    expect(body).toContain('http://localhost/@w1/service/api')
  })

  test.each([
    ['/index.php?option=com_service&task=viewproperty&property_uid=1', 'text/html'],
    ['/service/uploadedimages/1/property/0/medium/sea.jpg', 'image/svg+xml'],
    ['/@w1/service/assets/images/noimage.svg', 'image/svg+xml'],
  ])('links in responses can be followed: %s', async (path, type) => {
    const { status, headers } = await ask('GET', path)
    expect([status, headers.get('content-type')?.split(';')[0]]).toEqual([200, type])
  })

  test('a request without the base path gets a hint', async () => {
    const { status, headers, body } = await ask('GET', '/properties/all')
    expect(status).toBe(404)
    expect(headers.get('x-understay-hint')).toContain('/service/api')
    expect(body.meta.error_message).toContain('The interface is at http://localhost/service/api')
  })
})

describe('another product word', () => {
  test('is used in paths and header names', async () => {
    const { ask } = serverOf({ product: 'acme' })
    expect((await ask('GET', '/acme/api/search/stars/4')).status).toBe(200)
    expect((await ask('GET', '/service/api/search/stars/4')).status).toBe(404)
    const { headers } = await ask('GET', '/acme/api/listbooking/1', { headers: { origin: 'http://shop.example' } })
    expect(headers.get('access-control-expose-headers')).toContain('X-ACME-Error-Message')
    expect(headers.get('www-authenticate')).toContain('realm="Acme"')
  })
})

describe('browser pages of other origins', () => {
  const { ask } = serverOf()

  test('may read every response, also refusals', async () => {
    const { headers } = await ask('GET', '/service/api/listbooking/1', { headers: { origin: 'http://shop.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('http://shop.example')
    expect(headers.get('access-control-allow-credentials')).toBe('true')
    expect(headers.get('access-control-max-age')).toBe('86400')
  })

  test('get a response to their preflight before any authentication', async () => {
    const asked = {
      origin: 'http://shop.example',
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization',
    }
    const { status, headers, body } = await ask('OPTIONS', '/service/api/nothing/at/all', { headers: asked })
    expect([status, body]).toEqual([200, ''])
    expect(headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, DELETE, OPTIONS')
    expect(headers.get('access-control-allow-headers')).toBe('authorization')
  })
})

describe('envelopes and methods', () => {
  test('the bare value is sent on request; refusals keep their envelope', async () => {
    const { ask, token } = serverOf()
    const headers = { ...(await token()), 'x-service-no-envelope': '1' }
    expect((await ask('GET', '/service/api/properties/all', { headers })).body).toEqual([1, 2, 4, 5])
    expect((await ask('GET', '/service/api/listbooking/3', { headers })).body).toMatchObject({ meta: { code: 403 } })
  })

  test.each([
    ['by header', '/service/api/properties/all', { 'x-http-method-override': 'GET' }],
    ['by query', '/service/api/properties/all?_method=get', {}],
  ])('another method can be named with %s', async (_, path, more: Record<string, string>) => {
    const { ask, token } = serverOf()
    expect((await ask('POST', path, { headers: { ...(await token()), ...more } })).body).toMatchObject({
      data: { ids: [1, 2, 4, 5] },
    })
  })
})
