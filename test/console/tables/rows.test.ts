import { expect, test } from 'vitest'
import { consoleOf, targetsOf } from '../console-of.ts'
import { everyElement, textIn } from '../markup.ts'

test('the rooms of a row are names, values and links, not JSON', async () => {
  const { page, ask, world } = consoleOf()
  await ask('GET', '/service/api/booking/initialise/1/en-GB', { headers: { 'x-service-booking-session-id': 'visit-1' } })
  world.sandbox().store.change(({ sessions }) => {
    const session = sessions.get('visit-1')
    if (session) sessions.put({ ...session, rooms: [{ roomId: 1, rateId: 7 }] })
  })
  const shown = await page('/_understay/console/data/sessions')
  const cells = everyElement(shown).flatMap((one) => (one.name === 'td' ? [textIn(one)] : []))
  expect(cells).toContain('roomId 1 rateId 7')
  expect(targetsOf(shown)).toContain('/_understay/console/data/rooms?field=id&value=1')
})

test('a row of many rooms says how many are not shown', async () => {
  const { page, world } = consoleOf()
  world.sandbox().store.change(({ users }) => {
    const user = users.get(1)
    if (user) users.put({ ...user, propertyIds: Array.from({ length: 11 }, (_, index) => index + 1) })
  })
  const cells = everyElement(await page('/_understay/console/data/users')).flatMap((one) =>
    one.name === 'td' ? [textIn(one)] : [],
  )
  expect(cells).toContainEqual(expect.stringMatching(/^1 2 3 4 5 6 7 8 and 3 more$/))
})

test('a page after the last row says so, and leads back to the last page', async () => {
  const { page, world } = consoleOf()
  world.sandbox().store.change(({ notes }) => {
    for (let id = 1; id <= 120; id++)
      notes.put({ id: 1000 + id, bookingId: 1, propertyId: 1, text: `one of many, number-${id}.`, at: 0 })
  })
  const after = async (search: string, offset: number): Promise<readonly unknown[]> => {
    const shown = await page(`/_understay/console/data/notes?search=${search}&offset=${offset}`)
    const pages = everyElement(shown).find((one) => one.name === 'nav' && one.attributes['aria-label'] === 'Pages')
    const previous = pages && everyElement(pages).find((one) => one.name === 'a')?.attributes['href']
    const text = textIn(shown)
    return [pages && textIn(pages), previous, /There are no more rows|No row matches/.exec(text)?.[0]]
  }
  const address = '/_understay/console/data/notes?search='
  const told = 'There are no more rows'
  expect(await after('one', 5000)).toEqual(['Previous after the last of 120 Next', `${address}one&offset=100`, told])
  expect(await after('one', 120)).toEqual(['Previous after the last of 120 Next', `${address}one&offset=100`, told])
  expect(await after('one', 100)).toEqual(['Previous 101 to 120 Next', `${address}one&offset=50`, undefined])
  expect(await after('number-7.', 50)).toEqual(['Previous after the last of 1 Next', `${address}number-7.`, told])
  expect(await after('nothing', 50)).toEqual([undefined, undefined, 'No row matches'])
})

test('the table of rates shows the days, the price and the minimum stay of each', async () => {
  const { page, world } = consoleOf()
  world.sandbox().store.change(({ rates }) => {
    // as rows of fixtures have their fields
    for (const { from, to, price, minDays, ...bounds } of rates.all()) rates.put({ ...bounds, from, to, price, minDays })
  })
  const shown = everyElement(await page('/_understay/console/data/rates'))
  const heads = shown.flatMap((one) => (one.name === 'th' ? [textIn(one)] : []))
  const bounds = ['from', 'to', 'price in hundredths', 'minDays']
  expect(heads.slice(0, 8)).toEqual(['id', 'tariffTypeId', 'propertyId', 'roomTypeId', ...bounds])
  expect(heads.at(-1)).toBe('More')
})
