/**
 * Valid forms of the service interface.
 *
 * @module
 */

/** A guest type with a discount. */
export const GUEST_TYPE_FORM = {
  type: 'Senior',
  notes: '65 plus',
  maximum: '4',
  is_percentage: '1',
  posneg: '0',
  variance: '12.5',
  published: '0',
  order: '7',
  is_child: '0',
}

/** The address of a guest in a booking session. */
export const ADDRESS_FORM = {
  firstname: 'Ines',
  surname: 'Varga',
  house: '3',
  street: 'Quay Street',
  town: 'Cork',
  postcode: 'T12 AB34',
  country: 'IE',
  region: '1534',
  tel_mobile: '+353 86 555 0142',
  email: 'ines.varga@example.com',
}
