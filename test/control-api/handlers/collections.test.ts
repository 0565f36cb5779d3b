import { describe, expect, test } from 'vitest'
import { serverOf } from '../server-of.ts'

type Row = Readonly<Record<string, unknown>>

const collection = async (path: string) => (await serverOf().ask('GET', `/_understay/collections/${path}`)).body
const idsOf = (found: readonly Row[]): readonly unknown[] => found.map(({ id }) => id)

describe('the collections', () => {
  test('are listed with the number of their rows', async () => {
    const { ask, world } = serverOf()
    const { body } = await ask('GET', '/_understay/collections')
    const size = world.sandbox().store.db.rooms.size
    expect(size).toBeGreaterThan(0)
    expect(body).toContainEqual({ name: 'rooms', rows: size })
  })

  test('return their rows page by page', async () => {
    const { rows, matching, found } = await collection('rooms')
    expect([matching, found.length]).toEqual([rows, Math.min(rows, 50)])
    expect(idsOf((await collection('rooms?offset=1&limit=2')).found)).toEqual(idsOf(found).slice(1, 3))
    expect((await collection(`rooms?offset=${rows}`)).found).toEqual([])
  })

  test('say which fields are whole hundredths', async () => {
    expect((await collection('rates')).hundredths).toEqual(['price'])
    expect((await collection('taxRates')).hundredths).toEqual(['rate'])
    expect((await collection('notes')).hundredths).toEqual([])
  })

  test('can be searched in all fields, or by the value of one field or list element', async () => {
    const { found, matching } = await collection('rooms?field=propertyId&value=1')
    expect(matching).toBeGreaterThan(0)
    for (const { propertyId } of found) expect(propertyId).toBe(1)
    const byName = await collection(`rooms?search=${String(found[0].name).toUpperCase()}`)
    expect(idsOf(byName.found)).toContain(found[0].id)
    expect(byName.matching).toBeLessThanOrEqual(byName.rows)
    expect((await collection('rooms?search=no-such-word')).found).toEqual([])
    expect((await collection('clients?field=scopes&value=properties_get')).matching).toBeGreaterThan(0)
  })

  test('are searched for what their values say, not for names of fields or escapes', async () => {
    const { ask, token, world } = serverOf()
    const name = encodeURIComponent('Bo "B" \\ Ray')
    const path = `/service/api/guests/1/${name}/Quill/1/Mill Lane/Cork/Cork/IE/T12/1/2/q@mail.example/-/0`
    const { body } = await ask('POST', path, { headers: await token() })
    const id = body.data.addguest[0].guest_uid
    const found = async (words: string) =>
      idsOf((await ask('GET', `/_understay/collections/guests?search=${encodeURIComponent(words)}`)).body.found)
    for (const words of ['"B" \\ ray', 'ray quill']) expect([words, await found(words)]).toEqual([words, [id]])
    for (const words of ['firstname', '\\"', '":"']) expect([words, await found(words)]).toEqual([words, []])
    world.sandbox().store.change((db) => {
      for (const property of db.properties.all().filter(({ id }) => id === 2))
        db.properties.put({ ...property, settings: { requireApproval: '1' } })
    })
    expect(idsOf((await ask('GET', '/_understay/collections/properties?search=requireApproval')).body.found)).toEqual([2])
  })

  test('refuse a field that no row has', async () => {
    const { status, body } = await serverOf().ask('GET', '/_understay/collections/bookings?field=propertyID&value=1')
    const error = 'field: rows of bookings have no field "propertyID"; did you mean "propertyId"?'
    expect({ status, body }).toEqual({ status: 400, body: { error } })
  })

  test('show no token and no secret', async () => {
    const { ask, token } = serverOf()
    const { authorization } = await token()
    const { body } = await ask('GET', '/_understay/collections/tokens')
    expect(body.found).toHaveLength(1)
    expect(JSON.stringify(body)).not.toContain(authorization.slice('Bearer '.length))
  })

  test.each(['nothing', 'constructor', '__proto__'])('refuse the unknown name %s', async (name) => {
    const { status, body } = await serverOf().ask('GET', `/_understay/collections/${name}`)
    expect([status, body.error]).toEqual([404, expect.stringContaining('GET /_understay/collections lists them')])
  })

  test.each(['booking', 'Bookings', 'bokings'])('suggest the collection that %s is near to', async (name) => {
    const { body } = await serverOf().ask('GET', `/_understay/collections/${name}`)
    expect(body.error).toBe(
      'there is no collection of this name; did you mean "bookings"? GET /_understay/collections lists them',
    )
  })

  test('refuse a field without a value', async () => {
    const { status, body } = await serverOf().ask('GET', '/_understay/collections/rooms?field=id')
    expect([status, body.error]).toEqual([400, 'field and value: send both, or neither'])
  })
})
