import { describe, expect, test } from 'vitest'
import type { GuestType } from '../../../src/domain/guest/guest-types.ts'
import { GUEST_TYPE_FORM } from '../../support/forms.ts'
import { TestWorld } from '../../support/test-world.ts'

const SENIOR = { ...GUEST_TYPE_FORM, order: '3' }

const CHILD: GuestType = {
  id: 18,
  propertyId: 1,
  type: 'Child',
  notes: 'under 12',
  maximum: 4,
  isPercentage: true,
  adds: false,
  variance: 2000,
  published: true,
  order: 0,
  isChild: true,
}

const CHILD_ENTRY = {
  id: 18,
  type: 'Child',
  notes: 'under 12',
  maximum: 4,
  is_percentage: 1,
  posneg: 0,
  variance: 20,
  published: 1,
  property_uid: 1,
  order: 0,
  is_child: 1,
}

const guestTypes = [CHILD, { ...CHILD, id: 19, propertyId: 3, type: 'Pup' }]
const worldOf = (profile: 'documented' | 'current' = 'documented') => new TestWorld({ profile, rows: { guestTypes } })
const list = async (world: TestWorld, property = 1) =>
  (await world.call('listGuestTypes', { path: { property_id: property }, as: 'super' })).data
const events = (world: TestWorld) => world.sandbox.store.db.events.all().map(({ task, data }) => ({ task, data }))

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

  test('is refused with all wrong segments and stores nothing', async () => {
    const world = worldOf()
    const path = { property_id: 1, ...SENIOR, maximum: 'many', posneg: '2', variance: '-1' }
    const answer = await world.call('createGuestType', { path, as: 'desk' })
    expect(answer.status).toBe(400)
    expect(answer.message).toBe(
      'maximum: must be a whole number from 0, not "many"; posneg: must be 0 or 1, not "2"; variance: must be a number from 0, not "-1"',
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

describe('changing a guest type', () => {
  const path = { property_id: 1, guest_type_id: 18, ...SENIOR }

  test('returns numbers, and changes the list', async () => {
    const world = worldOf()
    const { data } = await world.call('updateGuestType', { path, as: 'writer' })
    expect(data).toEqual([
      {
        message: 'Updated customer type',
        type: 'Senior',
        notes: '65 plus',
        maximum: 4,
        is_percentage: 1,
        posneg: 0,
        variance: 12.5,
        published: 0,
        property_uid: 1,
        guesttype_uid: 18,
        order: 3,
        is_child: 0,
      },
    ])
    expect(await list(world)).toMatchObject([{ id: 18, type: 'Senior', variance: 12.5, published: 0, order: 3 }])
    expect(events(world)).toEqual([{ task: 'guest_type_saved', data: { property_uid: '1', guest_type_uid: 18 } }])
  })

  test('has French texts for a language segment', async () => {
    const { data } = await worldOf().call('updateGuestType', { path: { ...path, language: 'fr' }, as: 'desk' })
    expect(data).toMatchObject([{ message: 'Type de client mis à jour' }])
  })

  test.each([
    ['0', 400, 'Guest type id not set'],
    ['abc', 400, 'Guest type id not set'],
    ['-18', 400, 'Guest type id not set'],
    ['18.5', 400, 'Guest type id not set'],
    ['__proto__', 400, 'Guest type id not set'],
    ['constructor', 400, 'Guest type id not set'],
    ['999', 404, 'Guest type does not exist'],
    ['99999999999999999999', 404, 'Guest type does not exist'],
    ['19', 404, 'Guest type does not exist'],
  ])('with the id %s is refused with %i', async (guest_type_id, status, message) => {
    const world = worldOf()
    const answer = await world.call('updateGuestType', { path: { ...path, guest_type_id }, as: 'desk' })
    expect(answer).toMatchObject({ status, message })
    expect(await list(world, 3)).toMatchObject([{ id: 19, type: 'Pup' }])
    expect(events(world)).toEqual([])
  })

  test('is refused with all wrong segments and changes nothing', async () => {
    const world = worldOf()
    const answer = await world.call('updateGuestType', { path: { ...path, order: '-1', is_child: 'yes' }, as: 'desk' })
    expect(answer).toMatchObject({
      status: 400,
      message: 'order: must be a whole number from 0, not "-1"; is_child: must be 0 or 1, not "yes"',
    })
    expect(await list(world)).toEqual([CHILD_ENTRY])
  })

  test('in the current profile truncates the variance in the response, echoes published and order, and ignores unknown ids', async () => {
    const world = worldOf('current')
    const { data } = await world.call('updateGuestType', { path, as: 'desk' })
    expect(data).toMatchObject([{ variance: 12, published: 0, order: 3 }])
    expect(await list(world)).toMatchObject([{ id: 18, variance: 12.5, published: 1, order: 0 }])
    const unknown = await world.call('updateGuestType', { path: { ...path, guest_type_id: 19 }, as: 'desk' })
    expect(unknown.data).toMatchObject([{ message: 'Updated customer type', guesttype_uid: 19 }])
    expect(await list(world, 3)).toMatchObject([{ id: 19, type: 'Pup' }])
    const zero = await world.call('updateGuestType', { path: { ...path, guest_type_id: 0 }, as: 'desk' })
    expect(zero).toMatchObject({ status: 400, message: 'Guest type id not set' })
  })
})

describe('deleting a guest type', () => {
  test.each([
    ['the path of the document', '/guesttypes/1/18'],
    ['a slash at the end', '/guesttypes/1/18/'],
    ['the extra word delete', '/guesttypes/1/delete/18'],
    ['the extra word in another case', '/guesttypes/1/DELETE/18'],
  ])('works with %s', async (_, target) => {
    const world = worldOf()
    const answer = await world.send('DELETE', target, { as: 'desk' })
    expect(answer.body).toMatchObject({
      data: { deleteguesttype: [{ message: 'Deleted customer type', property_uid: 1, guesttype_uid: 18 }] },
    })
    expect(await list(world)).toEqual([])
    expect(events(world)).toEqual([{ task: 'guest_type_deleted', data: { property_uid: '1', guest_type_uid: 18 } }])
  })

  test('has French texts for a language segment', async () => {
    const path = { property_id: 1, guest_type_id: 18, language: 'fr-FR' }
    const { data } = await worldOf().call('deleteGuestType', { path, as: 'desk' })
    expect(data).toMatchObject([{ message: 'Type de client effacé' }])
  })

  test.each([
    ['0', 400],
    ['abc', 400],
    ['delete', 400],
    ['999', 404],
    ['19', 404],
  ])('with the id %s is refused with %i', async (guest_type_id, status) => {
    const world = worldOf()
    const answer = await world.call('deleteGuestType', { path: { property_id: 1, guest_type_id }, as: 'desk' })
    expect(answer.status).toBe(status)
    expect(await list(world)).toHaveLength(1)
    expect(await list(world, 3)).toHaveLength(1)
  })

  test.each(['/guesttypes/1/0', '/guesttypes/1/delete/0'])(
    'as recorded, %s is refused without the address of the site',
    async (target) => {
      const { status, body } = await worldOf('current').send('DELETE', target, { as: 'desk' })
      expect([status, body]).toEqual([
        400,
        {
          code: 400,
          meta: { site: { base: '/service/api', url: target, method: 'DELETE' } },
          error_message: 'Guest type id not set',
          lines: [],
        },
      ])
    },
  )

  test('a second time is refused, and ignored in the current profile', async () => {
    const path = { property_id: 1, guest_type_id: 18 }
    const strict = worldOf()
    await strict.call('deleteGuestType', { path, as: 'desk' })
    expect((await strict.call('deleteGuestType', { path, as: 'desk' })).status).toBe(404)
    const current = worldOf('current')
    await current.call('deleteGuestType', { path, as: 'desk' })
    expect((await current.call('deleteGuestType', { path, as: 'desk' })).data).toMatchObject([{ guesttype_uid: '18' }])
    expect(events(current)).toHaveLength(1)
  })

  test('does not free its id', async () => {
    const world = worldOf()
    await world.call('deleteGuestType', { path: { property_id: 1, guest_type_id: 18 }, as: 'desk' })
    const { data } = await world.call('createGuestType', { path: { property_id: 1, ...SENIOR }, as: 'desk' })
    expect(data).toMatchObject([{ id: 20 }])
  })
})
