import { describe, expect, test } from 'vitest'
import { CHILD_ENTRY, events, list, SENIOR, worldOf } from './guest-types-world.ts'

describe('the list of guest types', () => {
  test('has all of the property, published or not', async () => {
    const world = worldOf()
    expect(await list(world)).toEqual([CHILD_ENTRY])
    expect(await list(world, 2)).toEqual([])
  })

  test('accepts a language segment without effect', async () => {
    const answer = await worldOf().call('listGuestTypes', { path: { property_id: 1, language: 'de-DE' }, as: 'reader' })
    expect(answer.data).toEqual([CHILD_ENTRY])
  })
})

describe('creating a guest type', () => {
  test('returns the new row, and the list contains it with published and order', async () => {
    const world = worldOf()
    const { data } = await world.call('createGuestType', { path: { property_id: 1, ...SENIOR }, as: 'writer' })
    expect(data).toEqual([
      expect.objectContaining({ message: 'Created customer type', id: 20, maximum: 4, variance: 12.5, property_uid: 1 }),
    ])
    expect(Object.keys(data[0])).toEqual([
      'message',
      'id',
      'type',
      'notes',
      'maximum',
      'is_percentage',
      'posneg',
      'variance',
      'published',
      'property_uid',
      'order',
      'is_child',
    ])
    expect(await list(world)).toEqual([
      CHILD_ENTRY,
      {
        id: 20,
        type: 'Senior',
        notes: '65 plus',
        maximum: 4,
        is_percentage: 1,
        posneg: 0,
        variance: 12.5,
        published: 0,
        property_uid: 1,
        order: 3,
        is_child: 0,
      },
    ])
    expect(events(world)).toEqual([{ task: 'guest_type_saved', data: { property_uid: '1', guest_type_uid: 20 } }])
  })

  test('is refused with the limit of a number that is too large', async () => {
    const path = { property_id: 1, ...SENIOR, maximum: '9999999999' }
    const answer = await worldOf().call('createGuestType', { path, as: 'desk' })
    expect(answer.message).toBe('maximum: must be a whole number from 0 to 999999999, not "9999999999"')
  })

  test('is refused with all wrong segments and stores nothing', async () => {
    const world = worldOf()
    const path = { property_id: 1, ...SENIOR, maximum: 'many', posneg: '2', variance: '-1' }
    const answer = await world.call('createGuestType', { path, as: 'desk' })
    expect(answer.status).toBe(400)
    expect(answer.message).toBe(
      'maximum: must be a whole number from 0 to 999999999, not "many"; posneg: must be 0 or 1, not "2"; variance: must be a number from 0, not "-1"',
    )
    expect(await list(world)).toEqual([CHILD_ENTRY])
    expect(events(world)).toEqual([])
  })

  test('is refused with the name of a blank segment', async () => {
    const answer = await worldOf().send('POST', '/guesttypes/1/Senior//4/1/0/12.5/1/0/0', { as: 'desk' })
    expect(answer).toMatchObject({ status: 400, message: expect.stringContaining('notes') })
  })

  test('stores a title with slashes, HTML and other scripts unchanged', async () => {
    const world = worldOf()
    const type = '<b>Ältere / Żółw</b> & 子供'
    const { data } = await world.call('createGuestType', { path: { property_id: 1, ...SENIOR, type }, as: 'desk' })
    expect(data).toMatchObject([{ type }])
    expect(await list(world)).toContainEqual(expect.objectContaining({ type }))
  })

  test('has French texts for a language segment', async () => {
    const path = { property_id: 1, ...SENIOR, language: 'fr-FR' }
    const { data } = await worldOf().call('createGuestType', { path, as: 'desk' })
    expect(data).toMatchObject([{ message: 'Type de client créé' }])
  })

  test('in the current profile reads numbers up to the first invalid character, and only echoes published and order', async () => {
    const world = worldOf('current')
    const odd = { maximum: 'abc', is_percentage: 'x', posneg: 'y', variance: 'z', published: 'w', order: 'v', is_child: 'u' }
    const { data } = await world.call('createGuestType', { path: { property_id: 1, ...SENIOR, ...odd }, as: 'desk' })
    expect(data).toMatchObject([{ id: 20, ...odd }])
    expect(await list(world)).toContainEqual(
      expect.objectContaining({ id: 20, maximum: 0, is_percentage: 0, variance: 0, published: 1, order: 0 }),
    )
  })
})
