import { describe, expect, test } from 'vitest'
import { startOfDay } from '../../../src/base/instant.ts'
import { aBooking, aGuest, aLine, anInvoice, aProperty, aRate, NOW } from '../../support/small-world.ts'
import { TestWorld } from '../../support/test-world.ts'

const GUESTS = [aGuest(), aGuest({ id: 2, firstname: 'Ilse', surname: 'Marant', landline: '', mobile: '' })]

/** One booking in each of the eight states, and some that no list shows. */
const STATES = [
  aBooking({ id: 1, arrival: '2026-05-10', departure: '2026-05-13', depositRequired: 6250, specialRequests: 'Quiet <room>' }),
  aBooking({ id: 2, arrival: '2026-05-02', departure: '2026-05-04', guestId: 2, rooms: [{ roomId: 2, rateId: 1 }] }),
  aBooking({ id: 3, arrival: '2026-04-29', departure: '2026-05-02', bookedIn: true, bookedInOn: '2026-04-29' }),
  aBooking({ id: 4, arrival: '2026-05-01', departure: '2026-05-03', rooms: [{ roomId: 2, rateId: 1 }] }),
  aBooking({ id: 5, arrival: '2026-05-01', departure: '2026-05-05', bookedIn: true, rooms: [{ roomId: 3, rateId: 2 }] }),
  aBooking({ id: 6, arrival: '2026-04-20', departure: '2026-04-30', bookedIn: true, rooms: [{ roomId: 4, rateId: 2 }] }),
  aBooking({ id: 7, arrival: '2026-04-20', departure: '2026-04-25', bookedIn: true, bookedOut: true, bookedOutAt: NOW }),
  aBooking({ id: 8, arrival: '2026-06-01', departure: '2026-06-03', cancelled: true, cancelledAt: NOW }),
  aBooking({ id: 9, arrival: '2026-07-01', departure: '2026-07-02', guestId: 0, kind: 'black', currency: 'GBP', bookedBy: '' }),
  aBooking({ id: 10, arrival: '2026-05-10', departure: '2026-05-11', propertyId: 3, guestId: 3 }),
  aBooking({ id: 11, arrival: '2026-08-01', departure: '2026-08-02', guestId: 99 }),
]
const rows = { bookings: STATES, guests: GUESTS }

interface Entry {
  readonly contract_uid: number
  readonly imgColor: string
  readonly TxtStatus: string
}
const shown = (entries: readonly Entry[]) => entries.map((entry) => [entry.contract_uid, entry.imgColor, entry.TxtStatus])
const list = (world: TestWorld, path: Record<string, string> = {}, query?: string) =>
  world.call('listBookings', { path: { property_id: 1, ...path }, as: 'desk', ...(query && { query }) })
const between = (world: TestWorld, start_date: string, end_date: string, language?: string) =>
  world.call('listBookingsBetween', {
    path: { property_id: 1, start_date, end_date, ...(language && { language }) },
    as: 'desk',
  })

describe('the list of all bookings', () => {
  test('shows every stay with its status, newest arrival first, without black bookings', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(shown(data)).toEqual([
      [11, 'grey', 'Arrival Pending'],
      [8, 'black', 'Cancelled'],
      [1, 'grey', 'Arrival Pending'],
      [2, 'orange', 'Arrive today'],
      [4, 'red', 'Has not arrived'],
      [5, 'green', 'Current Resident'],
      [3, 'blue', 'Departs today'],
      [6, 'purple', 'Departure overdue'],
      [7, 'teal', 'Checked out'],
    ])
  })

  test('writes an entry field by field as the document says', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(data[2]).toEqual({
      contract_uid: 1,
      arrival: '2026/05/10',
      departure: '2026/05/13',
      contract_total: 300,
      tag: '40000001',
      currency_code: 'EUR',
      booked_in: 0,
      bookedout: 0,
      deposit_required: '62.5',
      deposit_paid: 0,
      special_reqs: 'Quiet <room>',
      timestamp: '2026-04-02 09:00:00',
      cancelled: 0,
      invoice_uid: 0,
      property_uid: 1,
      approved: 1,
      last_changed: '2026-04-02 09:00:00',
      firstname: 'Ada',
      surname: 'Brook',
      tel_landline: '0100 200',
      tel_mobile: '0700 300',
      email: 'ada@example.test',
      imgColor: 'grey',
      TxtStatus: 'Arrival Pending',
    })
  })

  test('keeps the field order of the service', async () => {
    const { data } = await list(new TestWorld({ rows }))
    expect(Object.keys(data[0]).join(' ')).toBe(
      'contract_uid arrival departure contract_total tag currency_code booked_in bookedout deposit_required deposit_paid special_reqs ' +
        'timestamp cancelled invoice_uid property_uid approved last_changed firstname surname tel_landline tel_mobile email imgColor TxtStatus',
    )
  })

  test.each([
    ['fr-FR', "Arrivée(s) en attente|Arrivée(s) du jour| n'est pas arrivé"],
    ['de-DE', 'Ankunft steht aus|Reist heute an|Ist nicht angekommen'],
    ['de', 'Ankunft steht aus|Reist heute an|Ist nicht angekommen'],
    ['es-ES', 'Arrival Pending|Arrive today|Has not arrived'],
  ])('in language %s says %s', async (language, texts) => {
    const { data } = await list(new TestWorld({ rows }), { language })
    expect([data[2], data[3], data[4]].map((entry: Entry) => entry.TxtStatus).join('|')).toBe(texts)
  })

  test('lets the field go before the segment', async () => {
    const { data } = await list(new TestWorld({ rows }), { language: 'fr-FR' }, 'servicelang=de-DE')
    expect((data[1] as Entry).TxtStatus).toBe('Abgesagt')
  })

  test('is empty where nobody booked', async () => {
    expect((await list(new TestWorld({ rows }), { property_id: '2' })).body).toEqual({
      data: { listbooking: [] },
      meta: { code: 200 },
    })
  })

  test('says 0 for an enquiry that waits, and for a rejected one what the profile says', async () => {
    const bookings = [aBooking({ id: 1, approval: 'waiting' }), aBooking({ id: 2, approval: 'rejected' })]
    const approved = async (profile: 'documented' | 'current') =>
      (await list(new TestWorld({ rows: { ...rows, bookings }, profile }))).data as readonly { readonly approved: number }[]
    expect((await approved('documented')).map((entry) => entry.approved)).toEqual([0, 0])
    expect((await approved('current')).map((entry) => entry.approved)).toEqual([0, 2])
  })

  test('in the current profile sends the deposit as a number, and English whatever the path ends with', async () => {
    const { data } = await list(new TestWorld({ rows, profile: 'current' }), { language: 'de-DE' })
    expect(data[1]).toMatchObject({ deposit_required: 62.5, TxtStatus: 'Arrival Pending' })
  })

  test('shows the unset time stamp where it is not known when a booking was made', async () => {
    const bookings = [aBooking({ createdAt: null })]
    expect((await list(new TestWorld({ rows: { ...rows, bookings } }))).data).toMatchObject([
      { timestamp: '1970-01-01 00:00:01' },
    ])
  })

  test('reckons today in the time zone of the property, by choice', async () => {
    const at = startOfDay('2026-05-01') + 20 * 3_600_000
    const properties = [aProperty({ timezone: 'Pacific/Auckland' })]
    const status = async (today: string) =>
      shown((await list(new TestWorld({ rows: { ...rows, properties }, at, choices: { today } }))).data).find(([id]) => id === 2)
    expect(await status('utc')).toEqual([2, 'grey', 'Arrival Pending'])
    expect(await status('property')).toEqual([2, 'orange', 'Arrive today'])
  })
})

describe('the list between two days', () => {
  test('shows the oldest arrival first, both ends included', async () => {
    const { data } = await between(new TestWorld({ rows }), '2026-04-30', '2026-05-02')
    expect(shown(data).map(([id]) => id)).toEqual([6, 3, 4, 5, 2])
  })

  test('shows a stay that spans the window, except in the current profile', async () => {
    const ids = async (world: TestWorld) => shown((await between(world, '2026-05-11', '2026-05-12')).data).map(([id]) => id)
    expect(await ids(new TestWorld({ rows }))).toEqual([1])
    expect(await ids(new TestWorld({ rows, profile: 'current' }))).toEqual([])
  })

  test('speaks the language of the path', async () => {
    const { data } = await between(new TestWorld({ rows }), '2026-06-01', '2026-06-01', 'fr-FR')
    expect(shown(data)).toEqual([[8, 'black', 'Annulé']])
  })

  test.each([
    ['reversed', '2026-05-12', '2026-05-11', 'end_date'],
    ['impossible', '2026-02-30', '2026-05-11', 'start_date'],
    ['words', 'foo', 'bar', 'start_date'],
    ['a contract and a view nobody has', '93', 'nosuchview', 'start_date'],
    ['names of every object', '__proto__', 'constructor', 'start_date'],
  ])('refuses dates that are %s, and in the current profile finds nothing', async (_, start, end, field) => {
    const refused = await between(new TestWorld({ rows }), start, end)
    expect(refused).toMatchObject({ status: 400, message: expect.stringContaining(field) })
    expect(await between(new TestWorld({ rows, profile: 'current' }), start, end)).toMatchObject({ status: 200, data: [] })
  })
})

const VIEWS = ['getBookingDates', 'getBookingGuest', 'getBookingRooms', 'getBookingPayment', 'getBookingNotes'] as const
const view = (world: TestWorld, id: (typeof VIEWS)[number], contract_id: string | number, language?: string) =>
  world.call(id, { path: { property_id: 1, contract_id, ...(language && { language }) }, as: 'desk' })

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
  test('names days, nights, kind and booker', async () => {
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

  test('speaks French, and in the current profile writes the month first', async () => {
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

  test('shows the guest with a link that begins a mail', async () => {
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
  ])('begins the mail in %s, names with a capital', async (language, text) => {
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
  ])('shows as country of %s', async (_, country, documented, current) => {
    const shownAs = async (profile: 'documented' | 'current') =>
      (await view(new TestWorld({ rows: guest({ country }), profile }), 'getBookingGuest', 1)).data
    expect(await shownAs('documented')).toMatchObject([{ GUEST_COUNTRY: documented }])
    expect(await shownAs('current')).toMatchObject([{ GUEST_COUNTRY: current }])
  })

  test('shows a region that was sent as its id by name, and any other as it was sent', async () => {
    const regions = [{ id: 1113, countryCode: 'GB', name: 'Devon' }]
    const region = async (sent: string) =>
      (await view(new TestWorld({ rows: { ...guest({ region: sent }), regions } }), 'getBookingGuest', 1)).data
    expect(await region('1113')).toMatchObject([{ GUEST_REGION: 'Devon' }])
    expect(await region('4711')).toMatchObject([{ GUEST_REGION: '4711' }])
    expect(await region('Dartmoor')).toMatchObject([{ GUEST_REGION: 'Dartmoor' }])
  })

  test('is blank for a black booking', async () => {
    const blank = { GUEST_FIRSTNAME: '', GUEST_COUNTRY: '', EMAIL_ADDRESS: '' }
    const link = 'mailto:?subject=Booking number 40000009 @ Harbour Hotel&body=Dear   RE Booking number 40000009'
    const { data } = await view(new TestWorld({ rows }), 'getBookingGuest', 9)
    expect(data).toMatchObject([blank])
    expect(decodeURIComponent(mailLink(data))).toBe(link)
    expect((await view(new TestWorld({ rows, profile: 'current' }), 'getBookingGuest', 9)).data).toMatchObject([
      { ...blank, GUEST_COUNTRY: false, EMAIL_LINK: link },
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

  test('shows every room, each value beside its label', async () => {
    const bookings = [aBooking({ rooms: [1, 3].map((roomId) => ({ roomId, rateId: roomId === 1 ? 1 : 0 })) })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings } }), 'getBookingRooms', 1)
    expect(data).toEqual([
      room,
      expect.objectContaining({ RINFO_NAME: 'Heron', RINFO_TARIFF: '', RINFO_MAX_PEOPLE: '3', TYPE: 'Twin' }),
    ])
  })

  test('loses the tariff title when the rate is replaced', async () => {
    const rates = [aRate({ id: 77 })]
    expect((await view(new TestWorld({ rows: { ...rows, rates } }), 'getBookingRooms', 1)).data).toMatchObject([
      { RINFO_TARIFF: '' },
    ])
  })

  test('has labels in French and another product word', async () => {
    const { data } = await view(new TestWorld({ rows, product: 'acme' }), 'getBookingRooms', 1, 'fr-FR')
    expect(data).toMatchObject([{ _ACME_COM_MR_EB_ROOM_NAME: 'Nom de la chambre', _ACME_COM_MR_EB_ROOM_FLOOR: 'Étage' }])
  })

  test('of a cancelled booking is empty, and in the current profile full of nulls', async () => {
    expect((await view(new TestWorld({ rows }), 'getBookingRooms', 8)).data).toEqual([])
    expect((await view(new TestWorld({ rows, profile: 'current' }), 'getBookingRooms', 8)).data).toEqual([
      { ...room, RINFO_NAME: null, RINFO_NUMBER: null, RINFO_ROOM_FLOOR: null, RINFO_MAX_PEOPLE: null, TYPE: null },
    ])
  })
})

describe('the payment view', () => {
  const paid = aBooking({
    depositPaid: true,
    depositReference: 'ref-7',
    invoiceId: 1,
    singlePersonSupplement: 1250,
    total: 123_456,
  })
  const invoiced = {
    ...rows,
    bookings: [paid],
    invoices: [anInvoice()],
    lineItems: [aLine({ totalInclusive: 123_456 }), aLine({ id: 2, kind: 'deposit', totalInclusive: -6000, payment: true })],
    extras: [{ id: 1, bookingId: 1, name: 'Breakfast', price: 833, quantity: 2, taxRate: 2000 }],
  }

  test('shows amounts with two decimals and the symbol behind', async () => {
    expect((await view(new TestWorld({ rows: invoiced }), 'getBookingPayment', 1)).data).toEqual([
      {
        SINGLE_PERSON_SUPPLIMENT: '12.50€',
        ROOM_TOTAL: '250.00€',
        DEPOSITPAID: 'Yes',
        BOOKING_DEPOSIT_REQUIRED: '60.00€',
        BOOKING_CONTRACT_TOTAL: '1,234.56€',
        BOOKING_DEPOSIT_REF: 'ref-7',
        TAX: '50.00€',
        EXTRASOPTIONSVALUE: '0.00€',
        GRAND_TOTAL: '1,254.55€',
        REMAINDER_TO_PAY: '1,174.56€',
      },
    ])
  })

  test('without an invoice takes a paid deposit off the total', async () => {
    const bookings = [aBooking({ depositPaid: true })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings } }), 'getBookingPayment', 1, 'de-DE')
    expect(data).toMatchObject([
      { DEPOSITPAID: 'Ja', BOOKING_DEPOSIT_REF: null, GRAND_TOTAL: '300.00€', REMAINDER_TO_PAY: '240.00€' },
    ])
  })

  test.each([
    ['fr-FR', 'Non'],
    ['de-DE', 'Nein'],
    ['it-IT', 'No'],
  ])('says in %s that the deposit is open: %s', async (language, DEPOSITPAID) => {
    expect((await view(new TestWorld({ rows }), 'getBookingPayment', 1, language)).data).toMatchObject([{ DEPOSITPAID }])
  })

  test('of a black booking costs nothing in the money of the property', async () => {
    const free = { total: 0, roomTotal: 0, tax: 0, depositRequired: 0 }
    const bookings = [aBooking({ ...free, kind: 'black', guestId: 0, currency: 'GBP' })]
    const { data } = await view(new TestWorld({ rows: { ...rows, bookings }, profile: 'current' }), 'getBookingPayment', 1)
    expect(data).toMatchObject([{ GRAND_TOTAL: '0.00€', REMAINDER_TO_PAY: '0.00€' }])
  })

  test('puts the pound sign behind, and in the current profile in front', async () => {
    const pounds = { ...rows, bookings: [aBooking({ currency: 'GBP' })] }
    expect((await view(new TestWorld({ rows: pounds }), 'getBookingPayment', 1)).data).toMatchObject([{ GRAND_TOTAL: '300.00£' }])
    const current = await view(new TestWorld({ rows: pounds, profile: 'current' }), 'getBookingPayment', 1)
    expect(current.data).toMatchObject([{ GRAND_TOTAL: '£300.00' }])
  })
})

describe('the notes view', () => {
  const note = { bookingId: 1, propertyId: 1, at: NOW }
  const notes = [
    { ...note, id: 4, text: 'Late <b>arrival</b>' },
    { ...note, id: 5, text: '  ' },
    { ...note, id: 6, text: 'Asked for a cot', at: NOW + 61_000 },
    { ...note, id: 7, bookingId: 2, text: 'of another booking' },
  ]

  test('shows what was noted, oldest first, with the pages on which people change it', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1)
    const page = 'http://test.example/index.php?option=com_service&Itemid=101&lang=en&servicelang=en-GB'
    expect(data).toEqual([
      {
        NOTE: 'Late <b>arrival</b>',
        DATETIME: '2026-05-02 09:00:00',
        EDITLINK: `${page}&task=editnote&note_id=4&contract_uid=1`,
        EDITTEXT: 'Edit note',
        DELETELINK: `${page}&task=deletenote&note_id=4&contract_uid=1`,
        DELETETEXT: 'Delete note',
      },
      expect.objectContaining({ NOTE: 'Asked for a cot', DATETIME: '2026-05-02 09:01:01' }),
    ])
  })

  test('has French labels and links', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1, 'fr')
    expect(data[0]).toMatchObject({
      EDITTEXT: 'Modifier la note',
      DELETETEXT: 'Effacer la note',
      EDITLINK: expect.stringContaining('lang=fr&servicelang=fr-FR'),
    })
  })

  test('has German labels', async () => {
    const { data } = await view(new TestWorld({ rows: { ...rows, notes } }), 'getBookingNotes', 1, 'de-DE')
    expect(data[0]).toMatchObject({ EDITTEXT: 'Notiz bearbeiten', DELETETEXT: 'Notiz löschen' })
  })

  test('is empty where nothing was noted', async () => {
    expect((await view(new TestWorld({ rows }), 'getBookingNotes', 2)).data).toEqual([])
  })
})

describe('the labels of a language', () => {
  test('are German in the rooms view and in the type of the booking', async () => {
    const world = new TestWorld({ rows })
    expect((await view(world, 'getBookingRooms', 1, 'de-DE')).data).toMatchObject([
      {
        _SERVICE_COM_MR_EB_ROOM_NAME: 'Zimmername',
        _SERVICE_COM_MR_LISTTARIFF_RATETITLE: 'Tarifbezeichnung',
        _SERVICE_COM_MR_EB_ROOM_NUMBER: 'Zimmernummer',
        _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Etage',
        _SERVICE_COM_MR_EB_ROOM_MAXPEOPLE: 'Max. Personen',
        _SERVICE_COM_MR_EB_ROOM_CLASS_ABBV: 'Zimmerart',
      },
    ])
    const reception = { rows: { ...rows, bookings: [aBooking({ kind: 'reception' })] } }
    const dates = await view(new TestWorld(reception), 'getBookingDates', 1, 'de-DE')
    expect(dates.data).toMatchObject([{ BOOKINGTYPE: 'Rezeption', BOOKING_ARRIVAL: expect.stringMatching(/^Sonntag, /) }])
  })

  test('are those of the service where it is recorded', async () => {
    const query = 'servicelang=de-DE'
    const world = new TestWorld({ rows, choices: { label_language: 'as_recorded' } })
    const path = { property_id: 1, contract_id: 1 }
    expect((await world.call('getBookingRooms', { path, query, as: 'reader' })).data).toMatchObject([
      { _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Floor' },
    ])
  })

  test('are English, with a hint, where there are none', async () => {
    const { data, headers } = await view(new TestWorld({ rows }), 'getBookingRooms', 1, 'es-ES')
    expect(data).toMatchObject([{ _SERVICE_COM_MR_EB_ROOM_FLOOR: 'Floor' }])
    expect(headers['X-Understay-Hint']).toBe('there are no texts in es-ES: they are English')
  })
})

test('a caller sees the bookings of the properties they administer only', async () => {
  const guests = [...GUESTS, aGuest({ id: 3, propertyId: 3 })]
  const world = new TestWorld({ rows: { ...rows, guests } })
  const neighbours = await world.call('listBookings', { path: { property_id: 3 }, as: 'neighbour' })
  expect(shown(neighbours.data).map(([id]) => id)).toEqual([10])
  expect((await world.call('listBookings', { path: { property_id: 3 }, as: 'desk' })).status).toBe(403)
})
