import { describe, expect, test } from 'vitest'
import { aBooking, aProperty, aRoom, dayFrom, NOW, TODAY } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const stay = aBooking({
  id: 1,
  arrival: '2026-05-10',
  departure: '2026-05-13',
  rooms: [
    { roomId: 1, rateId: 1 },
    { roomId: 3, rateId: 2 },
  ],
})

const free = (world: TestWorld, start: string, end: string, property = 1) =>
  world.call('listAvailableRooms', { path: { property_id: property, start, end }, as: 'desk' })

const timeline = (world: TestWorld, start: string, end: string) =>
  world.call('getTimeline', { path: { property_id: 1, start, end }, as: 'reader' })

describe('available rooms', () => {
  const rows = { bookings: [stay] }

  test('are keyed by room uid, with all fields', async () => {
    const one = new TestWorld({ rows: { rooms: [aRoom({ id: 231, number: '04', roomTypeId: 2, featureIds: [5, 9] })] } })
    expect((await free(one, '2026-05-10', '2026-05-12')).data).toEqual({
      '231': {
        room_uid: 231,
        room_name: 'Gull',
        room_number: '04',
        room_classes_uid: 2,
        room_features_uid: '5,9',
        max_people: 2,
      },
    })
  })

  test.each([
    ['during a stay', '2026-05-12', '2026-05-14', ['2', '4']],
    ['from the day of departure', '2026-05-13', '2026-05-15', ['1', '2', '3', '4']],
    ['up to the day of arrival', '2026-05-08', '2026-05-10', ['1', '2', '3', '4']],
    ['for centuries', '0001-01-01', '9999-12-31', ['2', '4']],
  ])('%s', async (_, start, end, rooms) => {
    expect(Object.keys((await free(new TestWorld({ rows }), start, end)).data)).toEqual(rooms)
  })

  test('are refused without a night; as recorded all rooms are free, with a hint', async () => {
    const documented = await free(new TestWorld({ rows }), '2026-05-11', '2026-05-11')
    expect(documented).toMatchObject({ status: 400, message: expect.stringContaining('there is no night between them') })
    const recorded = await free(new TestWorld({ rows, choices: { date_ranges: 'as_recorded' } }), '2026-05-11', '2026-05-11')
    expect(Object.keys(recorded.data)).toEqual(['1', '2', '3', '4'])
    expect(recorded.headers['X-Understay-Hint']).toBe('there is no night between these days, so every room counts as free')
  })

  test('are [] if there are none, or {} by choice', async () => {
    const full = { rooms: [aRoom()], bookings: [stay] }
    expect((await free(new TestWorld({ rows: full }), '2026-05-10', '2026-05-11')).data).toEqual([])
    const object = new TestWorld({ rows: full, choices: { empty_map: 'object' } })
    expect((await free(object, '2026-05-10', '2026-05-11')).data).toEqual({})
  })

  test.each([
    ['2026-02-31', '2026-03-02', /^start: expected a day that exists/],
    ['2026-05-01', 'bar', /^end: expected a day that exists/],
    ['foo', '__proto__', /^start: .*; end: /],
    ['2026-05-04', '2026-05-02', /^end: .*before start/],
  ])('are refused between %s and %s with the name of the segment', async (start, end, message) => {
    expect(await free(new TestWorld(), start, end)).toMatchObject({ status: 400, message: expect.stringMatching(message) })
  })

  test('in the current profile are all rooms for reversed days, and a text is refused', async () => {
    const world = new TestWorld({ rows, profile: 'current' })
    const reversed = await free(world, '2026-05-12', '2026-05-10')
    expect(Object.keys(reversed.data)).toEqual(['1', '2', '3', '4'])
    expect(reversed.body).not.toHaveProperty('meta.site.live_site')
    expect((await free(world, 'foo', 'bar')).body).toMatchObject({ code: 400, lines: [] })
  })
})

describe('the timeline', () => {
  const notes = [{ id: 1, bookingId: 1, propertyId: 1, text: "Guest's note", at: NOW }]
  const bookings = [
    { ...stay, specialRequests: "A cot, if it's free" },
    aBooking({ id: 2, kind: 'black', guestId: 0, arrival: TODAY, departure: dayFrom(1), rooms: [{ roomId: 2, rateId: 0 }] }),
    aBooking({ id: 3, cancelled: true }),
  ]
  const rows = { bookings, notes }
  const events = async (world: TestWorld, start = '2026-05-01', end = '2026-05-31') =>
    JSON.parse((await timeline(world, start, end)).data) as readonly Readonly<Record<string, unknown>>[]

  test('is a JSON text with an event for each booking and room, all values texts', async () => {
    const [first, second, black, ...more] = await events(new TestWorld({ rows }))
    expect(more).toEqual([])
    expect(first).toEqual({
      id: '1_1',
      resourceId: '1',
      start: '2026-05-10T12:00:00',
      end: '2026-05-13T11:59:59',
      title: 'Ada Brook',
      url: expect.stringMatching(/^http:\/\/test\.example\/index\.php\?.*&task=edit_booking&contract_uid=1&thisProperty=1$/),
      className: 'label label-grey',
      description:
        'Booking no.: 40000001<br/>From: Sunday, 10 May 2026<br/>To: Wednesday, 13 May 2026<br/><br/>' +
        'Email address: ada@example.test<br/>Tel: 0100 200' +
        '<hr/>2026-05-02 09:00:00 Guest\\&#39;s note<br/><hr/>A cot, if it\\&#39;s free<br/>',
      contract_uid: '1',
      room_uid: '1',
      this_contract_room_uids: ['1', '3'],
    })
    expect(second).toMatchObject({ id: '1_3', this_contract_room_uids: ['1', '3'] })
    expect(black).toMatchObject({
      title: 'Black booking',
      className: 'label label-black',
      url: expect.stringContaining('task=show_black_booking'),
      description: 'From: Saturday, 02 May 2026<br/>To: Sunday, 03 May 2026<br/><br/>',
    })
  })

  test.each([
    ['2026-05-13', '2026-05-20', ['1_1', '1_3']],
    ['2026-05-14', '2026-05-20', []],
    ['2026-05-10', '2026-05-10', ['1_1', '1_3']],
  ])('from %s to %s, both included, has the events %j', async (start, end, ids) => {
    expect((await events(new TestWorld({ rows }), start, end)).map(({ id }) => id)).toEqual(ids)
  })

  test('contains a new black booking immediately', async () => {
    const world = new TestWorld()
    await world.call('createBlackBooking', { path: { property_id: 1, room_id: 4, date: '2026-05-20' }, as: 'desk' })
    const [event] = await events(world)
    expect(event).toMatchObject({ id: '1_4', description: expect.stringContaining('frontdesk Entered black booking.') })
  })

  test('shows notes and requests without markup while notes are stored as sent', async () => {
    const world = new TestWorld({
      rows: {
        bookings: [aBooking({ specialRequests: "<b>cot</b> & it's 2 < 3" })],
        notes: [{ id: 1, bookingId: 1, propertyId: 1, text: 'call <b>back</b> & 2 < 3', at: NOW }],
      },
    })
    const [event] = await events(world)
    expect(event?.['description']).toMatch(
      /<hr\/>\S+ \S+ call back &amp; 2 &lt; 3<br\/><hr\/>cot &amp; it\\&#39;s 2 &lt; 3<br\/>$/,
    )
  })

  test('extends an overdue stay to today, and has whole days for properties that book days', async () => {
    const late = aBooking({ arrival: dayFrom(-4), departure: dayFrom(-1), bookedIn: true })
    const properties = [aProperty({ settings: { wholeday_booking: '1' } })]
    const [event] = await events(new TestWorld({ rows: { bookings: [late], properties } }), '2026-04-01')
    expect(event).toMatchObject({
      start: '2026-04-28T00:00:01',
      end: '2026-05-02T23:59:59',
      className: 'label label-purple',
    })
  })

  test('has number and dates only, by choice', async () => {
    const [event] = await events(new TestWorld({ rows, choices: { timeline_text: 'short' } }), '2026-05-10')
    expect(event?.['description']).toBe(
      'Booking number: 40000001<br/>From: Sunday, 10 May 2026<br/>To: Wednesday, 13 May 2026<br/><br/>',
    )
  })

  test.each(['full', 'recorded', 'short'])('has the chosen day format when it is %s', async (timeline_text) => {
    const choices = { timeline_text, long_date: 'month_first' }
    const [event] = await events(new TestWorld({ rows, choices }), '2026-05-10')
    expect(event?.['description']).toContain('From: May 10, 2026<br/>To: May 13, 2026<br/><br/>')
  })

  test('is empty for a property that accepts no bookings, null in the current profile', async () => {
    const properties = [aProperty({ settings: { is_real_estate_listing: '1' } })]
    const of = (profile: 'documented' | 'current') =>
      timeline(new TestWorld({ rows: { properties }, profile }), '2026-05-01', '2026-05-31')
    expect((await of('documented')).data).toBe('[]')
    expect((await of('current')).data).toBeNull()
  })

  test.each([
    ['foo', '2026-05-31'],
    ['2026-05-01', '2026-02-30'],
    ['2026-05-31', '2026-05-01'],
  ])('is refused from %s to %s', async (start, end) => {
    expect((await timeline(new TestWorld(), start, end)).status).toBe(400)
  })

  test('in the current profile has badges, another date format, and an empty list for invalid dates', async () => {
    const world = new TestWorld({ rows, profile: 'current' })
    const [event] = await events(world)
    expect(event).toMatchObject({ className: 'badge bg-info', description: expect.stringContaining('From: May 10, 2026<br/>') })
    const garbage = await timeline(world, 'foo', 'bar')
    expect(garbage.data).toBe('[]')
    expect(garbage.body).toHaveProperty('meta.site.live_site')
  })
})
