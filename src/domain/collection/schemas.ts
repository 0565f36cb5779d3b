/** The values of fixtures and scenarios, as JSON Schema. The descriptions complete the sentence "expected ...". */
const MAX_ID = 2_000_000_000
/** Above the sum of as many of the highest prices that the service accepts as a stay has nights. */
const MAX_AMOUNT = 1e17
const DAY_EXPECTED = 'a day (YYYY-MM-DD, today, today+3 or today-12)'
const INSTANT_EXPECTED = 'an instant (ISO 8601 with a zone, or a relative day and a UTC time: today-3 09:12)'

export const ID = { type: 'integer', minimum: 1, maximum: MAX_ID, description: 'an id (a whole number from 1)' } as const
export const ID_OR_NONE = {
  type: 'integer',
  minimum: 0,
  maximum: MAX_ID,
  description: 'an id (a whole number, 0 for none)',
} as const
export const IDS = { type: 'array', items: ID, description: 'a list of ids' } as const
const AGE = { type: 'integer', minimum: 0, maximum: 17, description: 'an age in years (0 to 17)' } as const
export const AGES = { type: 'array', items: AGE, description: 'a list of ages' } as const
export const TEXT = { type: 'string', description: 'text' } as const
export const NAME = { type: 'string', minLength: 1, description: 'text that is not empty' } as const
export const FLAG = { type: 'boolean', description: 'true or false' } as const
export const COUNT = { type: 'integer', minimum: 0, maximum: 1_000_000, description: 'a whole number from 0' } as const
export const QUANTITY = { type: 'number', minimum: 0, maximum: 1e6, description: 'a quantity such as 1 or 2.5' } as const
export const MONEY = { type: 'number', minimum: -MAX_AMOUNT, maximum: MAX_AMOUNT, description: 'an amount such as 12.5' } as const
export const PRICE = {
  type: 'number',
  minimum: 0,
  maximum: MAX_AMOUNT,
  description: 'an amount such as 12.5, not negative',
} as const
export const PERCENT = {
  type: 'number',
  minimum: 0,
  maximum: 100,
  description: 'a percentage such as 17.5, from 0 to 100',
} as const
export const CURRENCY = { type: 'string', pattern: '^[A-Z]{3}$', description: 'a currency code such as EUR' } as const
export const COUNTRY_CODE = { type: 'string', pattern: '^[A-Z]{2}$', description: 'a country code such as GB' } as const
export const PLACE = { anyOf: [ID_OR_NONE, NAME], description: 'a region, by id or by name' } as const
export const DAY = {
  type: 'string',
  pattern: '^(\\d{4}-\\d{2}-\\d{2}|today([+-]\\d{1,5})?)$',
  description: DAY_EXPECTED,
} as const
export const INSTANT = {
  type: 'string',
  pattern: '^(\\d{4}-\\d{2}-\\d{2}T[\\d:.]+(Z|[+-]\\d{2}:\\d{2})|today([+-]\\d{1,5})? \\d{2}:\\d{2}(:\\d{2})?)$',
  description: INSTANT_EXPECTED,
} as const
const degrees = (most: number, pattern: string) =>
  ({
    type: 'string',
    pattern: `^([+-]?(${most}(\\.0*)?|${pattern}(\\.\\d*)?))?$`,
    description: `degrees from -${most} to ${most}, as text`,
  }) as const
export const LATITUDE = degrees(90, '[0-8]?\\d')
export const LONGITUDE = degrees(180, '(1[0-7]\\d|\\d?\\d)')
