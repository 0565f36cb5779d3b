import { describe, expect, test } from 'vitest'
import { TestWorld } from '../../support/test-world.ts'

const list = async (world: TestWorld, as: string): Promise<number[]> => (await world.call('listFavourites', { as })).data
const add = (world: TestWorld, property_id: string | number, as = 'fan') =>
  world.call('addFavourite', { path: { property_id }, as })
const remove = (world: TestWorld, property_id: string | number, as = 'fan') =>
  world.call('removeFavourite', { path: { property_id }, as })

describe('favourites', () => {
  test('are kept in order of addition, for a user without properties', async () => {
    const world = new TestWorld()
    expect(await list(world, 'fan')).toEqual([])
    for (const id of [4, 1, 3]) expect((await add(world, id)).data).toBe(String(id))
    expect(await list(world, 'fan')).toEqual([4, 1, 3])
  })

  test('contain a property once', async () => {
    const world = new TestWorld()
    for (const id of ['1', '4', '1', '008', '8']) expect(await add(world, id)).toMatchObject({ status: 200, data: id })
    expect(await list(world, 'fan')).toEqual([1, 4, 8])
  })

  test('are removed one by one; removing a missing one is refused, except as recorded', async () => {
    const world = new TestWorld()
    for (const id of [1, 3, 999]) await add(world, id)
    expect((await remove(world, 1)).data).toBe('1')
    const refusal = { status: 404, message: 'Property is not a favourite' }
    for (const unknown of [1, 12345, 'abc']) expect(await remove(world, unknown)).toMatchObject(refusal)
    expect((await remove(new TestWorld({ choices: { unknown_record: 'echo' } }), 'abc')).data).toBe('abc')
    expect(await list(world, 'fan')).toEqual([3, 999])
    await add(world, 1)
    expect(await list(world, 'fan')).toEqual([3, 999, 1])
  })

  test('belong to the user of the token, for every client', async () => {
    const world = new TestWorld({ rows: { favourites: [{ id: '2/3', userId: 2, propertyId: 3 }] } })
    await add(world, 5, 'desk')
    await add(world, 1, 'fan')
    expect(await list(world, 'desk')).toEqual([3, 5])
    expect(await list(world, 'fan')).toEqual([1])
    expect(await list(world, 'super')).toEqual([])
    await remove(world, 3, 'fan')
    expect(await list(world, 'desk')).toEqual([3, 5])
  })

  test('record no events', async () => {
    const world = new TestWorld()
    await add(world, 1)
    await remove(world, 1)
    expect(world.sandbox.store.db.events.all()).toEqual([])
  })

  test.each(['abc', '-1', '1.5', '0', '99999999999999999999', '__proto__', 'constructor'])(
    'refuse %j, which is not an id',
    async (id) => {
      const world = new TestWorld()
      expect(await add(world, id)).toMatchObject({ status: 404, message: 'Property does not exist' })
      expect(await list(world, 'fan')).toEqual([])
    },
  )

  test('contain a missing property only by choice', async () => {
    expect(await add(new TestWorld(), 999)).toMatchObject({ status: 200, data: '999' })
    const strict = new TestWorld({ choices: { favourite_unknown_property: 'refuse' } })
    expect(await add(strict, 999)).toMatchObject({ status: 404, message: 'Property does not exist' })
    expect(await add(strict, 5)).toMatchObject({ status: 200 })
    expect(await list(strict, 'fan')).toEqual([5])
  })

  test('require a property to add', async () => {
    expect(await new TestWorld().send('POST', '/favourites', { as: 'fan' })).toMatchObject({ status: 404 })
  })

  test('have no live_site in the current profile', async () => {
    const world = new TestWorld({ profile: 'current' })
    const site = { base: '/service/api', url: '/favourites/3/', method: 'POST' }
    const added = await world.send('POST', '/favourites/3/', { as: 'fan' })
    expect(added.body).toEqual({ data: { id: '3' }, meta: { code: 200, site } })
    expect(await add(world, 'abc')).toMatchObject({ status: 400, body: { code: 400, lines: [] } })
  })
})
