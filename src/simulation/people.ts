/** Generated people and houses, for fixtures in bulk. Loads Faker (one locale, a separate instance) on demand. */

interface Person {
  readonly firstname: string
  readonly surname: string
  readonly house: string
  readonly street: string
  readonly town: string
  readonly postcode: string
  readonly landline: string
  readonly mobile: string
  readonly email: string
}

/** Generates values, the same for the same seed and order of calls. */
export interface People {
  person(): Person
  /** A name for a house, such as `Maple Lodge`. */
  house(): string
  town(): string
}

/** Starts a new, independent sequence. */
export type MakePeople = (seed: number) => People

const HOUSES = ['Lodge', 'House', 'Inn', 'Hotel', 'Rooms', 'Cottage', 'Manor', 'Rest'] as const

export async function loadPeople(): Promise<MakePeople> {
  const { faker: shared } = await import('@faker-js/faker/locale/en')
  return (seed) => {
    const faker: typeof shared = Reflect.construct(shared.constructor, [{ locale: shared.rawDefinitions, seed }])
    return {
      person() {
        const firstname = faker.person.firstName()
        const surname = faker.person.lastName()
        const digits = faker.string.numeric(14)
        return {
          firstname,
          surname,
          house: String(faker.number.int({ min: 1, max: 250 })),
          street: faker.location.street(),
          town: faker.location.city(),
          postcode: faker.location.zipCode('#####'),
          landline: `0${digits.slice(0, 4)} ${digits.slice(4, 8)}`,
          mobile: `07${digits.slice(8)}0${digits.slice(0, 2)}`,
          email: `${firstname}.${surname}@example.com`.toLowerCase().replaceAll(/[^a-z0-9.@-]/g, ''),
        }
      },
      house: () => `${faker.person.lastName()} ${HOUSES[faker.number.int({ min: 0, max: HOUSES.length - 1 })]}`,
      town: () => faker.location.city(),
    }
  }
}
