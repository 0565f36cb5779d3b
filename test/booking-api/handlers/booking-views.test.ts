import { describe, expect, test } from 'vitest'
import { aBooking, aGuest, aRate } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'
import { rows, VIEWS, view } from './bookings-world.ts'

describe.each(VIEWS)('%s', (id) => {
  test.each(['999', '0', '-1', '1.5', '99999999999999999999', 'abc', '__proto__', 'constructor', '10'])(
    'refuses contract uid %s, and cannot look into the neighbour’s',
    async (contract) => {
      const text = 'Contract uid incorrect.'
      expect(await view(new TestWorld({ rows }), id, contract)).toMatchObject({
        status: 404,
        body: { meta: { code: 404, error_message: text } },
      })
      expect(await view(new TestWorld({ rows, choices: { refusal_status: 'named' } }), id, contract)).toMatchObject({
        status: 204,
        message: text,
      })
      expect(await view(new TestWorld({ rows, profile: 'current' }), id, contract)).toMatchObject({
        status: 400,
        body: { code: 400, error_message: text, lines: [] },
      })
    },
  )
})

describe('the dates view', () => {
  test('has days, nights, type and booker', async () => {
    const { data } = await view(new TestWorld({ rows }), 'getBookingDates', 1)
    expect(data).toEqual([
      {
        BOOKING_ARRIVAL: 'Sunday, 10 May 2026',
        BOOKING_DEPARTURE: 'Wednesday, 13 May 2026',
        NUM_NIGHTS: 3,
        BOOKINGTYPE: 'Reception',
        BOOKERSUSERNAME: 'frontdesk',
        SPECIALREQS: 'Quiet <room>',
      },
    ])
  })

  test.each([
    ['a guest who booked', { kind: 'internet', bookedBy: '' }, {}, 'Internet', 'Ada Brook'],
    ['a cancelled booking', { cancelled: true }, {}, 'Reception', 'frontdesk'],
    ['a cancelled booking, by choice', { cancelled: true }, { cancelled_type: 'internet' }, 'Internet', 'frontdesk'],
    ['a booking without rooms', { rooms: [] }, {}, '', 'frontdesk'],
    ['a black booking', { kind: 'black', guestId: 0 }, {}, 'Black', 'frontdesk'],
    ['a black booking nobody signed', { kind: 'black', guestId: 0, bookedBy: '' }, {}, 'Black', ''],
    ['a black booking, by choice', { kind: 'black', guestId: 0 }, { black_booking_booker: 'null' }, 'Black', null],
  ] as const)('of %s', async (_, with_, choices, BOOKINGTYPE, BOOKERSUSERNAME) => {
    const world = new TestWorld({ rows: { ...rows, bookings: [aBooking(with_)] }, choices })
    expect((await view(world, 'getBookingDates', 1)).data).toMatchObject([{ BOOKINGTYPE, BOOKERSUSERNAME }])
  })

  test('is French, and has the month first in the current profile', async () => {
    expect((await view(new TestWorld({ rows }), 'getBookingDates', 1, 'fr-FR')).data).toMatchObject([
      { BOOKINGTYPE: 'Réception' },
    ])
    const current = await view(new TestWorld({ rows, profile: 'current' }), 'getBookingDates', 1)
    expect(current.data).toMatchObject([{ BOOKING_ARRIVAL: 'May 10, 2026', BOOKING_DEPARTURE: 'May 13, 2026' }])
  })
})

const mailLink = (data: unknown): string => (data as readonly { readonly EMAIL_LINK: string }[])[0]?.EMAIL_LINK ?? ''

describe('the guest view', () => {
  const guest = (with_: Parameters<typeof aGuest>[0]) => ({ ...rows, guests: [aGuest(with_)] })

  test('has the guest with a mail-to link', async () => {
    const { data } = await view(new TestWorld({ rows }), 'getBookingGuest', 1)
    expect(data).toEqual([
      {
        GUEST_FIRSTNAME: 'Ada',
        GUEST_SURNAME: 'Brook',
        GUEST_HOUSE: '7',
        GUEST_STREET: 'Mill Lane',
        GUEST_TOWN: 'Westby',
        GUEST_REGION: '',
        GUEST_COUNTRY: 'United Kingdom',
        GUEST_POSTCODE: 'WB1 2AB',
        GUEST_TEL_LANDLINE: '0100 200',
        GUEST_TEL_MOBILE: '0700 300',
        GUEST_VAT_NUMBER: '',
        EMAIL_LINK: `mailto:ada@example.test?subject=${encodeURIComponent('Booking number 40000001 @ Harbour Hotel')}&body=${encodeURIComponent('Dear Ada Brook RE Booking number 40000001')}`,
        EMAIL_ADDRESS: 'ada@example.test',
        GUEST_IMAGE: '/service/assets/images/noimage.svg',
      },
    ])
  })

  test.each([
    ['fr-FR', 'subject=Numéro de réservation 40000001 @ Harbour Hotel&body=Cher(e) Ève Ćirić RE Numéro de réservation 40000001'],
    ['de-DE', 'subject=Buchungsnummer 40000001 @ Harbour Hotel&body=sehr geehrter Ève Ćirić RE Buchungsnummer 40000001'],
  ])('starts the mail in %s, with capitalised names', async (language, text) => {
    const world = new TestWorld({ rows: guest({ firstname: 'ève', surname: 'ćirić' }) })
    const { data } = await view(world, 'getBookingGuest', 1, language)
    expect(data).toMatchObject([{ GUEST_FIRSTNAME: 'ève', EMAIL_LINK: expect.any(String) }])
    expect(decodeURIComponent(mailLink(data))).toBe(`mailto:ada@example.test?${text}`)
  })

  test.each([
    ['an unknown code', 'XX', '', false],
    ['nothing', '', '', false],
    ['a code in small letters', 'fr', 'France', 'France'],
    ['a name', 'Ruritania', 'RURITANIA', 'RURITANIA'],
  ])('has the country of %s', async (_, country, documented, current) => {
    const shownAs = async (profile: 'documented' | 'current') =>
      (await view(new TestWorld({ rows: guest({ country }), profile }), 'getBookingGuest', 1)).data
    expect(await shownAs('documented')).toMatchObject([{ GUEST_COUNTRY: documented }])
    expect(await shownAs('current')).toMatchObject([{ GUEST_COUNTRY: current }])
  })

  test('has the name of a region sent by id, and any other as it was sent', async () => {
    const regions = [{ id: 1113, countryCode: 'GB', name: 'Devon' }]
    const region = async (sent: string) =>
      (await view(new TestWorld({ rows: { ...guest({ region: sent }), regions } }), 'getBookingGuest', 1)).data
    expect(await region('1113')).toMatchObject([{ GUEST_REGION: 'Devon' }])
    expect(await region('4711')).toMatchObject([{ GUEST_REGION: '4711' }])
    expect(await region('Dartmoor')).toMatchObject([{ GUEST_REGION: 'Dartmoor' }])
  })

  test('is empty for a black booking', async () => {
    const blank = { GUEST_FIRSTNAME: '', GUEST_COUNTRY: '', EMAIL_ADDRESS: '' }
    const link = (greeting: string): string =>
      `mailto:?subject=Booking number 40000009 @ Harbour Hotel&body=${greeting}RE Booking number 40000009`
    const { data } = await view(new TestWorld({ rows }), 'getBookingGuest', 9)
    expect(data).toMatchObject([blank])
    expect(decodeURIComponent(mailLink(data))).toBe(link(''))
    expect((await view(new TestWorld({ rows, profile: 'current' }), 'getBookingGuest', 9)).data).toMatchObject([
      { ...blank, GUEST_COUNTRY: false, EMAIL_LINK: link('Dear   ') },
    ])
  })
})

describe('the rooms view', () => {
  const room = {
    _SERVICE_COM_MR_EB_ROOM_NAME: 'Room name',
    RINFO_NAME: 'Gull',
    _SERVICE_COM_MR_LISTTARIFF_RATETITLE: 'Tariff title',
    RINFO_TARIFF: 'Standard',
    _SERVICE_COM_MR_EB_ROOM_NUMBER: 'Room',
    RINFO_NUMBER: '01',
    _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Floor',
    RINFO_ROOM_FLOOR: '1',
    _SERVICE_COM_MR_EB_ROOM_MAXPEOPLE: 'Max people',
    RINFO_MAX_PEOPLE: '2',
    _SERVICE_COM_MR_EB_ROOM_CLASS_ABBV: 'Room/property type',
    TYPE: 'Double',
  }

  test('has every room, each value with its label', async () => {
    const bookings = [aBooking({ rooms: [1, 3].map((roomId) => ({ roomId, rateId: roomId === 1 ? 1 : 0 })) })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings } }), 'getBookingRooms', 1)
    expect(data).toEqual([
      room,
      expect.objectContaining({ RINFO_NAME: 'Heron', RINFO_TARIFF: '', RINFO_MAX_PEOPLE: '3', TYPE: 'Twin' }),
    ])
  })

  test('has no tariff title after the rate is replaced', async () => {
    const rates = [aRate({ id: 77 })]
    expect((await view(new TestWorld({ rows: { ...rows, rates } }), 'getBookingRooms', 1)).data).toMatchObject([
      { RINFO_TARIFF: '' },
    ])
  })

  test('has labels in French and another product word', async () => {
    const { data } = await view(new TestWorld({ rows, product: 'acme' }), 'getBookingRooms', 1, 'fr-FR')
    expect(data).toMatchObject([{ _ACME_COM_MR_EB_ROOM_NAME: 'Nom de la chambre', _ACME_COM_MR_EB_ROOM_FLOOR: 'Étage' }])
  })

  test('of a cancelled booking is empty, with null values in the current profile', async () => {
    expect((await view(new TestWorld({ rows }), 'getBookingRooms', 8)).data).toEqual([])
    expect((await view(new TestWorld({ rows, profile: 'current' }), 'getBookingRooms', 8)).data).toEqual([
      { ...room, RINFO_NAME: null, RINFO_NUMBER: null, RINFO_ROOM_FLOOR: null, RINFO_MAX_PEOPLE: null, TYPE: null },
    ])
  })
})
