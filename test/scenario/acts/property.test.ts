import { describe, expect, test } from 'vitest'
import { leaveMicromanage, unpublish, withdraw } from '../../../src/scenario/acts/property.ts'
import { TestWorld } from '../../support/test-world.ts'
import { eventTexts, runAct, stateOf, tryAct } from './run-act.ts'

const propertyIn = ({ sandbox }: TestWorld) => sandbox.store.db.properties.get(1)
const path = { property_id: 1 }

/** The properties of four stars that visitors find. */
const found = async (world: TestWorld) =>
  JSON.stringify((await world.call('searchByStars', { path: { stars: 4 } })).data).includes('Harbour Hotel')

describe('an unpublished property', () => {
  test('is found no more, and its managers still administer it', async () => {
    const world = new TestWorld()
    expect(await found(world)).toBe(true)
    const before = propertyIn(world)
    expect(runAct(world, unpublish, { property: 1 })).toEqual({ ...before, published: false })
    expect(propertyIn(world)?.published).toBe(false)
    expect(await found(world)).toBe(false)
    expect((await world.call('listBookings', { path, as: 'desk' })).status).toBe(200)
    expect(eventTexts(world)).toEqual(['property_unpublished {"property_uid":1}'])
  })
})

describe('a withdrawn property', () => {
  test('is no longer administered by those it was assigned to, but by super managers', async () => {
    const world = new TestWorld()
    expect((await world.call('listBookings', { path, as: 'desk' })).status).toBe(200)
    runAct(world, withdraw, { property: 1 })
    expect(propertyIn(world)?.published).toBe(false)
    const refused = await world.call('listBookings', { path, as: 'desk' })
    expect(refused).toMatchObject({ status: 403, message: expect.stringContaining("don't have rights to access") })
    expect((await world.call('listProperties', { as: 'desk' })).data).toEqual([2, 4, 5])
    expect((await world.call('listBookings', { path, as: 'super' })).status).toBe(200)
    expect(eventTexts(world)).toEqual(['property_unpublished {"property_uid":1}'])
  })

  test('has no event when the property was not published before', () => {
    const world = new TestWorld()
    runAct(world, withdraw, { property: 5 })
    expect(eventTexts(world)).toEqual([])
    expect(world.sandbox.store.db.users.get(2)?.propertyIds).toEqual([1, 2, 4])
  })
})

describe('a property that leaves micromanage mode', () => {
  test('takes no more tariffs through the interface', async () => {
    const world = new TestWorld()
    const remove = () => world.call('deleteTariff', { path: { ...path, tarifftypeid: 1 }, as: 'desk' })
    const before = propertyIn(world)
    expect(runAct(world, leaveMicromanage, { property: 1 })).toEqual({ ...before, tariffMode: 'normal' })
    expect(await remove()).toMatchObject({ status: 409, message: 'Tariff save method not valid for this property' })
    expect(eventTexts(world)).toEqual(['property_state_change {"property_uid":1}'])
  })
})

describe('no property and nothing else changes', () => {
  test.each([
    [unpublish, 5, 'property 5 is not published: it cannot be unpublished'],
    [leaveMicromanage, 2, 'property 2 is not in micromanage mode but in normal mode already'],
    [unpublish, 99, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
    [withdraw, 99, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
    [leaveMicromanage, 99, 'property: there is no property 99; there are 1, 2, 3, 4, 5'],
  ] as const)('by %o of %i', (act, property, words) => {
    const world = new TestWorld()
    const before = stateOf(world)
    expect(tryAct(world, act, { property })).toBe(words)
    expect(stateOf(world)).toEqual(before)
  })

  test('when it is to be withdrawn and has no manager', () => {
    const users = [{ id: 1, name: 'root', level: 'super', propertyIds: [] }] as const
    const world = new TestWorld({ rows: { users } })
    expect(tryAct(world, withdraw, { property: 1 })).toBe('property 1 is not assigned to a manager: it cannot be withdrawn')
    expect(propertyIn(world)?.published).toBe(true)
  })
})
