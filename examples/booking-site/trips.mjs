/** The trips of the family: three nights in a hotel by the sea, then a week on a boat. */

export const FAMILY = {
  adults: 2,
  /** Years. */
  ages: [4, 9],
  address: {
    firstname: 'Marit',
    surname: 'Sommer',
    house: '8',
    street: 'Deichweg',
    town: 'Husum',
    postcode: '25813',
    country: 'DE',
    tel_mobile: '+49 170 555 0199',
    email: 'marit.sommer@example.com',
  },
}

export const TRIPS = [
  {
    title: 'Two rooms in a hotel',
    property: 1,
    model: 'MRP',
    rooms: 2,
    from: 35,
    nights: 3,
    note: 'We arrive by the late ferry',
  },
  {
    title: 'A yacht for a week',
    property: 4,
    model: 'SRP',
    rooms: 1,
    from: 40,
    nights: 7,
    note: 'Two life jackets for children, please',
  },
]
