import { describe, expect, test } from 'vitest'
import { CHILD_ENTRY, events, list, SENIOR, worldOf } from './guest-types-world.ts'

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
      message: 'order: must be a whole number from 0 to 999999999, not "-1"; is_child: must be 0 or 1, not "yes"',
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
    expect(events(world).at(-1)).toEqual({ task: 'guest_type_saved', data: { property_uid: '1', guest_type_uid: 19 } })
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
    expect(events(current)).toHaveLength(2)
  })

  test('does not free its id', async () => {
    const world = worldOf()
    await world.call('deleteGuestType', { path: { property_id: 1, guest_type_id: 18 }, as: 'desk' })
    const { data } = await world.call('createGuestType', { path: { property_id: 1, ...SENIOR }, as: 'desk' })
    expect(data).toMatchObject([{ id: 20 }])
  })
})
